import type { BundleShot } from '@basketball-data/core/contract'
import { dateTimeOf } from '../moments.ts'
import { counted, noteIf } from '../notes.ts'
import { distanceFt, placed, type Place, type Shots } from '../shots.ts'
import { sideOf, type Teams } from '../sides.ts'
import { fieldGoalOf, inOrder } from './live-plays.ts'
import type { LiveAction } from './live-schemas.ts'
import type { Person } from './people.ts'
import type { ShotRow } from './result-sets.ts'
import { spotOf } from './spots.ts'

/** The field goals among the actions of a live play-by-play, each at the place of its own event. */
export const liveShots = (actions: LiveAction[], places: Map<string, Place>, teams: Teams): BundleShot[] =>
  inOrder(actions).flatMap((action) => {
    const goal = fieldGoalOf(action)
    const place = places.get(action.actionNumber)
    if (!goal || !place) return []
    return {
      ...place,
      side: sideOf(action.teamId, teams),
      player: action.personId === '' ? null : action.personId,
      value: goal.value,
      made: goal.made,
      points: goal.made ? goal.value : 0,
      ...placed(spotOf(action.xLegacy, action.yLegacy)),
      fastbreak: action.qualifiers.includes('fastbreak'),
      second_chance: action.qualifiers.includes('2ndchance'),
      off_turnover: action.qualifiers.includes('fromturnover'),
      at: dateTimeOf(Date.parse(action.timeActual)),
    }
  })

/** The charts of both teams in the order of the game, each shot once. */
const inGameOrder = (rows: ShotRow[]): ShotRow[] => {
  const left = (row: ShotRow) => (row.MINUTES_REMAINING ?? 0) * 60 + (row.SECONDS_REMAINING ?? 0)
  return [...new Map(rows.map((row) => [row.GAME_EVENT_ID, row])).values()].toSorted(
    (a, b) =>
      (a.PERIOD ?? 0) - (b.PERIOD ?? 0) || left(b) - left(a) || Number(a.GAME_EVENT_ID) - Number(b.GAME_EVENT_ID),
  )
}

/** Distances of charted shots in feet, by the number of their event. */
export const chartDistances = (rows: ShotRow[]): Map<string, number> =>
  new Map(
    rows.flatMap((row) => {
      const distance = distanceFt(spotOf(row.LOC_X, row.LOC_Y))
      return distance === null ? [] : [[row.GAME_EVENT_ID, distance]]
    }),
  )

/**
 * The shots of shot charts; `places` are those of the play-by-play, empty where there is none.
 *
 * Charts know no times of day and no kinds of attack, so that `at` is null and those are false.
 */
export const chartShots = (rows: ShotRow[], places: Map<string, Place>, teams: Teams): Shots<Person> => {
  const attempts = inGameOrder(rows)
  const afterEvents = Math.max(0, ...[...places.values()].map(({ seq }) => seq))
  let loose = 0
  const shots = attempts.map((row): BundleShot => {
    const place = places.get(row.GAME_EVENT_ID)
    if (!place) loose += 1
    const value = row.SHOT_TYPE.startsWith('3') ? 3 : 2
    const made = row.SHOT_MADE_FLAG === 1
    return {
      seq: place?.seq ?? afterEvents + loose,
      period: place?.period ?? row.PERIOD,
      side: sideOf(row.TEAM_ID, teams),
      player: row.PLAYER_ID === '' ? null : row.PLAYER_ID,
      value,
      made,
      points: made ? value : 0,
      ...placed(spotOf(row.LOC_X, row.LOC_Y)),
      fastbreak: false,
      second_chance: false,
      off_turnover: false,
      at: null,
    }
  })
  return {
    shots: shots.toSorted((a, b) => a.seq - b.seq),
    people: attempts.map(({ PLAYER_ID, PLAYER_NAME }) => ({ id: PLAYER_ID, name: PLAYER_NAME })),
    notes: noteIf(
      places.size > 0 && loose,
      'shot_without_event',
      `${counted(loose, 'shot')} without an event of its own, numbered after the last.`,
    ),
  }
}
