import type { SeasonAccuracy } from '@basketball-data/core'
import type { Command } from 'commander'
import { print, withExistingCore } from '../session.ts'
import { table } from '../terminal.ts'

const HELP = `
Measures the line-ups of every season with a play-by-play: how many games are exact, how many lines have the minutes of
the box score to the second and the plus/minus of the feed, how possessions alternate, and each game that is not exact
with its reasons. It changes nothing, and can run at any time.`

/** What is counted, and how many of how many. */
const FIGURES = [
  { name: 'games', part: 'with_events', whole: 'games' },
  { name: 'exact', part: 'exact', whole: 'with_events' },
  { name: 'minutes exact', part: 'exact_lines', whole: 'lines' },
  { name: 'plus/minus equal', part: 'equal_plus_minus', whole: 'plus_minus' },
  { name: 'apart > 2', part: 'apart', whole: 'with_events' },
  { name: 'uneven periods', part: 'uneven_periods', whole: 'periods' },
] as const satisfies { name: string; part: keyof SeasonAccuracy; whole: keyof SeasonAccuracy }[]

const formatSeasons = (seasons: readonly SeasonAccuracy[]): string => {
  const rows = seasons.map((of) => [
    `${of.competition.name} ${of.season.name}`,
    ...FIGURES.map(({ part, whole }) => `${of[part]} of ${of[whole]}`),
  ])
  const games = seasons.flatMap(({ inexact }) => inexact)
  return [
    table(['season', ...FIGURES.map(({ name }) => name)], rows, 'No game has a play-by-play.'),
    ...games.flatMap(({ date, home, away, reasons }) => [
      `${date}  ${home} - ${away}`,
      ...reasons.map(({ message }) => `  ${message}`),
    ]),
  ].join('\n')
}

/** `doctor accuracy` */
export const defineAccuracy = (command: Command): void => {
  command.addHelpText('after', HELP).action(async () => {
    const seasons: SeasonAccuracy[] = []
    await withExistingCore(command, async (core) => {
      for await (const season of core.accuracy()) seasons.push(season)
    })
    print(command, { seasons }, formatSeasons(seasons))
  })
}
