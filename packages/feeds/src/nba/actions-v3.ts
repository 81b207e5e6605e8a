import { getOpponent, getSide, type Teams } from '../game-parts.ts'
import { playerFinder, type FindPlayer, type ListedPlayer } from './player-names.ts'
import type { ActionV3, PlayPerson, PlayRow } from './stats-schemas.ts'

/** The EVENTMSGTYPE of a play by its actionType. */
const TYPES: Readonly<Record<string, number>> = {
  'Made Shot': 1,
  'Missed Shot': 2,
  'Free Throw': 3,
  Rebound: 4,
  Turnover: 5,
  Foul: 6,
  Violation: 7,
  Substitution: 8,
  Timeout: 9,
  'Jump Ball': 10,
  Ejection: 11,
  'Instant Replay': 18,
}
const MISSED_SHOT = 2
const TURNOVER = 5
const FOUL = 6

/** The EVENTMSGACTIONTYPE of a personal foul. */
const PERSONAL = 1

/** The EVENTMSGACTIONTYPE of fouls by their subType, except personal fouls. */
const FOULS: Readonly<Record<string, number>> = {
  Offensive: 4,
  Punch: 8,
  'Double Personal': 10,
  Technical: 11,
  'Non-Unsportsmanlike Technical': 12,
  'Hanging Technical': 13,
  'Flagrant Type 1': 14,
  'Flagrant Type 2': 15,
  'Double Technical': 16,
  'Defense 3 Second': 17,
  'Delay Technical': 18,
  Taunting: 19,
  'Excess Timeout Technical': 25,
  'Offensive Charge': 26,
  'Too Many Players Technical': 30,
  Flopping: 32,
  Bench: 33,
}

/** Fouls without contact, which no player draws. */
const NOBODY_DRAWS = new Set([11, 12, 13, 17, 18, 19, 25, 30, 32, 33])

/** Fouls after which the fouled player shoots the free throws; after others, any player may. */
const FOULED_PLAYER_SHOOTS = new Set(['Personal', 'Personal Block', 'Shooting', 'Shooting Block', 'Loose Ball'])

const NOBODY: PlayPerson = { type: '0', id: '', name: '', team_id: '' }

/** What reading a play takes from the rest of the game. */
type Game = {
  actions: readonly ActionV3[]
  teams: Teams
  find: FindPlayer
  /** Collects names that no one player has. */
  unresolved: string[]
}

/** The team of an action. In rows of a team, its id is the personId; a heave may have nothing but its location. */
export const findActionTeam = ({ teamId, personId, location }: ActionV3, teams: Teams): string => {
  const id = teamId === '' ? personId : teamId
  if (id !== '') return id
  if (location === 'h') return teams.home
  return location === 'v' ? teams.away : ''
}

const findPerson = (action: ActionV3, teams: Teams): PlayPerson => {
  const { personId, teamId, playerNameI } = action
  const side = getSide(teamId, teams)
  if (personId === '') return { ...NOBODY, team_id: findActionTeam(action, teams) }
  if (side === null || personId === teamId) return { ...NOBODY, id: personId, team_id: teamId }
  return { type: side === 'home' ? '4' : '5', id: personId, name: playerNameI, team_id: teamId }
}

const opponentTeam = ({ teamId }: ActionV3, teams: Teams): string => {
  const side = getOpponent(getSide(teamId, teams))
  return side === null ? '' : teams[side]
}

/**
 * The player whom a description names. Without one, the team alone, if only one team comes into question.
 *
 * @param not the player who cannot be meant
 */
const named = (name: string | undefined, among: string[], { find, teams, unresolved }: Game, not = ''): PlayPerson => {
  if (name === undefined) return NOBODY
  const found = find(name, among)
  if (found && found.id !== not)
    return { ...NOBODY, type: getSide(found.team, teams) === 'home' ? '4' : '5', id: found.id, team_id: found.team }
  unresolved.push(name)
  const [team = '', ...others] = among
  return { ...NOBODY, team_id: others.length === 0 ? team : '' }
}

/** The name of the player who comes in. */
const incomingName = ({ description }: ActionV3): string | undefined => /^SUB: (.+) FOR /.exec(description)?.[1]

/**
 * Who drew a foul, which playbyplayv3 does not have: the player who shoots the free throws that follow it, unless another
 * foul or shooter at that moment makes it uncertain, or the shooter came in for the fouled player. Else some player of the
 * other team, without an id.
 */
const fouled = (foul: ActionV3, game: Game): PlayPerson => {
  const team = opponentTeam(foul, game.teams)
  const now = game.actions.filter(({ period, clock }) => period === foul.period && clock === foul.clock)
  const fouls = now.filter(({ actionType, teamId }) => actionType === 'Foul' && teamId === foul.teamId)
  const shots = now.filter(({ subType, teamId }) => /^Free Throw \d of \d$/.test(subType) && teamId === team)
  const [shooter] = shots
  const cameIn = now.some((action) => {
    const name = action.teamId === team ? incomingName(action) : undefined
    return name !== undefined && game.find(name, [team])?.id === shooter?.personId
  })
  const certain =
    FOULED_PLAYER_SHOOTS.has(foul.subType) &&
    fouls.length === 1 &&
    shots.every(({ personId }) => personId === shooter?.personId) &&
    !cameIn
  return shooter && certain ? findPerson(shooter, game.teams) : { ...NOBODY, team_id: team }
}

