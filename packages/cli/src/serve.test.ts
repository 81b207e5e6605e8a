import { createServer } from 'node:net'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createCore, type Core } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { requestAt } from '../../http/src/testing/request.js'
import { newEmptyDatabase, sampleId, scheduledGame, testDatabase } from '../../http/src/testing/databases.js'
import { KEYS_FILE, openDemoKeys } from './demo-keys.ts'
import { shareFolder } from './testing/filled-folder.ts'
import { newFolder, runCommand, startCli, startReadyCommand } from './testing/run-cli.ts'

test('serve prints its URL when it is ready, keeps no keys in it, and stops on Ctrl-C without draining', async () => {
  const database = await testDatabase('embedded')
  const env = { DRAIN_SECONDS: '3600' }
  const serving = startCli(['serve', '--port', '0', '--json', '--database', database], { env })
  const { url } = JSON.parse(await serving.waitFor('stdout', /\n/))
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(await requestAt(url)('/v1/')).toMatchObject({ status: 200, body: { data: { base: url } } })

  serving.process.kill('SIGINT')
  const { code, stdout } = await serving.ended
  expect(code).toBe(0)
  expect(stdout).toBe(`{"url":"${url}"}\n`)
  expect(existsSync(join(database, KEYS_FILE))).toBe(false)
})

const readStatus = (path: string, url: string) => fetch(new URL(path, url)).then(({ status }) => status)

test('after SIGTERM serve drains for DRAIN_SECONDS: /readyz is 503, everything else is served', async () => {
  const database = await testDatabase('Postgres')
  const env = { DRAIN_SECONDS: '2', LOG_FORMAT: 'pretty' }
  const serve = ['serve', '--port', '0', '--json', '--no-worker', '--database', database]
  const { written, stop } = await startReadyCommand(serve, /\n/, { env })
  const { url } = JSON.parse(written.stdout)
  expect(await readStatus('/readyz', url)).toBe(200)
  const started = performance.now()
  const stopped = stop('SIGTERM')
  await expect.poll(() => readStatus('/readyz', url), { interval: 20 }).toBe(503)
  expect([await readStatus('/healthz', url), await readStatus('/v1', url)]).toEqual([200, 200])
  const { code, stderr } = await stopped
  expect(code).toBe(0)
  expect(stderr).toContain('drain_seconds=2')
  expect(performance.now() - started).toBeGreaterThan(2000)
})

test.each(['SIGINT', 'SIGTERM'] as const)('while serve drains, %s ends it at once', async (signal) => {
  const database = await testDatabase('Postgres')
  const env = { DRAIN_SECONDS: '3600' }
  const serving = startCli(['serve', '--port', '0', '--json', '--no-worker', '--database', database], { env })
  await serving.waitFor('stdout', /\n/)
  const noticed = serving.waitFor('stderr', /Stopping/)
  serving.process.kill('SIGTERM')
  await noticed
  await new Promise((resolve) => setTimeout(resolve, 1500)) // a signal right after the first one is taken for its copy
  serving.process.kill(signal)
  await serving.ended
  expect(serving.process.signalCode).toBe(signal)
})

test.each(['serve --port 0', 'worker', 'follow nba', 'accounts create --email ada@example.org --plan live'])(
  '%s refuses a folder without a database, and creates none',
  async (line) => {
    const empty = newFolder()
    for (const database of [empty, join(empty, 'missing')]) {
      expect(await runCommand([...line.split(' '), '--database', database])).toEqual({
        code: 2,
        stdout: '',
        stderr: `basketball-data: There is no database in the folder ${database}; name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".\n`,
      })
      expect(readdirSync(empty)).toEqual([])
    }
  },
)

