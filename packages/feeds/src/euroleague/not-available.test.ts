import { GameBundle } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import {
  boxRow,
  boxscore,
  byPlayer,
  header,
  playByPlay,
  playRow,
  schedule,
  shotRow,
} from './test-support/sample-game.ts'

const only = (responses: Record<string, unknown>) => readGame({ season_code: 'E2022', game_code: 61, ...responses })

describe('"N/D" means not available', () => {
  test('as the code of a team, which is taken from another response and from the score sheets', () => {
    const none = { CODETEAM: 'N/D       ' }
    const quarter = [
      byPlayer('2FGM', 1, '09:40', { ...none, POINTS_A: 2 }),
      byPlayer('AS', 2, '09:40', none),
      byPlayer('3FGM', 11, '08:30', { POINTS_A: 2, POINTS_B: 3 }),
      playRow('TOUT', none),
    ]
    const bundle = only({
      header: header(),
      boxscore: boxscore([1, 2, 3, 4, 5].map((number) => boxRow(number, { Team: 'N/D' }))),
      playbyplay: playByPlay([quarter], [], { CodeTeamA: 'N/D       ' }),
      points: { Rows: [shotRow(1, 1, '2FGM', { TEAM: 'N/D' }), shotRow(3, 11, '3FGM')] },
      schedule: schedule({ local: { club: { code: 'N/D', name: 'N/D' }, score: 7 } }),
    })
    expect(GameBundle.safeParse(bundle).success).toBe(true)
    expect(bundle.home.team).toMatchObject({ external_id: 'HRB', name: 'Harbour Lions' })
    expect(bundle.events?.map(({ side }) => side)).toEqual(['home', 'home', 'away', null])
    expect(bundle.shots?.map(({ side }) => side)).toEqual(['home', 'away'])
    expect(bundle.notes?.find(({ code }) => code === 'team_code_missing')?.message).toMatch(/score sheet: 3\.$/)
  })

  test.each(['N/D', 'n/d', ' N/D  '])('as %j in every text of the Header', (none) => {
    const blank = Object.fromEntries(
      ['Round', 'Hour', 'Stadium', 'Capacity', 'CoachA', 'CoachB', 'Phase', 'PhaseReducedName', 'TeamB'].map((name) => [
        name,
        none,
      ]),
    )
    const bundle = only({ header: header({ ...blank, Referee1: none, Referee2: none }) })
    expect(bundle).toMatchObject({
      game: {
        round: null,
        tip_off: null,
        venue: null,
        attendance: null,
        stage: null,
        officials: [{ name: 'Cy Third', role: 'referee' }],
      },
      home: { coach: null },
      away: { coach: null, team: { name: 'HIL' } },
    })
  })

  test('in the list of referees and as the minutes or number of a player', () => {
    const bundle = only({
      header: header({ Referee1: '', Referee2: '', Referee3: '' }),
      boxscore: boxscore([boxRow(1, { Minutes: 'N/D', Dorsal: 'N/D' })], { Referees: 'FIRST, ANA, N/D' }),
    })
    expect(bundle.game.officials).toEqual([{ name: 'Ana First', role: 'referee' }])
    expect(bundle.home.players?.[0]).toMatchObject({ number: null, played: false, seconds: null })
  })
})
