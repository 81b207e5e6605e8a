import { html } from 'hono/html'

/** HTML whose values have been escaped. */
export type Markup = ReturnType<typeof html>

/** The HTML as text. @throws TypeError when a part of it is a promise: the page is made of what is there. */
export const textOf = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError('the page has a part that is not there yet')
  return markup.toString()
}

/** A text with `words` between backticks set as code. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** Markup joined by a text, as `a or b`. */
export const joined = (parts: Markup[], between: string): Markup[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [html`${between}`, part]))
