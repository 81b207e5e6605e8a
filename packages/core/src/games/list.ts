import { laterDay, getWindow } from '../accounts/window.ts'
import {
  Game,
  ListGames,
  ListResultsOfYesterday,
  listSchema,
  type List,
  type Paging,
  Changes,
  DEFAULT_PER_PAGE,
  ListChanges,
} from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { read } from '../trpc.ts'
import type { OperationContext } from '../calls/context.ts'
import { countGames, gameKeyset, selectGames, type GameFilters } from './list-queries.ts'
import { badRequest } from '../errors.ts'
import { selectChanges } from './change-queries.ts'

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

export const listChanges = read
  .meta({
    plan: 'live',
    invalidatedBy: null,
    extension: true,
    aliases: 'sync, mirror, updates, corrections',
    openapi: {
      operationId: 'listChanges',
      method: 'GET',
      path: '/changes',
      tags: ['Changes'],
      summary: 'List changes',
      description:
        'Which parts of which games have changed, in the order of the changes: read it from the beginning, fetch the parts that it names, and go on with `next_after`, to hold the same data as this service. Of several changes of a part, the log keeps the latest, so it is never longer than the data, and a reader who was away for long misses nothing. An `after` beyond the end of the log is a 400: the data of this service was restored from a backup that is older than what you have read. Drop your copy then, and read the log again from the beginning. Games outside the days of the plan are left out. An addition of this service.',
    },
  })
  .input(ListChanges)
  .output(Changes)
  .query(async ({ ctx, input: { after = '0', per_page = DEFAULT_PER_PAGE, ...filters } }) => {
    const { from } = getWindow(ctx)
    const { changes, current } = await selectChanges(ctx.store, Number(after), { ...filters, from }, per_page)
    if (Number(after) > current)
      throw badRequest(
        `after is beyond the end of the change log, which is ${current}: the data is older than what you have read, as after a restored backup. Leave it out, and read the log again from the beginning.`,
      )
    // A page that is not full contains every matching change up to the latest one.
    const next_after = changes.length < per_page ? String(current) : (changes.at(-1)?.id ?? after)
    return { data: changes, meta: { count: changes.length, next_after } }
  })
