import { z } from 'zod'
import { Text } from './scalars.ts'

/** Whether a database can hold a text: NUL is none of its characters, and half a character is none at all. */
const isHeld = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const HELD = 'must be text without NUL (U+0000) and without halves of characters (lone surrogates)'
const upTo = (most: number) => `must have at most ${most} characters`

/** A text of at most `most` characters that every database can hold. */
export const text = (most: number) => z.string().max(most, upTo(most)).refine(isHeld, HELD)

/** Such a text that says something; blanks around it are dropped. */
export const name = (most: number) =>
  z.string().trim().min(1, 'must not be blank').max(most, upTo(most)).refine(isHeld, HELD)

/** Who numbers the records. */
export const Source = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be lower-case letters, digits, ".", "_" and "-", like euroleague')
  .max(50, upTo(50))

/** What a record is known by in a source. */
export const ExternalName = name(100)
/** What something is called. */
export const Name = name(200)
/** A text of the wire. */
export const Words = Text.refine(isHeld, HELD)
