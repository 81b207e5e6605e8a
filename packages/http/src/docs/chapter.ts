import type { Markup } from '../pages/html.ts'

/** A chapter of the reference, before the endpoints: its text and its code samples. */
export type Chapter = { anchor: string; title: string; text: Markup; sample: Markup }
