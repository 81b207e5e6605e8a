import { toDateTime } from '../../contract/index.ts'
import type { BundleShot } from '../../ingest/game-bundle.ts'
import { periodOfMinute } from './clock.ts'
import { fieldGoalOf } from './codes.ts'
import type { Place } from './events.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { personOf, type Person } from './people.ts'
import type { ShotRow } from './schemas.ts'
import { sideOf, type Teams } from './sides.ts'
import { distanceFt, spotOf } from './spots.ts'
import { stampOf } from './tip-off.ts'

/** The field-goal attempts of a game. */
export interface Shots {
  shots: BundleShot[]
  people: Person[]
  notes: Note[]
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** Reads the field-goal attempts; `places` are those of the play-by-play, empty where there is none. */
export const readShots = (
  rows: ShotRow[],
  places: Map<number, Place>,
  stampsWrong: boolean,
  teams: Teams,
  season: string,
): Shots => {
  const attempts = rows.filter((row) => fieldGoalOf(row.ID_ACTION) !== null)
  const afterEvents = Math.max(0, ...[...places.values()].map(({ seq }) => seq))
  const people: Person[] = []
  // Each event has one shot; a row that stands twice must not take the seq of the first.
  const free = new Map(places)
  let loose = 0
  const shots = attempts.map((row): BundleShot => {
    const place = row.NUM_ANOT === null ? undefined : free.get(row.NUM_ANOT)
    if (row.NUM_ANOT !== null) free.delete(row.NUM_ANOT)
    if (!place) loose += 1
    const goal = fieldGoalOf(row.ID_ACTION)
    const made = goal?.made ?? false
    const person = row.ID_PLAYER === '' ? null : personOf(row.ID_PLAYER, row.PLAYER, season, row.TEAM)
    if (person) people.push(person)
    const spot = spotOf(row)
    const distance = distanceFt(row)
    const stamp = stampsWrong ? null : stampOf(row)
    return {
      seq: place?.seq ?? afterEvents + loose,
      period: place?.period ?? periodOfMinute(row.MINUTE),
      side: sideOf(row.TEAM, teams),
      player: person?.external_id ?? null,
      value: goal?.value ?? null,
      made,
      points: made ? (goal?.value ?? 0) : 0,
      x_ft: spot && twoDecimals(spot.x),
      y_ft: spot && twoDecimals(spot.y),
      distance_ft: distance === null ? null : twoDecimals(distance),
      fastbreak: row.FASTBREAK,
      second_chance: row.SECOND_CHANCE,
      off_turnover: row.POINTS_OFF_TURNOVER,
      at: stamp === null ? null : toDateTime(new Date(stamp)),
    }
  })
  return {
    shots: shots.toSorted((a, b) => a.seq - b.seq),
    people,
    notes: noteIf(
      places.size > 0 && loose,
      'shot-without-event',
      `${counted(loose, 'shot')} without an event of its own, numbered after its last.`,
    ),
  }
}
