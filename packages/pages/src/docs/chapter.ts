import type { Markup } from '../page/html.ts'

/** A chapter of the reference, before the endpoints: its text and its code samples. */
export type Chapter = {
  anchor: string
  title: string
  /** What else people call it, for the search. */
  aliases: string
  text: Markup
  sample: Markup
}
