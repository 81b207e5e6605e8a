import { z } from 'zod'
import { Text } from './scalars.ts'

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
