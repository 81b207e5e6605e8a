import { describe, expect, test } from 'vitest'
import { readPlays } from './events.ts'
import { createFindPerson } from './people.ts'
import { PlayResponse, PointsResponse } from './schemas.ts'
import { byPlayer, playByPlay, playRow, shotRow } from './test-support/sample-game.ts'

type Rows = Record<string, unknown>[]

const read = (quarters: Rows[], extraTime: Rows | null = [], shots: Rows = []) =>
  readPlays(
    PlayResponse.parse(playByPlay(quarters, extraTime)),
    new Map(PointsResponse.parse({ Rows: shots }).Rows.map((row) => [row.NUM_ANOT ?? 0, row])),
    { home: 'HRB', away: 'HIL' },
    createFindPerson('E2022'),
  )
const listCodes = (plays: ReturnType<typeof read>) => plays.notes.map(({ code }) => code)

test('events keep the order of the response, not of NUMBEROFPLAY', () => {
  const { events, positions } = read([
    [byPlayer('2FGM', 1, '09:40', { NUMBEROFPLAY: 8 }), byPlayer('AS', 2, '09:40', { NUMBEROFPLAY: 30 })],
    [byPlayer('ST', 11, '09:00', { NUMBEROFPLAY: 9 })],
  ])
  expect(events.map(({ type }) => type)).toEqual(['two_made', 'assist', 'steal'])
  expect(positions.get(9)).toEqual({ seq: 3, period: 2 })
})

test('every event has the running score, which starts at 0', () => {
  const { events } = read([
    [
      playRow('BP'),
      byPlayer('FTM', 1, '09:00', { POINTS_A: 1 }),
      byPlayer('D', 11, '08:50'),
      byPlayer('2FGM', 11, '08:40', { POINTS_A: 1, POINTS_B: 2 }),
      playRow('EP'),
    ],
  ])
  expect(events.map(({ home_score, away_score }) => [home_score, away_score])).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 2],
    [1, 2],
  ])
})

test('an overtime ends at EP, so substitutions before BP belong to the next one', () => {
  const { events } = read(
    [[], [], [], [playRow('EP', { MINUTE: 41 })]],
    [
      byPlayer('IN', 1, '05:00', { MINUTE: 41 }),
      playRow('BP', { MINUTE: 41 }),
      playRow('EP', { MINUTE: 46 }),
      byPlayer('IN', 2, '05:00', { MINUTE: 46 }),
      playRow('BP', { MINUTE: 46 }),
      byPlayer('2FGM', 2, '00:10', { MINUTE: 50 }),
      playRow('EP', { MINUTE: 51 }),
      playRow('EG', { MINUTE: 51 }),
    ],
  )
  expect(events.map(({ period }) => period)).toEqual([4, 5, 5, 5, 6, 6, 6, 6, 6])
  expect(events.map(({ clock }) => clock)).toEqual([
    '00:00',
    '05:00',
    '05:00',
    '00:00',
    '05:00',
    '05:00',
    '00:10',
    '00:00',
    '00:00',
  ])
})

test('overtimes without BP and games without ExtraTime are read', () => {
  const withoutBegin = read([], [playRow('EP'), byPlayer('2FGM', 1, '04:00'), playRow('EP'), playRow('EG')])
  expect(withoutBegin.events.map(({ period }) => period)).toEqual([5, 6, 6, 6])
  expect(read([[playRow('BP')]], null).events).toHaveLength(1)
})

test('an overtime whose start is missing begins with its first minute', () => {
  const { events } = read(
    [],
    [
      byPlayer('2FGM', 1, '00:10', { MINUTE: 45 }),
      byPlayer('2FGM', 1, '04:48', { MINUTE: 46 }),
      playRow('EP', { MINUTE: 51 }),
    ],
  )
  expect(events.map(({ period }) => period)).toEqual([5, 6, 6])
})

