import { createOrder, type Entrant, type Played, type Points } from './order.ts'
import type { Game, History } from './history.ts'

/** A row of the table: `position` counts over all groups, `rank` within the group. */
export type RecountedRow = {
  position: number
  group: string | null
  rank: number
  played: number
  won: number
  lost: number
  win_share: number
  league_points: number | null
  points_for: number
  points_against: number
  points_difference: number
  home: string
  away: string
  last_ten: string
  streak: string
}

/** A table by team id; `through` is null before its first game. */
export type RecountedTable = { games: number; through: string | null; rows: Map<string, RecountedRow> }

/** Whether the table counts games of the stage; without a named stage in the season, it counts all. */
const inTable = (stage: string | null, named: boolean): boolean => (named ? stage === 'regular' : stage === null)

const firstNames = (games: readonly Game[], column: 'group' | 'division'): Map<string, string> => {
  const names = new Map<string, string>()
  for (const game of games)
    for (const side of ['home', 'away'] as const) {
      const [team, name] = [game[`${side}_team_id`], game[`${side}_${column}`]]
      if (name !== null && !names.has(team)) names.set(team, name)
    }
  return names
}

/** The groups by who plays whom: every team plays all others of its group, of three teams or more, and nobody else. */
const derivedGroups = (opponents: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string> => {
  const groups = new Map<string, string>()
  let number = 0
  for (const team of [...opponents.keys()].toSorted()) {
    if (groups.has(team)) continue
    number += 1
    const members = [team, ...(opponents.get(team) ?? [])]
    for (const member of members) {
      const met = opponents.get(member) ?? new Set()
      const plays = members.every((other) => other === member || met.has(other))
      if (!plays || met.size !== members.length - 1 || members.length < 3) return new Map()
      groups.set(member, `Group ${number}`)
    }
  }
  return number > 1 ? groups : new Map()
}

const inferGroups = (games: readonly Game[]): Map<string, string> => {
  const opponents = new Map<string, Set<string>>()
  for (const { home_team_id: home, away_team_id: away } of games) {
    opponents.set(home, (opponents.get(home) ?? new Set()).add(away))
    opponents.set(away, (opponents.get(away) ?? new Set()).add(home))
  }
  const named = firstNames(games, 'group')
  if (named.size === 0) return derivedGroups(opponents)
  const groups = new Map(named)
  for (const [team, met] of opponents) {
    const [group, ...others] = new Set([...met].flatMap((opponent) => named.get(opponent) ?? []))
    if (!groups.has(team) && group !== undefined && others.length === 0) groups.set(team, group)
  }
  return groups
}

/** Null without overtime: then the final score counts, also if the feed's periods do not add up to it. */
const scoreOfRegulation = ({ periods }: Game, regular: number, side: 'home' | 'away'): number | null => {
  const points = periods?.[side] ?? []
  return points.length <= regular ? null : points.slice(0, regular).reduce((sum, some) => sum + some, 0)
}

const listPlayed = (game: Game, regular: number): (Played & { date: string; neutral: boolean })[] => {
  const awarded = game.status === 'no_result' ? game.forfeit_winner : null
  const [home_score, away_score] = awarded === null ? [game.home_score, game.away_score] : [0, 0]
  if ((game.status !== 'final' && awarded === null) || home_score === null || away_score === null) return []
  const [home, away] = [scoreOfRegulation(game, regular, 'home'), scoreOfRegulation(game, regular, 'away')]
  const known = awarded === null && home !== null && away !== null
  return [
    {
      date: game.date,
      neutral: game.neutral,
      home: game.home_team_id,
      away: game.away_team_id,
      awarded,
      home_score,
      away_score,
      home_regulation: known ? home : home_score,
      away_regulation: known ? away : away_score,
    },
  ]
}

/** A table row without its rank. @param games newest first */
const buildRecord = (team: string, games: readonly (Played & { neutral: boolean })[], points: Points | null) => {
  const record = { played: 0, won: 0, lost: 0, points_for: 0, points_against: 0 }
  const split = { home: [0, 0], away: [0, 0], ten: [0, 0] }
  let streak = ''
  let streakEnded = false
  let league_points = 0
  for (const game of games) {
    if (game.home !== team && game.away !== team) continue
    const atHome = game.home === team
    const own = atHome ? game.home_score : game.away_score
    const other = atHome ? game.away_score : game.home_score
    record.played += 1
    record.points_for += own
    record.points_against += other
    const isWon = game.awarded === null ? own > other : game.awarded === (atHome ? 'home' : 'away')
    league_points += points === null ? 0 : isWon ? points.win : game.awarded === null ? points.loss : points.forfeit
    if (own === other && game.awarded === null) continue
    const letter = isWon ? 'W' : 'L'
    record[isWon ? 'won' : 'lost'] += 1
    const venue = game.neutral ? [] : [split[atHome ? 'home' : 'away']]
    for (const part of [...venue, ...(record.played <= 10 ? [split.ten] : [])])
      part[isWon ? 0 : 1] = (part[isWon ? 0 : 1] ?? 0) + 1
    streakEnded ||= streak !== '' && !streak.startsWith(letter)
    if (!streakEnded) streak += letter
  }
  return {
    ...record,
    win_share: record.played === 0 ? 0 : record.won / record.played,
    league_points: points === null ? null : league_points,
    points_difference: record.points_for - record.points_against,
    home: split.home.join('-'),
    away: split.away.join('-'),
    last_ten: split.ten.join('-'),
    streak: streak === '' ? '' : `${streak.charAt(0)}${streak.length}`,
  }
}

/** Groups by name, Group 2 before Group 10, and teams without one last. */
const compareGroups = (a: string | null, b: string | null): number =>
  a === null || b === null ? (a === null ? 1 : 0) - (b === null ? 1 : 0) : a.localeCompare(b, 'en', { numeric: true })

type Competition = History['competitions'][number]

const getPoints = ({ points_win: win, points_loss: loss, points_forfeit: forfeit }: Competition): Points | null =>
  win === null || loss === null || forfeit === null ? null : { win, loss, forfeit }

/**
 * Computes the standings of a season, or of one of its stages, from its games alone.
 * @param games all games of the season, newest first
 * @param only the stage; undefined for the regular season
 */
export const recountTable = (
  games: readonly Game[],
  teams: History['teams'],
  competition: Competition,
  only?: string,
): RecountedTable => {
  const eligible = games.filter((game) => game.counts_in_standings)
  const named = eligible.some(({ stage }) => stage !== null)
  const counted = eligible.filter(({ stage }) => (only === undefined ? inTable(stage, named) : stage === only))
  const listed = only === undefined ? eligible.filter(({ stage }) => (stage ?? 'regular') === 'regular') : counted
  const ids = new Set(listed.flatMap((game) => [game.home_team_id, game.away_team_id]))
  const [groups, divisions] = [inferGroups(counted), firstNames(counted, 'division')]
  const entrants = teams
    .filter(({ id }) => ids.has(id))
    .map(({ id, sort_name }): Entrant => {
      return { id, sort_name, group: groups.get(id) ?? null, division: divisions.get(id) ?? null }
    })
  const played = counted.flatMap((game) => listPlayed(game, competition.periods))
  const points = getPoints(competition)
  const orderTeams = createOrder(competition.tie_break, entrants, played, points)
  const rows = new Map<string, RecountedRow>()
  for (const group of [...new Set(entrants.map((entrant) => entrant.group))].toSorted(compareGroups))
    for (const [index, team] of orderTeams(group).entries())
      rows.set(team, { position: rows.size + 1, group, rank: index + 1, ...buildRecord(team, played, points) })
  return { games: played.length, through: played[0]?.date ?? null, rows }
}
