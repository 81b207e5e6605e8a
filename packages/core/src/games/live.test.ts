import { describe, expect, test } from 'vitest'
import {
  LiveBoard,
  type EventType,
  type GameBundle,
  type LiveGame,
  type Side,
  type StreamEvent,
} from '../contract/index.ts'
import type { Core } from '../core.ts'
import { sampleId } from '../testing/sample-games.ts'
import {
  anyDatabase,
  catchServiceError,
  finalGame,
  findRebuildChanges,
  ingestOrThrow,
  openCore,
  scheduledGame,
  sharedCore,
  testDatabase,
  withChanges,
  ZERO_STATS,
  type BundleChanges,
} from '../testing/index.ts'

type Play = [
  period: number,
  clock: string | null,
  type: EventType,
  score: [number, number],
  side?: Side,
  player?: string,
]

const toEvents = (plays: readonly Play[]): NonNullable<GameBundle['events']> =>
  plays.map(([period, clock, type, [home_score, away_score], side = null, player = null]) => ({
    period,
    clock,
    type,
    home_score,
    away_score,
    side,
    player,
    description: type,
    distance_ft: null,
  }))

/** A game of today, by the clock of the cores of tests, with these plays. */
const running = (plays: readonly Play[], changes: BundleChanges = {}): GameBundle =>
  withChanges(
    scheduledGame({ game: { date: '2026-11-20', tip_off: '2026-11-20T11:00:00Z' }, events: toEvents(plays) }),
    changes,
  )

const START: Play[] = [
  [1, '10:00', 'period_start', [0, 0]],
  [1, '09:40', 'two_made', [2, 0], 'home'],
]

/** The games on the board, checked against the contract. */
const readBoard = async (core: Core, parameters: { competition?: string; date?: string } = {}) =>
  LiveBoard.parse(await core.caller().live(parameters)).data

const readOnly = async (core: Core): Promise<LiveGame> => {
  const [game, ...others] = await readBoard(core)
  if (game === undefined || others.length > 0) throw new RangeError('the board has one game')
  return game
}

