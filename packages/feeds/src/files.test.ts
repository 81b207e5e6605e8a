import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesAt, numberLines, readText, splitLines, type NumberedLine } from './files.ts'

const read = async (chunks: Uint8Array[]): Promise<NumberedLine[]> => {
  const lines: NumberedLine[] = []
  for await (const line of numberLines(
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

test('a whole file that is not UTF-8 is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'windows-1252.json')
  writeFileSync(file, Buffer.from('{"name":"Köln"}', 'latin1'))
  await expect(readText(file)).rejects.toThrow(`${file}: not UTF-8: save the file in that encoding`)
})

test('a line longer than any response ends the reading', async () => {
  const endless = (async function* () {
    for (;;) yield new Uint8Array(50_000_000)
  })()
  await expect(splitLines(endless).next()).rejects.toThrow('line 1 is longer than 200 MB')
})

describe('a folder is searched with its folders', () => {
  const folderWith = (...names: string[]): string => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), '')
    }
    return folder
  }
  const isJson = (path: string) => path.endsWith('.json')

  test('in alphabetical order, except hidden ones, node_modules and links to folders', async () => {
    const folder = folderWith(
      'b/2.json',
      'b/1.json',
      'a.json',
      'a.txt',
      '.git/x.json',
      'node_modules/x.json',
      'b/.x.json',
    )
    symlinkSync(folder, join(folder, 'loop.json'))
    symlinkSync(join(folder, 'a.txt'), join(folder, 'link.json'))
    const files = await filesAt(folder, isJson)
    expect(files).toEqual(['a.json', 'b/1.json', 'b/2.json', 'link.json'].map((name) => join(folder, name)))
  })

  test('until too many entries in a row are not of the feed', async () => {
    const folder = folderWith('a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'b/3')
    expect(await filesAt(folder, isJson, undefined, 9)).toEqual([])
    await expect(filesAt(folder, isJson, undefined, 8)).rejects.toThrow(
      `${folder}: 8 files and folders in a row are not of this feed, the last one ${folder}`,
    )
  })

  test('until the signal is aborted', async () => {
    const files = filesAt(folderWith('a.json'), isJson, AbortSignal.abort())
    await expect(files).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})
