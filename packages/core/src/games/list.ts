import { laterDay, windowOf } from '../accounts/window.ts'
import { Game, ListGames, ListResultsOfYesterday, listOf, type List, type Paging } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { operation, type OperationContext } from '../operation.ts'
import { countGames, gameKeyset, selectGames, type GameFilters } from './list-queries.ts'

/** The games that match the filters, within the window of the caller's plan. A cursor is bound to the filters alone. */
const gameList = (
  ctx: OperationContext,
  name: string,
  filters: GameFilters,
  paging: Paging,
  yesterday?: string,
): Promise<List<Game>> => {
  const filtersInWindow = { ...filters, yesterday, from: laterDay(filters.from, windowOf(ctx).from) }
  return listResponse(ctx, paging, {
    name,
    filters,
    total: () => countGames(ctx.store, filtersInWindow),
    select: (range) => selectGames(ctx.store, filtersInWindow, range),
    keysetOf: gameKeyset,
  })
}

export const listGames = operation(
  {
    plan: 'free',
    path: '/games',
    tag: 'Games',
    summary: 'List games',
    description:
      'Games by date, newest first. Without filters the list holds every game and begins with those not yet played.',
    input: ListGames,
    output: listOf(Game),
  },
  ({ ctx, input: { date, from = date, to = date, page, cursor, per_page, ...filters } }) =>
    gameList(ctx, 'games', { ...filters, from, to }, { page, cursor, per_page }),
)

export const listResultsOfYesterday = operation(
  {
    plan: 'free',
    path: '/results/yesterday',
    dependsOnTime: true,
    tag: 'Games',
    summary: "Yesterday's results",
    description:
      "Final games of the calendar day before today, in each competition's own time zone (UTC where none is set).",
    input: ListResultsOfYesterday,
    output: listOf(Game),
  },
  ({ ctx, input: { competition, ...paging } }) =>
    gameList(ctx, 'results', { competition }, paging, ctx.now().toISOString()),
)
