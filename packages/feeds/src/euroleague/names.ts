/** Two-letter initials that have a vowel. Other words of two capitals with a vowel are names. */
const INITIALS_WITH_VOWEL = new Set(['AJ', 'EJ', 'OJ'])
const SUFFIX = /^(JR|SR|II|III|IV|V|VI)\.?$/i
const VOWEL = /[AEIOUYÆØŒ]/

const splitWords = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Lower case. Replaces the Turkish İ first, because `toLowerCase` turns it into an i with a combining dot. */
const lower = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

const capitalized = (piece: string): string => {
  if (/^MC\p{Lu}{3,}$/u.test(piece)) return `Mc${capitalized(piece.slice(2))}`
  const [first = '', ...rest] = piece
  return first + lower(rest.join(''))
}

/**
 * A word of capitals in mixed case. Parts around a hyphen or apostrophe are capitalized separately. A word that already
 * has lower-case letters is unchanged.
 */
const mixedCaseWord = (word: string): string => {
  const capitals = word.replace(/^Mc(?=\p{Lu}{2})/u, 'MC')
  if (/\p{Ll}/u.test(capitals)) return word
  return capitals
    .split(/([-–'’`´./])/)
    .map(capitalized)
    .join('')
}

const isInitials = (word: string): boolean =>
  INITIALS_WITH_VOWEL.has(word) || (/^\p{Lu}{2}$/u.test(word) && !VOWEL.test(word.normalize('NFD')))

const givenWord = (word: string): string => (isInitials(word) ? word : mixedCaseWord(word))

const suffixWord = (word: string): string =>
  /^[JS]R/i.test(word) ? capitalized(word.toUpperCase()) : word.toUpperCase()

/** Joins "MC CORMACK", which some responses write as one word. A MC at the start of a name is a given name. */
const joinMc = (text: string): string => text.replace(/(?<=\s)M[Cc]\s(?=\p{Lu}{3})/gu, 'MC')

/** Separates a suffix like JR or III from the other words; a single word is never a suffix. */
const withoutSuffix = (words: string[]): { words: string[]; suffix: string[] } => {
  const last = words.at(-1)
  return words.length > 1 && last !== undefined && SUFFIX.test(last)
    ? { words: words.slice(0, -1), suffix: [suffixWord(last)] }
    : { words, suffix: [] }
}

/** Converts a name that has the given name first: all words but the last may be initials. */
const inOrder = (text: string): string => {
  const { words, suffix } = withoutSuffix(splitWords(joinMc(text)))
  const surnameAt = words.length - 1
  return [...words.map((word, at) => (at < surnameAt ? givenWord(word) : mixedCaseWord(word))), ...suffix].join(' ')
}

/**
 * The name of a person with the given name first, in mixed case and with accents: "BALDWIN IV, WADE" becomes
 * Wade Baldwin IV, "PARKER, TJ" becomes TJ Parker. A name without a comma already has the given name first.
 */
export const personName = (feedName: string): string => {
  const text = feedName.normalize('NFC').replace(/\s+/g, ' ').trim()
  const comma = text.indexOf(',')
  if (comma === -1) return inOrder(text)
  const given = withoutSuffix(splitWords(text.slice(comma + 1).replaceAll(',', ' ')))
  const surname = withoutSuffix(splitWords(joinMc(` ${text.slice(0, comma)}`)))
  return [...given.words.map(givenWord), ...surname.words.map(mixedCaseWord), ...surname.suffix, ...given.suffix].join(
    ' ',
  )
}

/** Abbreviations with a vowel in names of clubs and arenas; they stay in capitals. */
const ABBREVIATIONS = new Set('AEK ALBA AS ASVEL CSKA EWE OAKA PAOK PGE SAP SIG UCAM UNICS VEF'.split(' '))
const SMALL = new Set('AND DA DE DEL DELLA DI DO LA MTS OF THE'.split(' '))

/** Words without a vowel (FC, LDLC) or with a digit (EA7) are abbreviations. */
const isAbbreviation = (word: string): boolean =>
  ABBREVIATIONS.has(word) || /\d/.test(word) || /^[^AEIOUY\W]{2,4}$/.test(word)

const titleWord = (word: string, at: number): string => {
  if (at > 0 && SMALL.has(word)) return word.toLowerCase()
  return isAbbreviation(word) ? word : mixedCaseWord(word)
}

/** The name of a club or an arena in mixed case; a name with lower-case letters is unchanged. */
export const clubName = (feedName: string): string =>
  /\p{Ll}/u.test(feedName) ? feedName : feedName.split(' ').map(titleWord).join(' ')