test.each([
  [{ SERVICE_COLOUR: 'navy' }, 'SERVICE_COLOUR is "navy": use six hexadecimal digits like #b4450c.'],
  [{ SERVICE_LOGO: 'no.svg' }, 'SERVICE_LOGO is "no.svg": the file cannot be read; use the path of an SVG or PNG file'],
])('serve refuses %o in one line, before it opens the database, and doctor finds it', async (env, message) => {
  const database = join(newFolder(), 'missing')
  const { code, stderr } = await runCommand(['start', '--port', '0', '--database', database], { env })
  expect([code, stderr.split('\n').length, existsSync(database)]).toEqual([2, 2, false])
  expect(stderr).toContain(`basketball-data: ${message}`)
  expect((await runCommand(['--database', database, 'doctor'], { env })).stdout).toContain(message)
})

test('the index of a service has its name, and a variable that is nearly a setting is a warning', async () => {
  const database = await testDatabase('Postgres')
  const env = { SERVICE_NAME: 'Nordic Hoops', SERVICE_COLOR: '#0b5fff', LOG_FORMAT: 'pretty' }
  const serve = ['serve', '--port', '0', '--json', '--no-worker', '--database', database]
  const { written, stop } = await startReadyCommand(serve, /\n/, { env })
  const { url } = JSON.parse(written.stdout)
  expect(await requestAt(url)('/v1/')).toMatchObject({ body: { data: { name: 'Nordic Hoops' } } })
  expect(await requestAt(url)('/v1/openapi.json')).toMatchObject({ body: { info: { title: 'Nordic Hoops' } } })
  const message = 'SERVICE_COLOR is not a setting; did you mean SERVICE_COLOUR?'
  expect((await stop()).stderr).toContain(message)
  const { code, stdout } = await runCommand(['--database', database, 'doctor'], { env })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^warning {2}settings +SERVICE_COLOR is not a setting; did /),
  ])
})

test('a folder is named by its whole path, so that a wrong working folder shows', async () => {
  const { stderr } = await runCommand(['serve', '--port', '0', '--database', 'nothing'])
  expect(stderr).toContain(`There is no database in the folder ${resolve('nothing')}; `)
})

test('serve and worker refuse a Postgres database without tables', async () => {
  const { address, drop } = await newEmptyDatabase('Postgres')
  onTestFinished(drop)
  for (const command of [['serve', '--port', '0'], ['worker']])
    expect(await runCommand([...command, '--database', address])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^basketball-data: The database "test_\w+" has no tables yet: create them with "basketball-data migrate", or name another database\.\n$/,
      ),
    })
})

test('a port in use is reported before the database is opened', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, stderr } = await runCommand(['serve'], { env: { PORT: port, DATABASE_URL: newFolder() } })
  taken.close()
  expect(code).toBe(1)
  expect(stderr).toBe(
    `basketball-data: Cannot listen on 127.0.0.1:${port}: address already in use; choose with --host and --port.\n`,
  )
})

/** Calls the core of a database that no process has open. */
const withDatabase = async <Result>(database: string, use: (core: Core) => Promise<Result>): Promise<Result> => {
  const core = await createCore({ database })
  return use(core).finally(() => core.close())
}

/** Fills a database with a game of another world than the demo's, and an account of the demo with three keys. */
const fill = async (core: Core): Promise<string> => {
  for (const bundle of simulate({ seed: 'another', day: '2026-11-20', games: 1 })) await core.ingest(bundle)
  const { id } = await core.accounts.create({ email: 'demo-live@example.org', plan: 'free' })
  for (let i = 0; i < 3; i++) await core.keys.create(id)
  return id
}

const filledFolder = shareFolder(fill)

const filledPostgres = async () => {
  const database = await testDatabase('Postgres')
  return { database, id: await withDatabase(database, fill) }
}

