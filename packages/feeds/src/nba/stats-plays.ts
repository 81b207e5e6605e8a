import type { EventType, Side } from '@basketball-data/core/contract'
import { getSide, type Teams } from '../game-parts.ts'
import { parseClockText } from './clock.ts'
import { lacksPlayer, lacksSide, type FeedRow, type Play } from './events.ts'
import type { PlayPerson, PlayRow } from './stats-schemas.ts'

// 32 is flopping, 33 a foul of the bench.
const TECHNICAL = new Set([11, 12, 13, 16, 17, 18, 19, 25, 30, 32, 33])

/** The event type of a foul by its EVENTMSGACTIONTYPE; types not listed are personal fouls. */
const toFoulType = (action: number | null): EventType => {
  switch (action) {
    case 4:
    case 26:
      return 'offensive_foul'
    case 14:
      return 'unsportsmanlike_foul'
    // A punch and a flagrant foul of type 2 disqualify the player.
    case 8:
    case 15:
      return 'disqualifying_foul'
    default:
      return action !== null && TECHNICAL.has(action) ? 'technical_foul' : 'foul'
  }
}

/** Whether a foul is a double foul: both players commit one, and neither draws one. */
const isDoubleFoul = (action: number | null): boolean => action === 10 || action === 16

/** Descriptions of rows that have none in the feed. */
const WORDS: Record<number, string> = {
  1: 'Made Shot',
  2: 'Missed Shot',
  3: 'Free Throw',
  4: 'Rebound',
  5: 'Turnover',
  6: 'Foul',
  7: 'Violation',
  8: 'Substitution',
  9: 'Official Timeout',
  10: 'Jump Ball',
  11: 'Ejection',
  12: 'Start Period',
  13: 'End Period',
  18: 'Instant Replay',
}

const MISSED_SHOT = 2
const FREE_THROW = 3
const REBOUND = 4

/**
 * Whether rebounds are offensive or defensive, which their rows do not have. For a player's rebound the running totals in
 * its description "(Off:1 Def:2)" decide, because it may come before its miss; for a team's rebound the last miss does.
 */
const reboundTypes = (
  rows: PlayRow[],
  getFirstSide: (row: PlayRow) => Side | null,
  getWords: (row: PlayRow) => string,
): Map<PlayRow, EventType> => {
  const types = new Map<PlayRow, EventType>()
  const totals = new Map<string, { off: number; def: number }>()
  let missedBy: Side | null = null
  for (const row of rows) {
    const side = getFirstSide(row)
    const missed =
      row.EVENTMSGTYPE === MISSED_SHOT || (row.EVENTMSGTYPE === FREE_THROW && getWords(row).startsWith('MISS'))
    if (missed) missedBy = side
    if (row.EVENTMSGTYPE !== REBOUND) continue
    const [, off, def] = /\(Off:(\d+) Def:(\d+)\)/.exec(getWords(row)) ?? []
    const player = row.persons[0]?.id ?? ''
    const before = totals.get(player) ?? { off: 0, def: 0 }
    const now = off === undefined ? before : { off: Number(off), def: Number(def) }
    totals.set(player, now)
    if (now.off > before.off) types.set(row, 'offensive_rebound')
    else if (now.def > before.def) types.set(row, 'defensive_rebound')
    else if (side === null || missedBy === null) types.set(row, 'rebound')
    else types.set(row, side === missedBy ? 'offensive_rebound' : 'defensive_rebound')
  }
  return types
}

const isPlayer = (person: PlayPerson | undefined): person is PlayPerson =>
  person !== undefined && person.id !== '' && (person.type === '4' || person.type === '5')

/** Functions that read the persons of a row by their index. */
const reader = (row: PlayRow, teams: Teams) => {
  const sideAt = (at: number): Side | null => {
    const { team_id = '', id = '' } = row.persons[at] ?? {}
    return getSide(team_id === '' ? id : team_id, teams)
  }
  const playerAt = (at: number): string | null => {
    const person = row.persons[at]
    return isPlayer(person) ? person.id : null
  }
  const ownWords = (side: Side | null): string => {
    const own = side === 'home' ? row.home_words : row.away_words
    return side === null || own === '' ? '' : own
  }
  /** Whether a person has this part of the play, identified or not. */
  const hasPart = (at: number): boolean => {
    const person = row.persons[at]
    return playerAt(at) !== null || (person?.id === '' && person.team_id !== '')
  }
  const words = (side: Side | null): string =>
    [ownWords(side), row.neutral_words, row.home_words, row.away_words, WORDS[row.EVENTMSGTYPE ?? 0] ?? ''].find(
      (some) => some !== '',
    ) ?? `Event ${row.code}`
  const play = (type: EventType, at: number, own?: string): Play => {
    const side = sideAt(at)
    return { type, side, player: playerAt(at), words: own ?? words(side) }
  }
  return { sideAt, hasPart, words, play }
}

