import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { StreamEvent, StreamStart, type GameStreamEvent } from '../contract/index.ts'
import { execute } from '../store/index.ts'
import {
  anyDatabase,
  databases,
  finalGame,
  ingestOrThrow,
  openCore,
  scheduledGame,
  catchServiceError,
  sharedCore,
  testDatabase,
  withChanges,
} from '../testing/index.ts'
import { GameReader } from './testing/game-reader.ts'
import { liveGame, plays } from './testing/live-games.ts'

type AllGamesEvent = StreamEvent | StreamStart

const UNKNOWN = 'gm_00000000'

describe.each(anyDatabase)('the stream of a game on %s', (kind) => {
  const core = sharedCore(kind)

  /** Ingests a bundle and returns what a reader receives up to its changes: `to` is the number of events. */
  const receive = async (reader: GameReader, id: string, to: number) => {
    const before = reader.received.length
    if (to > 0) await reader.read(core(), id, () => reader.received.length === before + to)
    return reader.received.slice(before)
  }

  const playByPlay = async (id: string) => (await core().caller().games.playByPlay({ id })).data.events

  test('begins with the game and every play so far', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a', 'b', 'c')))
    const reader = new GameReader()
    expect(await receive(reader, game, 4)).toEqual(['game', 'add 1', 'add 2', 'add 3'])
    expect(reader.game).toEqual((await core().caller().games.get({ id: game })).data)
    expect([...reader.plays.values()]).toEqual(await playByPlay(game))
  })

  test('has plays that are added, edited and removed, and goes on after the last event', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a', 'b', 'c')))
    const reader = new GameReader()
    await receive(reader, game, 4)
    await core().ingest(liveGame(plays('a', 'b', 'c', 'd', 'e')))
    expect(await receive(reader, game, 2)).toEqual(['add 4', 'add 5'])
    await core().ingest(liveGame(plays('a', 'x', 'c', 'd', 'e')))
    expect(await receive(reader, game, 1)).toEqual(['edit 2'])
    await core().ingest(liveGame(plays('a', 'c', 'd', 'e')))
    expect(await receive(reader, game, 4)).toEqual(['edit 2', 'edit 3', 'edit 4', 'remove 5'])
    expect([...reader.plays.values()]).toEqual(await playByPlay(game))
  })

  test('goes on with what has changed meanwhile, each event once as it is now', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a')))
    const reader = new GameReader()
    await receive(reader, game, 2)
    await core().ingest(liveGame(plays('a', 'b', 'c')))
    await core().ingest(liveGame(plays('a', 'x', 'c', 'd')))
    await core().ingest(liveGame(plays('a', 'x', 'c')))
    expect(await receive(reader, game, 3)).toEqual(['add 3', 'add 2', 'remove 4'])
  })

  test('goes on in the middle of the plays with which it began', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a', 'b', 'c', 'd')))
    const reader = new GameReader()
    expect(await receive(reader, game, 2)).toEqual(['game', 'add 1'])
    await core().ingest(liveGame(plays('x', 'b', 'y', 'd', 'e')))
    expect(await receive(reader, game, 5)).toEqual(['add 2', 'add 4', 'edit 1', 'add 3', 'add 5'])
    expect([...reader.plays.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(await playByPlay(game))
  })

  test('has all plays of a player whose name changes, and of a game whose teams change sides', async () => {
    const named = [{ text: 'a', player: 'A1' as const }, ...plays('b')]
    const { game } = await ingestOrThrow(core(), liveGame(named))
    const reader = new GameReader()
    await receive(reader, game, 3)
    await core().ingest(liveGame(named, { name: 'Another Name' }))
    expect(await receive(reader, game, 2)).toEqual(['edit 1', 'edit 2'])
    expect(reader.plays.get(1)?.player?.name).toBe('Another Name')
    const [home, away] = [
      { external_id: 'B', name: 'Beta' },
      { external_id: 'A', name: 'Alpha' },
    ]
    await core().ingest(liveGame(named, { name: 'Another Name', home: { team: home }, away: { team: away } }))
    expect(await receive(reader, game, 3)).toEqual(['game', 'edit 1', 'edit 2'])
    expect([...reader.plays.values()]).toEqual(await playByPlay(game))
  })

  test('has the end of each period and the final score as webhooks receive them', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a')))
    const reader = new GameReader()
    const events: GameStreamEvent[] = []
    await receive(reader, game, 2)
    await core().ingest(liveGame(plays('a', 'b'), { ended: 1 }))
    await core().ingest(
      withChanges(liveGame(plays('a', 'b')), { game: { status: 'final', home_score: 8, away_score: 6 } }),
    )
    await reader.read(core(), game, (event) => {
      events.push(event)
      return event.event === 'final'
    })
    expect(reader.received.slice(2)).toEqual(['add 2', 'period', 'game', 'final'])
    const [period, final] = events.filter(({ event }) => event === 'period' || event === 'final')
    expect(period).toMatchObject({ data: { type: 'game.period', data: { game: { id: game, period: { number: 1 } } } } })
    expect(final).toMatchObject({
      data: { type: 'game.final', data: { game: { id: game, home_score: 8, revision: 1 } } },
    })
    expect(reader.game).toMatchObject({ status: 'final', home_score: 8 })
  })

  test('has the end of a period and the final score of a game of weeks ago, also for one who goes on later', async () => {
    const old = { date: '2026-10-25', tip_off: null }
    const { game } = await ingestOrThrow(core(), liveGame(plays('a'), { game: old }))
    const [reader, later] = [new GameReader(), new GameReader()]
    await receive(reader, game, 2)
    await receive(later, game, 2)
    await core().ingest(liveGame(plays('a'), { ended: 1, game: old }))
    expect(await receive(reader, game, 2)).toEqual(['game', 'period'])
    for (const away_score of [6, 7])
      await core().ingest(
        withChanges(liveGame(plays('a')), { game: { ...old, status: 'final', home_score: 8, away_score } }),
      )
    expect(await receive(reader, game, 3)).toEqual(['final', 'game', 'final'])
    expect(await receive(later, game, 4)).toEqual(['period', 'final', 'game', 'final'])
    expect(reader.game).toMatchObject({ status: 'final', home_score: 8, away_score: 7 })
  })

  test('is refused for an unknown game, an id that no event has, and a plan without streams', async () => {
    const { game } = await ingestOrThrow(core(), liveGame(plays('a')))
    expect(await catchServiceError(core().caller().games.stream({ id: UNKNOWN }))).toMatchObject({ code: 'not_found' })
    for (const after of ['', '1', '1-', '-1', '01-1', '1-1-end', '1-12345678', '999-1', '999-1-start'])
      expect(await catchServiceError(core().caller().games.stream({ id: game, after }))).toMatchObject({
        code: 'bad_request',
      })
    expect(await catchServiceError(core().caller('free').games.stream({ id: game }))).toMatchObject({
      code: 'upgrade_required',
    })
  })
})

