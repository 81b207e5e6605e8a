/** Letters that Unicode does not decompose into a base letter and an accent. */
const SPECIAL_LETTERS: Record<string, string> = {
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

/** A name in lower case without accents, for comparing and sorting: "Žalgiris" → "zalgiris", "Đorđević" → "dordevic". */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => SPECIAL_LETTERS[letter] ?? letter)

/** How many accents and special letters a name has, which `normalizeName` would replace. */
export const countAccents = (name: string): number => name.normalize('NFD').match(/\P{ASCII}/gu)?.length ?? 0

const splitParts = (word: string): string[] => word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')

/**
 * The words that a search matches a name by, as a tsvector literal. A word with punctuation is indexed by its parts and
 * joined: "Amath M'Baye" matches "mbaye" and "m'baye", "Hayes-Davis" matches "davis" and "hayesdavis".
 */
export const searchVector = (name: string): string => {
  const words = normalizeName(name)
    .split(/\s+/)
    .flatMap((word) => [...splitParts(word), splitParts(word).join('')])
    .filter((word) => word !== '')
  return [...new Set(words)].map((word) => `'${word}'`).join(' ')
}

/**
 * A tsquery literal that requires every word of `q` to begin a word of the name; empty if `q` has no letter or digit.
 * A word with punctuation matches by its parts or joined; `%`, `_`, `&` and the like count as punctuation.
 */
export const prefixQuery = (q: string): string =>
  normalizeName(q)
    .split(/\s+/)
    .map(splitParts)
    .filter((parts) => parts.length > 0)
    .map((parts) => (parts.length === 1 ? prefixes(parts) : `(${prefixes(parts)} | ${prefixes([parts.join('')])})`))
    .join(' & ')

const prefixes = (parts: string[]): string => parts.map((part) => `'${part}':*`).join(' & ')
