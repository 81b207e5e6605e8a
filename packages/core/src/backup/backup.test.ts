import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import { createWriteCaller } from '../writing/router.ts'
import { execute, knownMigrations, openStore, type Store } from '../store/index.ts'
import { requestCopy } from '../store/folder-copy.ts'
import { createBaseline } from '../store/testing/baseline.ts'
import { newFolder } from '../testing/databases.ts'
import {
  anyDatabase,
  databases,
  finalGame,
  ingestOrThrow,
  lineUpGame,
  newCopy,
  newEmptyDatabase,
  openCore,
  findRebuildChanges,
  tableContents,
  testDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../testing/index.ts'
import { startProcess } from '../testing/process.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { backupDatabase } from './backup.ts'
import { checkBackup, restoreDatabase } from './restore.ts'

const KEY = 'bd_wFbufwEeenouZivbVUuqf6RNGNfEmhdp9VnW75'

const untilFinished = async (created: Promise<TestDatabase>): Promise<string> => {
  const { address, drop } = await created
  onTestFinished(drop)
  return address
}

/** A database without any table; it is deleted when the test ends. */
const emptyDatabase = (kind: DatabaseKind) => untilFinished(newEmptyDatabase(kind))

/** A database of the first version with rows in every table; it is deleted when the test ends. */
const baseline = (kind: DatabaseKind) => untilFinished(newCopy(kind, 'baseline', createBaseline))

const newFile = () => join(newFolder(), 'file.backup')

const backUp = async (database: string): Promise<string> => {
  const file = newFile()
  await backupDatabase(database, createWriteStream(file))
  return file
}

let baselineBackup: Promise<string> | undefined

/** A backup of the first version, made once. */
const backUpBaseline = () => (baselineBackup ??= baseline('Postgres').then(backUp))

const restore = (database: string, file: string) => restoreDatabase(database, createReadStream(file))

/** Everything in a database, the secrets and the journal of migrations included. */
const everything = async (database: string) => {
  const store = await openStore(database)
  try {
    const secrets = await execute(store.db, sql`select name, encode(value, 'hex') as value from secrets order by name`)
    const journal = await execute(
      store.db,
      sql`select hash, created_at::text from drizzle.__drizzle_migrations order by 2`,
    )
    const change_number = await execute(store.db, sql`select number::text, recorded::text from change_number`)
    const changes = await execute(store.db, sql`select to_jsonb(c)::text as row from changes c order by 1`)
    const game_revisions = await execute(
      store.db,
      sql`select to_jsonb(r)::text as row from game_revisions r order by 1`,
    )
    const play_changes = await execute(store.db, sql`select to_jsonb(p)::text as row from play_changes p order by 1`)
    // The table compressed_responses stays empty until a later release drops it.
    return {
      ...(await tableContents(store, ['compressed_responses'])),
      change_number,
      changes,
      game_revisions,
      play_changes,
      secrets,
      journal,
    }
  } finally {
    await store.close()
  }
}

/** Writes a game with a write key and an `Idempotency-Key`. */
const writeOnce = async (core: Core): Promise<void> => {
  const { key } = await core.writeKeys.create({ source: 'league' })
  const findWriter = async () => (await core.countWrite(key)).writer
  const { source: _, ...bundle } = lineUpGame('written', '2026-11-16')
  const competition = { ...bundle.competition, slug: 'written' }
  const caller = createWriteCaller(core.writeContext({ findWriter, idempotencyKey: 'once' }))
  await caller.games.put({ external_id: 'written', bundle: { ...bundle, competition } })
}

/** Leaves rows in the tables of the account pages. */
const useAccountPages = async ({ accounts, signIn, store }: Core): Promise<void> => {
  const [account] = await accounts.list()
  if (account === undefined) throw new RangeError('there is no account')
  await signIn.use(await signIn.linkFor(account.id))
  await signIn.request({ email: account.email, address: '192.0.2.1', signUp: false })
  await execute(
    store.db,
    sql`insert into key_usage select account_id, '2026-11-20', id, 'GET /games', 1, 0, now() from api_keys limit 1`,
  )
}

/** Leaves rows in the tables of followers. */
const follow = async ({ store }: Core): Promise<void> => {
  for (const statement of [
    sql`insert into follow_budgets (budget, per_minute) values ('sample.test', 10)`,
    sql`insert into follow_seasons (budget, feed, season) values ('sample.test', 'sample', '2026')`,
    sql`insert into follow_games (season_id, game, progress_at) select id, 'g1', now() from follow_seasons`,
    sql`insert into follow_resources (season_id, game, kind, url, due_at)
        select id, 'g1', 'plays', 'https://sample.test/plays', to_timestamp(0) from follow_seasons`,
    sql`select claim_request(id, interval '30 seconds', interval '10 seconds') from follow_seasons`,
  ])
    await execute(store.db, statement)
}

const rowCount = async (store: Store): Promise<number> =>
  Object.values(await tableContents(store)).reduce((sum, rows) => sum + rows.length, 0)

/** Fills every table of a database of the first version, and upgrades it. */
const fillEveryTable = async (database: string): Promise<void> => {
  const upgraded = await createCore({ database, migrate: true, ...LOCAL_WEBHOOKS })
  await upgraded.rebuildStatistics() // a change of its own
  await useAccountPages(upgraded)
  await ingestOrThrow(upgraded, lineUpGame('with line-ups', '2026-11-18'))
  const mistake = await ingestOrThrow(upgraded, lineUpGame('mistake', '2026-11-17'))
  await upgraded.removeGame(mistake.game)
  for (const statement of [
    sql`insert into players_without_line select max(players.id), max(games.id) from players, games`,
    sql`insert into listed_players select * from players_without_line`,
    sql`insert into play_changes select max(id), 1, 1, 1 from games`,
    sql`insert into scored_events select max(id), '1', null, '[]', true from games`,
    sql`insert into stream_leases select max(id), 'one', 1, now() from accounts`,
    sql`insert into counting_lease (lease, expires_at) values ('one', now())`,
    sql`insert into forecast_seals select id, '2026-11-20', repeat('0', 64), now() from competitions limit 1`,
    sql`insert into forecasts select 'gm_00000000', competition_id, date, 0.5, 0, 'margin-1', now() from forecast_seals`,
  ])
    await execute(upgraded.store.db, statement)
  await follow(upgraded)
  await writeOnce(upgraded)
  await upgraded.close()
}

test('a backup has every row of every table, and the secrets, restored to a folder and from there to Postgres', async () => {
  const source = await baseline('Postgres')
  await fillEveryTable(source)
  const before = await everything(source)
  let database = source
  for (const kind of ['embedded', 'Postgres'] as const) {
    const target = await emptyDatabase(kind)
    const { rows } = await restore(target, await backUp(database))
    expect(await everything(target), `restored to ${kind}`).toEqual(before)
    expect(rows).toEqual(
      Object.fromEntries(
        Object.entries(before).flatMap(([table, { length }]) => (table === 'journal' ? [] : [[table, length]])),
      ),
    )
    expect(Object.values(rows)).not.toContain(0)
    database = target
  }
})

describe.each([
  { from: 'embedded', to: 'Postgres' },
  { from: 'Postgres', to: 'embedded' },
] as const)('a backup of $from restored to $to', ({ from, to }) => {
  test('of an earlier version is upgraded, and its keys, webhooks and cursors work', async () => {
    const target = await emptyDatabase(to)
    await restore(target, await backUp(await baseline(from)))
    const core = await openCore(target, LOCAL_WEBHOOKS)
    const { data, meta } = await core.caller().games.list({ per_page: 1 })
    expect(await findRebuildChanges(core)).toEqual([])
    expect(await core.countCall(KEY, { counts: true })).toMatchObject({ refused: null })
    expect((await (await core.callerFor('ac_cw5y1rg5')).webhooks.list({})).data).toHaveLength(1)
    const { cursorKey } = core.context()
    await core.close()
    const original = await openCore(await baseline('Postgres'), { migrate: true, ...LOCAL_WEBHOOKS })
    expect(cursorKey.equals(original.context().cursorKey)).toBe(true)
    expect(await original.caller().games.list({ per_page: 1 })).toEqual({ data, meta })
  })
})

describe.each(databases)('on %s', (kind) => {
  test('a backup that is made during an import is the database at one moment', async () => {
    const core = await openCore(await testDatabase(kind))
    const stop = new AbortController()
    const written: string[] = []
    const importing = (async () => {
      // A backup takes less time than these games, unless it shares a core with their import.
      for (let n = 0; n < 12 && !stop.signal.aborted; n++) {
        await core.ingest(finalGame([8, n + 2], { game: { external_id: `g${n}` } }))
        written.push(`g${n}`)
      }
    })()
    while (written.length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = written.length
    const file = newFile()
    const rows = await core.backup(createWriteStream(file))
    stop.abort()
    await importing
    expect(rows['games']).toBeGreaterThanOrEqual(before)
    expect(rows['games']).toBeLessThanOrEqual(written.length)
    const target = await emptyDatabase('Postgres')
    await restore(target, file)
    const restored = await openCore(target)
    expect((await restored.caller().games.list({})).meta).toMatchObject({ total: rows['games'] })
    expect(await findRebuildChanges(restored)).toEqual([])
  })

  test('every value of every type is restored without a loss, and sequences go on', async () => {
    const odd = sql`
      create table teams_odd (
        id bigint generated always as identity, n numeric, f double precision, r real, t timestamptz, p timestamp,
        d date, i interval, b bytea, j jsonb, x text, a text[], m integer[], v tsvector, o boolean,
        g text generated always as (x || '!') stored);
      insert into teams_odd (n, f, r, t, p, d, i, b, j, x, a, m, v, o) values
        ('NaN', 'NaN', '-Infinity', 'infinity', '-infinity', 'infinity', '-1 mons +2 days 03:04:05.000006', '', 'null', '', '{}', '{}', '', true),
        (123456789012345678901234567890.000000000000000000010, 0.1::float8 + 0.2::float8, 1e-45, '2026-07-01 00:30:00.123456+05:30', '0044-03-15 BC',
          '9999-12-31', '1 year', '\\x00ff0a0d22', '{"b": 1.10, "a": [null, 1e400, "\\u2028\\"\\\\"]}', E'line\\r\\n\\u2028\\u0007"\\\\''🏀', '{NULL,"NULL","a,b",""}', '[0:1]={1,2}', $v$'a b':1A,2 'c''d':3$v$, false),
        (-0.10, '-0', 3.4028235e38, '0001-01-01 00:00:00+00 BC', '2026-01-01 00:00:00.000001', '4713-01-01 BC', '00:00:00', null, '"text"', null, null, '{{1,2},{3,4}}', null, null);
      select nextval('teams_odd_id_seq')`
    const contents = (store: Store) => execute(store.db, sql`select t::text as row from teams_odd t order by id`)
    const { convertExactly, insertRows, readRows, selectColumns, selectSequences, setSequences } =
      await import('./queries.ts')
    const source = await openStore(await emptyDatabase('Postgres'))
    onTestFinished(() => source.close())
    const target = await openStore(await emptyDatabase(kind))
    onTestFinished(() => target.close())
    for (const { db } of [source, target]) await execute(db, odd)
    await execute(target.db, sql`delete from teams_odd`)
    const lines: string[] = []
    const sequences = await source.transaction(async (tx) => {
      await convertExactly(tx)
      const columns = (await selectColumns(tx, 'teams_odd')).map(({ name }) => name)
      for await (const rows of readRows(tx, { table: 'teams_odd', columns })) lines.push(...rows)
      return selectSequences(tx, ['teams_odd'])
    }, 'read one snapshot')
    expect(sequences).toEqual({ teams_odd_id_seq: '4' })
    await target.transaction(async (tx) => {
      await convertExactly(tx)
      await insertRows(tx, 'teams_odd', await selectColumns(tx, 'teams_odd'), `[${lines.join(',')}]`)
      await setSequences(tx, { teams_odd_id_seq: '77' })
    })
    expect(await contents(target)).toEqual(await contents(source))
    const [next] = await execute(target.db, sql`insert into teams_odd (x) values ('') returning id::text`)
    expect(next).toEqual({ id: '78' })
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('a database with games is not restored to, nor one with tables of something else', async () => {
    const file = await backUp(await baseline(kind))
    const used = await testDatabase(kind)
    const core = await createCore({ database: used })
    await core.ingest(finalGame([8, 2]))
    await core.close()
    const before = await everything(used)
    await expect(restore(used, file)).rejects.toMatchObject({
      name: 'BadDatabase',
      message: /is not empty.*new one\.$/,
    })
    expect(await everything(used)).toEqual(before)

    const foreign = await emptyDatabase(kind)
    const store = await openStore(foreign)
    await execute(store.db, sql`create table games (id text)`)
    await store.close()
    await expect(restore(foreign, file)).rejects.toMatchObject({ name: 'BadDatabase', message: /the table games/ })
  })

  test('a new database is restored to that a command has opened, unless its tables are newer than the backup', async () => {
    const opened = await testDatabase(kind)
    await (await createCore({ database: opened })).close()
    const source = await baseline(kind)
    await expect(restore(opened, await backUp(source))).rejects.toMatchObject({
      name: 'BadDatabase',
      message: /newer version than the backup/,
    })
    await (await createCore({ database: source, migrate: true, ...LOCAL_WEBHOOKS })).close()
    await restore(opened, await backUp(source))
    expect(await everything(opened)).toEqual(await everything(source))
  })

  test('a database without tables has nothing to back up, and one of a newer version needs that version', async () => {
    await expect(backUp(await emptyDatabase(kind))).rejects.toMatchObject({ message: /nothing to back up/ })
    const newer = await testDatabase(kind)
    const store = await openStore(newer)
    await execute(
      store.db,
      sql`insert into drizzle.__drizzle_migrations (hash, created_at)
          select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    )
    await store.close()
    await expect(backUp(newer)).rejects.toMatchObject({ name: 'BadDatabase', message: /newer version/ })
  })
})

describe('a file that is no whole backup is refused and leaves the database as it was:', () => {
  const lines = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n')
  const damages: [string, (file: string) => Buffer, RegExp][] = [
    ['an empty file', () => Buffer.alloc(0), /not a backup|not complete/],
    ['text', () => Buffer.from('select 1;\n'), /not a backup/],
    ['other gzip', () => gzipSync('{"a":1}\n'), /not a backup/],
    ['one endless line', () => gzipSync(Buffer.alloc(2 ** 22, 'a')), /not a backup/],
    ['a truncated file', (file) => readFileSync(file).subarray(0, -20), /not complete/],
    ['half a file', (file) => readFileSync(file).subarray(0, readFileSync(file).length / 2), /not complete/],
    ['a file without its last line', (file) => gzipSync(`${lines(file).slice(0, -2).join('\n')}\n`), /not complete/],
    [
      'one changed byte',
      (file) => {
        const bytes = readFileSync(file)
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
        return bytes
      },
      /damaged|not complete|not a backup/, // what gzip makes of a changed bit depends on where it lies
    ],
    [
      'a missing row',
      (file) =>
        gzipSync(
          lines(file)
            .filter((line) => !line.includes('gm_7nf5msya'))
            .join('\n'),
        ),
      /damaged/,
    ],
    ['a changed value', (file) => gzipSync(lines(file).join('\n').replace('Alpha', 'Omega')), /damaged/],
    ['lines after the end', (file) => gzipSync(`${lines(file).join('\n')}["a"]\n`), /damaged/],
    [
      'a newer format',
      (file) => gzipSync(lines(file).join('\n').replace('"format":1', '"format":2')),
      /newer than this/,
    ],
  ]
  test.each(damages)('%s', async (_name, damage, message) => {
    const damaged = newFile()
    writeFileSync(damaged, damage(await backUpBaseline()))
    const target = await emptyDatabase('Postgres')
    await expect(restore(target, damaged)).rejects.toMatchObject({ name: 'BadBackup', message })
    const store = await openStore(target)
    onTestFinished(() => store.close())
    expect(await rowCount(store)).toBe(0)
    await expect(checkBackup(createReadStream(damaged))).rejects.toThrow(message)
  })
})

test('a backup with tables of a newer version is refused before anything is loaded', async () => {
  const file = await backUp(await baseline('Postgres'))
  const text = gunzipSync(readFileSync(file)).toString()
  const [known, refused] = [await knownMigrations(), { name: 'BadBackup' }]
  for (const [migrations, message] of [
    [[...known, 9e12], /newer than this one: restore it with that version/],
    [[1, 2], /unreleased/],
  ] as const) {
    const changed = text.replace(/"migrations":\[\d+\]/, `"migrations":${JSON.stringify(migrations)}`)
    writeFileSync(file, gzipSync(changed))
    await expect(restore(await emptyDatabase('Postgres'), file)).rejects.toMatchObject({ ...refused, message })
  }
})

test('a folder that another process imports into is backed up by a copy of that process, unless it is stopped', async () => {
  const folder = await testDatabase('embedded')
  const other = startProcess('import-games', [folder, '8'])
  for (let n = 0; n < 3; n++) await other.next()
  const [one, two] = await Promise.all([backUp(folder), backUp(folder)])
  other.signal('SIGSTOP')
  await expect(requestCopy(folder, 500)).rejects.toMatchObject({
    name: 'FolderInUse',
    message: expect.stringMatching(/it does not respond.*Stop that process first/),
  })
  await other.kill()
  for (const file of [one, two]) {
    const target = await emptyDatabase('Postgres')
    const { rows } = await restore(target, file)
    expect(rows['games']).toBeGreaterThanOrEqual(3)
    expect(await findRebuildChanges(await openCore(target))).toEqual([])
  }
  const again = await openCore(folder) // removes what the killed process left behind
  expect(await findRebuildChanges(again)).toEqual([])
})

test('the key of the webhooks goes along with a folder', async () => {
  const folder = await testDatabase('embedded')
  const core = await createCore({ database: folder, allowPrivateWebhooks: true })
  const { id, subscribe } = await createSubscriber(core)
  await subscribe({ url: 'http://127.0.0.1:9/hook', events: ['game.final'] })
  await core.close()
  const file = await backUp(folder)

  const other = await emptyDatabase('embedded')
  expect(await restore(other, file)).toMatchObject({ secretsKey: null })
  const restored = await openCore(other, { allowPrivateWebhooks: true })
  expect((await (await restored.callerFor(id)).webhooks.list({})).data).toHaveLength(1)

  const target = await emptyDatabase('Postgres')
  const { secretsKey } = await restore(target, file)
  expect(secretsKey).toBe(readFileSync(join(folder, 'secrets.key'), 'utf8'))
  await expect(createCore({ database: target, secretsKey: 'ab'.repeat(32) })).rejects.toThrow(/SECRETS_KEY/)
  await openCore(target, { secretsKey: secretsKey ?? '' })
})

test('a folder that does not exist is not backed up, and not created', async () => {
  await expect(backUp('/nowhere/at/all')).rejects.toMatchObject({
    name: 'BadDatabase',
    message: 'There is no database folder /nowhere/at/all.',
  })
})

test('a stream that fails before the database is open rejects with its error', async () => {
  const missing = join(newFolder(), 'missing', 'file')
  const database = await emptyDatabase('embedded')
  await expect(restore(database, missing)).rejects.toThrow('ENOENT')
  await expect(backupDatabase(await baseline('embedded'), createWriteStream(missing))).rejects.toThrow('ENOENT')
})
