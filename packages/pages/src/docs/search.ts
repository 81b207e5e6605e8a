/** What a result is. */
export type Kind =
  | 'Endpoint'
  | 'Parameter'
  | 'Record'
  | 'Field'
  | 'Error'
  | 'Value'
  | 'Reference'
  | 'Guide'
  | 'Benchmark'

/** Something that can be found. */
export type Entry = {
  kind: Kind
  title: string
  /** Where it is: the path of an endpoint, the record of a field, the guide of a section; may be empty. */
  context: string
  href: string
  /** What else people call it. */
  aliases?: string
  /** Names that belong to it, such as those of its parameters or fields. */
  keywords?: string
  text: string
}

/** Part of a text around the first word that was found; every second part, beginning with the second, was searched for. */
export type Excerpt = string[]

/** An entry with what was found in it. */
export type Result = Entry & { excerpt: Excerpt }

/** The results of a query, the best first. `isPartial` is true if none of them has all of its words. */
export type Found = { results: Result[]; isPartial: boolean }

/** Finds entries. */
export type Search = (query: string, limit?: number) => Found

/** The words of a text in small letters without accents. */
const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()

/** The words of a text, each between blanks; a text with names like BoxScore or home_score has their parts, too. */
const wordsOf = (text: string): string => {
  const parts = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')
  return ` ${plainWords(parts === text ? text : `${text} ${parts}`)} `
}

/** What of equal results comes first. */
const KIND_SCORES: Record<Kind, number> = {
  Endpoint: 4,
  Reference: 3,
  Record: 3,
  Error: 3,
  Guide: 2,
  Value: 1,
  Parameter: 1,
  Field: 0,
  Benchmark: -2,
}

/** Results of one kind, so that a field that many records have leaves room for others. */
const MAX_PER_KIND = 10

/** Words as they are and their stems, each between blanks. */
type Words = { words: string; stems: string }

type Indexed = { entry: Entry; title: Words; aliases: Words; keywords: Words; text: Words }

/** The words of a query; further ones are ignored. */
const MAX_WORDS = 12

/** Words that say nothing about what is looked for. */
const STOP_WORDS = new Set(
  `a about am an and any are as at be by can do does for from have how i in is it me my of on or own s so that the their
there this through to up us use using via want was we what when where which who why will with without you your`.split(
    /\s+/,
  ),
)

/** Endings that leave the beginning of a word: `paginate` and `pagination`, `delivery` and `delivered`. */
const ENDINGS = /(?<=.{3})(?:ations?|at(?:e[ds]?|ing)|ings?|ie[ds]|e[ds]?|s|(?<![aeiou])y)$/

const stemOf = (word: string): string => word.replace(ENDINGS, '').replace(/(?<=.{5})er$/, '')

/** A word of a query. */
type Term = { word: string; stem: string }

/** The words of a query without those that say nothing, unless it has no others. */
const termsOf = (query: string): Term[] => {
  const words = plainWords(query).split(' ').filter(Boolean)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, stem: stemOf(word) }))
}

const stemsOf = (words: string): string => ` ${words.trim().split(' ').map(stemOf).join(' ')} `

const indexed = (text: string): Words => {
  const words = wordsOf(text)
  return { words, stems: stemsOf(words) }
}

/** How well a term fits to words, of 1: it is one of them, another form of one, or the beginning of one. */
const fitOf = ({ words, stems }: Words, { word, stem }: Term): number => {
  if (words.includes(` ${word} `)) return 1
  if (stems.includes(` ${stem} `)) return 0.9
  if (words.includes(` ${word}`)) return 0.7
  return stem.length > 3 && words.includes(` ${stem}`) ? 0.5 : 0
}

/** How well a term fits to an entry; 0 if it is in no part of it. */
const scoreOf = ({ title, aliases, keywords, text }: Indexed, term: Term): number =>
  Math.max(10 * fitOf(title, term), 9 * fitOf(aliases, term), 6 * fitOf(keywords, term), 2 * fitOf(text, term))

/** The characters of an excerpt, and of those before the word that was found if it is not near the beginning of the text. */
const [LENGTH, BEFORE] = [170, 50]

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const excerptOf = (text: string, terms: readonly Term[]): Excerpt => {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll('`', '').trim()
  const forms = terms.flatMap(({ word, stem }) => [escaped(word), String.raw`${escaped(stem)}\p{L}*`])
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${forms.join('|')})`, 'iu')
  const at = Math.max(0, plain.search(found))
  const from = at < LENGTH - BEFORE ? 0 : plain.indexOf(' ', at - BEFORE) + 1
  const cut = plain.slice(from, from + LENGTH)
  const to = plain.length - from <= LENGTH ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${to}`.split(new RegExp(found, 'giu'))
}

/** At most `MAX_PER_KIND` results of each kind. */
const limitKinds = (entries: readonly Entry[]): Entry[] => {
  const counts = new Map<Kind, number>()
  return entries.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= MAX_PER_KIND
  })
}

/**
 * Makes a search over the entries. It finds entries with all words of a query, in any order and form; if there are none, those
 * with the most of them. A rare word counts more than one that many entries have; a title more than keywords, and these
 * more than the text.
 */
export const createSearch = (entries: readonly Entry[]): Search => {
  const index: Indexed[] = entries.map((entry) => ({
    entry,
    title: indexed(entry.title),
    aliases: indexed(entry.aliases ?? ''),
    keywords: indexed(`${entry.context} ${entry.keywords ?? ''}`),
    text: indexed(entry.text),
  }))
  return (query, limit = 30) => {
    const terms = termsOf(query)
    if (terms.length === 0) return { results: [], isPartial: false }
    const phrase = ` ${terms.map(({ word }) => word).join(' ')} `
    const scores = index.map((each) => terms.map((term) => scoreOf(each, term)))
    const weights = terms.map((_, i) => Math.log(1 + index.length / scores.filter((score) => score[i] !== 0).length))
    const total = weights.reduce((sum, weight) => sum + (Number.isFinite(weight) ? weight : 0), 0)

    const isWhole = scores.some((score) => !score.includes(0))
    const found = index.flatMap(({ entry, title }, row) => {
      const score = scores[row] ?? []
      if (isWhole ? score.includes(0) : score.every((each) => each === 0)) return []
      const whole = title.words === phrase ? 15 : title.words.startsWith(phrase) ? 5 : 0
      const sum = score.reduce((sum, each, i) => sum + (each === 0 ? 0 : each * (weights[i] ?? 0)), 0)
      const missing = score.filter((each) => each === 0).length
      return [{ entry, score: sum / total + whole + KIND_SCORES[entry.kind] - entry.title.length / 100 - 4 * missing }]
    })
    const best = found.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry)
    const results = limitKinds(best).slice(0, limit)
    return {
      results: results.map((entry) => ({ ...entry, excerpt: excerptOf(entry.text, terms) })),
      isPartial: !isWhole,
    }
  }
}
