import { windowOf } from '../accounts/window.ts'
import { Changes, DEFAULT_PER_PAGE, ListChanges } from '../contract/index.ts'
import { operation } from '../operation.ts'
import { selectChanges } from './queries.ts'

export const listChanges = operation(
  {
    plan: 'live',
    path: '/changes',
    invalidatedBy: null,
    tag: 'Changes',
    summary: 'List changes',
    description:
      'Which parts of which games have changed, in the order of the changes: read it from the beginning, fetch the parts that it names, and go on with `next_after`, to hold the same data as this service. Of several changes of a part, the log keeps the latest, so it is never longer than the data, and a reader who was away for long misses nothing. Games outside the days of the plan are left out. An addition of this service.',
    input: ListChanges,
    output: Changes,
  },
  async ({ ctx, input: { after = '0', per_page = DEFAULT_PER_PAGE, ...filters } }) => {
    const { from } = windowOf(ctx)
    const { changes, current } = await selectChanges(ctx.store, Number(after), { ...filters, from }, per_page)
    // A page that is not full contains every matching change up to the latest one.
    const last = changes.length < per_page ? current : Number(changes.at(-1)?.id)
    return { data: changes, meta: { count: changes.length, next_after: String(Math.max(last, Number(after))) } }
  },
)
