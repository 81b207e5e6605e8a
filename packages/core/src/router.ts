import { listCompetitions } from './competitions/list.ts'
import { getGame } from './games/get.ts'
import { listGames, listResultsOfYesterday } from './games/list.ts'
import { getBoxScore, getPlayByPlay, getShots } from './games/parts.ts'
import { listSeasons } from './seasons/list.ts'
import { getIndex } from './service/index-record.ts'
import { getUsage } from './service/usage.ts'
import { getTeam } from './teams/get.ts'
import { listTeams } from './teams/list.ts'
import { createCallerFactory, router } from './trpc.ts'

/** The contract's table of endpoints, as code. */
export const appRouter = router({
  index: getIndex,
  usage: getUsage,
  competitions: { list: listCompetitions },
  seasons: { list: listSeasons },
  teams: { list: listTeams, get: getTeam },
  games: { list: listGames, get: getGame, boxScore: getBoxScore, playByPlay: getPlayByPlay, shots: getShots },
  results: { yesterday: listResultsOfYesterday },
})

/** The type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter

/** Calls operations directly: `createCaller(context).games.list({ season })`. */
export const createCaller = createCallerFactory(appRouter)
