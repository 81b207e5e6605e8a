import type { SeasonAccuracy } from '@basketball-data/core'
import { MendedCode } from '@basketball-data/core/contract'

const share = (part: number, whole: number): string =>
  whole === 0
    ? '–'
    : `${part.toLocaleString('en')} of ${whole.toLocaleString('en')} (${((100 * part) / whole).toFixed(2)} %)`

const rows = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const MENDED = {
  substitution_missing: 'a row of a substitution was missing or doubled',
  substitution_time: 'the box score counts a substitution at another clock',
  overtime_break: 'the box score counts substitutions before an overtime late',
  clock_order: 'clocks contradict the order of substitutions',
} as const satisfies Record<MendedCode, string>

const seasonPart = (of: SeasonAccuracy): string => {
  const mended = MendedCode.options.flatMap((code) => {
    const count = of.mended[code]
    return count === undefined ? [] : [[`mended: ${MENDED[code]}`, `${count} games`]]
  })
  const exceptions =
    of.inexact.length === 0
      ? 'Every game is exact.'
      : `Not exact:\n\n${rows([
          ['game', 'reason'],
          ['---', '---'],
          ...of.inexact.map(({ date, home, away, reasons }) => [
            `${date} ${home} – ${away}`,
            reasons.map(({ message }) => message).join('<br>'),
          ]),
        ])}`
  return `## ${of.competition.name} ${of.season.name}

${rows([
  ['', ''],
  ['---', '---'],
  ['games with a play-by-play', share(of.with_events, of.games)],
  ['games that are exact', share(of.exact, of.with_events)],
  ['lines with the minutes of the box score to the second', share(of.exact_lines, of.lines)],
  ["plus/minus equal to the feed's", share(of.equal_plus_minus, of.plus_minus)],
  ['games whose teams are more than 2 possessions apart', share(of.apart, of.with_events)],
  ['periods in which a team has 2 possessions more', share(of.uneven_periods, of.periods)],
  ['periods with two possessions of a team in a row, by rule or not', share(of.repeating_periods, of.periods)],
  ['games with two in a row that no rule explains', share(of.not_alternating, of.with_events)],
  ['periods of which two counts of possessions disagree', share(of.doubtful_periods, of.periods)],
  ...mended,
])}

${exceptions}
`
}

/** The page of figures, in Markdown: a part for each season, with every game that is not exact. */
export const accuracyPage = (seasons: readonly SeasonAccuracy[]): string => `# Accuracy

How often [line-ups and possessions](statistics.md#who-was-on-court) are exact, measured on stored games by \`basketball-data doctor accuracy --page\`.
Run it on your own database: no rule knows a game, a team or a season. A game that is not exact is served with \`exact: false\` and these
reasons, and counts in no sum.

${seasons.map(seasonPart).join('\n')}`
