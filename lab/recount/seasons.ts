import { LeaderStat } from '../../packages/core/src/contract/index.ts'
import type { Core } from '../../packages/core/src/core.ts'
import type { Comparison } from './comparison.ts'
import { recountCounts } from './counts.ts'
import { compareParts, groupParts } from './game-parts.ts'
import { nameIn, type Game, type History, type Season } from './history.ts'
import { recountLeaders, recountStints, recountTotals, SUMMED, type PlayerTotals } from './season-totals.ts'
import { recountTable } from './standings.ts'

export type Api = ReturnType<Core['caller']>

const byKey = <Row>(rows: readonly Row[], toKey: (row: Row) => string): Map<string, Row> =>
  new Map(rows.map((row) => [toKey(row), row]))

/** Rows by their number, from 1. */
const numbered = <Row>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row, index) => [String(index + 1), row]))

const compareStandings = async (
  comparison: Comparison,
  api: Api,
  { teams, competitions }: History,
  season: Season,
  ofSeason: readonly Game[],
) => {
  const competition = competitions.find(({ id }) => id === season.competition_id)
  if (competition === undefined) throw new RangeError(`there is no competition ${season.competition_id}`)
  const { data } = await api.standings.get({ competition: season.competition_id, season: season.id })
  const compareTable = (
    title: string,
    table: Pick<typeof data, 'games' | 'through' | 'table'> | undefined,
    stage?: string,
  ) => {
    const { games, through, rows } = recountTable(ofSeason, teams, competition, stage)
    // Before its first game a table is served as of today.
    const servedThrough = games === 0 ? null : table?.through
    comparison.fields(title, { games: table?.games ?? 0, through: servedThrough }, { games, through })
    const served = (table?.table ?? []).map(({ team, ...row }, index) => ({
      team: team.id,
      position: index + 1,
      ...row,
    }))
    comparison.rows(
      (team) => `${title}, ${nameIn(teams, team)}`,
      byKey(served, ({ team }) => team),
      rows,
    )
  }
  compareTable('standings', data)
  for (const name of competition.table_stages ?? [])
    compareTable(
      `standings of ${name}`,
      data.stages?.find(({ stage }) => stage === name),
      name,
    )
}

const compareLeaders = async (
  comparison: Comparison,
  api: Api,
  season: Season,
  totals: ReadonlyMap<string, PlayerTotals>,
  min_games: number,
) => {
  for (const stat of LeaderStat.options) {
    const { data } = await api.leaders.get({ competition: season.competition_id, season: season.id, stat })
    comparison.fields(`leaders in ${stat}`, { min_games: data.min_games }, { min_games })
    comparison.rows(
      (number) => `leaders in ${stat}, number ${number}`,
      numbered(data.leaders.map(({ player, team, ...leader }) => ({ ...leader, player: player.id, team: team?.id }))),
      numbered(recountLeaders(totals, stat, min_games)),
    )
  }
}

const toColumns = ({ sums }: PlayerTotals) =>
  Object.fromEntries(SUMMED.map((column) => [column, sums.get(column) ?? null]))

const compareTotals = (
  comparison: Comparison,
  { derived, players, teams }: History,
  season: string,
  stints: ReadonlyMap<string, PlayerTotals>,
  totals: ReadonlyMap<string, PlayerTotals>,
) => {
  comparison.rows(
    (key) => {
      const [player = '', team = ''] = key.split(' ')
      return `season totals of ${nameIn(players, player)}, ${nameIn(teams, team)}`
    },
    byKey(
      derived.playerSeasons.filter(({ season_id }) => season_id === season),
      ({ player_id, team_id }) => `${player_id} ${team_id}`,
    ),
    new Map(
      [...stints].map(([key, stint]) => {
        const { player: _player, team: _team, sums: _sums, ...counts } = stint
        return [key, { ...counts, ...toColumns(stint) }]
      }),
    ),
  )
  const stored = derived.playerSeasonTotals.filter(({ season_id }) => season_id === season)
  const ranked = new Set(stored.flatMap((row) => Object.keys(row)))
  comparison.rows(
    (player) => `season totals of ${nameIn(players, player)}`,
    byKey(stored, ({ player_id }) => player_id),
    new Map(
      [...totals].map(([player, total]) => {
        const sums = Object.entries(toColumns(total)).filter(([column]) => ranked.has(column))
        return [player, { team_id: total.team, games: total.games, ...Object.fromEntries(sums) }]
      }),
    ),
  )
}

/** Compares one season: its standings, leaders, totals, and counts of games. */
const compareSeason = async (comparison: Comparison, api: Api, history: History, season: Season): Promise<void> => {
  const { derived, teams } = history
  const games = history.games.filter(({ season_id }) => season_id === season.id)
  const counts = recountCounts(games)
  const isOfSeason = ({ season_id }: { season_id: string }) => season_id === season.id
  comparison.fields(`counts of ${season.name}`, season, counts.season)
  comparison.rows(
    (team) => `counts of ${nameIn(teams, team)} in ${season.name}`,
    byKey(derived.teamSeasons.filter(isOfSeason), ({ team_id }) => team_id),
    counts.teams,
  )
  comparison.rows(
    (day) => `counts of ${day}`,
    byKey(derived.seasonDays.filter(isOfSeason), ({ date }) => date),
    counts.days,
  )
  const stints = recountStints(history.entries.filter(({ game }) => isOfSeason(game)))
  const totals = recountTotals(stints.values())
  compareTotals(comparison, history, season.id, stints, totals)
  await compareStandings(comparison, api, history, season, games)
  await compareLeaders(comparison, api, season, totals, counts.season.min_games)
}

/** Compares every season, the parts of every game, and the number of games of each team. */
export const compareSeasons = async (comparison: Comparison, api: Api, history: History): Promise<void> => {
  for (const season of history.seasons) await compareSeason(comparison, api, history, season)
  const getParts = groupParts(history)
  for (const game of history.games) compareParts(comparison, history, game, getParts(game.id))
  for (const { id, name, games } of history.teams) {
    const counted = history.games.filter((game) => game.home_team_id === id || game.away_team_id === id)
    comparison.fields(`counts of ${name}`, { games }, { games: counted.length })
  }
}
