// Measures what statistics cost as the history grows; the bars are in statistics-answers.ts and below.
// Usage: node bench/statistics.ts [--games 1333] [--seasons 30] [--rounds 7] [--seconds 0.5] [--output <file>]
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { median } from './median.ts'
import { startPostgres } from './postgres-server.ts'
import { KINDS } from './statistics-answers.ts'
import { copySeason, loadSeason, sizeOf, type Size } from './statistics-history.ts'
import { measureStatistics, openHistory, type History, type Turn } from './statistics-rounds.ts'

/** How much more an answer of as many rows may cost with the longer history. */
const FLAT = 1.25

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1333' },
    seasons: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '0.5' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-statistics.md') },
  },
})
const [games, seasons] = [Number(values.games), Number(values.seasons)]
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }

const started = performance.now()
const say = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

type Figure = 'time' | 'cpu' | 'database_cpu'

const turnsOf = (turns: Turn[], kind: string, seasons: number, who: Turn['who']) =>
  turns.filter((turn) => turn.kind === kind && turn.seasons === seasons && turn.who === who)

const middle = (turns: Turn[], figure: Figure) => median(turns.map((turn) => turn[figure]))

/** The middle of the ratios of the rounds: what slows down a whole round does not change it. */
const ratio = (turns: Turn[], references: Turn[]): number => {
  const times = new Map(references.map(({ round, time }) => [round, time]))
  return median(turns.map(({ round, time }) => time / (times.get(round) ?? Number.NaN)))
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const number = (value: number): string => (Number.isNaN(value) ? '–' : whole.format(value))
const row = (cells: string[]): string => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]): string =>
  [row(head), row(head.map((_, place) => (place === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n')

const figuresTable = (turns: Turn[]): string =>
  table(
    [
      '',
      'seasons',
      'rows',
      'ours µs',
      'reference µs',
      'ratio',
      'Node CPU µs',
      'reference',
      'Postgres CPU µs',
      'reference',
    ],
    KINDS.flatMap(({ name }) =>
      [...new Set(turns.map((turn) => turn.seasons))].map((seasons) => {
        const [ours, reference] = [turnsOf(turns, name, seasons, 'ours'), turnsOf(turns, name, seasons, 'reference')]
        const both = (figure: Figure) => [number(middle(ours, figure)), number(middle(reference, figure))]
        const rows = (ours[0]?.rows ?? Number.NaN).toFixed(1)
        return [
          name,
          String(seasons),
          rows,
          ...both('time'),
          ratio(ours, reference).toFixed(2),
          ...both('cpu'),
          ...both('database_cpu'),
        ]
      }),
    ),
  )

const verdict = (reached: number, at_most: number): string[] => [
  `${at_most}`,
  reached.toFixed(2),
  reached <= at_most ? 'met' : 'not met',
]

const barTable = (turns: Turn[], longest: number): string => {
  const bars = KINDS.flatMap(({ name, at_most }) => {
    if (at_most === null) return []
    const ours = turnsOf(turns, name, longest, 'ours')
    const before = turnsOf(turns, name, 1, 'ours')
    const cost = [
      `${name}, to the reference`,
      ...verdict(ratio(ours, turnsOf(turns, name, longest, 'reference')), at_most),
    ]
    const sameRows = ours[0]?.rows === before[0]?.rows
    return [cost, ...(sameRows ? [[`${name}, to one season`, ...verdict(ratio(ours, before), FLAT)]] : [])]
  })
  return table(['bar', 'at most', 'measured', ''], bars)
}

const describeSize = ({ seasons, games, lines }: Size): string =>
  `${number(seasons)} ${seasons === 1 ? 'season' : 'seasons'}: ${number(games)} games, ${number(lines)} player lines`

const writeUp = (turns: Turn[], sizes: Size[], longest: number, setting: string): string => `# Benchmarks of statistics

Written by \`node bench/statistics.ts\`; run it again to measure on your machine.

${setting}. ${sizes.map(describeSize).join('; ')}. ${effort.rounds} rounds; in each, every kind of answer is asked for
${effort.seconds} s on each history, ours and the reference in turn, one question after the other and over one connection.
Figures are medians over the rounds, ratios medians of the ratios within a round.

Ours is a call of the core, from the check of its parameters to the JSON text of the answer. The reference is one plain table
with a column for every value of a row, read by its primary key with the same driver, as many rows as the answer has, and made
into JSON text: no check, no second statement, nothing to look up. Answers of the newest season are asked for; the seasons
before it are copies of it, so every club and player has the whole history behind it.

## Bars

${barTable(turns, longest)}

## Figures

${figuresTable(turns)}
`

const settingOf = async (server: string): Promise<string> => {
  const [processor] = cpus()
  return `Node ${process.version}, PostgreSQL ${server}, ${availableParallelism()} × ${processor?.model ?? 'unknown processor'}`
}

const server = await startPostgres()
const admin = postgres(server.url, { max: 1, onnotice: () => {} })
const histories: History[] = []
const addressOf = (name: string) => server.url.replace(/[^/]+$/, name)
try {
  await admin`create database one_season`
  say(`ingesting a season of ${games} games`)
  const one = await openHistory(addressOf('one_season'), 1)
  await loadSeason(one.core, games)
  await one.sql`vacuum analyze`
  await Promise.all([one.core.close(), one.sql.end()])
  say(`copying it to ${seasons} seasons`)
  await admin`create database long_history template one_season`
  for (const [name, count] of [
    ['one_season', 1],
    ['long_history', seasons],
  ] as const)
    histories.push(await openHistory(addressOf(name), count))
  const [short, long] = histories
  if (short === undefined || long === undefined) throw new RangeError('a history is missing')
  await copySeason(long.core, long.sql, seasons)
  const sizes = [await sizeOf(short.sql), await sizeOf(long.sql)]
  say(`measuring ${sizes.map(describeSize).join('; ')}`)
  const turns = await measureStatistics(server, histories, effort)
  const [version] = await admin<{ version: string }[]>`select current_setting('server_version') as version`
  const text = writeUp(turns, sizes, seasons, await settingOf(version?.version ?? ''))
  console.log(text)
  await writeFile(values.output, text)
  say(`written to ${values.output}`)
} finally {
  await Promise.all(histories.flatMap(({ core, sql }) => [core.close(), sql.end()]))
  await admin.end()
  await server.stop()
}