describe.each(anyDatabase)('the live board on %s', (kind) => {
  const core = sharedCore(kind)

  test('shows score, period, clock, points, fouls and the latest play of a running game', async () => {
    const upcoming = scheduledGame({ game: { date: '2026-11-20', tip_off: '2026-11-20T11:00:00Z' } })
    await core().ingest(upcoming)
    expect(await readOnly(core())).toMatchObject({
      state: 'upcoming',
      period: null,
      clock: null,
      home: { score: null, periods: [], fouls: null },
      last_event: null,
      on_court: null,
    })
    const plays: Play[] = [
      ...START,
      [1, '05:00', 'foul', [2, 0], 'home'],
      [1, '00:00', 'period_end', [20, 18]],
      [2, '10:00', 'period_start', [20, 18]],
      [2, '09:30', 'three_made', [20, 21], 'away'],
      [2, '09:10', 'foul', [20, 21], 'away'],
      [2, '09:00', 'offensive_foul', [20, 21], 'away'],
      [2, '09:00', 'turnover', [20, 21], 'away'],
      [2, '09:00', 'technical_foul', [20, 21], 'away'],
    ]
    const { game } = await ingestOrThrow(core(), running(plays))
    const shown = await readOnly(core())
    expect(shown).toMatchObject({
      game: { id: game, status: 'scheduled', home_score: null },
      state: 'running',
      period: 2,
      clock: '09:00',
      home: { score: 20, periods: [20, 0], fouls: 0 },
      away: { score: 21, periods: [18, 3], fouls: 2 },
    })
    expect(shown.last_event).toEqual((await core().caller().games.playByPlay({ id: game })).data.events.at(-1))
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('is in a break between the end of a period and the next play, and counts overtimes', async () => {
    const regular: Play[] = [1, 2, 3, 4].map((period) => [period, '00:00', 'period_end', [20 * period, 20 * period]])
    await core().ingest(running(regular))
    expect(await readOnly(core())).toMatchObject({ state: 'break', period: 4, clock: '00:00' })
    await core().ingest(running([...regular, [4, '00:00', 'other', [80, 80]]]))
    expect(await readOnly(core())).toMatchObject({ state: 'break', period: 4 })
    const overtime: Play[] = [...regular, [5, '04:30', 'two_made', [82, 80], 'home']]
    await core().ingest(running(overtime))
    expect(await readOnly(core())).toMatchObject({
      state: 'running',
      period: 5,
      home: { score: 82, periods: [20, 20, 20, 20, 2] },
      away: { score: 80, periods: [20, 20, 20, 20, 0] },
    })
    await core().ingest(running([...overtime, [5, '00:00', 'game_end', [82, 80]]]))
    expect(await readOnly(core())).toMatchObject({ state: 'ended', game: { status: 'scheduled' }, home: { score: 82 } })
  })

  test('shows a game that only its periods, its box score or its score make known', async () => {
    const periods = { home: [20, 15], away: [18, 20] }
    await core().ingest(scheduledGame({ game: { periods } }))
    const known = {
      state: 'running',
      clock: null,
      last_event: null,
      home: { score: 35, periods: [20, 15], fouls: null },
    }
    expect(await readOnly(core())).toMatchObject({ ...known, period: 2, away: { score: 38 } })
    await core().ingest(scheduledGame({ game: { periods, home_score: 41, away_score: 38 } }))
    const withScore = {
      period: 3,
      home: { score: 41, periods: [20, 15, 6] },
      away: { score: 38, periods: [18, 20, 0] },
    }
    expect(await readOnly(core())).toMatchObject({ state: 'running', ...withScore })
    await core().ingest(scheduledGame({ game: { venue: 'Hall' } }))
    expect(await readOnly(core())).toMatchObject({ game: { venue: 'Hall', home_score: null }, ...withScore })
    expect(await findRebuildChanges(core())).toEqual([])
    await core().ingest(scheduledGame({ game: { periods: null, home_score: null, away_score: null } }))
    expect(await readBoard(core())).toEqual([])
    await core().ingest(scheduledGame({ game: { home_score: 4, away_score: 0 } }))
    expect(await readOnly(core())).toMatchObject({ state: 'running', period: null, home: { score: 4, periods: [] } })
    await core().ingest(
      scheduledGame({
        game: { home_score: null, away_score: null },
        home: { totals: { ...ZERO_STATS, points: 7 } },
        away: { totals: { ...ZERO_STATS, points: 9 } },
      }),
    )
    expect(await readOnly(core())).toMatchObject({ state: 'running', home: { score: 7 }, away: { score: 9 } })
  })

  test('a game whose feed shows a score before tip-off is running, and one that shows 0–0 is not', async () => {
    const later = { date: '2026-11-20', tip_off: '2026-11-20T20:00:00Z' }
    await core().ingest(
      scheduledGame({ game: { ...later, home_score: 0, away_score: 0, periods: { home: [0, 0], away: [0, 0] } } }),
    )
    expect(await readOnly(core())).toMatchObject({ state: 'upcoming', home: { score: null } })
    await core().ingest(scheduledGame({ game: { ...later, home_score: 2, away_score: 0 } }))
    expect(await readOnly(core())).toMatchObject({ state: 'running', home: { score: 2 } })
    for (const [status, home_score, away_score] of [
      ['scheduled', 2, null],
      ['no_result', 2, 0],
    ] as const)
      expect(await core().ingest(scheduledGame({ game: { ...later, status, home_score, away_score } }))).toMatchObject({
        outcome: 'refused',
      })
  })

  test('a final game has its final score and periods, also after a correction', async () => {
    await core().ingest(running(START))
    const final = { date: '2026-11-20', tip_off: '2026-11-20T11:00:00Z' }
    await core().ingest(finalGame([8, 6], { game: final }))
    const shown = { state: 'ended', on_court: null, home: { score: 8, periods: [8, 0, 0, 0] } }
    expect(await readOnly(core())).toMatchObject({ ...shown, away: { score: 6 } })
    await core().ingest(withChanges(finalGame([8, 6], { game: final }), { game: { away_score: 7, periods: null } }))
    expect(await readOnly(core())).toMatchObject({ state: 'ended', home: { score: 8 }, away: { score: 7 } })
    await core().ingest(finalGame([4, 2], { game: { ...final, external_id: 'g2' }, events: null, shots: null }))
    const [, withoutPlays] = await readBoard(core())
    expect(withoutPlays).toMatchObject({
      state: 'ended',
      period: 4,
      home: { score: 4, periods: [4, 0, 0, 0], fouls: null },
    })
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('has the games of the day by tip-off, and those that run, whatever their day', async () => {
    const game = (external_id: string, date: string, tip_off: string | null, changes: BundleChanges = {}) =>
      withChanges(scheduledGame({ game: { external_id, date, tip_off } }), changes)
    const afterMidnight = game('midnight', '2026-11-19', '2026-11-19T22:30:00Z', { events: toEvents(START) })
    const postponed = game('postponed', '2026-11-20', '2026-11-20T18:00:00Z')
    for (const bundle of [
      game('late', '2026-11-20', '2026-11-20T20:00:00Z'),
      game('unknown', '2026-11-20', null),
      game('early', '2026-11-20', '2026-11-20T17:00:00Z'),
      game('yesterday', '2026-11-19', '2026-11-19T17:00:00Z'),
      game('tomorrow', '2026-11-21', '2026-11-21T17:00:00Z'),
      game('called off', '2026-11-20', '2026-11-20T19:00:00Z', { game: { status: 'no_result' } }),
      postponed,
      afterMidnight,
    ])
      await ingestOrThrow(core(), bundle)
    const list = async (parameters: { competition?: string; date?: string } = {}) =>
      (await readBoard(core(), parameters)).map(({ game: { id } }) => id)
    const ids = (...names: string[]) => names.map((name) => sampleId('game', name))
    expect(await list()).toEqual(ids('midnight', 'early', 'postponed', 'called off', 'late', 'unknown'))
    expect(await list({ date: '2026-11-21' })).toEqual(ids('midnight', 'tomorrow'))
    expect(await list({ competition: 'cp_00000000' })).toEqual([])
    await core().ingest(withChanges(postponed, { game: { date: '2026-12-01', tip_off: '2026-12-01T18:00:00Z' } }))
    await core().ingest(withChanges(afterMidnight, { game: { status: 'final', home_score: 80, away_score: 70 } }))
    expect(await list()).toEqual(ids('early', 'called off', 'late', 'unknown'))

    const first = await core().caller().live({ per_page: 3 })
    expect(first.meta).toMatchObject({ count: 3, total: 4, total_pages: 2, next_page: 2 })
    const second = await core()
      .caller()
      .live({ per_page: 3, cursor: first.meta.next_cursor ?? '' })
    expect([...first.data, ...second.data].map(({ game: { id } }) => id)).toEqual(await list())
    expect((await core().caller().live({})).meta).toMatchObject({ per_page: 200, total: 4 })
    expect(await catchServiceError(core().caller('free').live({}))).toMatchObject({ code: 'upgrade_required' })
  })

  test('a reopened game is upcoming, a removed one is gone, and a merged one is on the board once', async () => {
    const { game } = await ingestOrThrow(core(), running(START))
    const other = { external_id: 'g2', date: '2026-11-20', tip_off: '2026-11-20T11:00:00Z' }
    const { game: second } = await ingestOrThrow(core(), scheduledGame({ game: other }))
    await core().mergeRecords(game, second)
    expect(await readOnly(core())).toMatchObject({ game: { id: second }, state: 'running', home: { score: 2 } })
    await core().changeGame(second, { status: 'final', home_score: 80, away_score: 70 })
    await core().reopenGame(second)
    expect(await readOnly(core())).toMatchObject({ state: 'upcoming', home: { score: null }, last_event: null })
    await core().ingest(running(START))
    expect(await readOnly(core())).toMatchObject({ game: { id: second }, state: 'running' })
    await core().removeGame(second)
    expect(await readBoard(core())).toEqual([])
  })

  const five = (team: string) =>
    Array.from({ length: 6 }, (_, n) => ({
      player: `${team}${n}`,
      number: null,
      starter: n < 5,
      played: n < 5,
      seconds: null,
      stats: ZERO_STATS,
      plus_minus: null,
    }))
  const withSheets: BundleChanges = {
    home: { players: five('A') },
    away: { players: five('B') },
    players: ['A', 'B'].flatMap((team) =>
      five(team).map(({ player }) => ({ external_id: player, name: `Player ${player}` })),
    ),
  }
  const names = ({ on_court }: LiveGame) =>
    on_court && { home: on_court.home.map(({ name }) => name), away: on_court.away.map(({ name }) => name) }

  test('has the five of both teams while they are certain, also of players who were merged', async () => {
    await core().ingest(running(START, withSheets))
    const starters = (team: string) => [0, 1, 2, 3, 4].map((n) => `Player ${team}${n}`)
    expect(names(await readOnly(core()))).toEqual({ home: starters('A'), away: starters('B') })
    const out: Play = [1, '08:00', 'substitution_out', [2, 0], 'home', 'A0']
    const into: Play = [1, '08:00', 'substitution_in', [2, 0], 'home', 'A5']
    await core().ingest(running([...START, out], withSheets))
    expect((await readOnly(core())).on_court).toBeNull()
    await core().ingest(running([...START, out, into], withSheets))
    const after = [...starters('A').slice(1), 'Player A5']
    expect(names(await readOnly(core()))).toEqual({ home: after, away: starters('B') })
    const others = {
      home: { team: { external_id: 'C', name: 'Gamma' }, players: five('X') },
      away: { team: { external_id: 'D', name: 'Delta' } },
    }
    const named = five('X').map(({ player }) => ({ external_id: player, name: `Player ${player}` }))
    await core().ingest(scheduledGame({ game: { external_id: 'g2' }, ...others, players: named }))
    await core().mergeRecords(sampleId('player', 'A5'), sampleId('player', 'X5'))
    expect((await readOnly(core())).on_court?.home.at(-1)).toMatchObject({ id: sampleId('player', 'X5') })
    expect(await findRebuildChanges(core())).toEqual([])
    const ghost: Play = [1, '07:00', 'two_made', [4, 0], 'home', 'A0']
    await core().ingest(running([...START, out, into, ghost], withSheets))
    expect((await readOnly(core())).on_court).toBeNull()
  })

  test('goes on in a stream from exactly the board, with one score for every change of it', async () => {
    await core().ingest(running(START))
    const { data, meta } = await core().caller().live({})
    const id = data[0]?.game.id ?? ''
    const stream = await core().caller().stream({ after: meta.stream_after })
    const plays: Play[] = [...START, [1, '09:40', 'assist', [2, 0], 'home']]
    await core().ingest(running(plays)) // the score, the clock and the state are the same
    await core().ingest(running([...plays, [1, '09:20', 'three_made', [2, 3], 'away']]))
    const scores: StreamEvent[] = []
    for await (const event of stream) {
      if (event.event !== 'start') scores.push(event)
      if (scores.length === 1) await core().ingest(running([]))
      if (event.event === 'score' && event.data.state === 'upcoming') break
    }
    expect(scores.map(({ event, data }) => [event, 'state' in data ? data : null])).toEqual([
      ['score', { game: id, state: 'running', period: 1, clock: '09:20', home_score: 2, away_score: 3 }],
      ['game', null],
      ['score', { game: id, state: 'upcoming', period: null, clock: null, home_score: null, away_score: null }],
    ])
  })

  test('/changes does not list scores as a part', async () => {
    await core().ingest(scheduledGame({ game: { home_score: 2, away_score: 0 } }))
    await core().ingest(scheduledGame({ game: { home_score: 4, away_score: 0 } }))
    const { data } = await core().caller().changes.list({})
    expect(data.map(({ parts }) => parts)).toEqual([['game']])
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('the day of the board is the one that it is in each competition', async () => {
    let now = new Date(0)
    const core = await openCore(await testDatabase(kind), { now: () => now })
    for (const time_zone of ['Pacific/Kiritimati', 'America/New_York', null])
      for (const date of ['2026-11-19', '2026-11-20', '2026-11-21']) {
        const slug = time_zone?.split('/')[1]?.toLowerCase().replace('_', '-') ?? 'none'
        await ingestOrThrow(
          core,
          scheduledGame({
            competition: { external_id: slug, slug, name: slug, time_zone },
            season: { external_id: slug },
            game: { external_id: `${slug} ${date}`, date, tip_off: null },
          }),
        )
      }
    const days = async (moment: string) => {
      now = new Date(moment)
      return Object.fromEntries((await readBoard(core)).map(({ game }) => [game.competition.name, game.date]))
    }
    expect(await days('2026-11-20T02:00:00Z')).toEqual({
      kiritimati: '2026-11-20',
      'new-york': '2026-11-19',
      none: '2026-11-20',
    })
    expect(await days('2026-11-20T12:00:00Z')).toEqual({
      kiritimati: '2026-11-21',
      'new-york': '2026-11-20',
      none: '2026-11-20',
    })
  })

  test('games outside the days of the plan are not on the board', async () => {
    const core = await openCore(await testDatabase(kind), { plans: { live: { days_back: 0 } } })
    await core.ingest(scheduledGame({ events: toEvents(START) }))
    await core.ingest(running(START, { game: { external_id: 'g2' } }))
    expect((await core.caller('live').live({})).data.map(({ game: { date } }) => date)).toEqual(['2026-11-20'])
    expect(await readBoard(core)).toHaveLength(2)
  })
})

test('a reader who reconnects at another process goes on from the last score, and none goes backwards', async () => {
  const database = await testDatabase('Postgres')
  const [writer, reader] = [await openCore(database), await openCore(database)]
  const plays: Play[] = [...START]
  let home = 2
  const score = async () => {
    home += 2
    plays.push([1, `0${9 - (home % 9)}:30`, 'two_made', [home, 0], 'home'])
    await writer.ingest(running(plays))
  }
  await writer.ingest(running(plays))
  let after = (await reader.caller().live({})).meta.stream_after
  const scores: number[] = []
  for (const [core, count] of [
    [reader, 3],
    [writer, 2],
    [reader, 3],
  ] as const) {
    await score() // while nobody reads
    const stream = await core.caller().stream({ after })
    let received = 0
    for await (const { id, event, data } of stream) {
      after = id
      if (event !== 'score') continue
      scores.push(data.home_score ?? 0)
      if (++received === count) break
      await score()
    }
  }
  expect(scores).toEqual(scores.map((_, index) => 4 + 2 * index))
  const board = await Promise.all([writer, reader].map((core) => core.caller().live({})))
  expect(board.map(({ data }) => data[0]?.home.score)).toEqual([scores.at(-1), scores.at(-1)])
  expect(board[0]).toEqual(board[1])
})
