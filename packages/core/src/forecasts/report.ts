import type { Database } from '../store/index.ts'
import { measureForecasts, type MeasuredCompetition, type Measures } from './measure.ts'
import type { Tally } from './tally.ts'

/** A table in Markdown; the first row is its heading. */
export const toTable = ([heading = [], ...rows]: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const toPercent = (share: number): string => `${(100 * share).toFixed(1)} %`
const toFigure = (value: number): string => value.toFixed(3)

/** A row for each season that has what is measured, and one for all if there are several. */
const toRows = (
  { seasons, all }: MeasuredCompetition,
  heading: readonly string[],
  toCells: (measures: Measures) => [Tally, ...string[]],
): string => {
  const rows = [...seasons, ...(seasons.length > 1 ? [{ name: 'all', measures: all }] : [])].flatMap(
    ({ name, measures }) => {
      const [{ count }, ...cells] = toCells(measures)
      return count === 0 ? [] : [[name, `${count}`, ...cells]]
    },
  )
  return rows.length === 0 ? '' : `${toTable([['season', ...heading], ...rows])}\n\n`
}

/** How often what had a probability of each tenth happened, over all seasons. */
const toCalibration = ({ before, during, top }: Measures): string => {
  const tallies = [before, during, top].filter(({ count }) => count > 0)
  const rows = before.bins.map((_, bin) => [
    `${10 * bin}–${10 * (bin + 1)} %`,
    ...tallies.flatMap(({ bins }) => {
      const { count = 0, forecast = 0, happened = 0 } = bins[bin] ?? {}
      return count === 0 ? ['0', '–', '–'] : [`${count}`, toPercent(forecast / count), toPercent(happened / count)]
    }),
  ])
  const heading = [
    [before, 'games', 'home wins'],
    [during, 'events', 'home wins'],
    [top, 'chances', 'in the first eight'],
  ] as const
  return toTable([
    ['forecast', ...heading.flatMap(([{ count }, ...names]) => (count > 0 ? [names[0], 'mean', names[1]] : []))],
    ...rows,
  ])
}

const toSection = (competition: MeasuredCompetition): string =>
  `## ${competition.name}

${toRows(
  competition,
  ['games', 'home wins', 'log loss', 'better record', 'home rate', 'Brier score', 'home rate', 'calibration error'],
  ({ before, rate, record }) => [
    before,
    toPercent(before.rate),
    ...[before.logLoss, record.logLoss, rate.logLoss, before.brier, rate.brier, before.calibrationError].map(toFigure),
  ],
)}${toRows(competition, ['events', 'Brier score during games', 'calibration error'], ({ during }) => [
    during,
    toFigure(during.brier),
    toFigure(during.calibrationError),
  ])}${toRows(
    competition,
    [
      'chances',
      'Brier score of the first eight',
      'table so far',
      'calibration error',
      'games of the next round',
      'log loss',
      'home rate',
    ],
    ({ top, table, next, nextRate }) => [
      top,
      ...[top.brier, table.brier, top.calibrationError].map(toFigure),
      `${next.count}`,
      ...[next.logLoss, nextRate.logLoss].map(toFigure),
    ],
  )}How often what had these probabilities happened${competition.seasons.length > 1 ? ', over all of these seasons' : ''}:

${toCalibration(competition.all)}
`

/**
 * Measures the forecasts of every season of a database: the sealed ones, and those that would have been made from the results of
 * earlier days. Returns docs/forecasts.md, in Markdown. It changes nothing.
 */
export const reportForecasts = async (db: Database): Promise<string> => {
  const competitions = await measureForecasts(db)
  return `# Forecasts

Before each game, the service says how likely the home team is to win, and by how many points; during it, how likely that is after each event; and during a season, how likely
each team is to end in each place. Forecasts use results of earlier games only: no injuries, no line-ups, and no prices of bookmakers. This page is written by
\`basketball-data forecasts --report\`, from the seasons of a database.

## How a forecast is made

Every team of a competition has a strength in points, and the home court an advantage in points. A result moves both teams and the home court by
the difference between its margin and the expected one: a first result a lot, a later one less. Strengths move back to the mean with time, by a tenth in a year.
The expected margin of a game is the difference of the strengths, and the home court unless it is neutral. The final margin is normally distributed around it,
with a standard deviation of 11.8 points in 40 minutes and 13.0 in 48. During a game, the less time is left, the more the score counts and the less the expected margin;
a lead counts somewhat less than its points, because teams that are ahead tend to lose a part of it. The functions are in \`@basketball-data/core/statistics\`: \`TeamRatings\`, \`getWinProbability\` and \`followWinProbability\`.

The constants are fitted to the EuroLeague seasons 2007-08 to 2014-15 alone, which are not shown here; nothing is fitted to a season that is shown. Earlier seasons only
bring the strengths with which a season begins: the first season of a competition in a database begins without any, and is the hardest to forecast.

## Seals

The worker forecasts the games of a day of a competition in the last two hours before its first tip-off, from the results of earlier days. \`GET /forecasts\` has them
together with their seal: the SHA-256, in hex, of the canonical JSON (RFC 8785) of \`forecasts\`, which is its JSON without white space, with the members of each object in
alphabetical order. Keep the seal before the game, and you can verify afterwards that no forecast has changed. A forecast stays as it is if its game is moved to another day, or an earlier result is
corrected. It is about its two teams: a game whose home and away are exchanged shows it from the other side, and one that gets another team has none. A game
or competition that another one is merged into has the forecasts and the seal of that one, unless it has its own. A game without a tip-off, or with one that is more than a day
off, counts from the beginning of its day in the time zone of its competition. A game that is added later has no forecast, nor has a day on which no worker ran in time.

## How forecasts are measured

Log loss and Brier score are the mean of −ln(p) and of (1 − p)², where p is the probability that was given to what happened: smaller is better. The calibration error
is the mean difference between the forecasts of a tenth, such as 60–70 %, and how often they came true. Two simpler forecasts of games stand beside them, both
with hindsight: the home rate gives every game the season's share of home wins; the better record gives it the share among games in which the home team had the better
record before the game, the worse, or an equal one. Sealed forecasts count as they are; other games are forecast from the results of earlier days.

After every third round, [the race](statistics.md#the-race) says how likely each team is to end among the first eight of its group. The table so far takes its first eight for certain. The
games of the next round are those after each of these days. Measured are seasons that are over, in groups of more than eight teams that all meet.

${competitions.map(toSection).join('\n')}`
}
