import { describe, expect, test } from 'vitest'
import { anyDatabase, findRebuildChanges, ingestOrThrow, sharedCore } from '../test-support/core.ts'
import { readGame } from './game.ts'
import {
  boxRow,
  boxscore,
  byPlayer,
  header,
  playByPlay,
  playRow,
  plays,
  points,
  sampleResponses,
} from './test-support/sample-game.ts'

type Fields = Record<string, unknown>

const ZERO = { ScoreA: '0', ScoreB: '0' }
const FIRST_QUARTER = Object.fromEntries(
  [1, 2, 3, 4].flatMap((n) => [
    [`ScoreQuarter${n}A`, 15],
    [`ScoreQuarter${n}B`, 0],
  ]),
)

/** Boxscore of five players a side with the same minutes; the first of the home team has all points. */
const sheets = (Minutes: string, Points: number): Fields => {
  const row = (number: number) =>
    boxRow(number, { Minutes, ...(number === 1 && { Points, FreeThrowsMade: Points, FreeThrowsAttempted: Points }) })
  const sheet = (numbers: number[], total: number) => ({ PlayersStats: numbers.map(row), totr: { Points: total } })
  return boxscore([], {
    ByQuarter: [],
    EndOfQuarter: [],
    Stats: [sheet([1, 2, 3, 4, 5], Points), sheet([11, 12, 13, 14, 15], 0)],
  })
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  const importGame = async (game_code: number, responses: Fields, season_code = 'U2010') => {
    const { game, warnings } = await ingestOrThrow(core(), readGame({ season_code, game_code, ...responses }))
    const { data } = await core().caller().games.get({ id: game })
    return { data, codes: warnings.map(({ code }) => code) }
  }
  const averages = async () => {
    const [competition] = (await core().caller().competitions.list({})).data
    const { data } = await core()
      .caller()
      .leaders.get({ competition: competition?.id ?? '', min_games: 1 })
    return data.leaders.map(({ player, games, total }) => [player.name, games, total])
  }

  test('a game that was never played has no result 30 days after its day', async () => {
    const { data, codes } = await importGame(72, { header: header(ZERO) })
    expect([data.status, codes]).toEqual(['no_result', [...Array(3).fill('missing_responses'), 'unplayed']])
  })

  test('a game that was never scored has no result and no box score', async () => {
    const nothing = playByPlay([[playRow('BP'), playRow('EP')], [], [], [playRow('EG')]])
    const { data, codes } = await importGame(46, {
      header: header(ZERO),
      boxscore: sheets('40:00', 0),
      playbyplay: nothing,
    })
    expect([data.status, codes]).toEqual(['no_result', ['no_score', 'unplayed']])
    expect(data.has).toEqual({ boxscore: false, playbyplay: false, shots: false })
    expect(await averages()).toEqual([])
  })

  test('a game that was broken off after 48 seconds has no result, and its points do not count', async () => {
    const play = playByPlay([
      [playRow('BP'), byPlayer('FTM', 1, '09:12', { POINTS_A: 15 }), playRow('EG', { MINUTE: 1 })],
    ])
    const responses = { boxscore: sheets('0:48', 15), playbyplay: play }
    const { data, codes } = await importGame(32, {
      ...responses,
      header: header({ ScoreA: '15', ScoreB: '0', ...FIRST_QUARTER }),
    })
    expect(data).toMatchObject({ status: 'no_result', home_score: null, has: { boxscore: true, playbyplay: true } })
    expect(codes).toEqual(expect.arrayContaining(['abandoned', 'broken_off', 'minutes_differ']))
    expect(await averages()).toEqual([])
  })

  test('struck results count in statistics, not in the standings', async () => {
    const against = (CodeTeamB: string) => ({
      header: header({ CodeTeamB, TeamB: CodeTeamB, Date: '10/11/2021' }),
      boxscore: boxscore(),
      playbyplay: { ...plays(), CodeTeamB },
      points: points(),
    })
    await importGame(1, against('HIL'), 'E2021')
    await importGame(2, against('CSK'), 'E2021')
    expect((await averages()).slice(0, 1)).toEqual([['Number 1 Player', 2, 8]])
    const [competition] = (await core().caller().competitions.list({})).data
    const { data } = await core()
      .caller()
      .standings.get({ competition: competition?.id ?? '' })
    expect(data.table.map(({ team, played, won }) => [team.name, played, won])).toEqual([
      ['Harbour Lions', 1, 1],
      ['Hill Foxes BC', 1, 0],
    ])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('a complete game has no warning', async () => {
    const { warnings } = await ingestOrThrow(core(), readGame(sampleResponses()))
    expect(warnings).toEqual([])
  })
})
