import { listCompetitions } from './competitions/list.ts'
import { getGame } from './games/get.ts'
import { listGames, listResultsOfYesterday } from './games/list.ts'
import { getBoxScore, getPlayByPlay, getShots } from './games/parts.ts'
import { getLeaders } from './leaders/get.ts'
import { listPlayerGames } from './players/games.ts'
import { getPlayer, getPlayerSeasons } from './players/get.ts'
import { listPlayers } from './players/list.ts'
import { getPlayerSplits } from './players/splits.ts'
import { getPrices } from './prices/get.ts'
import { listSeasons } from './seasons/list.ts'
import { getIndex } from './service/index-record.ts'
import { getUsage } from './service/usage.ts'
import { getStandings } from './standings/get.ts'
import { getTeamForm } from './teams/form.ts'
import { getTeam } from './teams/get.ts'
import { getHeadToHead } from './teams/head-to-head.ts'
import { listTeams } from './teams/list.ts'
import { getRoster } from './teams/roster.ts'
import { getTrends } from './trends/get.ts'
import { createCallerFactory, router } from './trpc.ts'
import { createWebhook, listWebhooks, removeWebhook, testWebhook } from './webhooks/operations.ts'

/** The contract's table of endpoints, as code. */
export const appRouter = router({
  index: getIndex,
  usage: getUsage,
  competitions: { list: listCompetitions },
  seasons: { list: listSeasons },
  teams: {
    list: listTeams,
    get: getTeam,
    roster: getRoster,
    form: getTeamForm,
    headToHead: getHeadToHead,
    trends: getTrends,
  },
  players: {
    list: listPlayers,
    get: getPlayer,
    games: listPlayerGames,
    seasons: getPlayerSeasons,
    splits: getPlayerSplits,
  },
  standings: { get: getStandings },
  leaders: { get: getLeaders },
  games: {
    list: listGames,
    get: getGame,
    boxScore: getBoxScore,
    playByPlay: getPlayByPlay,
    shots: getShots,
    prices: getPrices,
  },
  results: { yesterday: listResultsOfYesterday },
  webhooks: { list: listWebhooks, create: createWebhook, remove: removeWebhook, test: testWebhook },
})

/** The type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter

/** Calls operations directly: `createCaller(context).games.list({ season })`. */
export const createCaller = createCallerFactory(appRouter)
