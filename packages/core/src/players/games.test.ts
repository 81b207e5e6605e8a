import { beforeEach, describe, expect, test } from 'vitest'
import { PlayerGame } from '../contract/index.ts'
import {
  anyDatabase,
  sampleId,
  NOT_RECORDED,
  sampleRef,
  catchServiceError,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

/** The games of player p, newest first. */
const NEWEST_FIRST: SampleGame[] = [
  { id: 'late', date: '2026-11-03', tip_off: '2026-11-03T20:00:00Z' },
  { id: 'early', date: '2026-11-03', tip_off: '2026-11-03T18:00:00Z' },
  { id: 'no tip-off 1', date: '2026-11-03' },
  { id: 'no tip-off 2', date: '2026-11-03' },
  { id: 'of another season', date: '2026-11-02', league: 'CUP' },
  { id: 'preseason', date: '2026-09-20', stage: 'preseason' },
  { id: 'all-star', date: '2026-02-14', year: 2025, stage: 'all-star' },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['players']['games']>[0], 'id'>
  const log = (input: Input = {}) =>
    core()
      .caller('live')
      .players.games({ id: sampleId('player', 'p'), ...input })
  const readIds = async (input: Input = {}) => (await log(input)).data.map(({ game }) => game.id)
  const gameIds = (games: SampleGame[]) => games.map(({ id }) => sampleId('game', id))

  describe('a game log of seven games', () => {
    beforeEach(async () => {
      const sheet = { home: { players: { p: {} } } }
      await writeGames(core(), ...NEWEST_FIRST.toReversed().map((game) => ({ ...game, sheet })))
    })

    test('has games of every stage and season, newest first by date, tip-off and id, unknown tip-offs last', async () => {
      const ids = await readIds()
      expect(ids.slice(0, 2)).toEqual(gameIds(NEWEST_FIRST.slice(0, 2)))
      expect(ids.slice(2, 4)).toEqual(gameIds(NEWEST_FIRST.slice(2, 4)).toSorted())
      expect(ids.slice(4)).toEqual(gameIds(NEWEST_FIRST.slice(4)))
    })

    test('is the same by cursor and by page number, for any per_page', async () => {
      const all = await readIds()
      for (const per_page of [1, 2, 3, 7]) {
        const [byCursor, byPage]: [string[], string[]] = [[], []]
        let cursor: string | null | undefined
        for (let page = 1; cursor !== null; page++) {
          const next = await log({ per_page, ...(cursor && { cursor }) })
          byCursor.push(...next.data.map(({ game }) => game.id))
          const { data, meta } = await log({ per_page, page })
          byPage.push(...data.map(({ game }) => game.id))
          expect(meta).toMatchObject({ total: 7, total_pages: Math.ceil(7 / per_page), page })
          cursor = next.meta.next_cursor
        }
        expect([byCursor, byPage]).toEqual([all, all])
      }
    })

    test('can be filtered by season and days together', async () => {
      expect(await readIds({ season: sampleId('season', 'CUP2026') })).toEqual([sampleId('game', 'of another season')])
      expect(await readIds({ from: '2026-11-02' })).toHaveLength(5)
      expect(await readIds({ to: '2026-09-20' })).toEqual(gameIds(NEWEST_FIRST.slice(5)))
      expect(await readIds({ from: '2026-09-20', to: '2026-11-02' })).toEqual(gameIds(NEWEST_FIRST.slice(4, 6)))
      expect(await readIds({ season: sampleId('season', 'L2026'), to: '2026-11-02' })).toEqual([
        sampleId('game', 'preseason'),
      ])
      const { data, meta } = await log({ season: 'ss_00000000' })
      expect([data, meta]).toEqual([[], expect.objectContaining({ total: 0 })])
      expect(await catchServiceError(log({ from: '2026-11-03', to: '2026-11-02' }))).toMatchObject({
        code: 'bad_request',
      })
    })

    test('rejects a cursor of other filters or of another player', async () => {
      const { meta } = await log({ per_page: 1 })
      const cursor = meta.next_cursor ?? ''
      expect(await catchServiceError(log({ cursor, from: '2026-01-01' }))).toMatchObject({ code: 'bad_request' })
      await writeGames(core(), { id: 'of q', sheet: { home: { players: { q: {} } } } })
      const ofOther = core()
        .caller()
        .players.games({ id: sampleId('player', 'q'), cursor })
      expect(await catchServiceError(ofOther)).toMatchObject({ code: 'bad_request' })
    })
  })

  test('a line has the team of the box score, and venue, result and scores from its perspective', async () => {
    const line = { number: '00', starter: false, seconds: 1570, points: 9, three_made: 3, three_attempted: 4 }
    await writeGames(
      core(),
      { id: 'home', date: '2026-11-02', score: [90, 80], sheet: { home: { players: { p: line } } } },
      {
        id: 'away',
        date: '2026-11-01',
        home: 'C',
        away: 'D',
        score: [90, 80],
        sheet: { away: { players: { p: {} } } },
      },
    )
    const { data } = await log()
    expect(data[0]).toEqual({
      game: {
        id: sampleId('game', 'home'),
        date: '2026-11-02',
        competition: sampleRef('competition', 'L'),
        season: sampleRef('season', 'L2026'),
        stage: 'regular',
      },
      team: sampleRef('team', 'A'),
      opponent: sampleRef('team', 'B'),
      venue: 'home',
      result: 'W',
      team_score: 90,
      opponent_score: 80,
      number: '00',
      starter: false,
      played: true,
      minutes: '26:10',
      seconds: 1570,
      points: 9,
      two_made: 0,
      two_attempted: 0,
      three_made: 3,
      three_attempted: 4,
      free_throws_made: 0,
      free_throws_attempted: 0,
      offensive_rebounds: 0,
      defensive_rebounds: 0,
      rebounds: 0,
      assists: 0,
      steals: 0,
      turnovers: 0,
      blocks: 0,
      blocks_received: 0,
      fouls: 0,
      fouls_drawn: 0,
      performance_index: 8,
      field_goals_made: 3,
      field_goals_attempted: 4,
      plus_minus: null,
    })
    expect(data[1]).toMatchObject({
      team: sampleRef('team', 'D'),
      opponent: sampleRef('team', 'C'),
      venue: 'away',
      result: 'L',
      team_score: 80,
      opponent_score: 90,
    })
  })

  test('a line has exactly the fields of the contract', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { p: {} } } } })
    const [line] = (await log()).data
    expect(PlayerGame.strict().parse(line)).toEqual(line)
  })

  test('a game in which the player did not play is in the log, with unrecorded statistics null', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { p: { ...NOT_RECORDED, played: false } } } } })
    const { data } = await log()
    expect(data).toMatchObject([{ played: false, minutes: null, seconds: null, points: null, performance_index: null }])
  })

  test('the total counts the games of every team, season and stage, played or not, but no game that is not final', async () => {
    const p = { p: {} }
    const idle = { p: { ...NOT_RECORDED, played: false } }
    await writeGames(
      core(),
      { id: 'played', sheet: { home: { players: p } } },
      { id: 'idle', sheet: { home: { players: idle } } },
      { id: 'idle in preseason', stage: 'preseason', sheet: { home: { players: idle } } },
      { id: 'for another team', home: 'C', sheet: { home: { players: p } } },
      { id: 'in another season', league: 'CUP', sheet: { away: { players: p } } },
      { id: 'idle in another season', league: 'CUP', home: 'C', sheet: { away: { players: idle } } },
      { id: 'in progress', status: 'scheduled', sheet: { home: { players: idle } } },
      { id: 'of others', sheet: { home: { players: { q: idle.p } } } },
    )
    const getTotal = async (input: Input) => {
      const { data, meta } = await log(input)
      expect(meta).toMatchObject({ total: data.length })
      return data.length
    }
    expect(await getTotal({})).toBe(6)
    expect(await getTotal({ season: sampleId('season', 'L2026') })).toBe(4)
    expect(await getTotal({ season: sampleId('season', 'CUP2026') })).toBe(2)
    expect(await getTotal({ from: '2026-01-01' })).toBe(6)
    // The last two lines are removed by corrections: of the season, and of the player.
    await writeGames(
      core(),
      { id: 'in another season', league: 'CUP', sheet: { away: { players: { q: {} } } } },
      { id: 'idle in another season', league: 'CUP', home: 'C', sheet: { away: { players: { q: {} } } } },
    )
    expect(await getTotal({ season: sampleId('season', 'CUP2026') })).toBe(0)
    expect(await getTotal({})).toBe(4)
  })

  test('games that are not final are not in the game log', async () => {
    const sheet = { home: { players: { p: {} } } }
    await writeGames(
      core(),
      { id: 'in progress', status: 'scheduled', sheet },
      { id: 'abandoned', status: 'no_result', sheet },
    )
    expect((await log()).data).toEqual([])
    expect((await log()).meta).toMatchObject({ total: 0 })
  })

  test('a game with overtime counts with its full score and statistics', async () => {
    await writeGames(core(), {
      id: 'overtime',
      score: [97, 90],
      periods: { home: [20, 20, 20, 20, 17], away: [20, 20, 20, 20, 10] },
      sheet: { home: { players: { p: { seconds: 2700, points: 40 } } } },
    })
    expect((await log()).data).toMatchObject([{ minutes: '45:00', points: 40, team_score: 97, opponent_score: 90 }])
  })
})
