// Measures the cost of statistics as the history grows. The targets are below.
// Usage: node bench/statistics.ts [--games 400] [--seasons 100] [--rounds 7] [--seconds 0.5] [--output <file>]
import postgres from 'postgres'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, median, openRun, readVersion, table } from './report.ts'
import { copySeason, ingestSeason, priceGames, measureSize, type Size } from './statistics-history.ts'
import { measureStatistics, openHistory, type History, type Measurement } from './statistics-rounds.ts'
import { SCENARIOS } from './statistics-scenarios.ts'

/** The target for every call: our time as a multiple of the reference's. */
const REFERENCE_TARGET = 3

/** The target for the time with the longer history, as a multiple of the time with one season. */
const HISTORY_TARGET = 1.25

const defaults = { games: 400, seasons: 100, rounds: 7, seconds: 0.5 }
const { log, getSetting, writePage } = openRun('benchmarks-statistics.md', defaults)
const [games, seasons] = [getSetting('games'), getSetting('seasons')]
const settings = { rounds: getSetting('rounds'), seconds: getSetting('seconds', 0.01) }

type Figure = 'time' | 'cpu' | 'database_cpu'

const select = (measurements: Measurement[], scenario: string, seasons: number, name: Measurement['name']) =>
  measurements.filter((one) => one.scenario === scenario && one.seasons === seasons && one.name === name)

const computeMedian = (measurements: Measurement[], figure: Figure) => median(measurements.map((one) => one[figure]))

/** The median of the ratios within a round, which a slow round does not change. */
const medianRatio = (measurements: Measurement[], references: Measurement[]): number => {
  const times = new Map(references.map(({ round, time }) => [round, time]))
  return median(measurements.map(({ round, time }) => time / (times.get(round) ?? Number.NaN)))
}

const HEAD = [
  'call',
  'seasons',
  'rows answered',
  'rows read',
  'ours µs',
  'reference µs',
  'ratio',
  'Node CPU µs',
  'reference',
  'Postgres CPU µs',
  'reference',
]

const figuresTable = (measurements: Measurement[]): string => {
  const histories = [...new Set(measurements.map(({ seasons }) => seasons))]
  const rows = SCENARIOS.flatMap(({ name }) =>
    histories.map((seasons) => {
      const ours = select(measurements, name, seasons, 'ours')
      const reference = select(measurements, name, seasons, 'reference')
      const both = (figure: Figure) => [
        formatInteger(computeMedian(ours, figure)),
        formatInteger(computeMedian(reference, figure)),
      ]
      return [
        name,
        String(seasons),
        (ours[0]?.answered ?? Number.NaN).toFixed(1),
        (ours[0]?.rows ?? Number.NaN).toFixed(1),
        ...both('time'),
        medianRatio(ours, reference).toFixed(2),
        ...both('cpu'),
        ...both('database_cpu'),
      ]
    }),
  )
  return table(HEAD, rows)
}

const targetCells = (ratio: number, target: number): string[] => [
  `${target}`,
  ratio.toFixed(2),
  ratio <= target ? 'met' : 'not met',
]

const targetTable = (measurements: Measurement[], longest: number): string => {
  const rows = SCENARIOS.flatMap(({ name }) => {
    const ours = select(measurements, name, longest, 'ours')
    const reference = select(measurements, name, longest, 'reference')
    const oneSeason = select(measurements, name, 1, 'ours')
    const ratio = medianRatio(ours, reference)
    const toReference = [`${name}, relative to the reference`, ...targetCells(ratio, REFERENCE_TARGET)]
    // Answers of different sizes, or from different numbers of rows, cannot be compared.
    const grows = ours[0]?.rows !== oneSeason[0]?.rows || ours[0]?.answered !== oneSeason[0]?.answered
    if (grows) return [toReference]
    const toOneSeason = medianRatio(ours, oneSeason)
    return [toReference, [`${name}, relative to one season`, ...targetCells(toOneSeason, HISTORY_TARGET)]]
  })
  return table(['target', 'at most', 'measured', ''], rows)
}

const describeSize = ({ seasons, games, lines }: Size): string =>
  `${formatInteger(seasons)} ${seasons === 1 ? 'season' : 'seasons'}: ${formatInteger(games)} games, ${formatInteger(lines)} player lines`

const writeUp = (
  measurements: Measurement[],
  sizes: Size[],
  longest: number,
  environment: string,
): string => `# Benchmarks of statistics

Written by \`npm run bench -- statistics\`; run it again to measure on your machine.

${environment}. ${sizes.map(describeSize).join('; ')}. ${settings.rounds} rounds; in each,
every call is measured for ${settings.seconds} s on each history, ours and the reference one after the other, over one connection.
Times are medians over the rounds; ratios are medians of the ratios within a round.

Ours is a call of the core, from the validation of its parameters to the JSON text of the response. The reference reads rows by primary
key, with the same driver, from one plain table with a column for every value, and converts them to JSON: no validation, no joins, no
second statement. Its rows are those of the response. For an answer that adds up others (splits, trends, closing prices, lists of
players) they are the rows that it adds up, with everything that it needs of them: "rows read", where these are not "rows answered".
Calls are for the newest season, those without a season for the whole history; the earlier seasons are copies of it, so every club
and player has the whole history.

## Targets

${targetTable(measurements, longest)}

## Figures

${figuresTable(measurements)}
`

const server = await startPostgres()
const admin = postgres(server.url, { max: 1, onnotice: () => {} })
const histories: History[] = []
const toUrl = (name: string) => server.url.replace(/[^/]+$/, name)
try {
  await admin`create database one_season`
  log(`ingesting a season of ${games} games`)
  const one = await openHistory(toUrl('one_season'), 1)
  await ingestSeason(one.core, games)
  await Promise.all([one.core.close(), one.sql.end()])
  log(`copying it to ${seasons} seasons`)
  await admin`create database long_history template one_season`
  for (const [name, count] of [
    ['one_season', 1],
    ['long_history', seasons],
  ] as const)
    histories.push(await openHistory(toUrl(name), count))
  const [short, long] = histories
  if (short === undefined || long === undefined) throw new RangeError('no history')
  await copySeason(long.core, long.sql, seasons)
  for (const { sql } of histories) await priceGames(sql)
  const sizes = [await measureSize(short.sql), await measureSize(long.sql)]
  log(`measuring ${sizes.map(describeSize).join('; ')}`)
  const measurements = await measureStatistics(server, histories, settings)
  await writePage(writeUp(measurements, sizes, seasons, environment(await readVersion(admin))))
} finally {
  await Promise.all(histories.flatMap(({ core, sql }) => [core.close(), sql.end()]))
  await admin.end()
  await server.stop()
}
