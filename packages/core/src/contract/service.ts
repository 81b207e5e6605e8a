import { z } from 'zod'
import { CalendarDate, Count, DateTime, Text, record } from './scalars.ts'
import { Plan, PlanLimits } from './plans.ts'

/** The service index (GET /). */
export const ServiceIndex = record('ServiceIndex', 'The service index.', {
  name: Text.describe('Name of the service.'),
  base: z.url().max(2048).describe('Base URL of all paths, ending in the version segment.'),
  docs: z.url().max(2048).describe('URL of the documentation.'),
  status: Text.describe('Always `ok`.'),
  endpoints: Count.describe('Number of endpoints of this version.'),
})
export type ServiceIndex = z.infer<typeof ServiceIndex>

/** The number of calls that a plan allows; null means no limit. */
export const Limits = PlanLimits.pick({ per_minute: true, per_day: true, per_month: true }).meta({
  id: 'Limits',
  description: 'The number of calls that the plan allows. Null: no limit.',
})
export type Limits = z.infer<typeof Limits>

const UsageWindow = record('UsageWindow', 'The dates of games that the plan includes.', {
  from: CalendarDate.nullable().describe('First day. Null: unlimited.'),
  to: CalendarDate.nullable().describe('Last day. Null: unlimited.'),
})

/** The calls and limits of an account (GET /usage). */
export const Usage = record('Usage', 'The calls that an account has made, and its limits.', {
  key: Text.describe('The redacted key: its prefix and last four characters.'),
  plan: Plan,
  calls_today: Count.describe('Counted calls of the account since 00:00 UTC today.'),
  calls_this_month: Count.describe('Counted calls of the account since the first day of the month, UTC.'),
  limits: Limits,
  remaining: Count.nullable().describe('Calls left today. Null: no daily limit.'),
  resets_at: DateTime.nullable().describe('When the daily limit resets (00:00 UTC). Null: no daily limit.'),
  window: UsageWindow,
})
export type Usage = z.infer<typeof Usage>
