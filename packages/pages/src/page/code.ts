import { html } from 'hono/html'
import { highlight, type Language } from './highlight.ts'
import type { Markup } from './html.ts'

const LINE_WIDTH = 50

const inlineLength = (value: unknown): number => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').length

/** JSON in which a value that fits on the line from `column` on is not broken into several. */
const formatJson = (value: unknown, indent = '', column = LINE_WIDTH): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const isInline = column + inlineLength(value) < LINE_WIDTH
  const deeper = `${indent}  `
  const items = Object.entries(value).map(([key, item]) => {
    const name = isList ? '' : JSON.stringify(key)
    const text = formatJson(item, deeper, isInline ? column : deeper.length + name.length)
    return isList ? text : `${name}: ${text}`
  })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (isInline) return `${open}${items.join(', ')}${close}`
  return `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`
}

export const jsonMarkup = (value: unknown): Markup => highlight('json', formatJson(value))

const pre = (title: string, language: Language, code: Markup): Markup =>
  html`<pre class="${language}" tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre>`

const titledBlock = (title: string, content: Markup): Markup =>
  html`<figure class="code">
    <figcaption>${title}</figcaption>
    ${content}
  </figure>`

/** Shell commands or header lines with a title. Long lines scroll; the block can be focused to scroll it by keyboard. */
export const shellBlock = (title: string, lines: string): Markup =>
  titledBlock(title, pre(title, 'shell', highlight('shell', lines)))

export const typescriptBlock = (title: string, lines: string): Markup =>
  titledBlock(title, pre(title, 'typescript', highlight('typescript', lines)))

/** JSON that the script of the documentation highlights: marked here, it would be a tenth of the reference. */
export const jsonBlock = (title: string, value: unknown): Markup =>
  titledBlock(title, pre(title, 'json', html`${formatJson(value)}`))

/** JSON on pages without that script. */
export const highlightedJsonBlock = (title: string, value: unknown): Markup =>
  titledBlock(title, pre(title, 'json', jsonMarkup(value)))

/** A text with a title, exactly as it is. */
export const textBlock = (title: string, text: string): Markup => titledBlock(title, pre(title, 'text', html`${text}`))

export const plainBlock = (language: Language, code: string): Markup =>
  html`<figure class="code plain">${pre('Code', language, highlight(language, code))}</figure>`

/**
 * The same request as a curl command and in TypeScript, of which one is shown, without a script: two radio buttons choose.
 * @param id distinguishes the blocks of a page
 * @param setUp where the client of the TypeScript code is made
 */
export const requestBlock = (
  id: string,
  { curl, typescript }: { curl: string; typescript: string },
  setUp: string,
): Markup =>
  html`<figure class="code request">
    <figcaption>
      <span class="tabs" role="radiogroup" aria-label="Language">
        <label><input type="radio" name="${id}-language" value="curl" checked />curl</label>
        <label><input type="radio" name="${id}-language" value="typescript" />TypeScript</label>
      </span>
      <a class="set-up" href="${setUp}">Set-up</a>
    </figcaption>
    ${pre('Request with curl', 'shell', highlight('shell', curl))}
    ${pre('Request in TypeScript', 'typescript', highlight('typescript', typescript))}
  </figure>`
