/** Two capitals that stand for given names although one is a vowel. */
const KNOWN_INITIALS = new Set(['AJ', 'EJ', 'OJ'])
const SUFFIX = /^(JR|SR|II|III|IV|V|VI)\.?$/i
const VOWEL = /[AEIOUYÆØŒ]/

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Lower case without the combining dot that the Turkish capital İ would leave behind. */
const lower = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

const capitalized = (piece: string): string => {
  if (/^MC\p{Lu}{3,}$/u.test(piece)) return `Mc${capitalized(piece.slice(2))}`
  const [first = '', ...rest] = piece
  return first + lower(rest.join(''))
}

/** One word in ordinary case, each part of a hyphenated or apostrophed word for itself; mixed case is kept. */
export const ordinaryWord = (word: string): string => {
  const capitals = word.replace(/^Mc(?=\p{Lu}{2})/u, 'MC')
  if (/\p{Ll}/u.test(capitals)) return word
  return capitals
    .split(/([-–'’`´./])/)
    .map(capitalized)
    .join('')
}

const isInitials = (word: string): boolean =>
  KNOWN_INITIALS.has(word) || (/^\p{Lu}{2}$/u.test(word) && !VOWEL.test(word.normalize('NFD')))

const givenWord = (word: string): string => (isInitials(word) ? word : ordinaryWord(word))

const suffixWord = (word: string): string =>
  /^[JS]R/i.test(word) ? capitalized(word.toUpperCase()) : word.toUpperCase()

/** "MC CORMACK" is written apart in some answers and joined in others; the first word is a given name. */
const joinMc = (text: string): string => text.replace(/(?<=\s)M[Cc]\s(?=\p{Lu}{3})/gu, 'MC')

/** Words without a trailing JR, III and the like, and that suffix apart; a lone word is never a suffix. */
const withoutSuffix = (words: string[]): { words: string[]; suffix: string[] } => {
  const last = words.at(-1)
  return words.length > 1 && last !== undefined && SUFFIX.test(last)
    ? { words: words.slice(0, -1), suffix: [suffixWord(last)] }
    : { words, suffix: [] }
}

/** A name that is already given name first: all but its last word may be initials. */
const inOrder = (text: string): string => {
  const { words, suffix } = withoutSuffix(wordsOf(joinMc(text)))
  const surnameAt = words.length - 1
  return [...words.map((word, at) => (at < surnameAt ? givenWord(word) : ordinaryWord(word))), ...suffix].join(' ')
}

/**
 * A person's name given name first and in ordinary case: "BALDWIN IV, WADE" is Wade Baldwin IV, "PARKER, TJ" is
 * TJ Parker. A name without a comma is in that order already. No letter is lost; accents stay.
 */
export const personName = (feedName: string): string => {
  const text = feedName.normalize('NFC').replace(/\s+/g, ' ').trim()
  const comma = text.indexOf(',')
  if (comma === -1) return inOrder(text)
  const given = withoutSuffix(wordsOf(text.slice(comma + 1).replaceAll(',', ' ')))
  const surname = withoutSuffix(wordsOf(joinMc(` ${text.slice(0, comma)}`)))
  return [...given.words.map(givenWord), ...surname.words.map(ordinaryWord), ...surname.suffix, ...given.suffix].join(
    ' ',
  )
}

/** Words of club and arena names that stay in capitals although they have a vowel. */
const KEPT = new Set('AEK ALBA AS ASVEL CSKA EWE OAKA PAOK PGE SAP SIG UCAM UNICS VEF'.split(' '))
const SMALL = new Set('AND DA DE DEL DELLA DI DO LA MTS OF THE'.split(' '))

/** Without a vowel (FC, LDLC) or with a digit (EA7) it cannot be a word. */
const isAbbreviation = (word: string): boolean => KEPT.has(word) || /\d/.test(word) || /^[^AEIOUY\W]{2,4}$/.test(word)

const titleWord = (word: string, at: number): string => {
  if (at > 0 && SMALL.has(word)) return word.toLowerCase()
  return isAbbreviation(word) ? word : ordinaryWord(word)
}

/** The name of a club or an arena in ordinary case; a name that has small letters is kept as the feed writes it. */
export const placeName = (feedName: string): string =>
  /\p{Ll}/u.test(feedName) ? feedName : feedName.split(' ').map(titleWord).join(' ')
