import type { BundleEvent } from '@basketball-data/core/contract'
import type { Note } from '../notes.ts'
import { distanceFt, type Place } from '../shots.ts'
import { sideOf, type Teams } from '../sides.ts'
import { fullClock, readClock, type ClockReading } from './clock.ts'
import { fieldGoalOf, playOf } from './codes.ts'
import { benchSide, personOf, type Person } from './people.ts'
import { playNotes } from './play-notes.ts'
import { brokenOff, inPeriods, type PeriodRow } from './play-periods.ts'
import type { PlayAnswer, PlayRow, ShotRow } from './schemas.ts'
import { spotOf } from './spots.ts'

/** The play-by-play of a game. */
export type Plays = {
  events: BundleEvent[]
  /** By NUMBEROFPLAY. */
  places: Map<number, Place>
  people: Person[]
  notes: Note[]
}

/** Beginnings and ends of periods carry no clock in the feed: it is the full length, then zero. */
const clockOf = (timed: PeriodRow): ClockReading => {
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
  if (play === null) return `${row.PLAYTYPE === '' ? 'Event without a code' : row.PLAYTYPE} ${row.PLAYINFO}`.trim()
  return row.PLAYINFO === '' ? play.words : row.PLAYINFO
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
    const distance = shot ? distanceFt(spotOf(shot)) : null
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
  return { events, places, people, notes: playNotes(timed, clocks, events, teams) }
}
