import { GameBundle, type BundleEvent } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import {
  AWAY,
  boxRow,
  chartRow,
  HOME,
  playRow,
  shotChart,
  statsBox,
  statsPlays,
  summary,
} from './test-support/sample-game.ts'
import { actionV3, byV3, playsV3, shotV3 } from './test-support/sample-v3.ts'

const read = (...responses: unknown[]) =>
  GameBundle.parse(
    readGame(
      '0022500061',
      responses.flatMap((response, at) => toParts(response, `file${at}.json`)),
    ),
  )
const readPlays = (...actions: Parameters<typeof playsV3>) => read(summary(), playsV3(...actions))
const typed = (events: BundleEvent[] | null | undefined) =>
  events?.map(({ type, side, player }) => [type, side, player])
const listTypes = (...actions: Parameters<typeof playsV3>) => typed(readPlays(...actions).events)
const filterNotes = ({ notes }: GameBundle, code: string) => notes?.filter((note) => note.code === code) ?? []

describe('rows of playbyplayv3', () => {
  test.each([
    ['Free Throw', 'Free Throw 1 of 2', 'Name1 Free Throw 1 of 2 (1 PTS)', 'free_throw_made'],
    ['Free Throw', 'Free Throw 1 of 2', 'MISS Name1 Free Throw 1 of 2', 'free_throw_missed'],
    ['Turnover', 'Traveling', 'Name1 Traveling Turnover (P1.T1)', 'turnover'],
    ['Violation', 'Kicked Ball', 'Name1 Violation:Kicked Ball', 'violation'],
    ['Ejection', 'Other', 'Name1 Ejection:Other', 'other'],
  ])('%s, %s becomes %4$s', (actionType, subType, description, type) => {
    expect(listTypes(byV3(1, 4, actionType, { subType, description }))).toEqual([[type, 'home', '1']])
  })

  test.each([
    ['period', 'start', 'period_start'],
    ['period', 'end', 'period_end'],
    ['Timeout', 'Official', 'timeout'],
    ['Instant Replay', 'Coach Challenge Ruling Stands', 'review'],
  ])('%s, %s becomes %s, without a team', (actionType, subType, type) => {
    expect(listTypes(actionV3(4, actionType, { subType, description: actionType }))).toEqual([[type, null, null]])
  })

  test('the id of a team in personId is the side, not a player', () => {
    expect(
      listTypes(
        actionV3(4, 'Timeout', {
          personId: AWAY,
          location: 'v',
          subType: 'Regular',
          description: 'FOXES Timeout: Regular',
        }),
        actionV3(5, 'Turnover', { personId: HOME, location: 'h', description: 'LIONS Turnover: Shot Clock (T#1)' }),
      ),
    ).toEqual([
      ['timeout', 'away', null],
      ['turnover', 'home', null],
    ])
  })

  test('a referee of a replay and a coach, who have no team, are not players', () => {
    const bundle = readPlays(
      actionV3(4, 'Instant Replay', { personId: 120, playerName: 'Referee', playerNameI: 'A. Referee' }),
      actionV3(5, 'Foul', { personId: 130, playerName: 'Coach', playerNameI: 'B. Coach', subType: 'Technical' }),
    )
    expect(typed(bundle.events)).toEqual([
      ['review', null, null],
      ['technical_foul', null, null],
    ])
    expect(bundle.players).toEqual([])
  })

  test('the running score, "" between scores, is on every event', () => {
    const { events } = readPlays(
      actionV3(2, 'period', { subType: 'start', scoreHome: '0', scoreAway: '0' }),
      shotV3(1, 4, { shotResult: 'Made', scoreHome: '2', scoreAway: '0' }),
      byV3(11, 5, 'Turnover'),
    )
    expect(events?.map(({ home_score, away_score }) => [home_score, away_score])).toEqual([
      [0, 0],
      [2, 0],
      [2, 0],
    ])
  })

  test('an unknown type becomes an event of type other, with a note', () => {
    const bundle = readPlays(actionV3(4, 'Fog', { subType: 'Thick', description: 'Fog in the hall' }))
    expect(bundle.events?.[0]).toMatchObject({ type: 'other', description: 'Fog in the hall' })
    expect(filterNotes(bundle, 'unknown_code')[0]?.message).toContain('(Fog Thick)')
  })
})

