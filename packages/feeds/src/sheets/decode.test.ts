import { describe, expect, test } from 'vitest'
import { decodeText } from './decode.ts'

/** Bytes of Windows-1250 for the letters of these tests. */
const CENTRAL: Record<string, number> = { č: 0xe8, ć: 0xe6, đ: 0xf0, Đ: 0xd0, ł: 0xb3, ą: 0xb9, š: 0x9a, ž: 0x9e }
const toCentral = (text: string) => Uint8Array.from(text, (letter) => CENTRAL[letter] ?? letter.charCodeAt(0))
/** Latin-1, of which Windows-1252 has two more marks here. */
const toWestern = (text: string) => Buffer.from(text.replace('’', '\x92').replace('–', '\x96'), 'latin1')
/** Bytes of Windows-1254 for the letters of these tests, and of Mac Roman. */
const TURKISH: Record<string, number> = { ı: 0xfd, ş: 0xfe, ğ: 0xf0, İ: 0xdd, Ş: 0xde, Ğ: 0xd0 }
const toTurkish = (text: string) => Uint8Array.from(text, (letter) => TURKISH[letter] ?? letter.charCodeAt(0))
const MAC: Record<string, number> = { é: 0x8e, ü: 0x9f, ä: 0x8a, å: 0x8c, á: 0x87, ß: 0xa7, É: 0x83 }
const toMac = (text: string) => Uint8Array.from(text, (letter) => MAC[letter] ?? letter.charCodeAt(0))

describe('text is read in its encoding:', () => {
  test.each([
    ['UTF-8', Buffer.from('name\nDončić')],
    ['UTF-16, little-endian', Buffer.from('\uFEFFname\nDončić', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('\uFEFFname\nDončić', 'utf16le').swap16()],
  ])('%s', (_name, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: 'name\nDončić' })
  })

  test.each([
    'José Müller',
    'Ève Noè',
    'Næss Bøe',
    'Caffè',
    'Peña Ñ',
    'François',
    'Günther Özil',
    'Novotný',
    'Výborný',
    'Sigurð',
    'Guðrún',
    'Þór',
    'Þ. Jónsson',
    'Steinþór',
    'Arnþrúður',
    'HSÞ',
    'Ýmir',
    'Þýska landsliðið í dag',
    'Alþjóð',
    'ÞÓRÐUR',
    'Þorsteinn Müller, François Örn Sæmundsson, Alý Páll',
    'Übermäßig',
    'Élan',
    'O’Neale – 7 §',
  ])('Windows-1252: %s', (name) => {
    expect(decodeText(toWestern(name))).toEqual({ text: name })
  })

  test('Windows-1252 as far as Latin-1 does not have it', () => {
    expect(decodeText(Uint8Array.of(0x8a, 0x69, 0x9e, 0x80))).toEqual({ text: 'Šiž€' })
  })
})

describe('another encoding is refused by its name:', () => {
  test.each(['Dončić', 'Jović', 'Perčič', 'Đorđe', 'Pawełek'])('Windows-1250: %s', (name) => {
    expect(decodeText(toCentral(name))).toEqual({ error: expect.stringMatching(/Windows-1250.*CSV UTF-8/) })
  })

  test.each([
    'Altıntaş',
    'Barış Hersek',
    'Hacıoğlu',
    'Tuğçe',
    'DARÜŞŞAFAKA',
    'Bahçeşehir',
    'Işık Uğur',
    'Doğan Yılmaz',
  ])('Windows-1254: %s', (name) => {
    expect(decodeText(toTurkish(name))).toEqual({ error: expect.stringMatching(/Windows-1254 \(Turkish.*CSV UTF-8/) })
  })

  test.each(['José', 'Pérez', 'Müller', 'Jäger', 'Håkan', 'Sánchez', 'Groß', 'Éric'])('Mac Roman: %s', (name) => {
    expect(decodeText(toMac(name))).toEqual({ error: expect.stringMatching(/Mac Roman.*CSV UTF-8/) })
  })

  test('UTF-16 without a byte order mark', () => {
    expect(decodeText(Buffer.from('name', 'utf16le'))).toEqual({ error: expect.stringContaining('UTF-16') })
  })

  test('bytes that Windows-1252 does not have', () => {
    expect(decodeText(Uint8Array.of(0x41, 0x81))).toEqual({ error: expect.stringContaining('neither UTF-8 nor') })
  })
})
