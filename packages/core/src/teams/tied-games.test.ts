import { describe, expect, test } from 'vitest'
import { anyDatabase, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

/** Player a of team A and player b of team B, with 10 points each in every game. */
const SHEET: SampleGame['sheet'] = {
  home: { players: { a: { points: 10 } } },
  away: { players: { b: { points: 10 } } },
}
const [A, B] = [sampleId('team', 'A'), sampleId('team', 'B')]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const caller = () => core().caller()
  const draw = { id: 'draw', date: '2026-11-20', score: [80, 80], sheet: SHEET } satisfies SampleGame
  const won = (id: string, date: string): SampleGame => ({ id, date, score: [90, 80], sheet: SHEET })
  /** A beat B three times, with a draw before the last. */
  const writeSeries = () =>
    writeGames(core(), won('g1', '2026-11-18'), won('g2', '2026-11-19'), draw, won('g3', '2026-11-21'))

  test('a drawn game counts in the standings as played, with its points, and as neither won nor lost', async () => {
    await writeSeries()
    const { table } = (await caller().standings.get({ competition: sampleId('competition', 'L') })).data
    const shared = { played: 4, points_difference: 30, win_share: 0.75 }
    expect(table).toMatchObject([
      { ...shared, won: 3, lost: 0, points_for: 350, home: '3-0', last_ten: '3-0', streak: 'W3' },
      { played: 4, won: 0, lost: 3, points_for: 320, away: '0-3', last_ten: '0-3', streak: 'L3', win_share: 0 },
    ])
  })

  test('a drawn game is one of a head-to-head, with its points', async () => {
    await writeSeries()
    const { summary, games } = (await caller().teams.headToHead({ id: A, opponent: B })).data
    expect(summary).toMatchObject({ games: 4, won: 3, lost: 0, home: '3-0', average_points_for: 87.5 })
    expect(games).toHaveLength(4)
  })

  test('a drawn game is not part of a form, in the list or in the summary', async () => {
    await writeSeries()
    const form = await caller().teams.form({ id: A, last: 3 })
    expect(form.data.games.map(({ game, result }) => [game.date, result])).toEqual([
      ['2026-11-21', 'W'],
      ['2026-11-19', 'W'],
      ['2026-11-18', 'W'],
    ])
    expect(form.data.summary).toMatchObject({ games: 3, won: 3, lost: 0, average_margin: 10 })
    expect((await caller().teams.form({ id: B })).data.summary).toMatchObject({ games: 3, won: 0, lost: 3 })
  })

  test('a team that has only drawn has an empty form', async () => {
    await writeGames(core(), draw)
    const none = { games: 0, won: 0, lost: 0, average_margin: null, pace: null }
    expect((await caller().teams.form({ id: A })).data).toMatchObject({ summary: none, games: [] })
  })

  test('a drawn game has result null in a game log', async () => {
    await writeSeries()
    for (const [player, result] of [
      ['a', 'W'],
      ['b', 'L'],
    ] as const) {
      const { data } = await caller().players.games({ id: sampleId('player', player) })
      expect(data.map((game) => game.result)).toEqual([result, null, result, result])
    }
  })

  test('a drawn game is in no split by result, and in those of every other kind', async () => {
    await writeSeries()
    const getSplits = async (by: 'result' | 'venue') =>
      (await caller().players.splits({ id: sampleId('player', 'a'), by })).data.splits
    expect(await getSplits('result')).toMatchObject([{ split: 'won', games: 3, points: 10 }])
    expect(await getSplits('venue')).toMatchObject([{ split: 'home', games: 4, points: 10 }])
  })

  test('a player whose only game was drawn has no splits by result', async () => {
    await writeGames(core(), draw)
    expect((await caller().players.splits({ id: sampleId('player', 'b'), by: 'result' })).data.splits).toEqual([])
  })
})
