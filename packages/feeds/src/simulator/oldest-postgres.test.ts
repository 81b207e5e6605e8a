import { beforeAll, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore, type Core, sql } from '@basketball-data/core'
import { simulate } from './index.ts'
import {
  ingestOrThrow,
  tableContents,
  execute,
  finalGame,
  LOCAL_WEBHOOKS,
  newDatabase,
  startPostgres,
  startReceiver,
  startTestWorker,
  createSubscriber,
} from '../test-support/core.ts'

const DAY = '2026-11-20'
const settings = { ...LOCAL_WEBHOOKS, now: () => new Date(`${DAY}T12:00:00Z`) }

let oldest: Core
let embedded: Core
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-14-'))
  const server = await startPostgres(folder, 14)
  const { address, drop } = await newDatabase('embedded')
  oldest = await createCore({ database: `${server.url}/postgres`, migrate: true, ...settings })
  embedded = await createCore({ database: address, ...settings })
  for (const bundle of simulate({ day: DAY, games: 12 }))
    for (const core of [oldest, embedded]) await core.ingest(bundle)
  return async () => {
    await oldest.close()
    await embedded.close()
    await server.stop()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the server is Postgres 14', async () => {
  const [row] = await execute(oldest.store.db, sql`show server_version_num`)
  expect(String(row?.['server_version_num'])).toMatch(/^14\d{4}$/)
})

test('Postgres 14 stores the same rows as the embedded database', async () => {
  // Events have random ids.
  const rows = async ({ store }: Core) =>
    Object.entries(await tableContents(store, ['webhook_events'])).map(([table, list]) => [table, list.toSorted()])
  expect(await rows(oldest)).toEqual(await rows(embedded))
})

test('Postgres 14 returns the same responses as the embedded database', async () => {
  const responses = async (core: Core) => {
    const { games, players, standings, leaders, teams, competitions } = core.caller('complete')
    const { data: latest } = await games.list({ status: 'final', per_page: 3 })
    const ofGames = latest.flatMap(({ id }) => [games.get({ id }), games.boxScore({ id }), games.playByPlay({ id })])
    const ofTeams = latest.flatMap(({ home: { id }, away }) => [
      teams.roster({ id }),
      teams.form({ id }),
      teams.headToHead({ id, opponent: away.id }),
    ])
    const { data: records } = await players.list({ q: 'mar', per_page: 5 })
    const ofPlayers = records.flatMap(({ id }) => [players.seasons({ id }), players.splits({ id, by: 'venue' })])
    const { data: all } = await competitions.list({})
    const ofCompetitions = all.flatMap(({ id: competition }) => [
      standings.get({ competition }),
      leaders.get({ competition }),
    ])
    expect(ofPlayers).not.toEqual([])
    return Promise.all([...ofGames, ...ofTeams, ...ofPlayers, ...ofCompetitions])
  }
  expect(await responses(oldest)).toEqual(await responses(embedded))
})

test('webhooks are delivered from Postgres 14', async () => {
  const receiver = await startReceiver()
  const { subscribe } = await createSubscriber(oldest)
  await subscribe({ url: receiver.url('/') })
  await startTestWorker(oldest)
  await ingestOrThrow(oldest, finalGame([8, 6]))
  await receiver.until(1)
  expect(receiver.received).toMatchObject([{ headers: { 'x-service-event': 'game.final' } }])
})
