import { html } from 'hono/html'

/** HTML whose values have been escaped. */
export type Markup = ReturnType<typeof html>

/** A chapter of the guide: its text and its code samples. */
export type Chapter = { anchor: string; title: string; text: Markup; sample: Markup }

/** The HTML as text. @throws TypeError if a part of it is a promise: the page is built synchronously. */
export const renderToString = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError('a part of the page is a promise')
  return markup.toString()
}

/** A text with the words between backticks set as code. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** Joins markup with a separator, as `a or b`. */
export const join = (parts: Markup[], separator: string): Markup[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [html`${separator}`, part]))

/** Characters in a line of code. */
const LINE_WIDTH = 50

type Item = { label: string; value: unknown }

const itemsOf = (value: object): Item[] =>
  Array.isArray(value)
    ? value.map((item) => ({ label: '', value: item }))
    : Object.entries(value).map(([name, item]) => ({ label: JSON.stringify(name), value: item }))

const scalar = (value: unknown): Markup =>
  html`<span class="${typeof value === 'string' ? 's' : 'n'}">${JSON.stringify(value)}</span>`

const labelled = (label: string, value: Markup): Markup =>
  label === '' ? value : html`<span class="k">${label}</span>: ${value}`

const inlineJson = (value: unknown): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value)
  const items = itemsOf(value).map((item) => labelled(item.label, inlineJson(item.value)))
  return Array.isArray(value) ? html`[${join(items, ', ')}]` : html`{${join(items, ', ')}}`
}

const inlineLength = (value: unknown): number => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').length

/** Highlighted JSON: a value that fits on the line from `column` on is not broken into several. */
export const jsonMarkup = (value: unknown, indent = '', column = LINE_WIDTH): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (column + inlineLength(value) < LINE_WIDTH) return inlineJson(value)
  const deeper = `${indent}  `
  const items = itemsOf(value).map((item) =>
    labelled(item.label, jsonMarkup(item.value, deeper, deeper.length + item.label.length)),
  )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return html`${open}${'\n'}${deeper}${join(items, `,\n${deeper}`)}${'\n'}${indent}${close}`
}

const codeBlock = (title: string, kind: 'shell' | 'json', code: string | Markup): Markup =>
  html`<figure class="code ${kind}">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre>
  </figure>`

/** Shell commands or header lines with a title. Long lines scroll; the block can be focused to scroll it by keyboard. */
export const shellBlock = (title: string, lines: string): Markup => codeBlock(title, 'shell', lines)

/** A JSON value with a title. */
export const jsonBlock = (title: string, value: unknown): Markup => codeBlock(title, 'json', jsonMarkup(value))
