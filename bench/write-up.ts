import type { ImportResult } from './import-rate.ts'
import { formatDecimal, formatInteger, median, table } from './report.ts'
import { OURS_GZIP, type LoadSettings, type Measurement } from './rounds.ts'
import { SCENARIOS, TITLES, type Scenario } from './scenarios.ts'
import { SERVERS } from './servers.ts'

/** The results of a run. */
export type Results = {
  measurements: Measurement[]
  imported: ImportResult
  settings: LoadSettings
  games: number
  events_per_game: number
  /** Node, Postgres and the processor. */
  environment: string
}

/** The throughput that our server should reach, as a multiple of the reference's. */
const TARGETS: { scenario: Scenario; candidate: string; factor: number }[] = [
  { scenario: 'game', candidate: 'ours', factor: 0.7 },
  { scenario: 'page', candidate: 'ours', factor: 0.7 },
  { scenario: 'playbyplay', candidate: OURS_GZIP, factor: 4 },
]

const [REFERENCE] = SERVERS
const CANDIDATES: readonly string[] = [...SERVERS, OURS_GZIP]

type Figure = { [Name in keyof Measurement]: Measurement[Name] extends number ? Name : never }[keyof Measurement]

const select = ({ measurements }: Results, scenario: Scenario, candidate: string): Measurement[] =>
  measurements.filter((one) => one.scenario === scenario && one.candidate === candidate)

const medianOf = (measurements: readonly Measurement[], figure: Figure): number =>
  median(measurements.map((one) => one[figure]))

/** The median of the ratios to the reference within a round, which a slow round does not change. */
const medianRatio = (results: Results, scenario: Scenario, candidate: string, figure: Figure): number => {
  const references = new Map(select(results, scenario, REFERENCE).map((one) => [one.round, one[figure]]))
  const ratios = select(results, scenario, candidate).map(
    (one) => one[figure] / (references.get(one.round) ?? Number.NaN),
  )
  return median(ratios)
}

const HEAD = [
  'server',
  'requests/s',
  'relative to bare',
  'CPU µs per request',
  'relative to bare',
  'Postgres CPU µs',
  'p50 ms',
  'p99 ms',
  'p50 ms, one connection',
  'bytes',
]

const scenarioTable = (results: Results, scenario: Scenario): string => {
  const rows = CANDIDATES.flatMap((candidate) => {
    const measurements = select(results, scenario, candidate)
    if (measurements.length === 0) return []
    return [
      [
        candidate,
        formatInteger(medianOf(measurements, 'requests_per_second')),
        formatDecimal(medianRatio(results, scenario, candidate, 'requests_per_second')),
        formatInteger(medianOf(measurements, 'cpu')),
        formatDecimal(medianRatio(results, scenario, candidate, 'cpu')),
        formatInteger(medianOf(measurements, 'database_cpu')),
        formatDecimal(medianOf(measurements, 'p50')),
        formatDecimal(medianOf(measurements, 'p99')),
        formatDecimal(medianOf(measurements, 'p50_alone')),
        formatInteger(medianOf(measurements, 'bytes')),
      ],
    ]
  })
  return table(HEAD, rows)
}

const targetTable = (results: Results): string => {
  const rows = TARGETS.map(({ scenario, candidate, factor }) => {
    const measured = medianRatio(results, scenario, candidate, 'requests_per_second')
    const title = `${TITLES[scenario]} (${candidate})`
    return [title, `${factor} × bare`, formatDecimal(measured), measured >= factor ? 'met' : 'not met']
  })
  return table(['target', 'at least', 'measured', ''], rows)
}

const importTable = ({ imported: { ours, copy } }: Results): string => {
  const ratio = (ours.rows_per_second / copy.rows_per_second).toFixed(3)
  return table(
    ['', 'rows/s', 'relative to COPY', 'Node CPU µs per row'],
    [
      ['COPY into plain tables', formatInteger(copy.rows_per_second), '1.00', formatDecimal(copy.cpu)],
      ['ingest', formatInteger(ours.rows_per_second), ratio, formatDecimal(ours.cpu)],
    ],
  )
}

/** The tables of a run. */
export const summary = (results: Results): string => {
  const { games, rows } = results.imported
  return [
    '## Targets',
    targetTable(results),
    ...SCENARIOS.flatMap((scenario) => [`## ${TITLES[scenario]}`, scenarioTable(results, scenario)]),
    '## Import',
    `${games} games with box score, play-by-play and shots, ${formatInteger(rows)} rows.`,
    importTable(results),
  ].join('\n\n')
}

/** The page of a run; `explanation` is its text below the tables. */
export const writeUp = (results: Results, explanation: string): string => {
  const { settings, games, events_per_game, environment } = results
  return `# Benchmarks

Written by \`npm run bench\`; run it again to measure on your machine.

${environment}. ${formatInteger(games)} simulated games, about ${events_per_game} events per play-by-play. ${settings.rounds} rounds; in each,
every scenario is measured on every server for ${settings.seconds} s over ${settings.connections} connections, one server after the other, beginning with
another one each round. Figures are medians over the rounds; "relative to bare" is the median of the ratios within a round. The
servers, Postgres and the load generator share the processor. CPU per request varies less than throughput.

${summary(results)}

${explanation.trim()}
`
}
