import type { Candidate, Comparison } from './comparisons.ts'
import { COMPARISONS, FLOOR, PROCESSES } from './comparisons.ts'
import { formatDecimal, formatInteger, median, table } from './report.ts'
import type { Cost, LoadSettings, Measurement } from './rounds.ts'
import type { WritesResult } from './writes.ts'

/** The results of a run. */
export type Results = {
  measurements: Measurement[]
  writes: WritesResult
  settings: LoadSettings
  games: number
  events_per_game: number
  /** The version of the service, Node, Postgres and the processor. */
  environment: string
  /** Its processors. */
  machine: string
}

/** The share of calls that should find their response in memory while games are written. */
const HIT_RATE = 0.9
/** The cost of a call that four processes should not exceed, as a multiple of that of one process. */
const COST_OF_PROCESSES = 2

const select = ({ measurements }: Results, comparison: Comparison, candidate: Candidate): Measurement[] =>
  measurements.filter((one) => one.comparison === comparison && one.candidate === candidate)

const computeMedian = (measurements: readonly Measurement[], figure: keyof Cost): number =>
  median(measurements.map((one) => one[figure]))

/** The median of the ratios to the reference within a round, which a slow round does not change. */
const medianRatio = (
  results: Results,
  comparison: Comparison,
  candidate: Candidate,
  read: (cost: Cost) => number,
): number => {
  const [reference = candidate] = comparison.candidates
  const references = new Map(select(results, comparison, reference).map((one) => [one.round, read(one)]))
  const ratios = select(results, comparison, candidate).map(
    (one) => read(one) / (references.get(one.round) ?? Number.NaN),
  )
  return median(ratios)
}

const formatLoad = ({ calls, connections }: Comparison): string =>
  `${calls}, ${connections} connection${connections === 1 ? '' : 's'}`

const HEAD = [
  'load',
  'server',
  'requests/s',
  '÷ reference',
  'Node CPU µs',
  '÷ reference',
  'Postgres CPU µs',
  '÷ reference',
  'p50 ms',
  'p99 ms',
  'bytes',
]

const toRows = (results: Results, comparison: Comparison): string[][] =>
  comparison.candidates.map((candidate) => {
    const measurements = select(results, comparison, candidate)
    const ratio = (figure: keyof Cost) =>
      formatDecimal(medianRatio(results, comparison, candidate, (cost) => cost[figure]))
    return [
      formatLoad(comparison),
      candidate.name,
      formatInteger(computeMedian(measurements, 'requests_per_second')),
      ratio('requests_per_second'),
      formatInteger(computeMedian(measurements, 'cpu')),
      ratio('cpu'),
      formatInteger(computeMedian(measurements, 'database_cpu')),
      ratio('database_cpu'),
      formatDecimal(computeMedian(measurements, 'p50')),
      formatDecimal(computeMedian(measurements, 'p99')),
      formatInteger(computeMedian(measurements, 'bytes')),
    ]
  })

const buildTables = (results: Results): string[] =>
  [...new Set([...COMPARISONS, PROCESSES].map(({ title }) => title))].flatMap((title) => {
    const comparisons = [...COMPARISONS, PROCESSES].filter((one) => one.title === title)
    const rows = comparisons.flatMap((comparison) => toRows(results, comparison))
    return [`## ${title}`, table(HEAD, rows)]
  })

/** A figure with a goal: what the service reaches, as a multiple of its reference and of the floor of the machine. */
type Target = { title: string; goal: string; met: boolean; measured: number; floor?: number }

/** The throughput of the floor with so many connections, in the median. */
const floorThroughput = ({ measurements }: Results, connections: number): number =>
  median(
    measurements
      .filter(({ candidate, comparison }) => candidate.server === FLOOR && comparison.connections === connections)
      .map((one) => one.requests_per_second),
  )

const reach = (title: string, goal: number, measured: number): Target => ({
  title,
  goal: `≥ ${goal}`,
  met: measured >= goal,
  measured,
})

