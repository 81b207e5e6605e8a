import { describe, expect, test } from 'vitest'
import { totalsAfter, type BoxScore, type Totals } from './player-season-totals.ts'

const GAME: BoxScore['game'] = {
  season_id: 's',
  date: '2026-11-05',
  tip_off: null,
  status: 'final',
  stage: 'regular',
  counts_in_statistics: true,
  home_team_id: 'h',
  away_team_id: 'a',
}
const LINE = { game_id: 'g', player_id: 'p', team_id: 'h', season_id: 's', date: GAME.date, tip_off_order: '-infinity' }
const score = (
  changes: Partial<BoxScore['parts']['lines'][number]> = {},
  game: Partial<BoxScore['game']> = {},
): BoxScore => ({
  game: { ...GAME, ...game },
  parts: {
    lines: [
      {
        ...LINE,
        final: true,
        counted: true,
        side: 'home',
        position: 0,
        starter: true,
        played: true,
        seconds: 600,
        points: 10,
        number: '7',
        ...changes,
      },
    ],
  },
})
/** The totals after the first game. */
const FIRST: Totals[] = totalsAfter(
  [],
  [{ after: score({ points: 8 }, { date: '2026-11-01' }), before: undefined }],
).changed

describe('the totals of a player after a write of one game', () => {
  test('include a new game without a recount', () => {
    const { changed, recount } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    expect(recount).toEqual([])
    expect(changed).toMatchObject([
      {
        games: 2,
        appearances: 2,
        starts: 2,
        points: 18,
        first_date: '2026-11-01',
        last_game: '2026-11-05',
        steals: null,
      },
    ])
  })

  test('change by the difference of a correction without a recount', () => {
    const { changed } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    const corrected = totalsAfter(changed, [{ after: score({ points: 13, starter: false }), before: score() }])
    expect(corrected).toMatchObject({ changed: [{ games: 2, starts: 1, points: 21, number: '7' }], recount: [] })
  })

  test.each([
    ['a removed line', { ...score(), parts: { lines: [] } }, score()],
    ['a value that was unknown', score({ steals: 1 }), score()],
    ['another day', score({}, { date: '2026-11-06' }), score()],
    ['another shirt number', score({ number: '8' }), score()],
    ['a stage that does not count', score({}, { stage: 'preseason' }), score()],
    ['another team', score({ side: 'away' }), score()],
  ] as [string, BoxScore, BoxScore][])('are recounted after %s', (_, after, before) => {
    const { changed } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    expect(totalsAfter(changed, [{ after, before }]).recount).toEqual(['p'])
  })
})
