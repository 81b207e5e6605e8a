import { createHash } from 'node:crypto'
import { nameWords } from '../names.ts'

/** Longer names are compared by their start. */
const MAX_COMPARED = 60

const countCommon = (one: string, other: string, max: number, at: (text: string, index: number) => string): number => {
  let count = 0
  while (count < max && at(one, count) === at(other, count)) count += 1
  return count
}

/** What two texts differ in: without their common start and end. */
const withoutCommon = (one: string, other: string): [string, string] => {
  const shorter = Math.min(one.length, other.length)
  const start = countCommon(one, other, shorter, (text, index) => text.charAt(index))
  const end = countCommon(one, other, shorter - start, (text, index) => text.charAt(text.length - 1 - index))
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

/**
 * The number of letters to change, add, remove or exchange with the next one to turn a text into another; more than `max` if
 * there are more. Only places that are at most `max` apart are compared, so that long texts take no longer than short ones.
 */
const countEdits = (all: string, allOther: string, max: number): number => {
  if (Math.abs(all.length - allOther.length) > max) return max + 1
  const [one, other] = withoutCommon(all, allOther)
  let above: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = Array<number>(other.length + 1).fill(max + 1)
    if (i <= max) row[0] = i
    let least = row[0] ?? 0
    for (let j = Math.max(1, i - max); j <= Math.min(other.length, i + max); j++) {
      const same = one[i - 1] === other[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        edits = Math.min(edits, (above[j - 2] ?? 0) + 1)
      row[j] = edits
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    above = last
    last = row
  }
  return last[other.length] ?? 0
}

/** Whether a heading or a variable has the name of another with one letter wrong; those of up to 4 letters are too short to tell. */
export const isMisspelt = (name: string, other: string): boolean => {
  if (Math.min(name.length, other.length) <= 4 || Math.abs(name.length - other.length) > 1) return false
  if (name[0] !== other[0] && name.at(-1) !== other.at(-1)) return false
  const [here, there] = withoutCommon(name, other)
  return Math.max(here.length, there.length) === 1 || (here.length === 2 && here === there.charAt(1) + there.charAt(0))
}

/** Characters of an identifier. */
const MAX_IDENTIFIER = 100

/** A text as an identifier: a long one is cut, and ends with a hash of all of it. */
export const toIdentifier = (text: string): string =>
  text.length <= MAX_IDENTIFIER
    ? text
    : `${text.slice(0, MAX_IDENTIFIER - 17).toWellFormed()}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

/** A name, prepared to be compared with many others. */
export type ComparedName = {
  name: string
  /** What identifies it: its words without case and accents, joined by "-". Empty if it has no letter and no digit. */
  key: string
  /** As key, with accents. */
  spelling: string
  words: readonly string[]
  sorted: string
  joined: string
  /** The initial and the last word; whether the first word is only the initial. */
  initials: string
  abbreviated: boolean
  /** A bit for each letter that it has. */
  letters: number
}

const toBits = (text: string): number => {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

/** Counts them in pairs, in fours and in bytes, which takes a tenth of the time of one after the other. */
const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55_55_55_55)
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33)
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}

/** Prepares a name for comparisons. */
export const prepareName = (name: string): ComparedName => {
  const words = nameWords(name)
  const joined = words.join('').slice(0, MAX_COMPARED)
  const [first = ''] = words
  return {
    name,
    key: toIdentifier(words.join('-')),
    spelling: name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ''),
    words,
    sorted: words.toSorted().join(' '),
    joined,
    initials: words.length > 1 ? `${first.charAt(0)} ${words.slice(1).join(' ')}` : '',
    abbreviated: first.length === 1,
    letters: toBits(joined),
  }
}

/** Words that tell names apart: numbers, and one or two letters, as in U18, A, B, II and Jr. */
const tellsApart = (word: string): boolean => word.length < 3 || /\d/.test(word)

/** Whether all that two names differ in are words that tell names apart. */
const differInMarks = (one: ComparedName, other: ComparedName): boolean =>
  [
    ...one.words.filter((word) => !other.words.includes(word)),
    ...other.words.filter((word) => !one.words.includes(word)),
  ].every(tellsApart)

/** The number of letters that may differ in two names that are one; 0 if so many more do that they need not be compared. */
export const allowEdits = (one: ComparedName, other: ComparedName): number => {
  const shorter = Math.min(one.joined.length, other.joined.length)
  const max = shorter > 7 ? 2 : 1
  return shorter > 3 && countBits(one.letters ^ other.letters) <= 2 * max ? max : 0
}

/** Why a name may be another one written differently: the end of a sentence; undefined: it is not near. */
export const compareNames = (one: ComparedName, other: ComparedName): string | undefined => {
  if (one.key === other.key) return one.spelling === other.spelling ? undefined : 'with other accents'
  if (one.sorted === other.sorted) return 'with its words in another order'
  if (one.initials !== '' && one.initials === other.initials && one.abbreviated !== other.abbreviated)
    return 'with an initial as the given name'
  const max = allowEdits(one, other)
  if (max === 0 || countEdits(one.joined, other.joined, max) > max || differInMarks(one, other)) return undefined
  return 'with a letter or two that differ'
}