const compareTargets = (results: Results): Target[] => {
  const throughput = COMPARISONS.flatMap((comparison) =>
    comparison.candidates.flatMap((candidate): Target[] => {
      if (candidate.atLeast === undefined) return []
      const title = `${comparison.title} (${candidate.name}; ${formatLoad(comparison)}) ÷ ${comparison.candidates[0]?.name}`
      const measured = computeMedian(select(results, comparison, candidate), 'requests_per_second')
      const floor = measured / floorThroughput(results, comparison.connections)
      const ratio = medianRatio(results, comparison, candidate, (cost) => cost.requests_per_second)
      return [{ ...reach(title, candidate.atLeast, ratio), floor }]
    }),
  )
  const [, four] = PROCESSES.candidates
  const measured =
    four === undefined ? Number.NaN : medianRatio(results, PROCESSES, four, (cost) => cost.cpu + cost.database_cpu)
  const processes: Target = {
    title: 'CPU per call, of Node and Postgres, four processes ÷ one',
    goal: `≤ ${COST_OF_PROCESSES}`,
    met: measured <= COST_OF_PROCESSES,
    measured,
  }
  const memory = 'Calls answered from memory while games are written'
  return [...throughput, reach(memory, HIT_RATE, results.writes.hit_rate), processes]
}

const formatTarget = ({ met, measured, floor }: Target): string =>
  `${formatDecimal(measured)}${floor === undefined ? '' : ` (${formatDecimal(floor)})`}${met ? '' : ', not met'}`

/** The latest run on each machine: its day, and what it reached, by the title of the target. */
export type Machines = Record<string, { day: string; reached: Record<string, string> }>

/** The machines with this one, as it was measured now. */
export const addMachine = (machines: Machines, results: Results): Machines => {
  const reached = Object.fromEntries(compareTargets(results).map((target) => [target.title, formatTarget(target)]))
  return { ...machines, [results.machine]: { day: new Date().toISOString().slice(0, 10), reached } }
}

const targetTable = (results: Results, machines: Machines): string =>
  table(
    ['target', 'goal', ...Object.entries(machines).map(([machine, { day }]) => `${machine}, ${day}`)],
    compareTargets(results).map(({ title, goal }) => [
      title,
      goal,
      ...Object.values(machines).map(({ reached }) => reached[title] ?? '–'),
    ]),
  )

const writesTable = ({ writes }: Results): string =>
  table(
    ['writes/s', 'requests/s', 'from memory', 'Node CPU µs', 'Postgres CPU µs, with the writes', 'p50 ms', 'p99 ms'],
    [
      [
        formatInteger(writes.writes_per_second),
        formatInteger(writes.requests_per_second),
        formatDecimal(writes.hit_rate),
        formatInteger(writes.cpu),
        formatInteger(writes.database_cpu),
        formatDecimal(writes.p50),
        formatDecimal(writes.p99),
      ],
    ],
  )

/** The tables of a run. */
export const summary = (results: Results, machines: Machines): string => {
  const { writes } = results
  return [
    '## Targets',
    'In brackets: the multiple of the floor with as many connections, which tells machines apart.',
    targetTable(results, machines),
    ...buildTables(results),
    '## While games are written',
    `Nine games in progress are updated in turn by another process, while ${formatInteger(writes.paths)} paths are requested in turn for ${writes.seconds} s: games,
play-by-plays, the newest games of everything and of each season, and statistics.`,
    writesTable(results),
  ].join('\n\n')
}

/** The page of a run; `explanation` is its text below the tables. */
export const writeUp = (results: Results, machines: Machines, explanation: string): string => {
  const { settings, games, events_per_game, environment } = results
  return `# Benchmarks

How fast the service answers, beside two programs that are measured in the same run: **bare**, the shortest server that reads the same
games from the same Postgres, and the **floor**, \`node:http\` answering with a constant. Throughput depends on the machine; the ratios
less so.

In detail: [statistics](benchmarks-statistics.md), [large seasons](benchmarks-seasons.md), [games in progress](benchmarks-live.md),
[streams](benchmarks-streams.md), [webhook deliveries](benchmarks-deliveries.md).

Written by \`npm run bench\`; run it again to measure on your machine.

${environment}. ${formatInteger(games)} simulated games, about ${events_per_game} events per play-by-play. ${settings.rounds} rounds; in each,
every load is put on every server of its group for ${settings.seconds} s, one server after the other, beginning with another one each round.
The first server of a group is its reference. Figures are medians over the rounds; "÷ reference" is the median of the ratios within a
round. The servers, Postgres and the load generator share the processor. CPU is per request, and varies less than throughput.

${summary(results, machines)}

${explanation.trim()}
`
}
