import { html, raw } from 'hono/html'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { plainBlock } from '../page/code.ts'
import type { Language } from '../page/highlight.ts'
import { join, type Markup } from '../page/html.ts'

/** A heading with what follows it, up to the next heading of any depth. */
export type Section = {
  /** The anchor, as GitHub makes it; the same in every rendering of the text. */
  anchor: string
  title: string
  depth: number
  /** The text without markup and code blocks, for searching. */
  text: string
}

/** A rendered Markdown text. */
export type Article = {
  /** The text of its first heading. */
  title: string
  sections: Section[]
  body: Markup
}

/**
 * Where a link of the text leads: `href` is null if its target is not served, which leaves only the text of the link; then
 * `title` can say where the target is.
 */
export type LinkTarget = { href: string | null; title?: string }

/** marked's own types allow any token of an extension; without extensions there are only these. */
const isStandard = (token: Token): token is MarkedToken => token.type !== 'generic'

/** The text of tokens without markup. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(isStandard)
    .map((token) => {
      switch (token.type) {
        case 'code':
        case 'def':
        case 'checkbox':
          return ''
        case 'space':
        case 'br':
        case 'hr':
          return ' '
        case 'list':
          return token.items.map((item) => `${textOf(item.tokens)} `).join('')
        case 'table':
          return [token.header, ...token.rows]
            .map((row) => row.map((cell) => `${textOf(cell.tokens)} `).join(''))
            .join('')
        case 'text':
          return token.tokens === undefined ? token.text : textOf(token.tokens)
        case 'codespan':
        case 'escape':
        case 'html':
        case 'image':
          return token.text
        case 'blockquote':
        case 'del':
        case 'em':
        case 'heading':
        case 'link':
        case 'list_item':
        case 'paragraph':
        case 'strong':
          return textOf(token.tokens)
      }
    })
    .join('')

/** GitHub's anchor of a heading, so that the links of a text work there and here. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

const LANGUAGES: Partial<Record<string, Language>> = {
  sh: 'shell',
  ts: 'typescript',
  js: 'typescript',
  json: 'json',
}

const isSafe = (href: string): boolean => !/^\s*[a-z][\w+.-]*:/i.test(href) || /^(https?|mailto):/i.test(href)

/**
 * Renders Markdown. HTML in it is shown as text. `linkTo` decides where the links lead; a link of another scheme than http
 * and mailto stays text.
 */
export const renderMarkdown = (text: string, linkTo: (href: string) => LinkTarget): Article => {
  const tokens = lexer(text).filter(isStandard)
  const sections: Section[] = []

  const link = ({ href, tokens }: Tokens.Link): Markup => {
    const target = linkTo(href)
    const content = inline(tokens)
    if (target.href !== null && isSafe(target.href)) return html`<a href="${target.href}">${content}</a>`
    return target.title === undefined ? html`${content}` : html`<span title="${target.title}">${content}</span>`
  }
  const heading = ({ depth, tokens }: Tokens.Heading): Markup => {
    const title = textOf(tokens)
    const same = sections.filter((section) => anchorOf(section.title) === anchorOf(title)).length
    const anchor = same === 0 ? anchorOf(title) : `${anchorOf(title)}-${same}`
    sections.push({ anchor, title, depth, text: '' })
    const content = inline(tokens)
    switch (depth) {
      case 1:
        return html`<h1 id="${anchor}">${content}</h1>`
      case 2:
        return html`<h2 id="${anchor}"><a href="#${anchor}">${content}</a></h2>`
      case 3:
        return html`<h3 id="${anchor}"><a href="#${anchor}">${content}</a></h3>`
      default:
        return html`<h4 id="${anchor}"><a href="#${anchor}">${content}</a></h4>`
    }
  }
  const list = ({ ordered, start, items }: Tokens.List): Markup => {
    const rendered = items.map((item) => html`<li>${blocks(item.tokens)}</li>`)
    if (!ordered)
      return html`<ul>
        ${rendered}
      </ul>`
    return start === 1 || start === ''
      ? html`<ol>
          ${rendered}
        </ol>`
      : html`<ol start="${start}">
          ${rendered}
        </ol>`
  }
  const tableCell = (element: 'th' | 'td', { tokens, align }: Tokens.TableCell): Markup => {
    const attributes = `${element === 'th' ? ' scope="col"' : ''}${align === 'right' ? ' class="number"' : ''}`
    return html`<${raw(element + attributes)}>${inline(tokens)}</${raw(element)}>`
  }
  const table = ({ header, rows }: Tokens.Table): Markup =>
    html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            ${header.map((cell) => (cell.text === '' ? html`<td></td>` : tableCell('th', cell)))}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => tableCell('td', cell))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`

  const render = (token: MarkedToken): Markup => {
    switch (token.type) {
      case 'space':
      case 'def':
        return html``
      case 'heading':
        return heading(token)
      case 'paragraph':
        return html`<p>${inline(token.tokens)}</p>`
      case 'code':
        return plainBlock(LANGUAGES[token.lang ?? ''] ?? 'other', token.text)
      case 'list':
        return list(token)
      case 'list_item':
        return html`<li>${blocks(token.tokens)}</li>`
      case 'checkbox':
        return html`${token.checked ? '☑ ' : '☐ '}`
      case 'table':
        return table(token)
      case 'blockquote':
        return html`<blockquote>${blocks(token.tokens)}</blockquote>`
      case 'hr':
        return html`<hr />`
      case 'br':
        return html`<br />`
      case 'strong':
        return html`<strong>${inline(token.tokens)}</strong>`
      case 'em':
        return html`<em>${inline(token.tokens)}</em>`
      case 'del':
        return html`<del>${inline(token.tokens)}</del>`
      case 'codespan':
        return html`<code>${token.text}</code>`
      case 'link':
        return link(token)
      case 'text':
        return token.tokens === undefined ? html`${token.text}` : html`${inline(token.tokens)}`
      case 'escape':
      case 'html':
      case 'image':
        return html`${token.text}`
    }
  }
  const inline = (tokens: readonly Token[]): Markup[] => tokens.filter(isStandard).map(render)
  const blocks = (tokens: readonly Token[]): Markup => html`${join(inline(tokens), '\n')}`

  const body: Markup[] = []
  for (const token of tokens) {
    body.push(render(token))
    const section = sections.at(-1)
    if (section !== undefined && token.type !== 'heading') section.text += `${textOf([token])} `
  }
  return { title: sections[0]?.title ?? '', sections, body: html`${join(body, '\n')}` }
}
