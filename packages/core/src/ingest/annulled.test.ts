import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { WebhookEvent } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  findRebuildChanges,
  anyDatabase,
  finalGame,
  sampleId,
  sharedCore,
  SAMPLE_QUOTE,
} from '../testing/index.ts'
import { LOCAL_WEBHOOKS, createSubscriber } from '../deliveries/testing/subscribers.ts'

/** A complete game, Alpha 8, Beta 6, with prices, and another game of the two teams a week later. */
const FINAL = finalGame([8, 6], { quotes: [SAMPLE_QUOTE] })
const OTHER = finalGame([4, 6], { game: { external_id: 'g2', date: '2026-11-26', tip_off: null } })
/** The bundle in which the league annuls the first game, without any other field. */
const ANNULLED = scheduledGame({ game: { status: 'no_result' } })

const [game, home, away, player] = [
  sampleId('game', 'g1'),
  sampleId('team', 'A'),
  sampleId('team', 'B'),
  sampleId('player', 'A1'),
]
const competition = sampleId('competition', 'L')

const selectEvents = async (core: Core) =>
  (await execute(core.store.db, sql`select body from webhook_events order by created_at`)).map(({ body }) => {
    const { type, data } = WebhookEvent.parse(JSON.parse(String(body)))
    return [type, data.game.home_score, data.game.away_score, data.game.revision]
  })

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)
  const api = () => core().caller()

  /** Data from every endpoint that counts games. */
  const derived = async () => ({
    table: (await api().standings.get({ competition })).data.table.map(({ team, won, lost }) => [team.name, won, lost]),
    leaders: (await api().leaders.get({ competition, min_games: 1 })).data.leaders.map((row) => row.total),
    form: (await api().teams.form({ id: home })).data.games.map((one) => one.game.id),
    headToHead: (await api().teams.headToHead({ id: home, opponent: away })).data.games.map(({ id }) => id),
    log: (await api().players.games({ id: player })).data.map((one) => one.game.id),
    seasons: (await api().players.seasons({ id: player })).data.seasons.map(({ games }) => games),
    summary: (await api().players.list({ team: home })).data.map(({ games }) => games),
    results: (await api().games.list({ status: 'final' })).data.map(({ id }) => id),
  })

  test('an annulled final game has no result in any response', async () => {
    await ingestOrThrow(core(), OTHER)
    const without = await derived()
    await ingestOrThrow(core(), FINAL)
    expect((await derived()).headToHead).toHaveLength(2)

    expect((await ingestOrThrow(core(), ANNULLED)).outcome).toBe('updated')
    expect(await derived()).toEqual(without)
    const { data } = await api().games.get({ id: game })
    expect(data).toMatchObject({
      status: 'no_result',
      home_score: null,
      away_score: null,
      periods: null,
      attendance: 1000,
      venue: 'Hall',
      has: { boxscore: false, playbyplay: false, shots: false },
    })
    const { data: box } = await api().games.boxScore({ id: game })
    for (const side of [box.home, box.away]) expect(side).toMatchObject({ totals: null, coach: null, players: [] })
    expect((await api().games.playByPlay({ id: game })).data.events).toEqual([])
    expect((await api().games.shots({ id: game })).data.shots).toEqual([])

    expect(await findRebuildChanges(core())).toEqual([])
    expect((await ingestOrThrow(core(), ANNULLED)).outcome).toBe('unchanged')
  })

  test('an annulled game keeps its prices', async () => {
    await ingestOrThrow(core(), FINAL)
    const { data: before } = await api().games.prices({ id: game })
    await ingestOrThrow(core(), ANNULLED)
    const { data: after } = await api().games.prices({ id: game })
    expect({ ...after, game: null }).toEqual({ ...before, game: null })
    expect(after.average?.home).toBe(1.9)
  })

  test('values in the annulling bundle are stored', async () => {
    await ingestOrThrow(core(), FINAL)
    const { home_score: _, away_score: __, ...rest } = FINAL.game
    await ingestOrThrow(core(), withChanges(FINAL, { home: { totals: null } }))
    await ingestOrThrow(core(), {
      ...scheduledGame({ game: { ...rest, status: 'no_result' } }),
      shots: FINAL.shots,
      players: FINAL.players,
    })
    const { data } = await api().games.get({ id: game })
    expect(data.has).toEqual({ boxscore: false, playbyplay: false, shots: true })
    expect(data.periods).toEqual(FINAL.game.periods)
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('a scheduled game that becomes no_result keeps its parts', async () => {
    const live = withChanges(FINAL, { game: { status: 'scheduled', home_score: null, away_score: null } })
    await ingestOrThrow(core(), live)
    await ingestOrThrow(core(), ANNULLED)
    expect((await api().games.get({ id: game })).data.has.boxscore).toBe(true)
  })

  test('webhooks get no event for an annulled game, and one if it gets a result again', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: 'http://127.0.0.1:9/' })
    await ingestOrThrow(core(), FINAL)
    await ingestOrThrow(core(), ANNULLED)
    await ingestOrThrow(core(), withChanges(ANNULLED, { game: { attendance: 5 } }))
    expect(await selectEvents(core())).toEqual([['game.final', 8, 6, 1]])
    await ingestOrThrow(core(), FINAL)
    await ingestOrThrow(core(), FINAL)
    await ingestOrThrow(core(), ANNULLED)
    await ingestOrThrow(core(), finalGame([9, 6]))
    expect(await selectEvents(core())).toEqual([
      ['game.final', 8, 6, 1],
      ['game.final', 8, 6, 4],
      ['game.final', 9, 6, 6],
    ])
    expect(await findRebuildChanges(core())).toEqual([])
  })
})
