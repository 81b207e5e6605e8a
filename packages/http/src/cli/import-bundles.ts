import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { GameBundle } from '@basketball-data/core'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { importGames, withAnnouncing, type ImportItem, type ImportOptions, type ImportStep } from './import-games.ts'
import { linesOf, type NumberedLine } from './lines.ts'

/** Bundles to be read: their text, what its places begin with, and how much of it is read (null: nobody knows). */
type Input = { places: string; stream: Readable; part: () => number | null }

const openInput = async (file: string): Promise<Input> => {
  if (file === '-') return { places: 'standard input line ', stream: process.stdin, part: () => null }
  const handle = await open(file)
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new Failed(
      `${file} is a folder: name a file of game bundles, one JSON object a line, or - for standard input.`,
    )
  }
  const stream = handle.createReadStream()
  return {
    places: `${resolve(file)} line `,
    stream,
    part: () => (status.size === 0 ? null : stream.bytesRead / status.size),
  }
}

/** ingest checks the shape; here it only has to be JSON. */
const itemOf = (place: string, { text, utf8 }: NumberedLine): ImportItem => {
  if (!utf8) return { kind: 'unreadable', place, problem: 'is not UTF-8: save the file in that encoding' }
  try {
    const bundle: GameBundle = JSON.parse(text)
    return { kind: 'game', bundle, place }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { kind: 'unreadable', place, problem: `is not JSON: ${problem}` }
  }
}

async function* gamesOf({ places, stream, part }: Input, signal: AbortSignal): AsyncGenerator<ImportStep> {
  let begun = false
  for await (const line of linesOf(addAbortSignal(signal, stream))) {
    const item = itemOf(`${places}${line.number}`, line)
    // A broken line costs one game; a file that does not even begin like one is no file of bundles.
    if (!begun && item.kind === 'unreadable' && !line.text.trimStart().startsWith('{'))
      throw new Failed(`${item.place} ${item.problem}; expected one game bundle as a JSON object on each line.`)
    begun = true
    yield { ...item, part: part() }
  }
}

/** `import bundles <file|->` */
export const addImportBundles = (parent: Command): void => {
  withAnnouncing(parent.command('bundles'))
    .description('Imports games of any source, each a GameBundle as one line of JSON.')
    .argument('<file>', 'an ndjson file, or - for standard input')
    .action(async (file: string, { announce: announced }: ImportOptions, command: Command) => {
      const input = await openInput(file)
      const importing = { label: 'bundles', announced, places: input.places }
      await importGames(command, importing, (signal) => gamesOf(input, signal))
    })
}
