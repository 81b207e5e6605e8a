import { toDateTimeOrNull } from '../facts.ts'
import { getSide, type Person, type Teams } from '../game-parts.ts'
import { counted, missingPlayers, noteIf, unknownTeams, type Note } from '../notes.ts'
import {
  missingLocations,
  numberShots,
  spotAt,
  spotFields,
  type EventPosition,
  type Shots,
  type Spot,
  type UnnumberedShot,
} from '../shots.ts'
import { getPeriodOfMinute } from './clock.ts'
import { parseFieldGoal, parsePlay } from './codes.ts'
import type { FindPerson } from './people.ts'
import type { ShotRow } from './schemas.ts'
import { parseStamp } from './tip-off.ts'

const CENTIMETRES_PER_FOOT = 30.48

/** The location of a shot, which the feed has in centimetres from the basket. (-1, -1) means unknown; (0, 0) is a location. */
export const getSpot = (row: ShotRow): Spot | null =>
  isUnlocated(row) ? null : spotAt(row.COORD_X, row.COORD_Y, CENTIMETRES_PER_FOOT)

const isUnlocated = ({ COORD_X, COORD_Y }: ShotRow): boolean => COORD_X === -1 && COORD_Y === -1

const isUnflagged = ({ FASTBREAK, SECOND_CHANCE, POINTS_OFF_TURNOVER }: ShotRow): boolean =>
  [FASTBREAK, SECOND_CHANCE, POINTS_OFF_TURNOVER].some((flag) => flag == null)

const unknownShots = (rows: readonly ShotRow[]): Note[] =>
  noteIf(rows.length, 'unknown_code', `${counted(rows.length, 'shot')} with an unknown ID_ACTION, left out.`)

/**
 * Reads the field-goal attempts.
 *
 * @param positions of the events by NUMBEROFPLAY; empty without a play-by-play
 * @param stampsWrong whether the times of the shots are wrong and skipped
 */
export const readShots = (
  rows: ShotRow[],
  positions: Map<number, EventPosition>,
  stampsWrong: boolean,
  teams: Teams,
  findPerson: FindPerson,
): Shots => {
  const attempts = rows.filter((row) => parseFieldGoal(row.ID_ACTION) !== null)
  const people: Person[] = []
  // Each event has one shot: a repeated row must not get the seq of the first.
  const unused = new Map(positions)
  const shots = attempts.map((row): UnnumberedShot => {
    const event = row.NUM_ANOT === null ? undefined : unused.get(row.NUM_ANOT)
    if (row.NUM_ANOT !== null) unused.delete(row.NUM_ANOT)
    const goal = parseFieldGoal(row.ID_ACTION)
    const made = goal?.made ?? false
    const person = row.ID_PLAYER === '' ? null : findPerson(row.ID_PLAYER, row.PLAYER, row.TEAM)
    if (person) people.push(person)
    return {
      event,
      period: getPeriodOfMinute(row.MINUTE),
      side: getSide(row.TEAM, teams),
      player: person?.external_id ?? null,
      value: goal?.value ?? null,
      made,
      points: made ? (goal?.value ?? 0) : 0,
      ...spotFields(getSpot(row)),
      fastbreak: row.FASTBREAK ?? false,
      second_chance: row.SECOND_CHANCE ?? false,
      off_turnover: row.POINTS_OFF_TURNOVER ?? false,
      at: stampsWrong ? null : toDateTimeOrNull(parseStamp(row)),
    }
  })
  const unflagged = attempts.filter(isUnflagged).length
  const numbered = numberShots(shots, positions)
  return {
    shots: numbered.shots,
    people,
    notes: [
      ...numbered.notes,
      ...unknownShots(rows.filter(({ ID_ACTION }) => parsePlay(ID_ACTION) === null)),
      ...unknownTeams(attempts.filter(({ TEAM }) => getSide(TEAM, teams) === null).length, 'shot'),
      ...missingPlayers(attempts.filter(({ ID_PLAYER }) => ID_PLAYER === '').length, 'shot'),
      ...missingLocations(attempts.filter((row) => !isUnlocated(row) && getSpot(row) === null).length),
      ...noteIf(
        unflagged,
        'shot_flags_missing',
        `${counted(unflagged, 'shot')} without data on fast break, second chance or turnover, read as none of them.`,
      ),
    ],
  }
}