test('start creates a key per plan beside those that its account has, and prints calls that work', async () => {
  const { database, id } = await filledPostgres()
  await withDatabase(database, (core) =>
    core.ingest(scheduledGame({ game: { date: '2026-11-22', status: 'final', home_score: 80, away_score: 70 } })),
  )
  const started = await startReadyCommand(['start', '--port', '0', '--database', database], /Ctrl-C/)
  const calls = [...started.written.stdout.matchAll(/curl -H 'Authorization: Bearer (\w+)' '(\S+)'/g)]
  expect(calls).toHaveLength(4)
  for (const [, key = '', url = ''] of calls) {
    const { pathname, search } = new URL(url)
    expect(await requestAt(url)(pathname + search, { key }), url).toMatchObject({ status: 200 })
  }
  expect(calls[1]?.[2]).toMatch(/\/standings\?competition=cp_\w{8}$/)
  expect(calls[2]?.[2]).toMatch(/\/boxscore$/)
  expect(calls[3]?.[2]).toMatch(/\/stats\/leaders\?competition=cp_\w{8}&top=3$/)
  const [, ofTable, , ofLeaders] = calls.map(([, , url = '']) => new URL(url).searchParams.get('competition'))
  expect([ofTable, ofLeaders === ofTable]).toEqual([sampleId('competition', 'L'), false])
  expect((await started.stop()).code).toBe(0)

  const { after, plans } = await withDatabase(database, async ({ accounts, keys }) => ({
    after: await keys.list(id),
    plans: Object.fromEntries((await accounts.list()).map(({ email, plan }) => [email, plan])),
  }))
  expect(after.map(({ revoked_at }) => revoked_at)).toEqual([null, null, null, null])
  expect(plans).toEqual({
    'demo-free@example.org': 'free',
    'demo-live@example.org': 'live',
    'demo-archive@example.org': 'archive',
    'demo-complete@example.org': 'complete',
  })
})

test('start prints calls of a league that has not played yet: its games and its standings', async () => {
  const database = await testDatabase('Postgres')
  await withDatabase(database, (core) => core.ingest(scheduledGame()))
  const { written } = await startReadyCommand(['start', '--port', '0', '--database', database], /Ctrl-C/)
  const calls = Array.from(
    written.stdout.matchAll(/curl -H '\S+ Bearer (\w+)' '(\S+)'/g),
    async ([, key = '', url = '']) => {
      const { pathname, search } = new URL(url)
      const { status, body } = await requestAt(url)(pathname + search, { key })
      return { path: pathname, status, body }
    },
  )
  expect(await Promise.all(calls)).toMatchObject([
    { path: '/v1/games', status: 200, body: { data: [{ status: 'scheduled' }] } },
    { path: '/v1/standings', status: 200, body: { data: { table: [{ rank: 1 }, { rank: 2 }] } } },
  ])
})

/** Starts the demo, and stops it when it has printed its welcome. */
const startOnce = async (database: string) => {
  const started = await startReadyCommand(['start', '--port', '0', '--database', database], /Ctrl-C/)
  const { code, stdout: welcome } = await started.stop()
  expect(code).toBe(0)
  const keys = Object.fromEntries(
    Array.from(welcome.matchAll(/^ {2}(\w+) +(bd_\w+)$/gm), ([, plan = '', key = '']) => [plan, key]),
  )
  return { welcome, keys }
}

const activeKeys = async ({ accounts, keys }: Core, email: string) => {
  const { id } = await accounts.getByEmail(email)
  return (await keys.list(id)).filter(({ revoked_at }) => revoked_at === null)
}

const countActiveKeys = (database: string, email: string) =>
  withDatabase(database, async (core) => (await activeKeys(core, email)).length)

test('start prints the same keys at every start, from a file that only its owner can read', async () => {
  const database = filledFolder()
  const file = join(database, KEYS_FILE)
  const first = await startOnce(database)
  expect(Object.keys(first.keys)).toEqual(['free', 'live', 'archive', 'complete'])
  expect(first.welcome).toContain('account pages as demo-complete@example.org, once')
  expect(first.welcome).toContain(
    `
One key per plan, of the accounts demo-<plan>@example.org, the same at every start: they are kept in ${file}
`,
  )
  expect(first.welcome).toContain(
    '  Their accounts are for trying out. For real ones: npx basketball-data accounts create',
  )
  expect(first.welcome).not.toContain('New, ')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await startOnce(database)).toMatchObject({ keys: first.keys })
})

