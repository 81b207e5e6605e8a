import { html, raw } from 'hono/html'
import { Marked, type RendererObject } from 'marked'
import { plainBlock } from '../page/code.ts'
import type { Language } from '../page/highlight.ts'
import { plainText, renderToString, type Markup } from '../page/html.ts'

/** A heading with what follows it, up to the next heading of any depth. */
export type Section = {
  /** The anchor, as GitHub makes it; the same in every rendering of the text. */
  anchor: string
  title: string
  depth: number
  /** The text without markup and code blocks, for searching. */
  text: string
}

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

/** GitHub's anchor of a heading, so that the links of a text work there and here. */
const toAnchor = (title: string): string =>
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

/** Nothing in a text is HTML; marked itself would take the text behind an inline `<pre>` for HTML that is escaped already. */
const escapeText = ({ text }: { text: string }): string => renderToString(html`${text}`)

/** How headings, links, tables and code are written; marked's own renderer does the rest. */
const createRenderer = (sections: Section[], linkTo: (href: string) => LinkTarget): RendererObject => ({
  html: escapeText,
  image: escapeText,
  text(token) {
    return 'tokens' in token && token.tokens !== undefined ? this.parser.parseInline(token.tokens) : escapeText(token)
  },
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ lang = '', text }) => renderToString(plainBlock(LANGUAGES[lang] ?? 'other', text)),
  link({ href, tokens }) {
    const target = linkTo(href)
    const content = raw(this.parser.parseInline(tokens))
    if (target.href !== null && isSafe(target.href))
      return renderToString(html`<a href="${target.href}">${content}</a>`)
    return renderToString(
      target.title === undefined ? html`${content}` : html`<span title="${target.title}">${content}</span>`,
    )
  },
  heading({ depth, tokens }) {
    const title = this.parser.parseInline(tokens, this.parser.textRenderer)
    const same = sections.filter((section) => toAnchor(section.title) === toAnchor(title)).length
    const anchor = same === 0 ? toAnchor(title) : `${toAnchor(title)}-${same}`
    sections.push({ anchor, title, depth, text: '' })
    const content = raw(this.parser.parseInline(tokens))
    const tag = raw(`h${Math.min(depth, 4)}`)
    const linked = depth === 1 ? content : html`<a href="#${anchor}">${content}</a>`
    return renderToString(html`<${tag} id="${anchor}">${linked}</${tag}> `)
  },
  table({ header, rows }) {
    const body = rows.map((cells) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`)
    const label = renderToString(html`aria-label="Table: ${sections.at(-1)?.title ?? ''}"`)
    return `<div class="scroll" tabindex="0" role="group" ${label}><table>
<thead><tr>${header.map((cell) => this.tablecell(cell)).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody>
</table></div>`
  },
  tablecell({ header, text, align, tokens }) {
    const tag = header && text !== '' ? 'th' : 'td'
    const attributes = `${tag === 'th' ? ' scope="col"' : ''}${align === 'right' ? ' class="number"' : ''}`
    return `<${tag}${attributes}>${this.parser.parseInline(tokens)}</${tag}>`
  },
})

/** Code blocks are not searched. */
const CODE_BLOCK = /<figure\b[^]*?<\/figure>/g

/**
 * Renders Markdown. HTML in it is shown as text. `linkTo` decides where the links lead; a link of another scheme than http
 * and mailto stays text.
 */
export const renderMarkdown = (text: string, linkTo: (href: string) => LinkTarget): Article => {
  const sections: Section[] = []
  const marked = new Marked({ renderer: createRenderer(sections, linkTo) })
  const blocks = marked.lexer(text).map((token) => {
    const block = marked.parser([token])
    const section = sections.at(-1)
    if (section !== undefined && token.type !== 'heading')
      section.text += `${plainText(raw(block.replaceAll(CODE_BLOCK, ' ')))} `
    return block
  })
  return { title: sections[0]?.title ?? '', sections, body: raw(blocks.join('').trimEnd()) }
}
