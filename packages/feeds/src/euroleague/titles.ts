import { ordinaryWord } from './names.ts'

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
