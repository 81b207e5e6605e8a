import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, type NumberedLine } from './files.ts'

const read = async (chunks: Uint8Array[]): Promise<NumberedLine[]> => {
  const lines: NumberedLine[] = []
  for await (const line of linesOf(
    (async function* () {
      yield* chunks
    })(),
  ))
    lines.push(line)
  return lines
}

test('chunk boundaries, even inside a character, change neither the lines nor their numbers', async () => {
  const line = fc.oneof(fc.constantFrom('', '  ', '{"é":1}', 'Dončić', '🏀'), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line.map((text) => text.replace(/[\r\n]/g, ''))),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      async (lines, cuts) => {
        const bytes = new TextEncoder().encode(`-${lines.join('\n')}`)
        const chunks: Uint8Array[] = []
        for (let at = 0; at < bytes.length;) {
          const size = cuts.next().value
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        const [first = '', ...others] = lines
        const expected = [`-${first}`, ...others].map((text, i) => ({ text, number: i + 1, utf8: true }))
        expect(await read(chunks)).toEqual(expected.filter(({ text }) => text.trim() !== ''))
      },
    ),
  )
})

test('a line that is not UTF-8 is marked; the other lines are unchanged', async () => {
  const [good, bad] = [new TextEncoder().encode('{"é":1}'), Uint8Array.of(0x7b, 0xff, 0x7d)]
  expect(await read([good, Uint8Array.of(0x0a), bad, Uint8Array.of(0x0d, 0x0a), good])).toEqual([
    { text: '{"é":1}', number: 1, utf8: true },
    { text: '{\ufffd}\r', number: 2, utf8: false },
    { text: '{"é":1}', number: 3, utf8: true },
  ])
})

test('a truncated character affects only its own line', async () => {
  const cut = new TextEncoder().encode('é').subarray(0, 1)
  expect(await read([cut, Uint8Array.of(0x0a), cut])).toMatchObject([
    { number: 1, utf8: false },
    { number: 2, utf8: false },
  ])
})
