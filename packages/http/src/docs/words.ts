import { html } from 'hono/html'
import type { Schema } from '../openapi/document-types.ts'
import { nameOf } from './lookup.ts'
import { joined, type Markup } from './markup.ts'

/** Where a record is described on the page. */
export const recordAnchor = (name: string): string => `record-${name}`

/** A link to the description of a record. */
export const recordLink = (name: string): Markup => html`<a href="#${recordAnchor(name)}">${name}</a>`

/** Whether a named value says more than its type: its values, its pattern or its format. */
export const hasLook = ({ enum: values, pattern, format, type }: Schema): boolean =>
  (values ?? pattern ?? format) !== undefined && type !== 'integer'

/** The type of a value in words, with links to records: `array of Event`, `integer or null`. */
export const typeWords = (schema: Schema): Markup => {
  const { $ref, anyOf, items, type = [] } = schema
  if ($ref !== undefined) return recordLink(nameOf($ref))
  if (anyOf !== undefined) return html`${joined(anyOf.map(typeWords), ' or ')}`
  if (items !== undefined) return html`array of ${typeWords(items)}${nullWord(type)}`
  return html`${[type].flat().join(' or ')}`
}

const nullWord = (type: string | string[]): string => (type.includes('null') ? ' or null' : '')

/** The values a schema takes, where they form a set. */
export const valuesOf = ({ enum: values = [] }: Schema): Markup[] =>
  joined(
    values.map((value) => html`<code>${value}</code>`),
    ', ',
  )