test('start replaces a key that was revoked or lost, prints that it did, and keeps the new one', async () => {
  const database = filledFolder()
  const file = join(database, KEYS_FILE)
  const first = await withDatabase(database, async (core) => {
    const { keys } = await openDemoKeys(core)
    const [printed] = await activeKeys(core, 'demo-archive@example.org')
    await core.keys.revoke(printed?.id ?? '')
    return keys
  })
  writeFileSync(file, JSON.stringify({ ...first, live: undefined }))
  const { keys, welcome } = await startOnce(database)
  const other = (key = '') => expect.not.stringMatching(key)
  expect(keys).toEqual({ ...first, archive: other(first.archive), live: other(first.live) })
  expect(welcome).toContain('\n  New, because the earlier one was revoked: archive\n')
  expect(welcome).toContain('\n  New, because demo-keys.json did not have it: live\n')
  expect(await withDatabase(database, openDemoKeys)).toEqual({ keys, changed: new Map(), file })
})

test('all keys are new if the file with the earlier ones is missing or damaged, and these go on working', async () => {
  const database = await testDatabase('embedded')
  const file = join(database, KEYS_FILE)
  await withDatabase(database, async (core) => {
    const earlier = Object.values((await openDemoKeys(core)).keys)
    for (const spoil of [() => rmSync(file), () => writeFileSync(file, '{"free":"bd_')]) {
      spoil()
      const { keys, changed } = await openDemoKeys(core)
      expect(Object.values(keys)).toHaveLength(4)
      for (const key of Object.values(keys)) expect(earlier).not.toContain(key)
      expect(Object.fromEntries(changed)).toEqual({ free: 'lost', live: 'lost', archive: 'lost', complete: 'lost' })
      earlier.push(...Object.values(keys))
      for (const key of earlier) await core.countCall(key, { counts: false })
    }
    expect(await activeKeys(core, 'demo-free@example.org')).toHaveLength(3)
  })
})

test('start on Postgres, where no file can keep its keys, prints others, and those of earlier starts keep working', async () => {
  const { database } = await filledPostgres()
  const first = await withDatabase(database, openDemoKeys)
  const { welcome, keys } = await startOnce(database)
  expect(welcome).toContain('demo-<plan>@example.org, shown only once; those of earlier starts still work\n')
  for (const [plan, key] of Object.entries(first.keys)) expect(keys[plan]).not.toBe(key)
  expect(await countActiveKeys(database, 'demo-free@example.org')).toBe(2)
})

test('start revokes no key of an account that has five: it prints none for its plan', async () => {
  const { database } = await filledPostgres()
  const starts = await withDatabase(database, async (core) => {
    const before = []
    for (let n = 0; n < 5; n++) before.push((await openDemoKeys(core)).keys.free ?? '')
    for (const key of before) expect((await core.countCall(key, { counts: false })).plan).toBe('free')
    return before
  })
  expect(new Set(starts).size).toBe(5)
  const { welcome, keys } = await startOnce(database)
  expect(keys).toEqual({})
  expect(welcome).toMatch(
    /\n {2}free +none: the 5 keys of demo-free@example\.org still work, and it can have no more\n/,
  )
  expect(await countActiveKeys(database, 'demo-free@example.org')).toBe(5)
})

test('serve says which commands bring games and keys to a folder that has none', async () => {
  const printedAbout = async (database: string) => {
    const { stop } = await startReadyCommand(['serve', '--port', '0', '--no-worker', '--database', database], /Serving/)
    return (await stop()).stdout
  }
  const database = await testDatabase('embedded')
  const empty = await printedAbout(database)
  expect(empty).toContain(`\n  npx basketball-data --database ${database} demo\n`)
  expect(empty).toContain(`\n  npx basketball-data --database ${database} keys create --account you@example.org\n`)
  expect(await printedAbout(filledFolder())).toMatch(/^Serving \S+\n$/)
})

