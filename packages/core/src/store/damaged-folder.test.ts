import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createCore } from '../core.ts'
import { newFolder } from '../testing/databases.ts'
import { openCore, testDatabase } from '../testing/index.ts'
import { startFailure } from './embedded.ts'
import { POSTGRES_INSIDE } from './folder.ts'
import { SOFTWARE } from './migrations.ts'

/** The message of the BadDatabase that opening a folder throws; the error itself if it is another one. */
const catchRefusal = (database: string): Promise<unknown> =>
  createCore({ database }).then(
    async (core) => {
      await core.close()
      return 'opened'
    },
    (error: unknown) => (error instanceof Error && error.name === 'BadDatabase' ? error.message : error),
  )

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

const randomize = (file: string, from = 0, length = statSync(file).size) => {
  const bytes = readFileSync(file)
  randomBytes(length).copy(bytes, from)
  writeFileSync(file, bytes)
}

describe('a damaged folder is refused in one sentence that says what to do:', () => {
  const damages: [string, (data: string) => void, RegExp][] = [
    ['no PG_VERSION', (data) => rmSync(join(data, 'PG_VERSION')), /PG_VERSION is missing/],
    ['PG_VERSION of random bytes', (data) => randomize(join(data, 'PG_VERSION')), /PG_VERSION is not a version/],
    [
      'a file in place of the data',
      (data) => [rmSync(data, { recursive: true }), writeFileSync(data, '')],
      /not a folder/,
    ],
    ['nothing but PG_VERSION', (data) => rmSync(join(data, 'global'), { recursive: true }), /.*/],
    ['no control file', (data) => rmSync(join(data, 'global/pg_control')), /pg_control/],
    ['a control file of random bytes', (data) => randomize(join(data, 'global/pg_control')), /.*/],
    ['a damaged control file', (data) => randomize(join(data, 'global/pg_control'), 40, 8), /incorrect checksum/],
    ['a truncated control file', (data) => truncateSync(join(data, 'global/pg_control'), 100), /pg_control/],
    ['no write-ahead log', (data) => filesIn(join(data, 'pg_wal')).forEach((file) => rmSync(file)), /checkpoint/],
    [
      'a random write-ahead log',
      (data) => filesIn(join(data, 'pg_wal')).forEach((file) => randomize(file)),
      /checkpoint/,
    ],
    ['damaged system tables', (data) => randomize(join(data, 'base/5/1255')), /.*/],
    [
      'empty files',
      (data) => filesIn(data).forEach((file) => file.endsWith('PG_VERSION') || truncateSync(file, 0)),
      /pg_control/,
    ],
  ]
  test.each(damages)('%s', async (_name, damage, reason) => {
    const folder = await testDatabase('embedded')
    const { exitCode } = process
    damage(join(folder, 'postgres'))
    const message = await catchRefusal(folder)
    expect(message).toMatch(
      /^The database folder \S+ is damaged \([^\n]+\): move it away and run "basketball-data restore FILE" [^\n]+\.$/,
    )
    expect(message).toMatch(reason)
    expect(process.exitCode).toBe(exitCode)
  })
})

test.each(['No space left on device', 'Read-only file system'])(
  'a folder whose disk cannot be written to is not called damaged: %s',
  (reason) => {
    const log = [`FATAL:  could not write lock file "postmaster.pid": ${reason}`]
    expect(startFailure('/data', log, new Error('it ended')).message).toBe(
      `The database folder /data cannot be written to (${reason}): free some space on its disk, or let this user write there. Nothing was changed.`,
    )
  },
)

test('damaged data of a table is named when it is read, and the other tables can be read', async () => {
  const folder = await testDatabase('embedded')
  const core = await createCore({ database: folder })
  await core.accounts.create({ email: 'one@example.org', plan: 'free' })
  const [row] = await core.store.db.execute(`select pg_relation_filepath('accounts') as path`)
  await core.close()
  randomize(join(folder, 'postgres', String(row?.['path'])))
  const again = await openCore(folder)
  await expect(again.accounts.list()).rejects.toMatchObject({
    cause: {
      name: 'BadDatabase',
      message: expect.stringMatching(/is damaged \(invalid page in block 0 of .+\): move/),
    },
  })
  expect((await again.caller().games.list({})).data).toEqual([])
})

describe('a folder of something else is refused in one sentence that says what to do:', () => {
  test('the data folder of a Postgres server', async () => {
    const folder = join(inject('templates').folder, 'postgres')
    const before = readdirSync(folder)
    expect(await catchRefusal(folder)).toMatch(
      /^The folder \S+ is the data folder of a Postgres 18 server, .+ use its address \(postgres:\/\/…\)/,
    )
    expect(readdirSync(folder)).toEqual(before)
  })

  test.each(['14', '18'])('the data of a Postgres %s server in place of that of PGlite', async (version) => {
    const folder = newFolder()
    const data = join(folder, 'postgres')
    const server = join(inject('templates').folder, 'postgres')
    // Of the folder of a running server, what no other test creates or deletes meanwhile.
    for (const part of ['base/1', 'global/pg_control', 'postgresql.conf', 'postmaster.opts'])
      cpSync(join(server, part), join(data, part), { recursive: true })
    writeFileSync(join(data, 'PG_VERSION'), `${version}\n`)
    expect(await catchRefusal(folder)).toContain(`${data} is the data folder of a Postgres ${version} server`)
    rmSync(join(data, 'postmaster.opts'))
    expect(await catchRefusal(folder)).toMatch(/^The database folder \S+ (?:is damaged|has data of Postgres) .+\.$/)
  })

  test('files that are not of a database', async () => {
    const folder = newFolder()
    for (const name of ['README.md', 'package.json', 'src', 'tsconfig.json', '.git'])
      writeFileSync(join(folder, name), '')
    expect(await catchRefusal(folder)).toBe(
      `The folder ${folder} is no database: it has other files (README.md, package.json, src, …). Use a new or an empty folder.`,
    )
    expect(readdirSync(folder)).toHaveLength(5)
  })
})

describe('a folder of another version of Postgres', () => {
  let folder: string
  beforeAll(() => {
    folder = newFolder()
    cpSync(inject('templates').embeddedFolder, folder, { recursive: true })
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  })

  test('is refused with the way to take it over', async () => {
    rmSync(join(folder, 'version.json'), { force: true })
    expect(await catchRefusal(folder)).toBe(
      `The database folder ${folder} has data of Postgres 17, and version ${SOFTWARE} of this software reads Postgres ${POSTGRES_INSIDE}: run "basketball-data backup FILE" with the version of this software that made it, then "basketball-data restore FILE" with this one into a new folder.`,
    )
  })

  test('is refused with the version that opened it last', async () => {
    writeFileSync(join(folder, 'version.json'), JSON.stringify({ software: '0.0.7', postgres: '17' }))
    expect(await catchRefusal(folder)).toContain('run "basketball-data backup FILE" with version 0.0.7, then')
  })
})

test('PGlite has the version of Postgres that folders are checked for', async () => {
  const folder = await testDatabase('embedded')
  const core = await openCore(folder)
  const [row] = await core.store.db.execute('show server_version_num')
  expect(String(Math.floor(Number(row?.['server_version_num']) / 10_000))).toBe(POSTGRES_INSIDE)
  expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toEqual({
    software: SOFTWARE,
    postgres: POSTGRES_INSIDE,
  })
})

test('a folder whose creation was interrupted is created anew, readable for its owner only', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres.new'))
  writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), `${POSTGRES_INSIDE}\n`)
  const core = await openCore(folder)
  expect(await core.isEmpty()).toBe(true)
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
})
