/** What a result is. */
export type Kind = 'Endpoint' | 'Parameter' | 'Record' | 'Field' | 'Error' | 'Value' | 'Reference' | 'Guide'

/** Something that can be found. */
export type Entry = {
  kind: Kind
  title: string
  /** Where it is: the path of an endpoint, the record of a field, the guide of a section; may be empty. */
  context: string
  href: string
  /** More words that it is known by. */
  keywords?: string
  text: string
}

/** Part of a text around the first word that was found; every second part, beginning with the second, was searched for. */
export type Excerpt = string[]

/** An entry with what was found in it. */
export type Result = Entry & { excerpt: Excerpt }

/** Finds entries. */
export type Search = (query: string, limit?: number) => Result[]

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
}

/** Results of one kind, so that a field that many records have leaves room for others. */
const MAX_PER_KIND = 10

type Indexed = { entry: Entry; title: string; keywords: string; text: string }

/** The words of a query; longer ones are cut off. */
const MAX_WORDS = 8

/** How well a word fits; 0 if it is not the beginning of any word. */
const scoreOf = ({ title, keywords, text }: Indexed, word: string): number => {
  if (title.includes(` ${word} `)) return 10
  if (title.includes(` ${word}`)) return 7
  if (keywords.includes(` ${word} `)) return 6
  if (keywords.includes(` ${word}`)) return 4
  if (text.includes(` ${word} `)) return 2
  return text.includes(` ${word}`) ? 1 : 0
}

/** The characters of an excerpt, and of those before the word that was found if it is not near the beginning of the text. */
const [LENGTH, BEFORE] = [170, 50]

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const excerptOf = (text: string, words: readonly string[]): Excerpt => {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll('`', '').trim()
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(escaped).join('|')})`, 'iu')
  const at = Math.max(0, plain.search(found))
  const from = at < LENGTH - BEFORE ? 0 : plain.indexOf(' ', at - BEFORE) + 1
  const cut = plain.slice(from, from + LENGTH)
  const to = plain.length - from <= LENGTH ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${to}`.split(new RegExp(found, 'giu'))
}

/**
 * Makes a search over the entries. Every word of a query must be the beginning of a word of the entry; matches in the title
 * come before those in keywords and text.
 */
export const createSearch = (entries: readonly Entry[]): Search => {
  const index: Indexed[] = entries.map((entry) => ({
    entry,
    title: wordsOf(entry.title),
    keywords: wordsOf(`${entry.context} ${entry.keywords ?? ''}`),
    text: wordsOf(entry.text),
  }))
  return (query, limit = 30) => {
    const phrase = wordsOf(query)
    const words = [...new Set(plainWords(query).split(' '))].slice(0, MAX_WORDS)
    if (words[0] === '') return []
    const found = index.flatMap((each) => {
      const scores = words.map((word) => scoreOf(each, word))
      if (scores.includes(0)) return []
      const whole = each.title === phrase ? 15 : each.title.startsWith(phrase) ? 5 : 0
      const sum = scores.reduce((total, score) => total + score, 0)
      return [
        {
          entry: each.entry,
          score: sum / words.length + whole + KIND_SCORES[each.entry.kind] - each.title.length / 100,
        },
      ]
    })
    const ofKind = new Map<Kind, number>()
    return found
      .toSorted((a, b) => b.score - a.score)
      .filter(({ entry: { kind } }) => {
        const count = (ofKind.get(kind) ?? 0) + 1
        ofKind.set(kind, count)
        return count <= MAX_PER_KIND
      })
      .slice(0, limit)
      .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }))
  }
}
