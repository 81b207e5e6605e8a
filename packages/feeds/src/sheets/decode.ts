/** The text of a file, or why its letters cannot be told. */
export type Decoded = { text: string; error?: never } | { text?: never; error: string }

const SAVE_AS = 'save it as "CSV UTF-8"'

/** Bytes that Windows-1252 does not have. */
const NOT_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * What Windows-1252 shows of names in Windows-1250, the encoding of central Europe: -ić ends with iæ, č before a vowel is è, ł and ą are
 * superscripts, and words begin with Ð.
 */
const LOOKS_1250 = /[aeiou]æ(?!\p{L})|[èÈ][aeiouæ]|\p{L}[³¹¿]|(?<!\p{L})[Ðð]|ø[íá]/u

/**
 * What Windows-1252 shows of names in Windows-1254, where ı is ý, ş is þ and ğ is ð: þ at the end of a word and before consonants, which
 * Icelandic does not have; -oðlu; and these letters with ç or ü in a word, or with each other but without the vowels of Icelandic.
 */
const LOOKS_1254 = /\p{L}þ(?![aáeéiíoóuúyýæöjrv])|oðlu|OÐLU|[çüÇÜ]\p{L}{0,9}[ðþýÐÞÝ]|[ðþýÐÞÝ]\p{L}{0,9}[çüÇÜ]/u
const TURKISH = [/ð/i, /þ/i, /ý/i]
const ICELANDIC = /[áéíóúæ]/i

/** What Windows-1252 shows of names in Mac Roman: é is Ž, ä is Š, ü is Ÿ, å is Œ, É is ƒ, á is ‡, ß is §. */
const LOOKS_MAC = /\p{Ll}[ŽŠŸŒ]|\p{L}[ŽŠŸŒ]\p{Ll}|ƒ\p{L}|\p{L}§|\p{L}[‡†‰ˆ˜‹›]\p{L}/u

/** Encodings that only the letters of their names tell from Windows-1252. */
const OTHERS: readonly [name: string, isUsed: (western: string) => boolean][] = [
  ['Windows-1250 (central European)', (western) => LOOKS_1250.test(western)],
  [
    'Windows-1254 (Turkish)',
    (western) =>
      LOOKS_1254.test(western) ||
      (TURKISH.filter((letter) => letter.test(western)).length > 1 && !ICELANDIC.test(western)),
  ],
  ['Mac Roman', (western) => LOOKS_MAC.test(western)],
]

/** Characters by which an encoding is told; those of a season are fewer. */
const MAX_TOLD = 2_000_000

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, which are told apart by their bytes. */
export const decodeText = (bytes: Uint8Array): Decoded => {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  if (utf16 !== undefined) {
    const text = decode(bytes, utf16)
    return text === undefined ? { error: `is broken UTF-16; ${SAVE_AS}.` } : { text }
  }
  if (bytes.includes(0))
    return { error: `is neither text nor a workbook, or UTF-16 without a byte order mark; ${SAVE_AS}.` }
  const text = decode(bytes, 'utf-8')
  if (text !== undefined) return { text }
  const western = bytes.some((byte) => NOT_1252.has(byte)) ? undefined : decode(bytes, 'windows-1252')
  if (western === undefined) return { error: `is neither UTF-8 nor Windows-1252; ${SAVE_AS}.` }
  const start = western.slice(0, MAX_TOLD)
  const other = OTHERS.find(([, isUsed]) => isUsed(start))
  return other === undefined ? { text: western } : { error: `seems to be ${other[0]}; ${SAVE_AS}.` }
}
