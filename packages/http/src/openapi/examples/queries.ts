import { league, owls, season } from './league.ts'

/** The query of the request that an example answers, by operation of the document; absent where it has none. */
export const EXAMPLE_QUERIES: Record<string, Record<string, string>> = {
  getTeamForm: { last: '3' },
  listTeamTrends: { season: season.id },
  getTeamHeadToHead: { opponent: owls.id },
  listPlayers: { q: 'hol' },
  listPlayerGames: { season: season.id, per_page: '2' },
  getPlayerSplits: { season: season.id },
  getStandings: { competition: league.id },
  getLeaders: { competition: league.id, top: '3' },
}
