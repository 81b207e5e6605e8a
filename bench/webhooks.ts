// Measures the time to verify a delivery, compared with the libraries stripe and standardwebhooks.
// Usage: node bench/webhooks.ts [--rounds 600] [--milliseconds 4] [--output <file>]
import { deepEqual } from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { environment, median, table } from './report.ts'
import { createVerifiers, type Verifier } from './webhook-verifiers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '600' },
    milliseconds: { type: 'string', default: '4' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-webhooks.md') },
  },
})
const [rounds, milliseconds] = [Number(values.rounds), Number(values.milliseconds)]
if (!(rounds >= 1 && milliseconds > 0))
  throw new RangeError('--rounds must be at least 1, --milliseconds must exceed 0')

const WARM_UP_ROUNDS = 30

/** A `game.final` event of about a number of bytes, padded with periods. */
const createEvent = (bytes: number): string => {
  const team = (name: string) => ({ id: 'tm_jn3y5tcm', name })
  const game = { id: 'gm_9wd3f6ka', home: team('Žalgiris'), away: team('Fenerbahçe'), home_score: 91, away_score: 88 }
  const periods: { number: number; overtime: boolean; home: number; away: number }[] = []
  const text = () =>
    JSON.stringify({ id: 'evt_7b21c40d9ae65f83', type: 'game.final', data: { game: { ...game, periods } } })
  while (Buffer.byteLength(text()) < bytes)
    periods.push({ number: periods.length + 1, overtime: periods.length > 3, home: 22, away: 20 })
  return text()
}

/** Mean microseconds per call. Awaits every result, also of synchronous verifiers, so that all pay the same. */
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

/** All permutations, so that each verifier runs equally often after each other one and collects its garbage. */
const permutationsOf = <Value>(values: Value[]): Value[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((value) =>
        permutationsOf(values.filter((other) => other !== value)).map((rest) => [value, ...rest]),
      )

/** Measures every verifier once per round, in another order each time. */
const measureRounds = async (verifiers: Verifier[]): Promise<Map<string, number>[]> => {
  const orders = permutationsOf(verifiers)
  const measurements: Map<string, number>[] = []
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round++) {
    const times = new Map<string, number>()
    for (const verifier of orders[round % orders.length] ?? []) times.set(verifier.name, await measure(verifier))
    if (round >= WARM_UP_ROUNDS) measurements.push(times)
  }
  return measurements
}

const timeOf = (times: Map<string, number>, name: string) => times.get(name) ?? Number.NaN

const measureRows = async (bytes: number, form: 'text' | 'bytes'): Promise<string[][]> => {
  const text = createEvent(bytes)
  const verifiers = await createVerifiers(text, form === 'text' ? text : Buffer.from(text))
  for (const { verify } of verifiers) deepEqual(await verify(), JSON.parse(text))
  const measurements = await measureRounds(verifiers)
  return verifiers.map(({ name }) => {
    const time = median(measurements.map((times) => timeOf(times, name)))
    const ratio = median(measurements.map((times) => timeOf(times, name) / timeOf(times, 'ours')))
    return [`${bytes / 1000} kB`, form, name, time.toFixed(1), ratio.toFixed(2)]
  })
}

const rows: string[][] = []
for (const bytes of [1000, 20_000])
  for (const form of ['text', 'bytes'] as const) rows.push(...(await measureRows(bytes, form)))
const results = table(['body', 'as', 'verifier', 'µs', 'relative to ours'], rows)
console.log(results)
await writeFile(
  values.output,
  `# Benchmarks of webhook verification

Written by \`npm run bench -- webhooks\`; run it again to measure on your machine.

${environment()}. ${rounds} rounds; in each, every verifier runs for ${milliseconds} ms, in every possible order
in turn. Times are medians over the rounds; "relative to ours" is the median of the ratios within a round, so above 1 ours is faster.

${results}

Each verifies a valid signature of its own scheme for the same body and returns the parsed event: \`verify\` of
@basketball-data/webhooks, \`webhooks.constructEvent\` of stripe, \`Webhook.verify\` of standardwebhooks. The body is text, or the bytes
that a server reads from a socket. Every time includes parsing the JSON and HMAC-SHA256, which ours and stripe compute with
node:crypto and standardwebhooks in JavaScript. Ours and standardwebhooks find the signature among eleven headers; stripe gets it
as an argument.
`,
)
