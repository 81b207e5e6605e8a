// Records what this version leaves to the next one: the database of the sample league, with what is stored while a service
// runs, and the response to every GET request. The next version is tested with it (src/upgrade.test.ts).
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createCore } from '@basketball-data/core'
import { PLANS } from '@basketball-data/core/contract'
import { euroleagueLive } from '@basketball-data/feeds/euroleague'
import { startFollower } from '@basketball-data/feeds/follow'
import { z } from 'zod'
import { createApp } from '../src/app.ts'
import { SAMPLE_NOW, sampleGames } from '../src/sample-league/index.ts'
import { getReleaseFiles, recordable, Release } from '../src/testing/release.ts'

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))

const { version } = z.object({ version: z.string() }).parse(await read('../package.json'))
const files = getReleaseFiles(version)
const secretsKey = '0123456789abcdef'.repeat(4)

const core = await createCore({
  database: 'memory://',
  secretsKey,
  allowPrivateWebhooks: true,
  plans: Object.fromEntries(PLANS.map((plan) => [plan, { per_minute: null, per_day: null }])),
  now: () => SAMPLE_NOW,
})
const { id } = await core.accounts.create({ email: 'name@example.org', plan: 'complete' })
const { key } = await core.keys.create(id)
const app = createApp(core)

/** The response to a request with the key. @throws for an error */
const send = async (path: string, init: { method?: string; body?: string; headers?: object } = {}) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...init.headers }
  const response = await recordable(await app.request(`/v1${path}`, { ...init, headers }))
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response
}

const Created = z.object({ data: z.object({ id: z.string(), secret: z.string() }) })
const created = await send('/webhooks', {
  method: 'POST',
  body: JSON.stringify({ url: 'http://127.0.0.1:9/hooks', events: ['game.final'] }),
  headers: { 'idempotency-key': 'first-webhook' },
})
const { data: webhook } = Created.parse(created.body)
const games = sampleGames()
for (const game of games) {
  const result = await core.ingest(game)
  if (result.outcome !== 'created') throw new Error(`${game.game.external_id} was ${result.outcome}`)
}

/** Milliseconds for what a worker or a follower does at once, on a busy machine too. */
const DEADLINE = 60_000

/** Waits for what a worker or a follower does. @throws Error if it has not happened within DEADLINE */
const waitFor = (what: string, done: Promise<void>): Promise<void> =>
  Promise.race([
    done,
    delay(DEADLINE, undefined, { ref: false }).then(() => {
      throw new Error(`${what} within ${DEADLINE / 1000} s`)
    }),
  ])

// What is stored while a service runs: attempts, a refusal, a session and a link, and a feed that cannot be reached.
const attempted = Promise.withResolvers<void>()
const worker = await core.startWorker({ sendEmail: async () => {}, onAttempt: () => attempted.resolve() })
await waitFor('the worker has attempted no delivery', attempted.promise)
await worker.stop()
const [first] = games
if (first === undefined) throw new Error('the sample league has no game')
await core.ingest({ ...first, game: { ...first.game, external_id: 'refused', date: '2026-02-30' } })
await core.signIn.use(await core.signIn.linkFor(id))
await core.signIn.request({ email: 'name@example.org', address: '192.0.2.1', signUp: false })
const asked = Promise.withResolvers<void>()
const options = { season: 'E2026', api: 'http://127.0.0.1:9', onResponse: () => asked.resolve() }
const follower = await startFollower(core, euroleagueLive, options)
await waitFor('the follower has requested nothing', asked.promise)
await follower.stop()

const responses: Record<string, unknown> = {}
const record = async (path: string): Promise<unknown> => {
  const response = await send(path)
  responses[path] = response
  return response.body
}

/** Usage counts by the clock of the database, the index and the document tell of new endpoints, and streams do not end. */
const OTHERS = new Set(['/', '/usage', '/openapi.json', '/stream', '/games/{id}/stream'])

const Recorded = z.object({ responses: z.record(z.string(), z.object({ status: z.int() })) })
const recorded = Recorded.parse(await read('../../client/src/testing/recorded.generated.json'))
const paths = Object.keys(recorded.responses).flatMap((request) => /^GET (.+)$/.exec(request)?.[1] ?? [])
for (const path of paths) if (!OTHERS.has(path)) await record(path)
await record('/changes?per_page=5') // a full page: the end of the log moves when an upgrade derives something
const Paged = z.object({ meta: z.object({ next_cursor: z.string() }) })
const { meta } = Paged.parse(await record('/games?per_page=2'))
await record(`/games?per_page=2&cursor=${encodeURIComponent(meta.next_cursor)}`)

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const document = Document.parse(await read('../../../docs/openapi.json'))
const toPattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace('{id}', '[^/?]+')}(\\?|$)`)
const missing = Object.entries(document.paths)
  .filter(([path, methods]) => 'get' in methods && !OTHERS.has(path))
  .filter(([path]) => !Object.keys(responses).some((each) => toPattern(path).test(each)))
if (missing.length > 0) throw new Error(`no response of ${missing.map(([path]) => path).join(', ')} was recorded`)

const release = Release.parse({
  now: SAMPLE_NOW.toISOString(),
  secretsKey,
  key,
  webhook: { id: webhook.id, secret: webhook.secret },
  games,
  responses,
})
await core.usage.ofAccount(id) // writes the usage that is gathered in memory
await mkdir(dirname(files.database), { recursive: true })
await core.backup(createWriteStream(files.database))
await writeFile(files.release, await promisify(gzip)(JSON.stringify(release), { level: 9 }))
await core.close()
console.log(`recorded ${Object.keys(responses).length} responses of ${version} in ${dirname(files.database)}`)
