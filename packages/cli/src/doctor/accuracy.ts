import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SeasonAccuracy } from '@basketball-data/core'
import { InexactCode, MendedCode } from '@basketball-data/core/contract'
import type { Command } from 'commander'
import { print, withExistingCore } from '../session.ts'
import { table } from '../terminal.ts'

const HELP = `
Measures the line-ups of every season with a play-by-play: how many games are exact, how many lines have the minutes of
the box score to the second and the plus/minus of the feed, how possessions alternate, and each game that is not exact
with its reasons. It changes nothing, and can run at any time.`

type Count = {
  [Name in keyof SeasonAccuracy]: SeasonAccuracy[Name] extends number ? Name : never
}[keyof SeasonAccuracy]

/** What is counted: its name on the page and in the terminal, which has room for some of them, and how many of how many. */
const FIGURES: readonly (readonly [page: string, terminal: string | null, part: Count, whole: Count])[] = [
  ['games with a play-by-play', 'games', 'with_events', 'games'],
  ['games that are exact', 'exact', 'exact', 'with_events'],
  ['lines with the minutes of the box score to the second', 'minutes exact', 'exact_lines', 'lines'],
  ["plus/minus equal to the feed's", 'plus/minus equal', 'equal_plus_minus', 'plus_minus'],
  ['games whose teams are more than 2 possessions apart', 'apart > 2', 'apart', 'with_events'],
  ['periods in which a team has 2 possessions more', 'uneven periods', 'uneven_periods', 'periods'],
  ['periods with two possessions of a team in a row, by rule or not', null, 'repeating_periods', 'periods'],
  ['games with two in a row not explained by a rule', null, 'not_alternating', 'with_events'],
  ['periods in which two counts of possessions disagree', null, 'doubtful_periods', 'periods'],
]

const SHOWN = FIGURES.flatMap(([, name, part, whole]) => (name === null ? [] : [{ name, part, whole }]))

const formatSeasons = (seasons: readonly SeasonAccuracy[]): string => {
  const rows = seasons.map((of) => [
    `${of.competition.name} ${of.season.name}`,
    ...SHOWN.map(({ part, whole }) => `${of[part]} of ${of[whole]}`),
  ])
  const games = seasons.flatMap(({ inexact }) => inexact)
  return [
    table(['season', ...SHOWN.map(({ name }) => name)], rows, 'No game has a play-by-play.'),
    ...games.flatMap(({ date, home, away, reasons }) => [
      `${date}  ${home} - ${away}`,
      ...reasons.map(({ message }) => `  ${message}`),
    ]),
  ].join('\n')
}

const NOTES: Readonly<Record<MendedCode, string>> = {
  substitution_missing: 'games repaired: a row of a substitution was missing or doubled',
  substitution_time: 'games repaired: the box score counts a substitution at another clock',
  overtime_break: 'games repaired: the box score counts substitutions before an overtime late',
  clock_order: 'games repaired: clocks contradict the order of substitutions',
  plus_minus_differs: "games in which the feed's plus/minus contradicts the stints",
}

const toShare = (part: number, whole: number): string =>
  whole === 0
    ? '–'
    : `${part.toLocaleString('en')} of ${whole.toLocaleString('en')} (${((100 * part) / whole).toFixed(2)} %)`

const REASONS: Readonly<Record<InexactCode, string>> = {
  not_final: 'no final score',
  no_events: 'no play-by-play',
  no_box_score: 'minutes are missing in the box score',
  starters_unknown: 'the box score does not have five starters',
  period_starters_unknown: 'the starters of a period are unknown',
  not_five: 'substitutions do not leave five players',
  minutes_differ: 'substitutions give other minutes than the box score',
  clock_rises: 'clocks of substitutions rise, so that their order and their clocks give different minutes',
}

/** A table in Markdown; the first row is its heading. */
const toTable = ([heading = [], ...rows]: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Games that a page lists one by one; of more, it counts the reasons. */
const MAX_LISTED = 10

const listExceptions = ({ inexact }: SeasonAccuracy): string => {
  if (inexact.length === 0) return 'Every game is exact.'
  const games = inexact.map(({ date, home, away, reasons }) => [
    `${date} ${home} – ${away}`,
    reasons.map(({ message }) => message).join('<br>'),
  ])
  const counts = InexactCode.options.flatMap((code) => {
    const count = inexact.filter(({ reasons }) => reasons.some((reason) => reason.code === code)).length
    return count === 0 ? [] : [[REASONS[code], `${count}`]]
  })
  const listed = games.length > MAX_LISTED ? [['reason', 'games'], ...counts] : [['game', 'reason'], ...games]
  return `Not exact:\n\n${toTable(listed)}`
}

const toSection = (of: SeasonAccuracy): string => {
  const figures = FIGURES.map(([name, , part, whole]) => [name, toShare(of[part], of[whole])])
  const notes = MendedCode.options.flatMap((code) => {
    const count = of.mended[code]
    return count === undefined ? [] : [[NOTES[code], toShare(count, of.with_events)]]
  })
  return `## ${of.competition.name} ${of.season.name}\n\n${toTable([['', ''], ...figures, ...notes])}\n\n${listExceptions(of)}\n`
}

const toPercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

/** A row for each season, so that they can be compared. */
const toOverview = (seasons: readonly SeasonAccuracy[]): string =>
  toTable([
    ['season', 'games', 'exact', 'minutes', 'plus/minus', 'periods in doubt', 'games not in turn'],
    ...seasons.map((of) => [
      `${of.competition.name} ${of.season.name}`,
      `${of.with_events}`,
      toPercent(of.exact, of.with_events),
      toPercent(of.exact_lines, of.lines),
      toPercent(of.equal_plus_minus, of.plus_minus),
      toPercent(of.doubtful_periods, of.periods),
      toPercent(of.not_alternating, of.with_events),
    ]),
  ])

/** The page of figures, in Markdown: all seasons in one table, and a part for each, with its games that are not exact. */
const toPage = (seasons: readonly SeasonAccuracy[]): string => `# Accuracy

This page shows how often [line-ups and possessions](statistics.md#who-was-on-court) are exact. It is written by
\`basketball-data doctor accuracy --page\`, which measures the games of a database: import the responses of a feed and run it to get the same figures, or
those of your own games.

The rules were developed on EuroLeague 2022-23. Older seasons have then added the rules of their time and how their play-by-plays list a tip-off. No
rule is specific to a game or team. EuroLeague and EuroCup have clocks in whole minutes before 2011-12, which cannot be exact. Games that are not exact are served with \`exact: false\` and these reasons, and are
excluded from all sums.

Exact: five players of both teams are known at all times, with the minutes of the box score. Minutes and plus/minus: the share of lines that have those
of the feed, whether or not the game is exact. In doubt: periods of which two counts of possessions disagree. Not in turn: games in which a team
has the ball twice in a row and no rule explains it; most of these lack a row in the play-by-play.

${toOverview(seasons)}

${seasons.map(toSection).join('\n')}`

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
      if (page !== undefined) await writeFile(page, toPage(seasons))
      print(command, { seasons }, formatSeasons(seasons))
    })
}
