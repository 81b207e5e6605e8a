import type { BundleShot } from '@basketball-data/core/contract'
import { dateTimeOf } from '../moments.ts'
import { counted, noteIf } from '../notes.ts'
import { placed, type Place, type Shots } from '../shots.ts'
import { sideOf, type Teams } from '../sides.ts'
import { periodOfMinute } from './clock.ts'
import { fieldGoalOf } from './codes.ts'
import { personOf, type Person } from './people.ts'
import type { ShotRow } from './schemas.ts'
import { spotOf } from './spots.ts'
import { stampOf } from './tip-off.ts'

const isUnflagged = ({ FASTBREAK, SECOND_CHANCE, POINTS_OFF_TURNOVER }: ShotRow): boolean =>
  [FASTBREAK, SECOND_CHANCE, POINTS_OFF_TURNOVER].some((flag) => flag == null)

/** Reads the field-goal attempts; `places` are those of the play-by-play, empty where there is none. */
export const readShots = (
  rows: ShotRow[],
  places: Map<number, Place>,
  stampsWrong: boolean,
  teams: Teams,
  season: string,
): Shots<Person> => {
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
    return {
      seq: place?.seq ?? afterEvents + loose,
      period: place?.period ?? periodOfMinute(row.MINUTE),
      side: sideOf(row.TEAM, teams),
      player: person?.external_id ?? null,
      value: goal?.value ?? null,
      made,
      points: made ? (goal?.value ?? 0) : 0,
      ...placed(spotOf(row)),
      fastbreak: row.FASTBREAK ?? false,
      second_chance: row.SECOND_CHANCE ?? false,
      off_turnover: row.POINTS_OFF_TURNOVER ?? false,
      at: stampsWrong ? null : dateTimeOf(stampOf(row)),
    }
  })
  const unflagged = attempts.filter(isUnflagged).length
  return {
    shots: shots.toSorted((a, b) => a.seq - b.seq),
    people,
    notes: [
      ...noteIf(
        places.size > 0 && loose,
        'shot_without_event',
        `${counted(loose, 'shot')} without an event of its own, numbered after its last.`,
      ),
      ...noteIf(
        unflagged,
        'shot_flags_missing',
        `${counted(unflagged, 'shot')} of which nobody recorded fast break, second chance or turnover, read as none of them.`,
      ),
    ],
  }
}