const second = { external_id: 'g2', date: '2026-11-20', tip_off: null }

/** The next events of a stream. */
const take = async (stream: AsyncIterable<AllGamesEvent>, count: number): Promise<AllGamesEvent[]> => {
  const events: AllGamesEvent[] = []
  for await (const event of stream) {
    const checked = event.event === 'start' ? StreamStart.parse(event) : StreamEvent.parse(event)
    if (events.push(checked) === count) break
  }
  return events
}
const named = (events: readonly AllGamesEvent[]) =>
  events.map((each) => {
    switch (each.event) {
      case 'start':
        return [each.event, null]
      case 'game':
        return [each.event, each.data.id]
      case 'score':
        return [each.event, each.data.game]
      case 'period':
      case 'final':
        return [each.event, each.data.data.game.id]
    }
  })

describe.each(databases)('the stream of all games on %s', (kind) => {
  const core = sharedCore(kind, { plans: { live: { days_back: 30 } } })

  test('has every change of a game, its score, the end of periods and final scores, and goes on after the last event', async () => {
    const stream = await core().caller().stream()
    const { game: first } = await ingestOrThrow(core(), liveGame(plays('a')))
    await core().ingest(liveGame(plays('a', 'b')))
    const { game: next } = await ingestOrThrow(core(), liveGame(plays('a'), { ended: 1, game: second }))
    await core().ingest(finalGame([8, 6]))
    const events = await take(stream, 9)
    expect(named(events)).toEqual([
      ['start', null],
      ['game', first],
      ['score', first],
      ['game', next],
      ['score', next],
      ['period', next],
      ['game', first],
      ['score', first],
      ['final', first],
    ])
    // Of several changes of a game, one who goes on later receives the latest.
    const later = await core().caller().stream({ after: events[0]?.id })
    expect(named(await take(later, 6))).toEqual(named(events).slice(3))
    for (const [index, { id }] of events.slice(0, -1).entries()) {
      const replaced = new Set([events[1]?.id, events[2]?.id])
      const rest = events.slice(index + 1).filter((event) => !replaced.has(event.id))
      expect(await take(await core().caller().stream({ after: id }), rest.length)).toEqual(rest)
    }
  })
})

