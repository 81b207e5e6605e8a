import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../../contract/index.ts'
import { execute, sql } from '../../store/index.ts'
import {
  anyDatabase,
  catchServiceError,
  finalGame,
  findRebuildChanges,
  hasNoCases,
  ingestOrThrow,
  readCase,
  sampleId,
  scheduledGame,
  sharedCore,
} from '../../testing/index.ts'

const id = sampleId('game', 'g1')

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const changesBy = async (change: () => Promise<unknown>) => {
    const { next_after: after } = (await api().changes.list()).meta
    await change()
    return (await api().changes.list({ after })).data.map(({ game, parts }) => [game.id, parts])
  }

  test('a final game is scheduled again, without its score and parts, and can be final again', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const parts = await changesBy(() => core().reopenGame(id))
    expect(parts).toEqual([[id, ['game', 'boxscore', 'playbyplay', 'shots']]])
    const { data } = await api().games.get({ id })
    const nothing = { boxscore: false, playbyplay: false, shots: false }
    expect(data).toMatchObject({ status: 'scheduled', home_score: null, periods: null, has: nothing })
    expect((await api().players.list({ q: 'player' })).data).toEqual([])
    const { table } = (await api().standings.get({ competition: sampleId('competition', 'L') })).data
    expect(table.map(({ played }) => played)).toEqual([0, 0])
    expect(await findRebuildChanges(core())).toEqual([])
    expect((await ingestOrThrow(core(), finalGame([8, 6]))).outcome).toBe('updated')
    expect((await api().changes.list()).data).toMatchObject([{ revision: 3 }])
  })

  test('a game without a result is scheduled again, and one that is scheduled has nothing to undo', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { status: 'no_result' } }))
    expect(await core().reopenGame(id)).toBe(true)
    expect((await api().games.get({ id })).data.status).toBe('scheduled')
    expect(await changesBy(async () => expect(await core().reopenGame(id)).toBe(false))).toEqual([])
  })

  test('a reopened game keeps the length of its own periods', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { period_minutes: 8 } }))
    await core().changeGame(id, { status: 'final', home_score: 60, away_score: 50 })
    await core().reopenGame(id)
    await core().changeGame(id, { status: 'final', home_score: 62, away_score: 50 })
    expect(await execute(core().store.db, sql`select period_minutes from games`)).toEqual([{ period_minutes: 8 }])
  })

  test('a removed game is in no list, the change log says so, and its bundle creates it again', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { competition, season, date } = (await api().games.get({ id })).data
    expect(await changesBy(() => core().removeGame(id))).toEqual([[id, ['deleted']]])
    const filters = [{}, { game: id }, { competition: competition.id }, { season: season.id }]
    for (const filter of filters) {
      const { data } = await api().changes.list(filter)
      expect(data).toMatchObject([{ game: { id, date, competition, season }, parts: ['deleted'], revision: 2 }])
    }
    expect(await catchServiceError(api().games.get({ id }))).toMatchObject({ code: 'not_found' })
    expect((await api().games.list({})).data).toEqual([])
    expect((await api().teams.list({})).data).toEqual([])
    expect((await api().competitions.list({})).data).toEqual([])
    expect(await findRebuildChanges(core())).toEqual([])
    expect(await ingestOrThrow(core(), finalGame([8, 6]))).toMatchObject({ outcome: 'created', game: id })
    expect((await api().changes.list()).data).toMatchObject([{ parts: ['game', 'boxscore', 'playbyplay', 'shots'] }])
  })

  test.each([true, false])(
    'a game that is written again after its removal continues its revisions: final at once %s',
    async (isFinal) => {
      await ingestOrThrow(core(), finalGame([8, 6]))
      await core().removeGame(id)
      const readRevision = async () => (await api().changes.list()).data.map(({ revision }) => revision)
      expect(await readRevision()).toEqual([2])
      if (!isFinal) await ingestOrThrow(core(), scheduledGame())
      await ingestOrThrow(core(), finalGame([8, 4]))
      const expected = isFinal ? [3] : [4, 3]
      expect((await readRevision()).at(-1)).toBe(expected[0])
      const { data } = await api().games.revisions({ id })
      expect(data.map(({ revision }) => revision)).toEqual(expected)
      expect(data.at(-1)).toMatchObject({ patch: [] })
      const { data: next } = await api().games.revisions({ id, per_page: 1, page: isFinal ? 1 : 2 })
      expect(next).toEqual(data.slice(-1))
      await core().removeGame(id)
      await ingestOrThrow(core(), finalGame([8, 6]))
      expect((await readRevision()).at(-1)).toBe((expected[0] ?? 0) + 2)
    },
  )

  test('so does one whose id stood for another game, which is removed as well', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(core(), finalGame([8, 6], { game: { venue: 'Dome' } }))
    await ingestOrThrow(core(), finalGame([8, 6], { game: { external_id: 'copy' } }))
    const copy = sampleId('game', 'copy')
    await core().mergeRecords(id, copy)
    await core().removeGame(copy)
    for (const external_id of ['g1', 'copy']) {
      const [change] = (await api().changes.list({ game: sampleId('game', external_id) })).data
      const { game } = await ingestOrThrow(core(), finalGame([8, 6], { game: { external_id } }))
      const [written] = (await api().changes.list({ game })).data
      expect(written?.game.id).toBe(sampleId('game', external_id))
      expect(written?.revision).toBe((change?.revision ?? 0) + 1)
      expect(written?.revision).toBeGreaterThan(2)
    }
  })

  test('with the last game of a competition go its seasons without games, and their names', async () => {
    await ingestOrThrow(core(), scheduledGame({ season: { external_id: 'mistyped' } }))
    await ingestOrThrow(core(), scheduledGame())
    await core().refreshStandings()
    await core().removeGame(id)
    expect(await core().externalIds('season', 'test')).toEqual(new Map())
    expect((await api().seasons.list({})).data).toEqual([])
  })

  test('a game that is not there is not found', async () => {
    expect(await catchServiceError(core().reopenGame(id))).toMatchObject({ code: 'not_found' })
    expect(await catchServiceError(core().removeGame(id))).toMatchObject({ code: 'not_found' })
  })

  test('the stream of a removed game ends', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const stream = await api().games.stream({ id })
    await core().removeGame(id)
    const events: string[] = []
    for await (const { event } of stream) events.push(event)
    expect(events).toEqual(['game'])
    expect(await stream.ended).toBe('completed')
  })

  const importCase = async (path: string): Promise<GameBundle[]> => {
    const bundles = readCase(path)
    for (const bundle of bundles) await ingestOrThrow(core(), bundle)
    return bundles
  }

  test.skipIf(hasNoCases)(
    'a final score typed into the wrong game can be undone, also after it was annulled (skipped without ../shared/data)',
    async () => {
      for (const file of ['1-wrong', '3-other-way']) {
        await importCase(`02-final-typed-into-wrong-game/${file}.ndjson`)
        const [game] = (await api().games.list({})).data
        expect(await core().reopenGame(game?.id ?? '')).toBe(true)
        await importCase('02-final-typed-into-wrong-game/2-undo.ndjson')
        expect((await api().games.list({ status: 'scheduled' })).data).toHaveLength(1)
      }
    },
  )

  test.skipIf(hasNoCases)(
    'the second of two identifiers of one game can be taken out (skipped without ../shared/data)',
    async () => {
      await importCase('10-same-game-under-two-ids/games.ndjson')
      const ids = await core().externalIds('game', 'vl')
      const second = [...ids].find(([, name]) => name === 'dh2-x')?.[0] ?? ''
      await core().removeGame(second)
      const { data } = await api().standings.get({ competition: (await api().competitions.list({})).data[0]?.id ?? '' })
      expect(data.table.map(({ played }) => played)).toEqual([1, 1])
      expect(await core().warnings()).toEqual([])
    },
  )
})
