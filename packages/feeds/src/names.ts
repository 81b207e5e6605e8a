/** Letters that are one letter with a mark, but not to Unicode. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/**
 * The words of a name as names are compared: in lower case, without accents, apostrophes and dots, split at hyphens and
 * other punctuation. "Vučević" and "Vucevic" have the same words, as have "P.J. O’Neale" and "PJ O'Neale".
 */
export const nameWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}|['’`´.]/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[æðđıłøœßþ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