describe('steals and blocks', () => {
  test('a row of a steal or a block is a part of the turnover or the miss with its number', () => {
    expect(
      listTypes(
        byV3(1, 4, 'Turnover', { subType: 'Bad Pass' }),
        byV3(11, 4, '', { description: 'Name11 STEAL (1 STL)' }),
        byV3(12, 5, '', { description: 'Name12 BLOCK (1 BLK)' }),
        shotV3(2, 5),
      ),
    ).toEqual([
      ['turnover', 'home', '1'],
      ['steal', 'away', '11'],
      ['two_missed', 'home', '2'],
      ['block', 'away', '12'],
      ['shot_blocked', 'home', '2'],
    ])
  })

  test('such a row beside anything else becomes an event of type other, with a note', () => {
    const bundle = readPlays(byV3(1, 4, 'Rebound'), byV3(11, 4, '', { description: 'Name11 STEAL (1 STL)' }))
    expect(bundle.events?.[1]).toMatchObject({ type: 'other', player: '11', description: 'Name11 STEAL (1 STL)' })
    expect(filterNotes(bundle, 'unknown_code')).toHaveLength(1)
  })
})

describe('players whom only the description names', () => {
  const assisted = (name: string) =>
    shotV3(1, 9, { shotResult: 'Made', description: `Name1 2' Layup (2 PTS) (${name} 1 AST)` })
  const secondPlayer = ({ events }: GameBundle, type: string) => events?.find((event) => event.type === type)

  test('an assist, a substitute and the winner of a jump ball are found by the names of other rows', () => {
    expect(
      listTypes(
        byV3(1, 2, 'Jump Ball', { description: 'Jump Ball Name1 vs. Name11: Tip to Name12' }),
        assisted('Name2'),
        byV3(1, 10, 'Substitution', { description: 'SUB: Name2 FOR Name1' }),
        byV3(2, 11, 'Rebound', { description: 'Name2 REBOUND (Off:0 Def:1)' }),
        byV3(12, 12, 'Rebound', { description: 'Name12 REBOUND (Off:0 Def:1)' }),
      )?.slice(0, 5),
    ).toEqual([
      ['jump_ball', 'away', '12'],
      ['two_made', 'home', '1'],
      ['assist', 'home', '2'],
      ['substitution_out', 'home', '1'],
      ['substitution_in', 'home', '2'],
    ])
  })

  test('a name that nobody has gives an event without a player, and a note', () => {
    const bundle = readPlays(assisted('Stranger'))
    expect(secondPlayer(bundle, 'assist')).toMatchObject({ side: 'home', player: null })
    expect(filterNotes(bundle, 'name_unclear')[0]?.message).toContain('1 name in descriptions (Stranger)')
  })

  test('a name of two teammates means neither of them; a name of an opponent means nobody', () => {
    const shared = { playerName: 'Name2', description: 'Name2 REBOUND (Off:0 Def:1)' }
    expect(
      secondPlayer(
        readPlays(assisted('Name2'), byV3(2, 10, 'Rebound', shared), byV3(3, 11, 'Rebound', shared)),
        'assist',
      )?.player,
    ).toBeNull()
    expect(secondPlayer(readPlays(assisted('Name11'), byV3(11, 10, 'Turnover')), 'assist')?.player).toBeNull()
  })

  test('teammates of one family name are told apart by what their own rows put in front of it', () => {
    const family = { playerName: 'Name2', playerNameI: 'A. Name2' }
    const bundle = readPlays(
      assisted('Al Name2'),
      byV3(2, 10, 'Rebound', { ...family, description: 'Al Name2 REBOUND (Off:0 Def:1)' }),
      byV3(3, 11, 'Rebound', { ...family, description: 'Ann Name2 REBOUND (Off:0 Def:1)' }),
    )
    expect(secondPlayer(bundle, 'assist')?.player).toBe('2')
  })

  test.each([
    ['Vučević', 'Vucevic'],
    ['Dončić', 'Doncic'],
    ['Müller-Özil', 'Muller-Ozil'],
    ['D’Angelo', "D'Angelo"],
    ['Le May', 'Le-May'],
    ['T.J. Moss', 'TJ Moss'],
    ['Porter Jr.', 'Porter Jr'],
    ['Porter Jr.', 'Porter'],
    ['Porter', 'Porter III'],
  ])('%s of a row is %s of the descriptions', (playerName, described) => {
    const own = { playerName, playerNameI: `M. ${playerName}`, description: `${described} REBOUND (Off:0 Def:1)` }
    expect(secondPlayer(readPlays(assisted(described), byV3(2, 10, 'Rebound', own)), 'assist')?.player).toBe('2')
    const bench = [boxRow(1), boxRow(2, { PLAYER_NAME: `Max ${playerName}` }), boxRow(11)]
    expect(secondPlayer(read(summary(), playsV3(assisted(described)), statsBox(bench)), 'assist')?.player).toBe('2')
  })

  test('a suffix tells apart teammates whose descriptions have it', () => {
    const row = (player: number, name: string) =>
      byV3(player, player + 9, 'Rebound', { playerName: name, description: `${name} REBOUND (Off:0 Def:1)` })
    const found = (name: string) =>
      secondPlayer(readPlays(assisted(name), row(2, 'Williams'), row(3, 'Williams III')), 'assist')?.player
    expect(['Williams', 'Williams III', 'Williams Jr.'].map(found)).toEqual(['2', '3', null])
  })

  test('the player who goes out is never the one who comes in', () => {
    const bundle = readPlays(byV3(1, 10, 'Substitution', { description: 'SUB: Name1 FOR Name1' }))
    expect(secondPlayer(bundle, 'substitution_in')).toMatchObject({ side: 'home', player: null })
  })

  test('a player without a row of their own is found by the full name in the box score or the shot charts', () => {
    const bench = [boxRow(1), boxRow(2, { PLAYER_NAME: 'Mary Ann Bench' }), boxRow(11)]
    expect(secondPlayer(read(summary(), playsV3(assisted('Bench')), statsBox(bench)), 'assist')?.player).toBe('2')
    const chart = shotChart(chartRow(40, 2, { PLAYER_NAME: 'Mary Bench' }))
    expect(secondPlayer(read(summary(), playsV3(assisted('M. Bench')), chart), 'assist')?.player).toBe('2')
  })
})

