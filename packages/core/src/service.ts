import { getWindow } from './accounts/window.ts'
import { envelopeSchema, ServiceIndex, NoParameters, getNextDay, toDateTime, Usage, utcDay } from './contract/index.ts'
import { read } from './trpc.ts'
import type { OperationContext } from './calls/context.ts'

export const getIndex = read
  .meta({
    plan: null,
    onPrimary: true,
    openapi: {
      operationId: 'getIndex',
      method: 'GET',
      path: '/',
      tags: ['Service'],
      summary: 'Service index',
      description: 'Name, base address, documentation and number of endpoints of the service. Needs no key.',
    },
  })
  .input(NoParameters)
  .output(envelopeSchema(ServiceIndex))
  .query(async ({ ctx: { service, endpoints } }) => ({
    data: { name: service.name, base: service.base, docs: service.docs, status: 'ok', endpoints },
    meta: {},
  }))

/** The usage of the calling key. A call of embedding code has no key and counts as no usage. */
const readLimits = (ctx: OperationContext): Usage => {
  const { plan, call } = ctx.caller
  const { per_minute, per_day, per_month } = ctx.plans[plan]
  const used = call?.day_used ?? 0
  return {
    key: call?.hint ?? '',
    plan,
    calls_today: used,
    calls_this_month: call?.month_used ?? 0,
    limits: { per_minute, per_day, per_month },
    remaining: per_day === null ? null : Math.max(0, per_day - used),
    resets_at: per_day === null ? null : toDateTime(getNextDay(call?.day ?? utcDay(ctx.now()))),
    window: getWindow(ctx),
  }
}

export const getUsage = read
  .meta({
    plan: 'free',
    onPrimary: true,
    counted: false,
    openapi: {
      operationId: 'getUsage',
      method: 'GET',
      path: '/usage',
      tags: ['Service'],
      summary: 'Usage',
      description:
        'Calls the account has made today and this month, and the limits of its plan. Calls to this endpoint are not counted.',
    },
  })
  .input(NoParameters)
  .output(envelopeSchema(Usage))
  .query(async ({ ctx }) => ({ data: readLimits(ctx), meta: {} }))
