import { z } from 'zod'

/** A string of at most 500 characters; the bound lets a reader size database columns. */
export const Text = z.string().max(500)

/** A whole number, zero or more, that fits in 32 bits. */
export const Count = z.int().min(0).max(2_147_483_647)

/** A whole number that may be negative and fits in 32 bits. */
export const Whole = z.int().min(-2_147_483_648).max(2_147_483_647)

/** How the wire rounds a number with decimals: ratios and averages to a configured number of decimals, measures never. */
export type NumberKind = 'ratio' | 'average' | 'measured'

/** The kind of every number with decimals. Schemas derived from Ratio, Average and Measure inherit it. */
export const numberKinds = z.registry<{ kind: NumberKind }>()

/** A quotient or a decimal price; the wire rounds it to 4 decimals. */
export const Ratio = z.number().register(numberKinds, { kind: 'ratio' })

/** A share as a fraction: 0.5 is half. */
export const Fraction = Ratio.min(0)

/** A value per game or per 100 possessions; the wire rounds it to 2 decimals. */
export const Average = z.number().register(numberKinds, { kind: 'average' })

/** A distance in feet or a betting line in points; the wire does not round it. */
export const Measure = z.number().register(numberKinds, { kind: 'measured' })

/** A day of the Gregorian calendar, `YYYY-MM-DD`; days that do not exist are rejected. */
export const CalendarDate = z.iso
  .date({ error: 'must be a calendar day written YYYY-MM-DD' })
  .max(10)
  .refine((day) => day >= '0001-01-01', { error: 'must be a day of year 1 or later' })
  .meta({ id: 'CalendarDate', description: 'A calendar day, YYYY-MM-DD.', example: '2026-11-20' })
export type CalendarDate = z.infer<typeof CalendarDate>

/** A moment in UTC, ISO 8601 with `Z`; milliseconds appear only if they are not zero. */
export const DateTime = z.iso
  .datetime({ error: 'must be a date-time in UTC, like 2026-11-20T19:30:00Z' })
  .max(24)
  .meta({
    id: 'DateTime',
    description: 'A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero.',
    example: '2026-11-20T19:30:00Z',
  })
export type DateTime = z.infer<typeof DateTime>

/** Formats a moment as a DateTime. */
export const toDateTime = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')
