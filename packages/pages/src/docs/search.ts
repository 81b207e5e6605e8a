import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch'

/** How much each kind of result counts: of equal ones, endpoints come first. */
const KINDS = {
  Endpoint: 1.5,
  Reference: 1.4,
  Record: 1.2,
  Error: 1.2,
  Guide: 1.1,
  Value: 1,
  Parameter: 1,
  Field: 0.9,
  About: 0.5,
}

export type Kind = keyof typeof KINDS

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

/** An entry with a part of its text around the first word that was found; every second piece of it was searched for. */
export type Result = Entry & { excerpt: string[] }

/** The results of a query, the best first. `isPartial` is true if none of them has all of its words. */
export type Found = { results: Result[]; isPartial: boolean }

export type Search = (query: string, limit?: number) => Found

/** The words of a text in lower case without accents. */
const splitWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? []

/** The words to index: names like BoxScore or home_score count as a whole and by their parts. */
const tokenize = (text: string): string[] => {
  const parts = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')
  return splitWords(parts === text ? text : `${text} ${parts}`)
}

/** Endings that leave the beginning of a word: `paginate` and `pagination`, `delivery` and `delivered`. */
const ENDINGS = /(?<=.{3})(?:ations?|at(?:e[ds]?|ing)|ings?|ie[ds]|e[ds]?|s|(?<![aeiou])y)$/

/** The stem of a word with a mark, because in the index stand both: what has the word itself counts more than another form of it. */
const toStem = (word: string): string => `~${word.replace(ENDINGS, '').replace(/(?<=.{5})er$/, '')}`

/** Words that say nothing about what is looked for. */
const STOP_WORDS = new Set(
  `a about am an and any are as at be by can do does for from have how i in is it me my of on or own s so that the their
there this through to up us use using via want was we what when where which who why will with without you your`.split(
    /\s+/,
  ),
)

/** The words of a query that are searched for; further ones are ignored. */
const MAX_WORDS = 12

/** The words of a query without stop words, unless it has no others. */
const parseQuery = (query: string): string[] => {
  const words = splitWords(query)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MAX_WORDS)
}

/** Finds a word as it is, as the beginning of a longer one, or in another form of it. */
const toQuery = (word: string): Query => ({
  combineWith: 'OR',
  queries: [{ queries: [word], prefix: true }, toStem(word)],
})

/** How many letters of a word may be wrong if nothing has it as written: none of a short one, two of `standings`. */
const fuzzy = (term: string): number => (term.length > 3 && !term.startsWith('~') ? 0.3 : 0)

/** How much more an entry counts whose title is exactly the query. */
const WHOLE_TITLE = 3

/** Results of one kind, so that a field that many records have leaves room for others. */
const MAX_PER_KIND = 10

/** The characters of an excerpt, and of those before the word that was found if it is not near the beginning of the text. */
const [LENGTH, BEFORE] = [170, 50]

const cutExcerpt = (text: string, terms: readonly string[]): string[] => {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll('`', '').trim()
  const found = new RegExp(String.raw`(?<![\p{L}\p{N}])((?:${terms.join('|').replaceAll('~', '')})\p{L}*)`, 'iu')
  const at = Math.max(0, plain.search(found))
  const from = at < LENGTH - BEFORE ? 0 : plain.indexOf(' ', at - BEFORE) + 1
  const cut = plain.slice(from, from + LENGTH)
  const to = plain.length - from <= LENGTH ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${to}`.split(new RegExp(found, 'giu'))
}

const limitKinds = <Each extends { kind: Kind }>(results: readonly Each[]): Each[] => {
  const counts = new Map<Kind, number>()
  return results.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= MAX_PER_KIND
  })
}

/**
 * Makes a search over the entries. It finds entries with all words of a query, in any order and form; if there are none, those
 * with all words but for spelling mistakes, and then those with the most of them.
 */
export const createSearch = (entries: readonly Entry[]): Search => {
  const index = new MiniSearch({
    fields: ['title', 'aliases', 'context', 'keywords', 'text'],
    tokenize,
    processTerm: (word) => [word, toStem(word)],
    searchOptions: {
      tokenize: (word) => [word],
      processTerm: (word) => word,
      boost: { title: 5, aliases: 4, context: 2, keywords: 2 },
    },
  })
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  const titles = entries.map(({ title }) => splitWords(title).join(' '))

  return (query, limit = 30) => {
    const words = parseQuery(query)
    if (words.length === 0) return { results: [], isPartial: false }
    const phrase = words.join(' ')
    const boostDocument = (id: number) =>
      KINDS[entries[id]?.kind ?? 'Field'] * (titles[id] === phrase ? WHOLE_TITLE : 1)
    const find = (options: SearchOptions): SearchResult[] =>
      index.search({ queries: words.map(toQuery), boostDocument, ...options })
    const exact = find({ combineWith: 'AND' })
    const whole = exact.length > 0 ? exact : find({ combineWith: 'AND', fuzzy })
    const isPartial = whole.length === 0
    const found = (isPartial ? find({ combineWith: 'OR' }) : whole).flatMap(({ id, terms }) => {
      const entry = entries[id]
      return entry === undefined ? [] : { ...entry, terms }
    })
    const results = limitKinds(found)
      .slice(0, limit)
      .map(({ terms, ...entry }) => ({ ...entry, excerpt: cutExcerpt(entry.text, terms) }))
    return { results, isPartial }
  }
}
