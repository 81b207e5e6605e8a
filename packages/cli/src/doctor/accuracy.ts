import type { SeasonAccuracy } from '@basketball-data/core'
import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { accuracyPage } from './accuracy-page.ts'
import { printsJson, withExistingCore } from '../session.ts'
import { table } from '../terminal.ts'

const HELP = `
Measures the line-ups of every season with a play-by-play: how many games are exact, how many lines have the minutes of
the box score to the second and the plus/minus of the feed, how possessions alternate, and each game that is not exact
with its reasons. It changes nothing, and can run at any time.`

const HEADING = ['season', 'games', 'exact', 'minutes exact', 'plus/minus equal', 'apart > 2', 'uneven periods']

const rowOf = (of: SeasonAccuracy): string[] => [
  `${of.competition.name} ${of.season.name}`,
  `${of.with_events} of ${of.games}`,
  `${of.exact} of ${of.with_events}`,
  `${of.exact_lines} of ${of.lines}`,
  `${of.equal_plus_minus} of ${of.plus_minus}`,
  `${of.apart} of ${of.with_events}`,
  `${of.uneven_periods} of ${of.periods}`,
]

const textOf = (seasons: readonly SeasonAccuracy[]): string =>
  [
    table(HEADING, seasons.map(rowOf), 'No game has a play-by-play.'),
    ...seasons.flatMap(({ inexact }) =>
      inexact.map(({ date, home, away, reasons }) =>
        [`${date}  ${home} - ${away}`, ...reasons.map(({ message }) => `  ${message}`)].join('\n'),
      ),
    ),
  ].join('\n')

/** `doctor accuracy` */
export const defineAccuracy = (command: Command): void => {
  command
    .option('--page <file>', 'writes the figures to a page in Markdown, such as docs/accuracy.md')
    .addHelpText('after', HELP)
    .action(async ({ page }: { page?: string }) => {
      if (page !== undefined) await access(dirname(page), constants.W_OK)
      const seasons: SeasonAccuracy[] = []
      await withExistingCore(command, async (core) => {
        for await (const season of core.accuracy()) seasons.push(season)
      })
      if (page !== undefined) await writeFile(page, accuracyPage(seasons))
      process.stdout.write(`${printsJson(command) ? JSON.stringify({ seasons }) : textOf(seasons)}\n`)
    })
}