test('start prints its welcome before the first line of the log', async () => {
  const { database } = await filledPostgres()
  const ONE_STREAM = 'data:text/javascript,process.stdout.write=process.stderr.write.bind(process.stderr)'
  const env = { LOG_FORMAT: 'pretty', WEBHOOKS_ALLOW_PRIVATE: '1', SECRETS_KEY: 'a'.repeat(64) }
  const started = startCli(['start', '--port', '0', '--database', database], {
    env,
    nodeOptions: ['--import', ONE_STREAM],
  })
  const printed = await started.waitFor('stderr', /WEBHOOKS_ALLOW_PRIVATE.+\n/)
  expect(printed).toMatch(
    /^Basketball Data[^]+\nCtrl-C stops the service\.\n\d\d:\d\d:\d\d INFO {2}Serving\. version=\S+ database=\S+\n\d\d:\d\d:\d\d WARN {2}WEBHOOKS_ALLOW_PRIVATE/,
  )
  started.process.kill('SIGINT')
  expect((await started.ended).code).toBe(0)
})

test('start serves an empty database at once and loads simulated games behind it, without a warning; the next start loads the rest', async () => {
  const database = newFolder()
  const loading = /Loading ([\d,]+) more simulated games/
  const start = async () => {
    const env = { LOG_FORMAT: 'pretty' }
    const started = await startReadyCommand(['start', '--port', '0', '--json', '--database', database], /\n/, { env })
    const { url, keys } = JSON.parse(started.written.stdout)
    const countGames = async () => {
      const { body } = await requestAt(url)('/v1/games?per_page=1', { key: keys.complete })
      return z.object({ meta: z.object({ total: z.int() }) }).parse(body).meta.total
    }
    return { ...started, countGames }
  }
  const countMissing = (stderr: string) => Number(loading.exec(stderr)?.[1]?.replace(',', ''))
  const first = await start()
  const served = await first.countGames()
  expect(served).toBeGreaterThan(0)
  await expect.poll(first.countGames, { interval: 200 }).toBeGreaterThan(served)
  const { code, stderr } = await first.stop()
  expect(code).toBe(0)
  const lines = stderr.trimEnd().split('\n')
  expect(lines.filter((line) => !/^[\d:]{8} INFO /.test(line))).toEqual(['No games yet: simulating some.'])
  const second = await start()
  const again = await second.stop()
  expect(again.code).toBe(0)
  expect(countMissing(again.stderr)).toBeLessThan(countMissing(stderr))
  expect(countMissing(again.stderr)).toBeGreaterThan(0)
})

test('start leaves a database with other games alone', async () => {
  const { database } = await filledPostgres()
  const env = { LOG_FORMAT: 'pretty' }
  const start = ['start', '--port', '0', '--json', '--database', database]
  const { written, stop } = await startReadyCommand(start, /\n/, { env })
  const { url, keys } = JSON.parse(written.stdout)
  const { body } = await requestAt(url)('/v1/games', { key: keys.free })
  expect(body).toMatchObject({ meta: { total: 1 } })
  expect((await stop()).stderr).not.toContain('simulat')
})

test.each(['on', 'off'])('with INGEST=%s, serve has the write API only if it is on', async (ingest) => {
  const database = await testDatabase('Postgres')
  const { key } = JSON.parse(
    (await runCommand(['keys', 'create', '--write', '--source', 'league', '--database', database, '--json'])).stdout,
  )
  const env = { INGEST: ingest, WRITES_PER_MINUTE: '7', LOG_FORMAT: 'pretty' }
  const { written, stop } = await startReadyCommand(['serve', '--port', '0', '--json', '--database', database], /\n/, {
    env,
  })
  const { url } = JSON.parse(written.stdout)
  const game = new URL('/ingest/v1/games/none', url)
  const response = await fetch(game, { method: 'DELETE', headers: { 'x-api-key': key } })
  expect(response.status).toBe(404)
  expect(response.headers.get('ratelimit-policy')).toBe(ingest === 'on' ? '"minute";q=7;w=60' : null)
  const { stderr } = await stop()
  expect(stderr).toContain('DELETE /ingest/v1/games/none')
  expect(stderr).not.toContain(key)
})