test('rows of 09:00 at the start of a period are of 10:00 if the next one has more time left', () => {
  const start = (next: string) =>
    read([
      [],
      [
        playRow('BP'),
        byPlayer('IN', 1, '09:00', { MINUTE: 11 }),
        byPlayer('OUT', 2, '09:00', { MINUTE: 11 }),
        byPlayer('2FGM', 2, next, { MINUTE: 11 }),
      ],
    ]).events.map(({ clock }) => clock)
  expect(start('09:51')).toEqual(['10:00', '10:00', '10:00', '09:51'])
  expect(start('08:51')).toEqual(['10:00', '09:00', '09:00', '08:51'])
})

test('coaches have a side and no player', () => {
  const { events, people } = read([
    [
      playRow('C', { CODETEAM: 'HRB       ', PLAYER_ID: 'CO_A      ', PLAYINFO: 'Coach Foul (1)' }),
      playRow('B', { PLAYER_ID: 'AC_B      ' }),
    ],
  ])
  expect(events).toMatchObject([
    { side: 'home', player: null, type: 'technical_foul', description: 'Coach Foul (1)' },
    { side: 'away', player: null, type: 'technical_foul', description: 'Bench Foul' },
  ])
  expect(people).toEqual([])
})

test("an event without a player is the team's; without a team it has no side", () => {
  const { events } = read([[playRow('O', { CODETEAM: 'HIL       ' }), playRow('TOUT_TV', { MARKERTIME: '04:12' })]])
  expect(events).toMatchObject([
    { side: 'away', player: null, type: 'offensive_rebound' },
    { side: null, player: null, type: 'timeout', clock: '04:12' },
  ])
})

test('padded codes and clocks are trimmed', () => {
  const { events, notes } = read([[byPlayer('CMTI      ', 1, '02:00     ')]])
  expect(events).toMatchObject([{ type: 'foul', clock: '02:00' }])
  expect(notes).toEqual([])
})

test('descriptions are those of the feed with single blanks, or those of the code', () => {
  const { events } = read([[byPlayer('2FGM', 1, '09:00', { PLAYINFO: 'Two Pointer (4/4 -  12 pt)' }), playRow('JB')]])
  expect(events.map(({ description }) => description)).toEqual(['Two Pointer (4/4 - 12 pt)', 'Jump Ball'])
})

test('an unknown code becomes an event of type other, with one note', () => {
  const { events, notes } = read([
    [byPlayer('ZZ', 1, '09:00', { PLAYINFO: 'Something New (1)' }), byPlayer('ZZ', 2, '08:10'), playRow('')],
  ])
  expect(events.map(({ type, description }) => [type, description])).toEqual([
    ['other', 'ZZ Something New (1)'],
    ['other', 'ZZ'],
    ['other', 'Event without a code'],
  ])
  expect(notes).toEqual([
    { code: 'unknown_code', message: '3 events with an unknown code (ZZ, blank), stored as other.' },
  ])
})

test('impossible clocks are null or corrected, and a note counts them', () => {
  const plays = read([
    [byPlayer('2FGA', 1, 'ND'), byPlayer('2FGA', 1, '00:-1')],
    [byPlayer('2FGA', 1, '10:35', { MINUTE: 20 })],
  ])
  expect(plays.events.map(({ clock }) => clock)).toEqual([null, null, '00:35'])
  expect(listCodes(plays)).toEqual(['clock_unreadable', 'clock_corrected'])
})

describe('a clock that jumps back', () => {
  test('by more than five seconds in a period gets a note; order and clock stay', () => {
    const plays = read([[byPlayer('2FGM', 1, '00:25'), byPlayer('2FGA', 11, '01:00'), byPlayer('D', 1, '00:55')]])
    expect(plays.events.map(({ clock }) => clock)).toEqual(['00:25', '01:00', '00:55'])
    expect(plays.notes[0]?.message).toContain('by up to 35 seconds')
  })

  test('by a few seconds, or between periods, gets no note', () => {
    expect(
      listCodes(read([[byPlayer('D', 1, '00:05'), byPlayer('D', 1, '00:08')], [byPlayer('D', 1, '10:00')]])),
    ).toEqual([])
  })
})

