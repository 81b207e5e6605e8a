import type { SeasonAccuracy } from '@basketball-data/core'
import { InexactCode, LineUpNoteCode } from '@basketball-data/core/contract'
import { toTable } from '../packages/core/src/forecasts/report.ts'

type Count = {
  [Name in keyof SeasonAccuracy]: SeasonAccuracy[Name] extends number ? Name : never
}[keyof SeasonAccuracy]

/** What is counted, and how many of how many. */
const FIGURES: readonly (readonly [name: string, part: Count, whole: Count])[] = [
  ['games with a play-by-play', 'with_events', 'games'],
  ['games that are exact', 'exact', 'with_events'],
  ['lines with the minutes of the box score to the second', 'exact_lines', 'lines'],
  ["plus/minus equal to the feed's", 'equal_plus_minus', 'plus_minus'],
  ['games whose teams are more than 2 possessions apart', 'apart', 'with_events'],
  ['periods in which a team has 2 possessions more', 'uneven_periods', 'periods'],
  ['periods with two possessions of a team in a row, by rule or not', 'repeating_periods', 'periods'],
  ['games with two in a row not explained by a rule', 'not_alternating', 'with_events'],
  ['periods in which two counts of possessions disagree', 'doubtful_periods', 'periods'],
]

const NOTES: Readonly<Record<LineUpNoteCode, string>> = {
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
  const figures = FIGURES.map(([name, part, whole]) => [name, toShare(of[part], of[whole])])
  const notes = LineUpNoteCode.options.flatMap((code) => {
    const count = of.notes[code]
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
export const toPage = (seasons: readonly SeasonAccuracy[]): string => `# Accuracy

This page shows how often [line-ups and possessions](statistics.md#who-was-on-court) are exact. It is written by
\`npm run lab -- accuracy\`; \`basketball-data doctor accuracy\` measures your own games in the same way.

The rules were developed on EuroLeague 2022-23. Older seasons have then added the rules of their time and how their play-by-plays list a tip-off. No
rule is specific to a game or team. EuroLeague and EuroCup have clocks in whole minutes before 2011-12, which cannot be exact. Games that are not exact are served with \`exact: false\` and these reasons, and are
excluded from all sums.

Exact: five players of both teams are known at all times, with the minutes of the box score. Minutes and plus/minus: the share of lines that have those
of the feed, whether or not the game is exact. In doubt: periods of which two counts of possessions disagree. Not in turn: games in which a team
has the ball twice in a row and no rule explains it; most of these lack a row in the play-by-play.

${toOverview(seasons)}

${seasons.map(toSection).join('\n')}`