/** The second and third person of a play by its description; steals and blocks have rows of their own. */
const otherPersons = (action: ActionV3, code: number | null, game: Game): [PlayPerson, PlayPerson] => {
  const { description, teamId, personId, actionType } = action
  const matched = (pattern: RegExp): string | undefined => pattern.exec(description)?.[1]
  switch (actionType) {
    case 'Made Shot':
      return [named(matched(/\(([^()]+?) \d+ AST\)/), [teamId], game, personId), NOBODY]
    case 'Substitution':
      return [named(incomingName(action), [teamId], game, personId), NOBODY]
    // The player who gets the ball is the third person.
    case 'Jump Ball':
      return [NOBODY, named(matched(/: Tip to (.+)$/), [game.teams.home, game.teams.away], game)]
    case 'Foul': {
      if (code !== null && NOBODY_DRAWS.has(code)) return [NOBODY, NOBODY]
      const second = matched(/^(?:Foul ?: )?Double (?:Personal|Technical) - .+?, (.+?)(?: \(|$)/)
      return [
        second === undefined ? fouled(action, game) : named(second, [opponentTeam(action, game.teams)], game),
        NOBODY,
      ]
    }
    default:
      return [NOBODY, NOBODY]
  }
}

const toActionCode = ({ actionType, subType }: ActionV3): number | null => {
  if (actionType !== 'period') return TYPES[actionType] ?? null
  if (subType === 'start') return 12
  return subType === 'end' ? 13 : null
}

/**
 * A play as a row of playbyplayv2.
 *
 * @param other the row of the steal or the block
 */
const toRow = (action: ActionV3, other: ActionV3 | undefined, game: Game): PlayRow => {
  const { actionNumber, actionType, subType, shotValue, period, clock, scoreHome, scoreAway } = action
  const type = toActionCode(action)
  const foul = type === FOUL ? (FOULS[subType] ?? PERSONAL) : null
  const [second, third] = otherPersons(action, foul, game)
  const otherPerson = other && findPerson(other, game.teams)
  const wordsAt = (at: string): string => [action, other].find((row) => row?.location === at)?.description ?? ''
  return {
    GAME_ID: '',
    EVENTNUM: actionNumber,
    EVENTMSGTYPE: type,
    EVENTMSGACTIONTYPE: foul,
    code: `${actionType} ${subType}`.trim(),
    value: shotValue === 3 ? 3 : 2,
    PERIOD: period,
    PCTIMESTRING: clock,
    SCORE: scoreHome === null || scoreAway === null ? '' : `${scoreAway} - ${scoreHome}`,
    home_words: wordsAt('h'),
    neutral_words: wordsAt(''),
    away_words: wordsAt('v'),
    persons: [
      findPerson(action, game.teams),
      (type === TURNOVER ? otherPerson : undefined) ?? second,
      (type === MISSED_SHOT ? otherPerson : undefined) ?? third,
    ],
  }
}

/** The rows of one play: one, unless it has rows that belong to no turnover or miss. */
const toPlayRows = (play: readonly ActionV3[], game: Game): PlayRow[] => {
  const [main, other, ...more] = play.toSorted((a, b) => Number(a.actionType === '') - Number(b.actionType === ''))
  const type = main && toActionCode(main)
  const joined = other?.actionType === '' && (type === TURNOVER || type === MISSED_SHOT) && more.length === 0
  return main && joined ? [toRow(main, other, game)] : play.map((action) => toRow(action, undefined, game))
}

/** The home and the away team by the players of playbyplayv3; null if one of the teams has no player in it. */
export const findActionTeams = (actions: readonly ActionV3[]): Teams | null => {
  const teamAt = (at: string) => actions.find(({ location, teamId }) => location === at && teamId !== '')?.teamId
  const home = teamAt('h')
  const away = teamAt('v')
  return home && away ? { home, away } : null
}

/**
 * Turns playbyplayv3 into the rows of playbyplayv2: the rows of a steal or a block become a part of the turnover or the miss,
 * and players whom only the description names are found by their name.
 *
 * @param listed the players by other responses of the game
 * @returns the rows, and the names in descriptions that are not those of exactly one player
 */
export const toActionRows = (
  actions: readonly ActionV3[],
  teams: Teams,
  listed: readonly ListedPlayer[],
): { rows: PlayRow[]; unresolved: string[] } => {
  const game: Game = { actions, teams, find: playerFinder(actions, listed), unresolved: [] }
  const plays = Map.groupBy(actions, ({ actionNumber }) => actionNumber)
  return { rows: [...plays.values()].flatMap((play) => toPlayRows(play, game)), unresolved: game.unresolved }
}