describe.each(anyDatabase)('the stream of all games on %s', (kind) => {
  const core = sharedCore(kind, { plans: { live: { days_back: 30 } } })

  test('has the final score of a game of three days ago with backfill, and none of a silent import', async () => {
    const stream = await core().caller().stream({ backfill: true })
    const withoutBackfill = await core().caller().stream()
    const quiet = withChanges(finalGame([8, 6]), { game: { external_id: 'quiet', date: '2026-11-16', tip_off: null } })
    const late = withChanges(finalGame([8, 6]), { game: { ...second, date: '2026-11-17' } })
    const { game: silent } = await ingestOrThrow(core(), quiet, { notify: false })
    const { game } = await ingestOrThrow(core(), late)
    expect(named(await take(stream, 4))).toEqual([
      ['start', null],
      ['game', silent],
      ['game', game],
      ['final', game],
    ])
    const { game: recent } = await ingestOrThrow(core(), finalGame([8, 6]))
    expect(named(await take(withoutBackfill, 3))).toEqual([
      ['start', null],
      ['game', recent],
      ['final', recent],
    ])
  })

  test('has the games of a competition, a season or a day, and those that the plan may read', async () => {
    const { game } = await ingestOrThrow(core(), scheduledGame())
    const cup = {
      competition: { external_id: 'C', slug: 'cup', name: 'Cup' },
      season: { external_id: 'C26', name: '2026-27', start_year: 2026 },
    }
    const { game: other } = await ingestOrThrow(core(), scheduledGame({ ...cup, game: second }))
    const { game: old } = await ingestOrThrow(
      core(),
      scheduledGame({ ...cup, game: { ...second, external_id: 'g3', date: '2026-01-01', status: 'no_result' } }),
    )
    const { competition, season } = (await core().caller().games.get({ id: game })).data
    const listGames = async (filters: object, count: number, plan: 'live' | 'complete' = 'complete') =>
      named(
        await take(
          await core()
            .caller(plan)
            .stream({ after: '0-0', backfill: true, ...filters }),
          count,
        ),
      ).map(([, id]) => id)
    expect(await listGames({}, 3)).toEqual([game, other, old])
    expect(await listGames({ competition: competition.id }, 1)).toEqual([game])
    expect(await listGames({ season: season.id }, 1)).toEqual([game])
    expect(await listGames({ date: '2026-11-20' }, 1)).toEqual([other])
    expect(await listGames({ date: '2026-01-01' }, 1)).toEqual([old])
    await core().ingest(scheduledGame({ game: { venue: 'Hall' } }))
    expect(await listGames({}, 2, 'live')).toEqual([other, game])
  })

  test('is refused for a competition and a season that do not exist, which would be silent for ever', async () => {
    const { stream } = core().caller()
    expect(await catchServiceError(stream({ season: 'ss_00000000' }))).toMatchObject({
      code: 'bad_request',
      message: 'season: there is no season ss_00000000.',
    })
    expect(await catchServiceError(stream({ competition: 'cp_00000000' }))).toMatchObject({
      message: 'competition: there is no competition cp_00000000.',
    })
  })

  test('is refused for an id that no event has', async () => {
    for (const after of ['1', '7-0', '0-1-start'])
      expect(await catchServiceError(core().caller().stream({ after }))).toMatchObject({ code: 'bad_request' })
  })
})

// Changes reach the streams in this process on the embedded database, and by notifications on Postgres.
describe.each(databases)('on %s', (kind) => {
  test('closing the core ends its streams', async () => {
    const core = await openCore(await testDatabase(kind))
    const { game } = await ingestOrThrow(core, liveGame(plays('a')))
    const reader = new GameReader()
    const all = await core.caller().stream()
    const reading = reader.read(core, game, ({ event }) => {
      if (event === 'play') void core.close()
      return false
    })
    expect([await reading, await all.ended]).toEqual([false, 'stopped'])
  })

  test('a stream stays open for corrections of a final score', async () => {
    const core = await openCore(await testDatabase(kind))
    const { game } = await ingestOrThrow(core, scheduledGame())
    const reader = new GameReader()
    const reading = reader.read(core, game, () => reader.webhookEvents.length === 2)
    await ingestOrThrow(core, finalGame([8, 6]))
    await ingestOrThrow(core, finalGame([8, 7]))
    expect(await reading).toBe(true)
    expect(reader.game).toMatchObject({ home_score: 8, away_score: 7 })
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('an import writes one row for all plays of a game', async () => {
    const core = await openCore(await testDatabase(kind))
    await ingestOrThrow(core, finalGame([8, 6]))
    expect(await execute(core.store.db, sql`select seq from play_changes`)).toEqual([{ seq: 0 }])
  })

  test('the stream of a game that is over for long ends after its plays', async () => {
    const core = await openCore(await testDatabase(kind), { streams: { correctionsPeriod: 0 } })
    const { game } = await ingestOrThrow(core, finalGame([8, 6]))
    const reader = new GameReader()
    expect(await reader.read(core, game, () => false)).toBe(false)
    expect(reader.plays.size).toBe((await core.caller().games.playByPlay({ id: game })).data.events.length)
    expect(await reader.read(core, game, () => false)).toBe(false)
  })

  test('a stream ends when there were no corrections for a while', async () => {
    const core = await openCore(await testDatabase(kind), { streams: { correctionsPeriod: 20 } })
    const { game } = await ingestOrThrow(core, scheduledGame())
    const reader = new GameReader()
    const reading = reader.read(core, game, () => false)
    await ingestOrThrow(core, finalGame([8, 6]))
    expect(await reading).toBe(false)
    expect(reader.game).toMatchObject({ status: 'final' })
  })
})
