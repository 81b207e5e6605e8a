import { createHmac, randomInt } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { backupDatabase, createCore, restoreDatabase, type Core } from '@basketball-data/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { anyDatabase, databases, findRebuildChanges, newEmptyDatabase } from './testing/databases.ts'
import { openReceiver } from './testing/receiver.ts'
import {
  getReleaseFiles,
  readRelease,
  recordable,
  recordedReleases,
  readTables,
  type Release,
} from './testing/release.ts'
import { UNLIMITED } from './testing/services.ts'

const releases = await recordedReleases()
const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')

/** Tables that an upgrade derives anew. */
const DERIVED = new Set(['changes', 'change_number', 'play_changes', 'line_ups', 'fives'])
/** Columns that a migration derives anew: only final games describe a record by now. */
const DERIVED_COLUMNS = new Set(['described_on'])

test('every release with a date in CHANGELOG.md is recorded, and 0.1.0 before it has one', () => {
  const headings = Array.from(changelog.matchAll(/^## (.*)$/gm), ([, heading = '']) => heading)
  for (const heading of headings) expect(heading).toMatch(/^\d+\.\d+\.\d+ – (unreleased|\d{4}-\d\d-\d\d)$/)
  const parseVersion = (heading: string) => heading.replace(/ .*/, '')
  const dated = headings.filter((heading) => !heading.endsWith('unreleased'))
  expect(releases).toEqual(expect.arrayContaining(['0.1.0', ...dated.map(parseVersion)]))
  expect(headings.map(parseVersion)).toEqual(expect.arrayContaining(releases))
})

describe.each(releases.flatMap((version) => databases.map((kind) => ({ version, kind }))))(
  'a database of release $version on $kind, upgraded to this version',
  ({ version, kind }) => {
    let release: Release
    let core: Core
    let app: ReturnType<typeof createApp>
    /** The rows of the upgraded database, before anything else has run on it. */
    let after: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      release = await readRelease(version)
      const { address, drop } = await newEmptyDatabase(kind)
      // Creates the tables of the release, loads its rows, and then applies the migrations of this version.
      await restoreDatabase(address, createReadStream(getReleaseFiles(version).database))
      const upgraded = new PassThrough()
      const [tables] = await Promise.all([readTables(upgraded), backupDatabase(address, upgraded)])
      after = tables
      core = await createCore({
        database: address,
        secretsKey: release.secretsKey,
        allowPrivateWebhooks: true,
        plans: UNLIMITED,
        now: () => new Date(release.now),
      })
      app = createApp(core)
      return async () => {
        await core.close()
        await drop()
      }
    })

    const request = (path: string, { method = 'GET', key = release.key } = {}) =>
      app.request(`/v1${path}`, { method, headers: { 'x-api-key': key } })

    test('has every row of that release, apart from new columns and from what its migrations derive', async () => {
      const before = await readTables(createReadStream(getReleaseFiles(version).database))
      expect(before.size).toBeGreaterThan(40)
      for (const [table, rows] of before) {
        if (DERIVED.has(table)) continue
        const columns = Object.keys(rows[0] ?? {}).filter((name) => !DERIVED_COLUMNS.has(name))
        const sorted = (list: readonly (typeof rows)[number][]) =>
          list.map((row) => JSON.stringify(columns.map((name) => [name, row[name]]))).toSorted()
        expect.soft({ table, rows: sorted(after.get(table) ?? []) }).toEqual({ table, rows: sorted(rows) })
      }
    })

    test('has the response of that release to every request, apart from additions', async () => {
      // On either database the rows are the same: every fourth response shows that the embedded one reads them.
      const [step, first] = kind === 'embedded' ? [4, randomInt(4)] : [1, 0]
      for (const [index, [path, recorded]] of Object.entries(release.responses).entries()) {
        if (index % step !== first) continue
        expect
          .soft({ path, response: await recordable(await request(path)) })
          .toMatchObject({ path, response: recorded })
      }
    })

    test('has derived tables that agree with its games', async () => {
      expect(await findRebuildChanges(core)).toEqual([])
    })

    if (!anyDatabase.includes(kind)) return // the rest is the same once the rows are

    test('has keys that are valid', async () => {
      expect(await core.countCall(release.key, { counts: true })).toMatchObject({ refused: null, plan: 'complete' })
      expect((await request('/usage')).status).toBe(200)
      expect((await request('/games', { key: `${release.key}0` })).status).toBe(401)
    })

    test('finds the games of that release unchanged, and takes a correction', async () => {
      for (const game of release.games)
        expect(await core.ingest(game), game.game.external_id).toMatchObject({ outcome: 'unchanged' })
      for (const game of release.games) {
        const corrected = { ...game, game: { ...game.game, venue: 'Another hall' } }
        expect(await core.ingest(corrected)).toMatchObject({ outcome: 'updated' })
        expect(await core.ingest(game)).toMatchObject({ outcome: 'updated' })
      }
    })

    test('delivers what was due, and signs it with the secrets of that release', async () => {
      const { id, secret } = release.webhook
      const { url, deliveries } = await openReceiver()
      await core.store.db.execute(`update webhooks set url = '${url}' where id = '${id}'`)
      // They were attempted before, and may wait for their next attempt.
      await core.store.db.execute('update deliveries set due_at = now() where due_at > now()')
      const due = await core.store.db.execute('select 1 from deliveries where outcome is null')
      const events = Array.from(due).length
      expect(events).toBeGreaterThan(0)
      const errors: unknown[] = []
      const onError = (error: unknown) => void errors.push(error)
      const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20, onError })
      await expect.poll(() => deliveries.length).toBe(events)
      await worker.stop()
      expect(errors).toEqual([])
      expect((await request(`/webhooks/${id}/test`, { method: 'POST' })).status).toBe(200)
      expect(deliveries).toHaveLength(events + 1)
      for (const { headers, body } of deliveries) {
        const signature = String(headers['x-service-signature'])
        const time = /^t=(\d+),/.exec(signature)?.[1]
        expect(signature).toBe(`t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`)
      }
    })
  },
)