describe('fouls', () => {
  const foul = (subType: string, fields = {}) =>
    byV3(1, 4, 'Foul', { subType, description: `Name1 Foul (${subType})`, ...fields })
  const freeThrow = (player: number, actionNumber: number, fields = {}) =>
    byV3(player, actionNumber, 'Free Throw', { subType: 'Free Throw 1 of 2', description: 'Free Throw', ...fields })
  const drawnBy = (...actions: Parameters<typeof playsV3>) =>
    readPlays(...actions)
      .events?.filter(({ type }) => type === 'foul_drawn')
      .map(({ side, player }) => [side, player])

  test.each([
    ['Personal', 'foul'],
    ['Transition Take', 'foul'],
    ['Offensive', 'offensive_foul'],
    ['Offensive Charge', 'offensive_foul'],
    ['Technical', 'technical_foul'],
    ['Defense 3 Second', 'technical_foul'],
    ['Flopping', 'technical_foul'],
    ['Flagrant Type 1', 'unsportsmanlike_foul'],
    ['Flagrant Type 2', 'disqualifying_foul'],
  ])('%s is %s', (subType, type) => {
    expect(readPlays(foul(subType)).events?.[0]?.type).toBe(type)
  })

  test('the shooter of the free throws drew the foul', () => {
    expect(drawnBy(foul('Shooting'), freeThrow(11, 5), freeThrow(11, 6))).toEqual([['away', '11']])
  })

  test('a foul without free throws, or one after which anybody may shoot, was drawn by some player of the other team', () => {
    expect(drawnBy(foul('Personal'))).toEqual([['away', null]])
    expect(drawnBy(foul('Transition Take'), freeThrow(11, 5))).toEqual([['away', null]])
    expect(drawnBy(foul('Personal'), freeThrow(11, 5, { clock: 'PT11M00.00S' }))).toEqual([['away', null]])
    expect(drawnBy(foul('Personal'), freeThrow(11, 5, { subType: 'Free Throw Technical' }))).toEqual([['away', null]])
  })

  test('two fouls or two shooters at that moment, or a shooter who came in then, leave it open', () => {
    expect(drawnBy(foul('Personal'), foul('Shooting', { actionNumber: 5 }), freeThrow(11, 6))).toEqual([
      ['away', null],
      ['away', null],
    ])
    expect(drawnBy(foul('Shooting'), freeThrow(11, 5), freeThrow(12, 6))).toEqual([['away', null]])
    const substitution = byV3(12, 5, 'Substitution', { description: 'SUB: Name11 FOR Name12' })
    expect(drawnBy(foul('Shooting'), substitution, freeThrow(11, 6))).toEqual([['away', null]])
  })

  test('nobody draws a technical foul', () => {
    expect(drawnBy(foul('Technical'))).toEqual([])
  })

  test('a double foul is one of each of its two players', () => {
    const double = (subType: string, description: string) =>
      listTypes(foul(subType, { description }), byV3(11, 5, 'Turnover'))?.slice(0, 2)
    expect(double('Double Technical', 'Double Technical - Name1, Name11 (A. Referee)')).toEqual([
      ['technical_foul', 'home', '1'],
      ['technical_foul', 'away', '11'],
    ])
    expect(double('Double Personal', 'Foul : Double Personal - Name1 (4 PF), Name11 (1 PF) (A. Referee)')).toEqual([
      ['foul', 'home', '1'],
      ['foul', 'away', '11'],
    ])
  })
})

