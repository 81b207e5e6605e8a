import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GameBundle } from './contract/index.ts'
import { createCore, type Core } from './core.ts'
import { ServiceError } from './errors.ts'
import { acceptCommands, openCommandCore, type CommandCore } from './remote.ts'
import { lockFolder } from './store/folder.ts'
import { serveFolder } from './store/folder-socket.ts'
import { getFolderPaths, openOrReach, sendRequest } from './store/index.ts'
import { newFolder } from './testing/databases.ts'
import { finalGame, findRebuildChanges, newDatabase, openCore, scheduledGame, testDatabase } from './testing/index.ts'
import { startProcess } from './testing/process.ts'

let folder = ''
let serving: Core
/** The same core as a command calls it. */
let command: CommandCore

beforeAll(async () => {
  const { address, drop } = await newDatabase('embedded')
  folder = address
  serving = await createCore({ database: folder, now: () => new Date('2026-11-20T12:00:00Z') })
  acceptCommands(serving)
  command = await openCommandCore({ database: folder })
  return async () => {
    await serving.close()
    await drop()
  }
})

const game = (id: string) => finalGame([80, 77], { game: { external_id: id } })
const countGames = async (core: Core) => (await core.caller().games.list({})).meta.total ?? 0

test('accounts and keys that a command makes work at once, and a key that it revokes is refused at once', async () => {
  const account = await command.accounts.create({ email: 'ada@example.org', plan: 'live' })
  expect(account).toEqual(await serving.accounts.getByEmail('ada@example.org'))
  const { id, key } = await command.keys.create(account.id, { name: 'site' })
  expect(await serving.countCall(key, { counts: true })).toMatchObject({ account_id: account.id, plan: 'live' })
  expect(await command.keys.list(account.id)).toEqual(await serving.keys.list(account.id))
  expect(await command.accounts.setPlan(account.id, 'free')).toMatchObject({ plan: 'free' })
  expect(await serving.countCall(key, { counts: true })).toMatchObject({ plan: 'free' })
  expect((await command.usage.ofAccount(account.id)).today.used).toBe(2)
  await command.keys.revoke(id)
  await expect(serving.countCall(key, { counts: true })).rejects.toMatchObject({ code: 'unauthorized' })
})

test('an error of the service is one for a command too, with its code and message', async () => {
  const [there, here] = await Promise.all(
    [command, serving].map((core) => core.accounts.get('ac_unknown').catch((error: unknown) => error)),
  )
  expect(there).toBeInstanceOf(ServiceError)
  expect(there).toEqual(here)
})

test('no other method of the core can be called', async () => {
  for (const method of [
    'core.close',
    'core.store',
    'accounts.overview',
    'constructor.constructor',
    'core',
    'toString.call',
  ])
    await expect(sendRequest(folder, { method }).next(), method).rejects.toThrow(`There is no ${method}.`)
})

test('ingestAll gives the same outcomes as in the process itself, and lists what is refused by its location', async () => {
  const bundles = [game('a'), game('a'), scheduledGame({ game: { external_id: 'b', date: 'never' } }), game('c')]
  const outcomes = []
  for await (const result of command.ingestAll(bundles, { location: (index) => `file line ${index}` }))
    outcomes.push(result.outcome)
  expect(outcomes).toEqual(['created', 'unchanged', 'refused', 'created'])
  const unnamed: GameBundle[] = [JSON.parse('{}')]
  for await (const result of command.ingestAll(unnamed, { location: () => 'file line 5' }))
    expect(result).toMatchObject({ outcome: 'refused', external_id: 'file line 5' })
  expect(await command.refusals()).toEqual(await serving.refusals())
  expect(await command.caller().teams.list({ q: 'al' })).toEqual(await serving.caller().teams.list({ q: 'al' }))
})

test('games that are read before reading fails are stored', async () => {
  function* failing() {
    yield game('read')
    throw new Error('The file cannot be read.')
  }
  const results = command.ingestAll(failing())
  expect((await results.next()).value).toMatchObject({ outcome: 'created' })
  await expect(results.next()).rejects.toThrow('The file cannot be read.')
})

test('a command of another version is told so', async () => {
  const { holder } = getFolderPaths(folder)
  const written = readFileSync(holder, 'utf8')
  onTestFinished(() => writeFileSync(holder, written))
  writeFileSync(holder, JSON.stringify({ ...JSON.parse(written), software: '9.9.9' }))
  await expect(openCommandCore({ database: folder })).rejects.toMatchObject({
    name: 'FolderInUse',
    message: expect.stringMatching(
      /is in use by version 9\.9\.9 of this software \(process \d+\), and this command is of version \d\S+: use the command of that version, or restart that process/,
    ),
  })
})

