import { z } from 'zod'

/** An object of the contract, which the OpenAPI document and its readers know by `id`. */
export const record = <Fields extends z.core.$ZodLooseShape>(id: string, description: string, fields: Fields) =>
  z.object(fields).meta({ id, description })

/** A string of at most 500 characters; the bound lets a reader size database columns. */
export const Text = z.string().max(500)

/** Makes -0 the 0 as which it is stored, so that the two do not count as different. */
export const withoutNegativeZero = (value: number): number => value + 0

/** A whole number, zero or more, that fits in 32 bits. */
export const Count = z.int().min(0).max(2_147_483_647).overwrite(withoutNegativeZero)

/** A whole number that may be negative and fits in 32 bits. */
export const Whole = z.int().min(-2_147_483_648).max(2_147_483_647).overwrite(withoutNegativeZero)

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

/** Postgres stores neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const STORABLE = 'must be text without NUL (U+0000) and without halves of characters (lone surrogates)'
const upTo = (max: number) => `must have at most ${max} characters`

/**
 * A character that a reader does not see, or that changes how others are shown: controls, line and paragraph separators,
 * directions (U+200E, U+202E, …), soft hyphens, spaces and fillers without width, tags. Joiners and variation selectors, which
 * emoji and the scripts of Persian and India need, are none of them.
 */
export const HIDDEN_CHARACTER =
  /[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB]|(?!\p{Variation_Selector}|\u200C|\u200D)\p{Default_Ignorable_Code_Point}/u

/** A text of at most `max` characters that Postgres can store. */
export const text = (max: number) => z.string().max(max, upTo(max)).refine(isStorable, STORABLE)

/** A text that is not blank, trimmed. */
const name = (max: number) =>
  z.string().trim().min(1, 'must not be blank').max(max, upTo(max)).refine(isStorable, STORABLE)

/** A source of identifiers, e.g. euroleague. */
export const Source = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be lower-case letters, digits, ".", "_" and "-", like euroleague')
  .max(50, upTo(50))

/** The identifier of a record in a source. */
export const ExternalName = name(100)
/** The display name of a record. */
export const Name = name(200)
/** A text of the contract that Postgres can store. */
export const Words = Text.refine(isStorable, STORABLE)

/** An SVG document, which is the whole response, without the envelope of records. */
export const Picture = z.string().max(100_000).meta({
  id: 'Picture',
  description:
    'An SVG document with a title and a description for screen readers, light or dark as the reader prefers. Its size is that of the element that shows it.',
})
export type Picture = z.infer<typeof Picture>

/** Whether an operation returns an SVG document. */
export const isPicture = (output: z.ZodType): boolean => output === Picture
