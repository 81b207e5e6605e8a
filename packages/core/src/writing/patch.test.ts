import { describe, expect, test } from 'vitest'
import { GameToScore, type GamePatch } from '../contract/index.ts'
import type { Core } from '../core.ts'
import {
  anyDatabase,
  catchServiceError,
  findRebuildChanges,
  finalGame,
  ingestOrThrow,
  openTestCore,
  sampleId,
  scheduledGame,
  sharedCore,
  tableContents,
  withChanges,
} from '../testing/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { execute, sql } from '../store/index.ts'

const id = sampleId('game', 'g1')

const patch = async (core: Core, fields: GamePatch) =>
  (await core.writerFor({ source: 'test' }).games.patch({ external_id: 'g1', ...fields })).data

/** Columns that tell of the writes of a game, not of the game. */
const withoutWrites = async (core: Core) => {
  const { games = [], ...tables } = await tableContents(core.store, ['webhook_events', 'deliveries'])
  return {
    ...tables,
    games: games.map((row) => ({ ...JSON.parse(row), bundle_hash: null, revision: null, ended_periods: null })),
  }
}

describe.each(anyDatabase)('on %s, a patch', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)
  const detail = async () => (await core().caller().games.get({ id })).data

  test('changes the fields that it has, and nothing else', async () => {
    const competition = { regulation_minutes: 32, tie_break: 'fiba' as const, time_zone: 'Europe/Madrid' }
    const full = finalGame([8, 6], { competition, home: { group: 'East' } })
    await ingestOrThrow(core(), full)
    expect(await patch(core(), { venue: 'Other hall', attendance: null })).toMatchObject({ id, outcome: 'updated' })
    const other = await openTestCore(kind, LOCAL_WEBHOOKS)
    await ingestOrThrow(other, withChanges(full, { game: { venue: 'Other hall', attendance: null } }))
    expect(await withoutWrites(core())).toEqual(await withoutWrites(other))
    expect(await patch(core(), { venue: 'Other hall' })).toMatchObject({ outcome: 'unchanged' })
    expect(await patch(core(), {})).toMatchObject({ outcome: 'unchanged' })
  })

  test('corrects one of the two scores of a final game', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { warnings } = await patch(core(), { away_score: 7 })
    expect(warnings.map(({ code }) => code)).toContain('playbyplay_score')
    expect(await detail()).toMatchObject({ home_score: 8, away_score: 7, has: { boxscore: true } })
  })

  test('ends a game, annuls it, and keeps the score of a running one on the board', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { date: '2026-11-20', home_score: 40, away_score: 38 } }))
    await patch(core(), { round: '2' })
    expect((await core().caller().live({})).data).toMatchObject([{ home: { score: 40 }, away: { score: 38 } }])
    expect(await catchServiceError(patch(core(), { status: 'final' }))).toMatchObject({
      code: 'bad_request',
      details: [{ pointer: '/home_score', message: 'a final game needs both scores' }],
    })
    await patch(core(), { status: 'final', home_score: 80, away_score: 70 })
    expect(await detail()).toMatchObject({ status: 'final', home_score: 80 })
    await patch(core(), { status: 'no_result' })
    expect(await detail()).toMatchObject({ status: 'no_result', home_score: null })
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('schedules a final game again on another day, as one change of which receivers are told once', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: 'https://127.0.0.1/', events: ['game.no_result', 'game.rescheduled', 'game.corrected'] })
    await ingestOrThrow(core(), finalGame([8, 6]))
    const date = '2026-12-01'
    expect(await catchServiceError(patch(core(), { status: 'scheduled', date }))).toMatchObject({
      details: [{ pointer: '/status', message: 'a final game is scheduled again only with reopen: true' }],
    })
    expect(await patch(core(), { reopen: true, date, tip_off: null })).toMatchObject({ outcome: 'updated' })
    expect(await detail()).toMatchObject({ status: 'scheduled', date, home_score: null, has: { playbyplay: false } })
    const sent = await execute(
      core().store.db,
      sql`select type, body::json -> 'data' -> 'before' ->> 'status' as before, body::json -> 'data' -> 'game' ->> 'date' as date
          from webhook_events where type <> 'game.final' order by type`,
    )
    expect(sent).toEqual([
      { type: 'game.no_result', before: 'final', date },
      { type: 'game.rescheduled', before: 'final', date },
    ])
    expect(await findRebuildChanges(core())).toEqual([])
    expect(await patch(core(), { reopen: true })).toMatchObject({ outcome: 'unchanged' })
  })

  test('schedules a game without a result again, and gives it another result at once', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { status: 'no_result' } }))
    expect(await patch(core(), { reopen: true })).toMatchObject({ outcome: 'updated', warnings: [] })
    expect((await detail()).status).toBe('scheduled')
    await patch(core(), { status: 'final', home_score: 80, away_score: 70 })
    await patch(core(), { reopen: true, status: 'final', home_score: 81, away_score: 70 })
    expect(await detail()).toMatchObject({ status: 'final', home_score: 81 })
  })

  test('awards a game, keeps what is awarded while it changes something else, and takes it back', async () => {
    await ingestOrThrow(core(), scheduledGame())
    await patch(core(), { status: 'forfeit', forfeit_winner: 'away' })
    await patch(core(), { venue: 'Hall' })
    const readWinner = () => execute(core().store.db, sql`select status, forfeit_winner, venue from games`)
    expect(await readWinner()).toEqual([{ status: 'no_result', forfeit_winner: 'away', venue: 'Hall' }])
    await patch(core(), { forfeit_winner: null })
    expect(await readWinner()).toEqual([{ status: 'no_result', forfeit_winner: null, venue: 'Hall' }])
    await patch(core(), { status: 'forfeit', forfeit_winner: 'home' })
    expect(await patch(core(), { status: 'forfeit' })).toMatchObject({ outcome: 'unchanged' })
    expect(await readWinner()).toMatchObject([{ forfeit_winner: 'home' }])
    expect(await patch(core(), { status: 'no_result' })).toMatchObject({ outcome: 'updated' })
    expect(await readWinner()).toMatchObject([{ status: 'no_result', forfeit_winner: null }])
  })

  test('that is refused leaves everything as it was', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const before = await tableContents(core().store)
    const refused = patch(core(), { reopen: true, date: '2026-12-01', home_score: 3 })
    expect(await catchServiceError(refused)).toMatchObject({ code: 'bad_request' })
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('by a writer of one competition goes by the name that it has, whatever other name sorts before it', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const twin = { competition: { external_id: 'K', slug: 'k', name: 'K' }, season: { external_id: 'K26' } }
    await ingestOrThrow(core(), scheduledGame({ ...twin, game: { external_id: 'k1', date: '2026-11-20' } }))
    await core().mergeRecords(sampleId('competition', 'K'), sampleId('competition', 'L'))
    for (const competition of ['K', 'L']) {
      const { games } = core().writerFor({ source: 'test', competition })
      const patched = await games.patch({ external_id: 'g1', venue: `Hall of ${competition}` })
      expect(patched.data.outcome).toBe('updated')
      const ops = [{ op: 'add' as const, id: competition, after: null, event: { period: 1, type: 'period_start' } }]
      const scored = await games.score(GameToScore.parse({ external_id: 'k1', ops }))
      expect(scored.data.seqs).toMatchObject({ [competition]: expect.any(Number) })
    }
  })

  test.each<[string, Pick<GamePatch, 'tip_off' | 'same_as'>, object[]]>([
    [
      'a value that the database refuses',
      { tip_off: '0000-01-01T00:00:00Z' },
      [{ pointer: '', message: 'a value of it cannot be stored' }],
    ],
    [
      'the name of a game of other teams',
      { same_as: [{ source: 'test', external_id: 'g2' }] },
      [{ pointer: '', message: expect.stringContaining('different teams') }],
    ],
  ])('with %s is refused as a bundle would be', async (_, fields, details) => {
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2' }, away: { team: { external_id: 'C' } } }))
    const before = await tableContents(core().store)
    const { external_id, ...game } = scheduledGame({ game: fields }).game
    const { games } = core().writerFor({ source: 'test' })
    for (const call of [
      () => games.put({ external_id, bundle: { ...scheduledGame(), game } }),
      () => patch(core(), fields),
      () => core().changeGame(id, fields),
    ])
      expect(await catchServiceError(call())).toMatchObject({ code: 'bad_request', details })
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('of a game whose teams another source names is refused', async () => {
    const same_as = [{ source: 'other', external_id: 'x1' }]
    await ingestOrThrow(core(), finalGame([8, 6], { game: { same_as } }))
    const patched = core().writerFor({ source: 'other' }).games.patch({ external_id: 'x1', venue: 'Hall' })
    expect(await catchServiceError(patched)).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/game x1, .*PUT/),
    })
  })
})
