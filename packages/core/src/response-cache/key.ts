import { windowOf } from '../accounts/window.ts'
import type { Operation, OperationContext } from '../operation.ts'
import type { Decimals } from '../statistics/rounding.ts'

/** Milliseconds at whose multiples a day begins, in every time zone. */
const QUARTER_HOUR = 900_000

/**
 * Identifies a response: everything that it depends on besides the data. It names the plan, because lists do, and the first
 * day that the plan may read.
 */
export const keyOf = (
  ctx: OperationContext & { decimals: Decimals | null },
  { path, dependsOnTime }: Pick<Operation, 'path' | 'dependsOnTime'>,
  input: Readonly<Record<string, unknown>>,
): string => {
  const quarter = dependsOnTime ? Math.floor(ctx.now().getTime() / QUARTER_HOUR) : null
  return JSON.stringify([path, ctx.caller.plan, windowOf(ctx).from, quarter, ctx.decimals, input])
}
