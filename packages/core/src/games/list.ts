import { laterDay, getWindow } from '../accounts/window.ts'
import { Game, ListGames, ListResultsOfYesterday, listSchema, type List, type Paging } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { read } from '../trpc.ts'
import type { OperationContext } from '../calls/context.ts'
import { countGames, gameKeyset, selectGames, type GameFilters } from './list-queries.ts'

/** The games that match the filters, within the window of the caller's plan. A cursor is bound to the filters alone. */
const gameList = (
  ctx: OperationContext,
  name: string,
  filters: GameFilters,
  paging: Paging,
  yesterday?: string,
): Promise<List<Game>> => {
  const filtersInWindow = { ...filters, yesterday, from: laterDay(filters.from, getWindow(ctx).from) }
  return listResponse(ctx, paging, {
    name,
    filters,
    total: () => countGames(ctx.store, filtersInWindow),
    long: true,
    select: (range) => selectGames(ctx.store, filtersInWindow, range),
    toKeyset: gameKeyset,
  })
}

export const listGames = read
  .meta({
    plan: 'free',
    aliases: 'schedule, fixtures, calendar, scores',
    openapi: {
      operationId: 'listGames',
      method: 'GET',
      path: '/games',
      tags: ['Games'],
      summary: 'List games',
      description:
        'Games by date, newest first. Without filters the list holds every game and begins with those not yet played.',
    },
  })
  .input(ListGames)
  .output(listSchema(Game))
  .query(({ ctx, input: { date, from = date, to = date, page, cursor, per_page, ...filters } }) =>
    gameList(ctx, 'games', { ...filters, from, to }, { page, cursor, per_page }),
  )

export const listResultsOfYesterday = read
  .meta({
    plan: 'free',
    dependsOnTime: true,
    aliases: 'last night, latest scores',
    openapi: {
      operationId: 'listResultsOfYesterday',
      method: 'GET',
      path: '/results/yesterday',
      tags: ['Games'],
      summary: "Yesterday's results",
      description:
        "Final games of the calendar day before today, in each competition's own time zone (UTC where none is set).",
    },
  })
  .input(ListResultsOfYesterday)
  .output(listSchema(Game))
  .query(({ ctx, input: { competition, ...paging } }) =>
    gameList(ctx, 'results', { competition }, paging, ctx.now().toISOString()),
  )
