import { z } from 'zod'
import { CalendarDate, Count, DateTime, Text } from './identifiers.ts'
import { Plan, PlanLimits } from './plans.ts'

/** The service itself (GET /). */
export const Index = z
  .object({
    name: Text.describe('Name of the service.'),
    base: z.url().max(2048).describe('Base address of all paths, ending in the version segment.'),
    docs: z.url().max(2048).describe('Where the service is documented.'),
    status: Text.describe('`ok` while the service answers.'),
    endpoints: Count.describe('Endpoints of this version, counted from the route table.'),
  })
  .meta({ id: 'Index', description: 'The service itself.' })
export type Index = z.infer<typeof Index>

/** Calls that a plan allows; null: no limit. */
export const Limits = PlanLimits.pick({ per_minute: true, per_day: true, per_month: true }).meta({
  id: 'Limits',
  description: 'Calls the plan allows; null: no limit.',
})
export type Limits = z.infer<typeof Limits>

/** What a key has used and may still use (GET /usage). */
export const Usage = z
  .object({
    key: Text.describe('The key, masked: its prefix and last four characters.'),
    plan: Plan,
    calls_today: Count.describe('Counted calls of the account since 00:00 UTC.'),
    calls_this_month: Count.describe('Counted calls of the account since the first of the month, UTC.'),
    limits: Limits,
    remaining: Count.nullable().describe('Calls left today; null: no daily limit.'),
    resets_at: DateTime.nullable().describe('When the day ends (00:00 UTC); null: no daily limit.'),
    window: z
      .object({
        from: CalendarDate.nullable().describe('The first day; null: no bound.'),
        to: CalendarDate.nullable().describe('The last day; null: no bound.'),
      })
      .describe('The span of game dates the plan may read; null: no bound on that side.'),
  })
  .meta({ id: 'Usage', description: 'What the account has used and may still use.' })
export type Usage = z.infer<typeof Usage>
