import { html } from 'hono/html'
import { joined, type Markup } from './markup.ts'

/** Characters that fit on a line beside the text. */
const WIDTH = 50

const scalar = (value: unknown): Markup =>
  html`<span class="${typeof value === 'string' ? 's' : 'n'}">${JSON.stringify(value)}</span>`

type Part = { label: string; value: unknown }

const partsOf = (value: object): Part[] =>
  Array.isArray(value)
    ? value.map((part) => ({ label: '', value: part }))
    : Object.entries(value).map(([name, part]) => ({ label: JSON.stringify(name), value: part }))

const labelled = (label: string, value: Markup): Markup =>
  label === '' ? value : html`<span class="k">${label}</span>: ${value}`

const inline = (value: unknown): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value)
  const inside = joined(
    partsOf(value).map((part) => labelled(part.label, inline(part.value))),
    ', ',
  )
  return Array.isArray(value) ? html`[${inside}]` : html`{${inside}}`
}

const inlineLength = (value: unknown): number => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').length

/** JSON to read: what fits on a line from `column` on stands on one. */
export const json = (value: unknown, indent = '', column = WIDTH): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (column + inlineLength(value) < WIDTH) return inline(value)
  const deeper = `${indent}  `
  const lines = joined(
    partsOf(value).map((part) => labelled(part.label, json(part.value, deeper, deeper.length + part.label.length))),
    `,\n${deeper}`,
  )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return html`${open}${'\n'}${deeper}${lines}${'\n'}${indent}${close}`
}

const block = (title: string, kind: 'shell' | 'json', code: string | Markup): Markup =>
  html`<figure class="code ${kind}">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre>
  </figure>`

/** Lines as they are typed or sent, under a title. They are not wrapped: reach and scroll them by keyboard. */
export const shellBlock = (title: string, lines: string): Markup => block(title, 'shell', lines)

/** A JSON value under a title. */
export const jsonBlock = (title: string, value: unknown): Markup => block(title, 'json', json(value))
