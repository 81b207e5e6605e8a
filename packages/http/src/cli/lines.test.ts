import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, type NumberedLine } from './lines.ts'

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

test('wherever the stream is cut, inside a character too, the lines and their numbers are the same', async () => {
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
        const expected = [`-${first}`, ...others].map((text, i) => ({ text, number: i + 1 }))
        expect(await read(chunks)).toEqual(expected.filter(({ text }) => text.trim() !== ''))
      },
    ),
  )
})

test('what is not UTF-8 is refused, not guessed at', async () => {
  await expect(read([Uint8Array.of(0x7b, 0xff, 0x7d)])).rejects.toThrow(TypeError)
})
