import type { BundleShot } from '@basketball-data/core/contract'
import { dateTimeOf } from '../facts.ts'
import { sideOf, type Teams } from '../game-parts.ts'
import {
  distanceFt,
  numberShots,
  spotAt,
  spotFields,
  type EventPosition,
  type Shots,
  type UnnumberedShot,
} from '../shots.ts'
import { fieldGoalOf, inOrder, UNITS_PER_FOOT } from './live-plays.ts'
import type { LiveAction } from './live-schemas.ts'
import type { ShotRow } from './stats-schemas.ts'

/** The field goals of a live play-by-play, each with the seq of its event. */
export const liveShots = (actions: LiveAction[], positions: Map<string, EventPosition>, teams: Teams): BundleShot[] =>
  inOrder(actions).flatMap((action) => {
    const goal = fieldGoalOf(action)
    const position = positions.get(action.actionNumber)
    if (!goal || !position) return []
    return {
      ...position,
      side: sideOf(action.teamId, teams),
      player: action.personId === '' ? null : action.personId,
      value: goal.value,
      made: goal.made,
      points: goal.made ? goal.value : 0,
      ...spotFields(spotAt(action.xLegacy, action.yLegacy, UNITS_PER_FOOT)),
      fastbreak: action.qualifiers.includes('fastbreak'),
      second_chance: action.qualifiers.includes('2ndchance'),
      off_turnover: action.qualifiers.includes('fromturnover'),
      at: dateTimeOf(Date.parse(action.timeActual)),
    }
  })

/** The rows of the charts of both teams in the order of the game, each shot once. */
const inGameOrder = (rows: ShotRow[]): ShotRow[] => {
  const left = (row: ShotRow) => (row.MINUTES_REMAINING ?? 0) * 60 + (row.SECONDS_REMAINING ?? 0)
  return [...new Map(rows.map((row) => [row.GAME_EVENT_ID, row])).values()].toSorted(
    (a, b) =>
      (a.PERIOD ?? 0) - (b.PERIOD ?? 0) || left(b) - left(a) || Number(a.GAME_EVENT_ID) - Number(b.GAME_EVENT_ID),
  )
}

/** The distances of charted shots in feet, by the number of their event. */
export const chartDistances = (rows: ShotRow[]): Map<string, number> =>
  new Map(
    rows.flatMap((row) => {
      const distance = distanceFt(spotAt(row.LOC_X, row.LOC_Y, UNITS_PER_FOOT))
      return distance === null ? [] : [[row.GAME_EVENT_ID, distance]]
    }),
  )

/**
 * Reads shot charts. They have neither the time of day nor the kind of attack: `at` is null, the flags are false.
 *
 * @param positions of the events by EVENTNUM; empty without a play-by-play
 */
export const chartShots = (rows: ShotRow[], positions: Map<string, EventPosition>, teams: Teams): Shots => {
  const attempts = inGameOrder(rows)
  const shots = attempts.map((row): UnnumberedShot => {
    const value = row.SHOT_TYPE.startsWith('3') ? 3 : 2
    const made = row.SHOT_MADE_FLAG === 1
    return {
      event: positions.get(row.GAME_EVENT_ID),
      period: row.PERIOD,
      side: sideOf(row.TEAM_ID, teams),
      player: row.PLAYER_ID === '' ? null : row.PLAYER_ID,
      value,
      made,
      points: made ? value : 0,
      ...spotFields(spotAt(row.LOC_X, row.LOC_Y, UNITS_PER_FOOT)),
      fastbreak: false,
      second_chance: false,
      off_turnover: false,
      at: null,
    }
  })
  const people = attempts.map(({ PLAYER_ID, PLAYER_NAME }) => ({ external_id: PLAYER_ID, name: PLAYER_NAME }))
  return { people, ...numberShots(shots, positions) }
}