test('a game that ends before its last minute was broken off; its last event has no clock', () => {
  const plays = read([[], [], [], [byPlayer('CMD', 1, '01:40', { MINUTE: 39 }), playRow('EG', { MINUTE: 39 })]])
  expect(plays.events.at(-1)).toMatchObject({ type: 'game_end', clock: null })
  expect(listCodes(plays)).toEqual(['broken_off'])
})

test('a repeated end of the game is still an event, with a note', () => {
  const plays = read([[], [], [], [playRow('EG', { MINUTE: 41 }), playRow('EG', { MINUTE: 41 })]])
  expect(plays.events).toHaveLength(2)
  expect(listCodes(plays)).toEqual(['game_end_repeated'])
})

test('an event of another team has no side, with a note', () => {
  const plays = read([[playRow('TOUT', { CODETEAM: 'XYZ       ', MARKERTIME: '09:00' })]])
  expect(plays.events[0]?.side).toBeNull()
  expect(listCodes(plays)).toEqual(['unknown_team'])
})

test('an event without its team or its player has none, with a note', () => {
  const plays = read([[byPlayer('ST', 1, '09:00', { CODETEAM: '', PLAYER_ID: '' }), playRow('TOUT_TV')]])
  expect(plays.events.map(({ side, player }) => [side, player])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(listCodes(plays)).toEqual(['unknown_team', 'player_missing'])
})

test('a row that is there twice is one event, and another event with its number is one more, each with a note', () => {
  const steal = byPlayer('ST', 1, '09:00', { NUMBEROFPLAY: 7 })
  const plays = read([[steal, { ...steal }, byPlayer('TO', 11, '09:00', { NUMBEROFPLAY: 7 })]])
  expect(plays.events.map(({ type }) => type)).toEqual(['steal', 'turnover'])
  expect(plays.notes.map(({ code, message }) => [code, message.slice(0, 8)])).toEqual([
    ['event_repeated', '1 event '],
    ['event_number_repeated', '1 event '],
  ])
})

test('a basket that does not change the running score gets a note', () => {
  const plays = read([[byPlayer('2FGM', 1, '09:00'), byPlayer('FTM', 1, '08:10', { POINTS_A: 3 })]])
  expect(plays.events.map(({ home_score }) => home_score)).toEqual([0, 3])
  expect(plays.notes).toEqual([
    expect.objectContaining({ code: 'score_skips', message: expect.stringMatching(/^2 events /) }),
  ])
})

test('a falling running score is unchanged; ingest warns of it', () => {
  const plays = read([[byPlayer('2FGM', 1, '09:00', { POINTS_A: 2 }), byPlayer('FTM', 1, '08:10', { POINTS_A: 1 })]])
  expect(plays.events.at(-1)?.home_score).toBe(1)
  expect(listCodes(plays)).toEqual([])
})

test('a field goal has the distance of its shot in whole feet; null without a location', () => {
  const { events } = read(
    [
      [
        byPlayer('3FGM', 1, '09:00'),
        byPlayer('2FGA', 1, '08:00'),
        byPlayer('FTM', 1, '07:00'),
        byPlayer('2FGA', 1, '06:00'),
      ],
    ],
    [],
    [
      shotRow(1, 1, '3FGM', { COORD_X: 300, COORD_Y: 640 }),
      shotRow(2, 1, '2FGA', { COORD_X: -1, COORD_Y: -1 }),
      shotRow(3, 1, 'FTM', { COORD_X: -1, COORD_Y: -1 }),
      shotRow(4, 1, '2FGA', { COORD_X: 0, COORD_Y: 0 }),
    ],
  )
  expect(events.map(({ distance_ft }) => distance_ft)).toEqual([23, null, null, 0])
})