describe('shots', () => {
  const three = shotV3(1, 4, {
    clock: 'PT11M30.50S',
    shotResult: 'Made',
    shotValue: 3,
    xLegacy: -230,
    yLegacy: 0,
    description: "Name1 23' 3PT Jump Shot (3 PTS)",
  })

  test('have value, location and distance without shot charts', () => {
    const bundle = readPlays(three, byV3(2, 5, 'Rebound'))
    expect(bundle.shots).toEqual([
      expect.objectContaining({
        seq: 1,
        player: '1',
        side: 'home',
        value: 3,
        made: true,
        x_ft: -23,
        y_ft: 0,
        distance_ft: 23,
      }),
    ])
    expect(bundle.events?.[0]).toMatchObject({ type: 'three_made', clock: '11:30.5', distance_ft: 23 })
    expect(filterNotes(bundle, 'missing_responses')[0]?.message).toBe('Missing response: box score.')
  })

  test('have false flags, because neither playbyplayv3 nor shot charts record them', () => {
    const flags = { fastbreak: false, second_chance: false, off_turnover: false, at: null }
    expect(readPlays(three).shots).toEqual([expect.objectContaining(flags)])
    expect(read(summary(), shotChart(chartRow(4, 1))).shots).toEqual([expect.objectContaining(flags)])
  })

  test('of one shot chart are completed by playbyplayv3', () => {
    const chart = shotChart(chartRow(4, 1, { SHOT_MADE_FLAG: 1, SHOT_TYPE: '3PT Field Goal', LOC_X: -230, LOC_Y: 0 }))
    const bundle = read(summary(), playsV3(three, shotV3(11, 6)), chart)
    expect(bundle.shots?.map(({ seq, player }) => [seq, player])).toEqual([
      [1, '1'],
      [2, '11'],
    ])
    expect(filterNotes(bundle, 'responses_differ')).toEqual([])
  })

  test('that differ from the shot charts are taken from the shot charts, with a note', () => {
    const bundle = read(summary(), playsV3(three), shotChart(chartRow(4, 1, { LOC_X: 10, LOC_Y: 0 })))
    expect(bundle.shots).toEqual([expect.objectContaining({ value: 2, made: false, x_ft: 1 })])
    expect(filterNotes(bundle, 'responses_differ')[0]?.message).toContain(
      '1 shot that the shot charts and playbyplayv3',
    )
  })

  test.each([
    ['teamId', { teamId: AWAY, location: 'v' }],
    ['personId', { personId: AWAY, location: 'v' }],
    ['location alone', { location: 'v' }],
  ])('a heave is a missed three of the team alone, which the row names by its %s', (_, fields) => {
    const subType = 'Team Field Goal Attempt'
    const bundle = readPlays(shotV3(1, 4), actionV3(7, 'Heave', { subType, description: 'Team Heave', ...fields }))
    expect(typed(bundle.events)?.at(-1)).toEqual(['three_missed', 'away', null])
    expect(bundle.shots?.at(-1)).toMatchObject({
      seq: 2,
      side: 'away',
      player: null,
      value: 3,
      made: false,
      x_ft: null,
    })
    expect(bundle.notes.map(({ code }) => code)).toEqual(['missing_responses'])
  })

  test('a heave may have a location', () => {
    const bundle = readPlays(actionV3(7, 'Heave', { teamId: HOME, xLegacy: 10, yLegacy: 500 }))
    expect(bundle.shots?.[0]).toMatchObject({ side: 'home', y_ft: 50 })
    expect(bundle.events?.[0]).toMatchObject({ distance_ft: 50 })
  })
})

