import type { ImportFigures } from './import-rate.ts'
import { median } from './median.ts'
import { KINDS, TITLES, type Kind } from './requests.ts'
import { OURS_GZIP, type Effort, type Turn } from './rounds.ts'

/** Everything a run has found. */
export type Findings = {
  turns: Turn[]
  imported: ImportFigures
  effort: Effort
  games: number
  events_per_game: number
  /** What it ran on: Node, Postgres, processor. */
  setting: string
}

/** What our server is to reach, as a multiple of bare's requests per second. */
const BARS: { kind: Kind; entrant: string; at_least: number }[] = [
  { kind: 'game', entrant: 'ours', at_least: 0.7 },
  { kind: 'page', entrant: 'ours', at_least: 0.7 },
  { kind: 'playbyplay', entrant: OURS_GZIP, at_least: 4 },
]

const REFERENCE = 'bare'

type Figure = { [Name in keyof Turn]: Turn[Name] extends number ? Name : never }[keyof Turn]

const turnsOf = ({ turns }: Findings, kind: Kind, entrant: string): Turn[] =>
  turns.filter((turn) => turn.kind === kind && turn.entrant === entrant)

const middle = (turns: readonly Turn[], figure: Figure): number => median(turns.map((turn) => turn[figure]))

/** The middle of the ratios of the rounds: what slows down a whole round does not change it. */
const ratio = (findings: Findings, kind: Kind, entrant: string, figure: Figure): number => {
  const references = new Map(turnsOf(findings, kind, REFERENCE).map((turn) => [turn.round, turn[figure]]))
  const ratios = turnsOf(findings, kind, entrant).map(
    (turn) => turn[figure] / (references.get(turn.round) ?? Number.NaN),
  )
  return median(ratios)
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const round = (value: number): string => (Number.isNaN(value) ? '–' : whole.format(value))
const times = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]): string =>
  [row(head), row(head.map((_, place) => (place === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n')

const HEAD = [
  'server',
  'requests/s',
  'to bare',
  'CPU µs a request',
  'to bare',
  'Postgres CPU µs',
  'p50 ms',
  'p99 ms',
  'p50 ms, one connection',
  'bytes',
]

const serverTable = (findings: Findings, kind: Kind): string => {
  const entrants = [...new Set(findings.turns.filter((turn) => turn.kind === kind).map(({ entrant }) => entrant))]
  const order = ['bare', 'fastify', 'hono', 'ours', OURS_GZIP]
  const rows = entrants
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((entrant) => {
      const own = turnsOf(findings, kind, entrant)
      return [
        entrant,
        round(middle(own, 'requests_per_second')),
        times(ratio(findings, kind, entrant, 'requests_per_second')),
        round(middle(own, 'cpu')),
        times(ratio(findings, kind, entrant, 'cpu')),
        round(middle(own, 'database_cpu')),
        times(middle(own, 'p50')),
        times(middle(own, 'p99')),
        times(middle(own, 'p50_alone')),
        round(middle(own, 'bytes')),
      ]
    })
  return table(HEAD, rows)
}

const barTable = (findings: Findings): string =>
  table(
    ['bar', 'at least', 'measured', ''],
    BARS.map(({ kind, entrant, at_least }) => {
      const reached = ratio(findings, kind, entrant, 'requests_per_second')
      return [
        `${TITLES[kind]} (${entrant})`,
        `${at_least} × bare`,
        times(reached),
        reached >= at_least ? 'met' : 'not met',
      ]
    }),
  )

const importTable = ({ imported: { ours, copy } }: Findings): string =>
  table(
    ['', 'rows/s', 'to COPY', 'CPU µs of Node a row'],
    [
      ['COPY into plain tables', round(copy.rows_per_second), '1.00', times(copy.cpu)],
      [
        'ingest',
        round(ours.rows_per_second),
        (ours.rows_per_second / copy.rows_per_second).toFixed(3),
        times(ours.cpu),
      ],
    ],
  )

/** The tables, to be printed. */
export const summary = (findings: Findings): string => {
  const { imported } = findings
  return [
    '## Bars',
    barTable(findings),
    ...KINDS.flatMap((kind) => [`## ${TITLES[kind]}`, serverTable(findings, kind)]),
    '## Import',
    `${imported.games} games with everything, ${round(imported.rows)} rows.`,
    importTable(findings),
  ].join('\n\n')
}

/** The whole document; `explanation` is the part that people wrote. */
export const writeUp = (findings: Findings, explanation: string): string => {
  const { effort, games, events_per_game, setting } = findings
  return `# Benchmarks

Written by \`npm run bench\`; run it again to measure on your machine.

${setting}. ${round(games)} simulated games, about ${events_per_game} events in a play-by-play. ${effort.rounds} rounds; in
each, every server is asked for every kind of answer for ${effort.seconds} s over ${effort.connections} connections, one after the other, and
another one begins each round. Figures are medians over the rounds; "to bare" is the median of the ratios within a round. Servers,
Postgres and what sends the requests share the processor. CPU per request is the steadier figure.

${summary(findings)}

${explanation.trim()}
`
}
