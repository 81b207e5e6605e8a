import { html } from 'hono/html'
import type { Markup } from './html.ts'

/** The languages of code blocks; `text`, whose lines wrap, and `other` are not highlighted. */
export type Language = 'shell' | 'typescript' | 'json' | 'text' | 'other'

const KEYWORDS =
  `as async await break case catch class const continue default delete do else export extends false finally for from
function if implements import in instanceof interface let new null of return static super switch this throw true try type typeof undefined
var void while yield`.replaceAll(/\s+/g, '|')

/** The parts of a code by the name of their class: c comment, s string, n number, w keyword, k name in JSON. */
const PARTS: Record<Exclude<Language, 'text' | 'other'>, RegExp> = {
  shell: /(?<c>(?<=^|\s)#.*)|(?<s>'[^']*'|"(?:[^"\\]|\\.)*")/gm,
  typescript: new RegExp(
    String.raw`(?<c>//.*|/\*[^]*?\*/)|(?<s>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`[^`]*`'})|(?<w>(?<![.\w])(?:${KEYWORDS})\b(?!\??:))|(?<n>(?<![\w.])\d[\d_]*(?:\.\d+)?\b)`,
    'g',
  ),
  json: /(?<k>"(?:[^"\\\n]|\\.)*")(?=\s*:)|(?<s>"(?:[^"\\\n]|\\.)*")|(?<n>(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b|\b(?:true|false|null)\b)/gi,
}

/** Code as it is, with its comments, strings, numbers and keywords marked. */
export const highlight = (language: Language, code: string): Markup => {
  if (language === 'text' || language === 'other') return html`${code}`
  const marked: Markup[] = []
  let end = 0
  for (const { 0: part, index, groups = {} } of code.matchAll(PARTS[language])) {
    const [name] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    marked.push(html`${code.slice(end, index)}<span class="${name}">${part}</span>`)
    end = index + part.length
  }
  return html`${marked}${code.slice(end)}`
}
