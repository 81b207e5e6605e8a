import { getWindow } from '../accounts/window.ts'
import { ListLive, LiveBoard, toIdAfter } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { read } from '../trpc.ts'
import { countBoard, selectBoard, toLiveKeyset } from './live-queries.ts'

export const listLive = read
  .meta({
    plan: 'live',
    invalidatedBy: ['games', 'description', 'live'],
    dependsOnTime: true,
    extension: true,
    aliases: 'scoreboard, live scores, tonight, today',
    openapi: {
      operationId: 'listLive',
      method: 'GET',
      path: '/live',
      tags: ['Games'],
      summary: 'Live board',
      description:
        'Every game that is running, and every game of the day, by tip-off: score, period, clock, team fouls, latest play and the players on court. `meta.stream_after` is where the stream of all games continues, so that one call and one connection show a whole night. An addition of this service.',
    },
  })
  .input(ListLive)
  .output(LiveBoard)
  .query(async ({ ctx, input: { competition, date, ...paging } }) => {
    const filters = { competition, date, now: ctx.now(), from: getWindow(ctx).from }
    let changeNumber = 0
    const { data, meta } = await listResponse(ctx, paging, {
      name: 'live',
      filters: { competition, date },
      total: () => countBoard(ctx.store, filters),
      short: true,
      select: async (range) => {
        const { number, games } = await selectBoard(ctx.store, filters, range)
        changeNumber = number
        return games
      },
      toKeyset: toLiveKeyset,
    })
    return { data, meta: { ...meta, stream_after: toIdAfter(changeNumber) } }
  })
