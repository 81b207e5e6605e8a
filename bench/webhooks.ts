// Measures how long it takes to verify a delivery, against the verifiers of stripe and standardwebhooks.
// Usage: node bench/webhooks.ts [--rounds 600] [--milliseconds 4] [--output <file>]
import { deepEqual } from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './median.ts'
import { type Verifier, verifiersOf } from './webhook-verifiers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '600' },
    milliseconds: { type: 'string', default: '4' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-webhooks.md') },
  },
})
const [rounds, milliseconds] = [Number(values.rounds), Number(values.milliseconds)]
if (!(rounds >= 1 && milliseconds > 0)) throw new RangeError('give --rounds from 1 on and --milliseconds above 0')

/** Rounds that do not count. */
const WARM_UP = 30

/** An event of about as many bytes: a game whose periods are as many as it takes. */
const eventOf = (bytes: number): string => {
  const team = (name: string) => ({ id: 'tm_jn3y5tcm', name })
  const game = { id: 'gm_9wd3f6ka', home: team('Žalgiris'), away: team('Fenerbahçe'), home_score: 91, away_score: 88 }
  const periods: { number: number; overtime: boolean; home: number; away: number }[] = []
  const text = () =>
    JSON.stringify({ id: 'evt_7b21c40d9ae65f83', type: 'game.final', data: { game: { ...game, periods } } })
  while (Buffer.byteLength(text()) < bytes)
    periods.push({ number: periods.length + 1, overtime: periods.length > 3, home: 22, away: 20 })
  return text()
}

/** Microseconds a call takes, over as many calls as fit in the time. Every answer is awaited, whether it must be or not. */
const measure = async ({ verify }: Verifier): Promise<number> => {
  const start = performance.now()
  let calls = 0
  let now = start
  do {
    for (let i = 0; i < 20; i++) await verify()
    calls += 20
    now = performance.now()
  } while (now - start < milliseconds)
  return ((now - start) * 1000) / calls
}

/** Every order of some values. Each follows each other as often: what one leaves to be collected, another pays for. */
const ordersOf = <Value>(values: Value[]): Value[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((value) => ordersOf(values.filter((other) => other !== value)).map((rest) => [value, ...rest]))

/** Every verifier once a round, in another order in each: what slows down a round slows down all. */
const measureRounds = async (verifiers: Verifier[]): Promise<Map<string, number>[]> => {
  const orders = ordersOf(verifiers)
  const turns: Map<string, number>[] = []
  for (let round = 0; round < rounds + WARM_UP; round++) {
    const figures = new Map<string, number>()
    for (const verifier of orders[round % orders.length] ?? []) figures.set(verifier.name, await measure(verifier))
    if (round >= WARM_UP) turns.push(figures)
  }
  return turns
}

const figureOf = (turn: Map<string, number>, name: string) => turn.get(name) ?? Number.NaN

const rowsOf = async (bytes: number, form: 'text' | 'bytes'): Promise<string[]> => {
  const text = eventOf(bytes)
  const verifiers = await verifiersOf(text, form === 'text' ? text : Buffer.from(text))
  for (const { verify } of verifiers) deepEqual(await verify(), JSON.parse(text))
  const turns = await measureRounds(verifiers)
  return verifiers.map(({ name }) => {
    const time = median(turns.map((turn) => figureOf(turn, name)))
    const ratio = median(turns.map((turn) => figureOf(turn, name) / figureOf(turn, 'ours')))
    return `| ${bytes / 1000} kB | ${form} | ${name} | ${time.toFixed(1)} | ${ratio.toFixed(2)} |`
  })
}

const rows: string[] = []
for (const bytes of [1000, 20_000])
  for (const form of ['text', 'bytes'] as const) rows.push(...(await rowsOf(bytes, form)))
const table = ['| body | as | verifier | µs | time to ours |', '| --- | --- | --- | --: | --: |', ...rows].join('\n')
console.log(table)
const [processor] = cpus()
const setting = `Node ${process.version}, ${availableParallelism()} × ${processor?.model ?? 'unknown processor'}`
await writeFile(
  values.output,
  `# Benchmarks of webhook verification

Written by \`npm run bench -- webhooks\`; run it again to measure on your machine.

${setting}. ${rounds} rounds; in each, every verifier works for ${milliseconds} ms, one after the other, in each
possible order in turn. Times are medians over the rounds, "time to ours" is the median of the ratios within a round: above 1, ours
is faster.

${table}

Each verifies a right signature of its own scheme over the same body and gives the parsed event: \`verify\` of
@basketball-data/webhooks, \`webhooks.constructEvent\` of stripe, \`Webhook.verify\` of standardwebhooks. A body comes as text, or as
the bytes that a server reads from a socket. Parsing the JSON is part of every time, and the same for all; so is HMAC-SHA256, in
stripe and ours by node:crypto, in standardwebhooks by JavaScript. Ours and standardwebhooks find the signature among eleven
headers, stripe is given it.
`,
)