const shotPlays = (row: PlayRow, teams: Teams, made: boolean): Play[] => {
  const { play, hasPart, words, sideAt } = reader(row, teams)
  const value = row.value === 3 ? 'three' : 'two'
  const [, assist = 'Assist'] = /\(([^()]+ AST)\)/.exec(words(sideAt(0))) ?? []
  if (made) return [play(`${value}_made`, 0), ...(hasPart(1) ? [play('assist', 1, assist)] : [])]
  const missed = play(`${value}_missed`, 0)
  return hasPart(2) ? [missed, play('block', 2), play('shot_blocked', 0, 'Shot Blocked')] : [missed]
}

const foulPlays = (row: PlayRow, teams: Teams): Play[] => {
  const { play, hasPart } = reader(row, teams)
  const type = toFoulType(row.EVENTMSGACTIONTYPE)
  if (!hasPart(1)) return [play(type, 0)]
  return isDoubleFoul(row.EVENTMSGACTIONTYPE)
    ? [play(type, 0), play(type, 1)]
    : [play(type, 0), play('foul_drawn', 1, 'Foul Drawn')]
}

/** The plays of a row; null for an unknown code. */
const getPlays = (row: PlayRow, teams: Teams, rebounds: Map<PlayRow, EventType>): Play[] | null => {
  const { play, hasPart, words, sideAt } = reader(row, teams)
  switch (row.EVENTMSGTYPE) {
    case 1:
      return shotPlays(row, teams, true)
    case 2:
      return shotPlays(row, teams, false)
    case 3:
      return [play(words(sideAt(0)).startsWith('MISS') ? 'free_throw_missed' : 'free_throw_made', 0)]
    case 4:
      return [play(rebounds.get(row) ?? 'rebound', 0)]
    case 5:
      return [play('turnover', 0), ...(hasPart(1) ? [play('steal', 1)] : [])]
    case 6:
      return foulPlays(row, teams)
    case 7:
      return [play('violation', 0)]
    case 8:
      return [play('substitution_out', 0), play('substitution_in', 1)]
    case 9:
      return [play('timeout', 0)]
    // The third person or team gets the ball.
    case 10:
      return [play('jump_ball', 2)]
    case 11:
      return [play('other', 0)]
    case 12:
      return [play('period_start', 0)]
    case 13:
      return [play('period_end', 0)]
    case 18:
      return [play('review', 0)]
    default:
      return null
  }
}

/** Reads "98 - 82", in which the visitor's points come first. */
const parseScore = (score: string): FeedRow['score'] => {
  const [, away, home] = /^(\d+) - (\d+)$/.exec(score) ?? []
  return away === undefined ? null : { home: Number(home), away: Number(away) }
}

/** The types of persons that are the players and the teams of the game. */
const OF_A_TEAM = new Set(['2', '3', '4', '5'])

/** Whether the first person of a row is of a team, which the row does not name, or names another one; officials have none. */
const hasNeitherTeam = ({ persons: [first] }: PlayRow, teams: Teams): boolean => {
  if (first === undefined) return false
  const team = first.team_id === '' ? first.id : first.team_id
  return getSide(team, teams) === null && (first.team_id !== '' || OF_A_TEAM.has(first.type))
}

/** Whether the first person of a row is a player without an id. */
const isLostPlayer = ({ persons: [first] }: PlayRow): boolean =>
  first !== undefined && first.id === '' && (first.type === '4' || first.type === '5')

/**
 * Reads the rows of playbyplayv2, or those of playbyplayv3 as `toActionRows` returns them, in their own order.
 *
 * @param distances of the shots in feet, by EVENTNUM
 */
export const statsRows = (rows: PlayRow[], teams: Teams, distances: Map<string, number>): FeedRow[] => {
  const first = (row: PlayRow) => reader(row, teams).sideAt(0)
  const rebounds = reboundTypes(rows, first, (row) => reader(row, teams).words(first(row)))
  return rows.map((row) => {
    const known = getPlays(row, teams, rebounds)
    const plays = known ?? [reader(row, teams).play('other', 0)]
    return {
      number: row.EVENTNUM,
      period: row.PERIOD,
      clock: parseClockText(row.PCTIMESTRING),
      score: parseScore(row.SCORE),
      distance_ft: distances.get(row.EVENTNUM) ?? null,
      plays,
      people: row.persons.filter(isPlayer).map(({ id, name }) => ({ external_id: id, name })),
      unknown: known === null ? row.code : null,
      ofNeitherTeam: hasNeitherTeam(row, teams) || plays.slice(0, 1).some(lacksSide),
      lacksPlayer: isLostPlayer(row) || plays.slice(0, 1).some(lacksPlayer),
    }
  })
}

/** The teams by the players of a play-by-play; null if one of the teams has no player in it. */
export const findPlayTeams = (rows: PlayRow[]): Teams | null => {
  const findTeam = (type: string) =>
    rows.flatMap(({ persons }) => persons).find((person) => person.type === type && person.team_id !== '')?.team_id
  const home = findTeam('4')
  const away = findTeam('5')
  return home && away ? { home, away } : null
}