test('rebuilding statistics that is aborted changes nothing', async () => {
  const reason = new Error('gone')
  await expect(serving.rebuildStatistics({ signal: AbortSignal.abort(reason) })).rejects.toThrow(reason)
  await command.rebuildStatistics()
  expect(await findRebuildChanges(serving)).toEqual([])
})

test('a command waits for a process that takes no commands, and says then what to do', async () => {
  const busy = await testDatabase('embedded')
  const core = await createCore({ database: busy })
  const waiting = openCommandCore({ database: busy })
  await core.close()
  const opened = await waiting
  await expect(
    openOrReach(
      busy,
      () => createCore({ database: busy }),
      async () => undefined,
      0,
    ),
  ).rejects.toMatchObject({
    name: 'FolderInUse',
    message: `The database folder ${busy} is in use by another process (${process.pid}), which takes no commands: probably it is one itself. Run this one when that has ended, or stop it.`,
  })
  await opened.close()
})

test('games of a command that is killed in the middle of an import stay, and the process that it used works on', async () => {
  const before = await countGames(serving)
  const importing = startProcess('import-remotely', [folder])
  let printed = 0
  while (printed < 10 && (await importing.next()) !== undefined) printed++
  await importing.kill()
  expect(printed).toBe(10)
  expect(await countGames(serving)).toBeGreaterThanOrEqual(before + 10)
  expect(await command.ingest(game('later'))).toMatchObject({ outcome: 'created' })
  expect(await findRebuildChanges(serving)).toEqual([])
})

/** Games without an end; `stop` is called after so many results. */
const importUntilLost = async (core: CommandCore, stop: () => unknown): Promise<{ stored: number; error: unknown }> => {
  let stored = 0
  function* games() {
    for (let n = 0; ; n++) yield game(`g${n}`)
  }
  try {
    for await (const { outcome } of core.ingestAll(games())) if (outcome === 'created' && ++stored === 10) void stop()
    return { stored, error: undefined }
  } catch (error) {
    return { stored, error }
  }
}

/** Opens a database in another process. @returns what kills that */
const openElsewhere = async (database: string): Promise<() => Promise<void>> => {
  const holder = startProcess('open', [database])
  await holder.next()
  return holder.kill
}

/** Opens a database in this process, which its commands reach as they would another. @returns what closes it */
const openHere = async (database: string): Promise<() => Promise<void>> => {
  const core = await createCore({ database })
  acceptCommands(core)
  return core.close
}

test.each([
  ['killed', /, is lost \(it has closed the connection\)\.$/, Infinity],
  ['closed', /^The process that has the database folder .+ open is stopping\.$/, 0],
] as const)(
  'an import of a command ends when the process that it uses is %s; all counted games are stored',
  async (how, message, maxUncounted) => {
    const database = await testDatabase('embedded')
    const stop = how === 'killed' ? await openElsewhere(database) : await openHere(database)
    const { stored, error } = await importUntilLost(await openCommandCore({ database }), stop)
    expect(error).toMatchObject({ name: 'ProcessLost', message: expect.stringMatching(message) })
    await stop()
    const again = await openCore(database)
    const uncounted = (await countGames(again)) - stored
    expect(uncounted).toBeGreaterThanOrEqual(0)
    expect(uncounted).toBeLessThanOrEqual(maxUncounted)
  },
)

test('a call that is cut off says that its outcome is unknown, and the next one what to do', async () => {
  const held = newFolder()
  const { release } = lockFolder(held)
  const stop = await serveFolder(held, async function* ({ method, signal }) {
    if (method === 'hello') return yield true
    setImmediate(() => void stop())
    await once(signal, 'abort')
    throw signal.reason
  })
  const { accounts } = await openCommandCore({ database: held })
  await expect(accounts.create({ email: 'ada@example.org', plan: 'free' })).rejects.toMatchObject({
    name: 'ProcessLost',
    message: `The process that has the database folder ${held} open is stopping. Check what it has done, and run the command again.`,
  })
  await expect(accounts.list()).rejects.toMatchObject({
    name: 'ProcessLost',
    message: `No process has the database folder ${held} open any more: run the command again.`,
  })
  release()
})
