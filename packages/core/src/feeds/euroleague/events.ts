import type { BundleEvent } from '../../ingest/game-bundle.ts'
import { fullClock, lastMinute, readClock, secondsOf, type ClockReading } from './clock.ts'
import { fieldGoalOf, playOf } from './codes.ts'
import { counted, noteIf, type Note } from './notes.ts'
import { personOf, type Person } from './people.ts'
import type { PlayAnswer, PlayRow, ShotRow } from './schemas.ts'
import { benchSide, sideOf, type Teams } from './sides.ts'
import { distanceFt } from './spots.ts'

/** Bench officials type late; only a longer way back says that a clock is wrong. */
const TYPING_SECONDS = 5

/** Where an event ended up: its seq (place from 1) and period. */
export interface Place {
  seq: number
  period: number
}

/** The play-by-play of a game. */
export interface Plays {
  events: BundleEvent[]
  /** By NUMBEROFPLAY. */
  places: Map<number, Place>
  people: Person[]
  notes: Note[]
}

interface Timed {
  row: PlayRow
  period: number
}

const overtimes = (rows: PlayRow[]): Timed[] => {
  const amount = (code: string) => rows.filter((row) => row.PLAYTYPE === code).length
  // Substitutions for the next overtime may stand before its BP: an EP closes a period, and the last EP has only EG behind it.
  const last = 4 + Math.max(amount('EP'), amount('BP'), 1)
  let period = 5
  return rows.map((row) => {
    const timed = { row, period }
    if (row.PLAYTYPE === 'EP') period = Math.min(period + 1, last)
    return timed
  })
}

const inPeriods = (play: PlayAnswer): Timed[] => [
  ...[play.FirstQuarter, play.SecondQuarter, play.ThirdQuarter, play.ForthQuarter].flatMap((rows, at) =>
    rows.map((row) => ({ row, period: at + 1 })),
  ),
  ...overtimes(play.ExtraTime),
]

const brokenOff = ({ row, period }: Timed): boolean =>
  row.PLAYTYPE === 'EG' && row.MINUTE !== null && row.MINUTE < lastMinute(period)

/** Beginnings and ends of periods carry no clock in the feed: it is the full length, then zero. */
const clockOf = (timed: Timed): ClockReading => {
  const { row, period } = timed
  if (row.MARKERTIME !== '') return readClock(row.MARKERTIME, row.MINUTE, period)
  switch (playOf(row.PLAYTYPE)?.type) {
    case 'period_start':
      return { clock: fullClock(period), state: 'as written' }
    case 'period_end':
    case 'game_end':
      return { clock: brokenOff(timed) ? null : '00:00', state: 'as written' }
    default:
      return { clock: null, state: 'none' }
  }
}

const descriptionOf = (row: PlayRow): string => {
  const play = playOf(row.PLAYTYPE)
  if (play === null) return `${row.PLAYTYPE} ${row.PLAYINFO}`.trim()
  return row.PLAYINFO === '' ? play.words : row.PLAYINFO
}

const jumpsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : secondsOf(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > TYPING_SECONDS ? [left - before.left] : []
  })
}

const notesOf = (timed: Timed[], clocks: ClockReading[], events: BundleEvent[], teams: Teams): Note[] => {
  const unknown = [...new Set(timed.map(({ row }) => row.PLAYTYPE).filter((code) => playOf(code) === null))]
  const unknownCount = timed.filter(({ row }) => playOf(row.PLAYTYPE) === null).length
  const inState = (state: ClockReading['state']) => clocks.filter((clock) => clock.state === state).length
  const strangers = timed.filter(({ row }) => row.CODETEAM !== '' && sideOf(row.CODETEAM, teams) === null).length
  const ends = timed.filter(({ row }) => row.PLAYTYPE === 'EG').length
  const early = timed.find(brokenOff)
  const jumps = jumpsBack(events)
  const falls = events.filter((event, at) => {
    const before = events[at - 1]
    return before && (event.home_score < before.home_score || event.away_score < before.away_score)
  }).length
  return [
    ...noteIf(
      unknownCount,
      'unknown-code',
      `${counted(unknownCount, 'event')} with a code in no list (${unknown.map((code) => code || 'blank').join(', ')}), kept as other.`,
    ),
    ...noteIf(
      inState('unreadable'),
      'clock-unreadable',
      `${counted(inState('unreadable'), 'event')} without a readable clock.`,
    ),
    ...noteIf(
      inState('corrected'),
      'clock-corrected',
      `${counted(inState('corrected'), 'event')} with more time left than the period has; minutes taken from MINUTE.`,
    ),
    ...noteIf(
      jumps.length,
      'clock-jumps-back',
      `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are kept.`,
    ),
    ...noteIf(falls, 'score-falls', `The running score falls at ${counted(falls, 'event')}; it is kept.`),
    ...noteIf(
      strangers,
      'unknown-team',
      `${counted(strangers, 'event')} of a team that is neither, kept without side.`,
    ),
    ...noteIf(
      ends > 1,
      'game-end-repeated',
      `The end of the game stands ${ends} times in the play-by-play; all are kept.`,
    ),
    ...noteIf(
      early !== undefined,
      'broken-off',
      `The game ended in minute ${early?.row.MINUTE} without its full length.`,
    ),
  ]
}

/** Reads the play-by-play in the order of the feed's lists; NUMBEROFPLAY is the order of typing, not of the game. */
export const readPlays = (play: PlayAnswer, shots: Map<number, ShotRow>, teams: Teams, season: string): Plays => {
  const timed = inPeriods(play)
  const clocks = timed.map(clockOf)
  const places = new Map<number, Place>()
  const people: Person[] = []
  let home_score = 0
  let away_score = 0
  const events = timed.map(({ row, period }, at): BundleEvent => {
    home_score = row.POINTS_A ?? home_score
    away_score = row.POINTS_B ?? away_score
    const bench = benchSide(row.PLAYER_ID)
    const person =
      row.PLAYER_ID === '' || bench !== null ? null : personOf(row.PLAYER_ID, row.PLAYER, season, row.CODETEAM)
    if (person) people.push(person)
    if (row.NUMBEROFPLAY !== null) places.set(row.NUMBEROFPLAY, { seq: at + 1, period })
    const shot = fieldGoalOf(row.PLAYTYPE) && row.NUMBEROFPLAY !== null ? shots.get(row.NUMBEROFPLAY) : undefined
    const distance = shot ? distanceFt(shot) : null
    return {
      period,
      clock: clocks[at]?.clock ?? null,
      side: sideOf(row.CODETEAM, teams) ?? bench,
      player: person?.external_id ?? null,
      type: playOf(row.PLAYTYPE)?.type ?? 'other',
      description: descriptionOf(row).slice(0, 500),
      distance_ft: distance === null ? null : Math.round(distance),
      home_score,
      away_score,
    }
  })
  return { events, places, people, notes: notesOf(timed, clocks, events, teams) }
}
