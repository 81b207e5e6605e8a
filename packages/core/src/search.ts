/** Letters that Unicode does not take apart into a base letter and an accent. */
const WHOLE_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
}

/** A name without case and accents: "Žalgiris" → "zalgiris", "Đorđević" → "djordjevic" is not guessed, "dordevic" is. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => WHOLE_LETTERS[letter] ?? letter)

/** How many accents a name has, letters that are one with theirs counted: of what `plain` takes from it. */
export const accentsIn = (name: string): number => name.normalize('NFD').match(/\P{ASCII}/gu)?.length ?? 0

const partsOf = (word: string): string[] => word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')

/**
 * The words a name is found by, as a tsvector literal: every part of it, and every word with its punctuation closed
 * up, so that "Amath M'Baye" is found by "mbaye" and by "m'baye", "Hayes-Davis" by "davis" and by "hayesdavis".
 */
export const searchWordsOf = (name: string): string => {
  const words = plain(name)
    .split(/\s+/)
    .flatMap((word) => [...partsOf(word), partsOf(word).join('')])
    .filter((word) => word !== '')
  return [...new Set(words)].map((word) => `'${word}'`).join(' ')
}

/**
 * A tsquery literal that asks for every word of `q` as the start of a word of the name; empty where `q` has none.
 * A word with punctuation is taken apart or closed up, whichever fits; `%`, `_`, `&` and the like are punctuation.
 */
export const prefixQuery = (q: string): string =>
  plain(q)
    .split(/\s+/)
    .map(partsOf)
    .filter((parts) => parts.length > 0)
    .map((parts) => (parts.length === 1 ? starts(parts) : `(${starts(parts)} | ${starts([parts.join('')])})`))
    .join(' & ')

const starts = (parts: string[]): string => parts.map((part) => `'${part}':*`).join(' & ')
