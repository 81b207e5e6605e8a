import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** A file's text in pieces as it is read, unpacked where its name ends in .gz. */
const readPieces = async (path: string, take: (piece: string) => void): Promise<void> => {
  const decoder = new TextDecoder()
  const consume = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) take(decoder.decode(chunk, { stream: true }))
    take(decoder.decode())
  }
  const file = createReadStream(path)
  await (path.toLowerCase().endsWith('.gz') ? pipeline(file, createGunzip(), consume) : pipeline(file, consume))
}

/** A whole file. */
export const readText = async (path: string): Promise<string> => {
  const pieces: string[] = []
  await readPieces(path, (piece) => pieces.push(piece))
  return pieces.join('')
}

/** Every line of a file that is not blank, with its number from 1. */
export const readLines = async (path: string, take: (line: string, number: number) => void): Promise<void> => {
  let number = 0
  let begun = ''
  const takeLine = (line: string) => {
    number += 1
    if (line.trim() !== '') take(line, number)
  }
  await readPieces(path, (piece) => {
    const lines = (begun + piece).split('\n')
    begun = lines.pop() ?? ''
    lines.forEach(takeLine)
  })
  takeLine(begun)
}
