import { html } from 'hono/html'

/** HTML whose values have been escaped. */
export type Markup = ReturnType<typeof html>

/** The HTML as text. @throws TypeError if a part of it is a promise: the page is built synchronously. */
export const renderToString = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError('a part of the page is a promise')
  return markup.toString()
}

/** A text with the words between backticks set as code. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** Joins markup with a separator, as `a or b`; a text is escaped. */
export const join = (parts: Markup[], separator: Markup | string): Markup[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [html`${separator}`, part]))

const ENTITIES: Partial<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

/** Elements within a line, whose tags separate no words. */
const INLINE = /<\/?(?:a|code|em|span|strong)\b[^>]*>/g

/** The text of HTML that was built with `html`, without its tags. */
export const plainText = (markup: Markup): string =>
  renderToString(markup)
    .replaceAll(INLINE, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:\w+|#39);/g, (entity) => ENTITIES[entity] ?? entity)
