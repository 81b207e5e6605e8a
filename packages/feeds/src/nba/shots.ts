import type { BundleShot } from '@basketball-data/core/contract'
import { toDateTimeOrNull } from '../facts.ts'
import { getSide, type Teams } from '../game-parts.ts'
import { counted, missingPlayers, noteIf, unknownTeams, type Note } from '../notes.ts'
import {
  distanceFt,
  missingLocations,
  numberShots,
  spotAt,
  spotFields,
  type EventPosition,
  type Shots,
  type UnnumberedShot,
} from '../shots.ts'
import { findActionTeam } from './actions-v3.ts'
import { findActionPlayer, parseFieldGoal, inOrder, UNITS_PER_FOOT } from './live-plays.ts'
import type { LiveAction } from './live-schemas.ts'
import { parseIsoDuration } from './clock.ts'
import type { NbaResponses } from './responses.ts'
import type { ActionV3, ShotRow } from './stats-schemas.ts'

/** The field goals of a live play-by-play, each with the seq of its event. */
export const liveShots = (actions: LiveAction[], positions: Map<string, EventPosition>, teams: Teams): Shots => {
  const shots = inOrder(actions).flatMap((action): BundleShot[] => {
    const goal = parseFieldGoal(action)
    const position = positions.get(action.actionNumber)
    if (!goal || !position) return []
    return [
      {
        ...position,
        side: getSide(action.teamId, teams),
        player: findActionPlayer(action),
        value: goal.value,
        made: goal.made,
        points: goal.made ? goal.value : 0,
        ...spotFields(spotAt(action.xLegacy, action.yLegacy, UNITS_PER_FOOT)),
        fastbreak: action.qualifiers.includes('fastbreak'),
        second_chance: action.qualifiers.includes('2ndchance'),
        off_turnover: action.qualifiers.includes('fromturnover'),
        at: toDateTimeOrNull(Date.parse(action.timeActual)),
      },
    ]
  })
  return { shots, people: [], notes: damageNotes(shots) }
}

type UncheckedShot = Omit<BundleShot, 'seq' | 'period'>

/** A missed three without a player is a heave, which is the team's and may have no location. */
const isHeave = ({ player, made, value }: UncheckedShot): boolean => player === null && !made && value === 3

/** Notes shots that lack what every field goal of these feeds has. */
const damageNotes = (shots: readonly UncheckedShot[]): Note[] => {
  const amount = (isDamaged: (shot: UncheckedShot) => boolean) => shots.filter(isDamaged).length
  return [
    ...unknownTeams(
      amount(({ side }) => side === null),
      'shot',
    ),
    ...missingPlayers(
      amount((shot) => shot.player === null && !isHeave(shot)),
      'shot',
    ),
    ...missingLocations(amount((shot) => shot.x_ft === null && !isHeave(shot))),
  ]
}

/** Shots in the order of the game. */
const inGameOrder = (rows: ShotRow[]): ShotRow[] => {
  const left = (row: ShotRow) => (row.MINUTES_REMAINING ?? 0) * 60 + (row.SECONDS_REMAINING ?? 0)
  return rows.toSorted(
    (a, b) =>
      (a.PERIOD ?? 0) - (b.PERIOD ?? 0) || left(b) - left(a) || Number(a.GAME_EVENT_ID) - Number(b.GAME_EVENT_ID),
  )
}

/** The shots of playbyplayv3 as rows of a shot chart, without what only charts have. */
const toShotRows = (actions: readonly ActionV3[], teams: Teams): ShotRow[] =>
  actions
    .filter(({ isFieldGoal, shotResult }) => isFieldGoal && shotResult !== '')
    .map((action) => {
      const seconds = parseIsoDuration(action.clock)
      const team = findActionTeam(action, teams)
      return {
        GAME_ID: '',
        GAME_EVENT_ID: action.actionNumber,
        PLAYER_ID: action.personId === team ? '' : action.personId,
        PLAYER_NAME: '',
        TEAM_ID: team,
        TEAM_NAME: '',
        PERIOD: action.period,
        MINUTES_REMAINING: seconds === null ? null : Math.trunc(seconds / 60),
        SECONDS_REMAINING: seconds === null ? null : seconds % 60,
        SHOT_TYPE: action.shotValue === 3 ? '3PT Field Goal' : '2PT Field Goal',
        LOC_X: action.xLegacy,
        LOC_Y: action.yLegacy,
        SHOT_ATTEMPTED_FLAG: 1,
        SHOT_MADE_FLAG: action.shotResult === 'Made' ? 1 : 0,
        GAME_DATE: '',
      }
    })

/** Whether two rows describe the same shot equally. */
const agree = (a: ShotRow, b: ShotRow): boolean =>
  (['PLAYER_ID', 'SHOT_TYPE', 'SHOT_MADE_FLAG', 'LOC_X', 'LOC_Y'] as const).every((field) => a[field] === b[field])

/** The shots of playbyplayv3 and of the shot charts, each once; the charts are preferred. */
export const listAttempts = (
  { charts, playsV3 }: NbaResponses,
  teams: Teams,
): { attempts: ShotRow[]; notes: Note[] } => {
  const byEvent = new Map(toShotRows(playsV3?.actions ?? [], teams).map((row) => [row.GAME_EVENT_ID, row]))
  const differing = charts.filter((row) => {
    const other = byEvent.get(row.GAME_EVENT_ID)
    return other && !agree(row, other)
  }).length
  for (const row of charts) byEvent.set(row.GAME_EVENT_ID, row)
  return {
    attempts: [...byEvent.values()],
    notes: noteIf(
      differing,
      'responses_differ',
      `${counted(differing, 'shot')} that the shot charts and playbyplayv3 describe differently; taken from the shot charts.`,
    ),
  }
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
 * Reads the rows of shot charts. They have neither the time of day nor the kind of attack: `at` is null, the flags are false.
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
      side: getSide(row.TEAM_ID, teams),
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
  const numbered = numberShots(shots, positions)
  return { people, shots: numbered.shots, notes: [...numbered.notes, ...damageNotes(shots)] }
}
