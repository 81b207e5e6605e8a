import { ordinaryWord } from './names.ts'

/** Words of club and arena names that stay as they are. */
const KEPT = new Set(['AEK', 'ALBA', 'AS', 'ASVEL', 'BC', 'CSKA', 'EA7', 'EWE', 'FC', 'KK', 'LDLC', 'OAKA', 'PAOK'])
const MORE_KEPT = new Set(['PGE', 'SAP', 'SIG', 'TJ', 'UCAM', 'UNICS', 'VEF'])
const SMALL = new Set(['AND', 'DA', 'DE', 'DEL', 'DELLA', 'DI', 'DO', 'LA', 'MTS', 'OF'])

const titleWord = (word: string, at: number): string => {
  if (KEPT.has(word) || MORE_KEPT.has(word) || /\d/.test(word) || /^[^AEIOUY\W]{2,4}$/.test(word)) return word
  return at > 0 && SMALL.has(word) ? word.toLowerCase() : ordinaryWord(word)
}

/** The name of a club or an arena in ordinary case; a name that has small letters is kept as the feed writes it. */
export const placeName = (feedName: string): string =>
  /\p{Ll}/u.test(feedName) ? feedName : feedName.split(' ').map(titleWord).join(' ')