test('without a summary, home and away come from the rows and the score from the end of the last period', () => {
  const bundle = read(
    playsV3(
      shotV3(1, 2, { shotResult: 'Made', scoreHome: '2', scoreAway: '0' }),
      byV3(11, 3, 'Turnover'),
      actionV3(9, 'period', { subType: 'end', period: 4, clock: 'PT00M00.00S', scoreHome: '2', scoreAway: '0' }),
    ),
    shotChart(chartRow(2, 1, { SHOT_MADE_FLAG: 1 })),
  )
  expect(bundle.game).toMatchObject({ status: 'final', date: '2025-11-07', home_score: 2, away_score: 0 })
  expect([bundle.home.team.external_id, bundle.away.team.external_id]).toEqual([String(HOME), String(AWAY)])
})

test('a team that no response names has its known name', () => {
  const aces = { teamId: 1611661319 }
  const bundle = read(playsV3(shotV3(1, 2), byV3(11, 3, 'Turnover', aces)), shotChart(chartRow(2, 1)))
  expect([bundle.home.team.name, bundle.away.team.name]).toEqual(['Harbour Lions', 'Las Vegas Aces'])
  expect(bundle.away.team.aliases).toEqual(['Las Vegas Aces', 'LVA', 'San Antonio Stars', 'San Antonio Silver Stars'])
})

test('playbyplayv2 and v3 of one game are two responses: v2 has the players, v3 adds the shots', () => {
  const bundle = read(
    summary(),
    statsPlays(
      playRow(4, [1, 1], [1, 2], {
        HOMEDESCRIPTION: "Name1 2' Layup (2 PTS) (Stranger 1 AST)",
        SCORE: '0 - 2',
      }),
    ),
    playsV3(shotV3(1, 4, { shotResult: 'Made', xLegacy: 10, description: "Name1 2' Layup (2 PTS) (Stranger 1 AST)" })),
  )
  expect(typed(bundle.events)).toEqual([
    ['two_made', 'home', '1'],
    ['assist', 'home', '2'],
  ])
  expect(bundle.shots).toEqual([expect.objectContaining({ seq: 1, x_ft: 1 })])
  expect(bundle.players.map(({ name }) => name)).toEqual(['Name 1', 'Name 2'])
  expect(bundle.notes.map(({ code }) => code)).toEqual(['missing_responses'])
})

test('the full name in a shot chart is preferred to the initial in playbyplayv3', () => {
  const rows = playsV3(shotV3(1, 4))
  expect(read(summary(), rows).players.map(({ name }) => name)).toEqual(['A. Name1'])
  expect(read(summary(), rows, shotChart(chartRow(4, 1))).players.map(({ name }) => name)).toEqual(['Name 1'])
})
