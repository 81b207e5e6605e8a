import { GameBundle } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { boxscore, header, playByPlay, playRow, points, schedule } from './test-support/sample-game.ts'

const listCodes = ({ notes }: GameBundle) => notes?.map(({ code }) => code)

describe('a result that the league struck from its table', () => {
  const buildGame = (season_code: string, club: string, fields: Record<string, unknown> = {}) =>
    readGame({
      season_code,
      game_code: 61,
      header: header({ CodeTeamA: club, ...fields }),
      boxscore: boxscore(),
      playbyplay: playByPlay([[playRow('2FGM', { POINTS_A: 7, POINTS_B: 5 }), playRow('EG')]], [], { CodeTeamA: club }),
      points: points(),
    })

  test.each([
    ['E2021', 'CSK'],
    ['E2021', 'UNK'],
    ['E2021', 'DYR'],
    ['U2021', 'TIV'],
  ])('in %s, of %s: is final with everything and does not count in the standings', (season, club) => {
    const bundle = buildGame(season, club)
    expect(GameBundle.parse(bundle)).toMatchObject({
      game: { status: 'final', home_score: 7, away_score: 5, counts_in_standings: false },
      home: { team: { external_id: club }, totals: { points: 7 } },
    })
    expect(bundle.home.players).toHaveLength(5)
    expect(bundle.events).toHaveLength(2)
    expect(bundle.shots).toHaveLength(6)
    expect(bundle.notes?.filter(({ code }) => code === 'struck_from_table')).toEqual([
      { code: 'struck_from_table', message: expect.stringMatching(`^A result of ${club} that .+ 22 March 2022`) },
    ])
  })

  test('names both clubs if both are such clubs', () => {
    const clubs = { header: header({ CodeTeamA: 'CSK', CodeTeamB: 'UNK' }) }
    expect(readGame({ season_code: 'E2021', game_code: 61, ...clubs }).notes?.[0]?.message).toContain('of CSK and UNK')
  })

  test.each([
    ['of another club', buildGame('E2021', 'HRB')],
    ['of another season', buildGame('E2020', 'CSK')],
    ['of the other competition', buildGame('U2021', 'CSK')],
    ['of the play-offs', buildGame('E2021', 'CSK', { Phase: 'PLAYOFFS' })],
  ])('is not a result %s', (_, bundle) => {
    expect(bundle.game).toMatchObject({ status: 'final', counts_in_standings: true })
    expect(listCodes(bundle)).not.toContain('struck_from_table')
  })

  test('is none if the game was never played', () => {
    const called = schedule({ played: false, local: { club: { code: 'CSK', name: 'CSKA Moscow' } } })
    expect(readGame({ season_code: 'E2021', game_code: 61, schedule: called }).game).toMatchObject({
      status: 'scheduled',
      counts_in_standings: true,
    })
  })
})
