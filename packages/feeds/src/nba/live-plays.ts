import type { EventType } from '@basketball-data/core/contract'
import { getOpponent, getSide, type Teams } from '../game-parts.ts'
import { distanceFt, spotAt } from '../shots.ts'
import { parseClockText } from './clock.ts'
import { lacksPlayer, lacksSide, type FeedRow, type Play } from './events.ts'
import type { LiveAction } from './live-schemas.ts'

/** Coordinates of shots are in tenths of a foot, live and in charts. */
export const UNITS_PER_FOOT = 10

/** The points of field goals by their actionType. A heave is a long throw at the end of a period. */
const VALUES: Readonly<Record<string, 2 | 3>> = { '2pt': 2, '3pt': 3, heave: 3 }

/** The field-goal attempt of an action; null for other actions. */
export const parseFieldGoal = ({ actionType, shotResult }: LiveAction): { value: 2 | 3; made: boolean } | null => {
  const value = VALUES[actionType]
  return value === undefined ? null : { value, made: shotResult === 'Made' }
}

/** The player of an action; null if there is none. Only the team is charged with a missed heave. */
export const findActionPlayer = ({ actionType, shotResult, teamId, personId }: LiveAction): string | null =>
  personId === '' || personId === teamId || (actionType === 'heave' && shotResult !== 'Made') ? null : personId

const foulType = ({ subType, descriptor }: LiveAction): EventType => {
  const words = `${subType} ${descriptor}`.toLowerCase()
  if (/flagrant.*2/.test(words)) return 'disqualifying_foul'
  if (words.includes('flagrant')) return 'unsportsmanlike_foul'
  if (words.includes('technical')) return 'technical_foul'
  return words.includes('offensive') ? 'offensive_foul' : 'foul'
}

const boundary = (subType: string, start: EventType, end: EventType): EventType | null => {
  if (subType === 'start') return start
  return subType === 'end' ? end : null
}

/** The event type of an action; null for an unknown actionType or subType. */
const toEventType = (action: LiveAction): EventType | null => {
  const made = action.shotResult === 'Made'
  switch (action.actionType) {
    case '2pt':
      return made ? 'two_made' : 'two_missed'
    case '3pt':
    case 'heave':
      return made ? 'three_made' : 'three_missed'
    case 'freethrow':
      return made ? 'free_throw_made' : 'free_throw_missed'
    case 'rebound':
      if (action.subType === 'offensive') return 'offensive_rebound'
      return action.subType === 'defensive' ? 'defensive_rebound' : 'rebound'
    case 'foul':
      return foulType(action)
    case 'substitution':
      if (action.subType === 'in') return 'substitution_in'
      return action.subType === 'out' ? 'substitution_out' : 'substitution'
    case 'period':
      return boundary(action.subType, 'period_start', 'period_end')
    case 'game':
      return boundary(action.subType, 'other', 'game_end')
    case 'turnover':
    case 'steal':
    case 'block':
    case 'timeout':
    case 'violation':
      return action.actionType
    case 'jumpball':
      return 'jump_ball'
    case 'instantreplay':
    case 'challenge':
      return 'review'
    case 'stoppage':
    case 'ejection':
    case 'memo':
      return 'other'
    default:
      return null
  }
}

const getWords = ({ description, actionType, subType, descriptor }: LiveAction): string =>
  description === '' ? [actionType, subType, descriptor].filter((word) => word !== '').join(' ') : description

/** The plays of the other players of an action: the assist, the blocked shot, the foul drawn. */
const others = (action: LiveAction, { side, player }: Play): Play[] => {
  const { assistPersonId, blockPersonId, foulDrawnPersonId } = action
  const [, assist = 'Assist'] = /\(([^()]+ AST)\)/.exec(action.description) ?? []
  return [
    ...(assistPersonId === '' ? [] : [{ type: 'assist' as const, side, player: assistPersonId, words: assist }]),
    ...(blockPersonId === '' ? [] : [{ type: 'shot_blocked' as const, side, player, words: 'Shot Blocked' }]),
    ...(foulDrawnPersonId === ''
      ? []
      : [{ type: 'foul_drawn' as const, side: getOpponent(side), player: foulDrawnPersonId, words: 'Foul Drawn' }]),
  ]
}

/** Only an official's time-out has no team. */
const isTeamTimeout = ({ actionType, subType }: LiveAction): boolean =>
  actionType === 'timeout' && subType !== 'official'

const toRow = (action: LiveAction, teams: Teams): FeedRow => {
  const { actionNumber, period, teamId, scoreHome, scoreAway, playerNameI } = action
  const type = toEventType(action)
  const side = getSide(teamId, teams)
  const player = findActionPlayer(action)
  const play: Play = { type: type ?? 'other', side, player, words: getWords(action) }
  return {
    number: actionNumber,
    period,
    clock: parseClockText(action.clock),
    score: scoreHome === null || scoreAway === null ? null : { home: scoreHome, away: scoreAway },
    distance_ft: parseFieldGoal(action) && distanceFt(spotAt(action.xLegacy, action.yLegacy, UNITS_PER_FOOT)),
    plays: [play, ...others(action, play)],
    people: player === null ? [] : [{ external_id: player, name: playerNameI }],
    unknown: type === null ? `${action.actionType} ${action.subType}`.trim() : null,
    ofNeitherTeam: side === null && (teamId !== '' || isTeamTimeout(action) || lacksSide(play)),
    lacksPlayer: lacksPlayer(play),
  }
}

/** The actions in the order of the game, by orderNumber. actionNumber is the order in which they were entered. */
export const inOrder = (actions: LiveAction[]): LiveAction[] =>
  actions.some(({ orderNumber }) => orderNumber === null)
    ? actions
    : actions.toSorted((a, b) => (a.orderNumber ?? 0) - (b.orderNumber ?? 0))

/** Reads a live play-by-play. */
export const liveRows = (actions: LiveAction[], teams: Teams): FeedRow[] =>
  inOrder(actions).map((action) => toRow(action, teams))
