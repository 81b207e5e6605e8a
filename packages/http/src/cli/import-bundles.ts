import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import type { GameBundle } from '@basketball-data/core'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { importGames, withAnnouncing, type ImportItem, type ImportOptions, type ImportStep } from './import-games.ts'
import { linesOf, type NumberedLine } from './lines.ts'

/** Bundles to be read: their text, the name to call it by, and how much of it is read (null: nobody knows). */
type Input = { name: string; stream: Readable; part: () => number | null }

const openInput = async (file: string): Promise<Input> => {
  if (file === '-') return { name: 'standard input', stream: process.stdin, part: () => null }
  const handle = await open(file)
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new Failed(
      `${file} is a folder: name a file of game bundles, one JSON object a line, or - for standard input.`,
    )
  }
  const stream = handle.createReadStream()
  return { name: file, stream, part: () => (status.size === 0 ? null : stream.bytesRead / status.size) }
}

/** ingest checks the shape; here it only has to be JSON. */
const itemOf = (name: string, { text, number }: NumberedLine): ImportItem => {
  try {
    const bundle: GameBundle = JSON.parse(text)
    return { kind: 'game', bundle }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { kind: 'unreadable', problem: `${name} line ${number} is not JSON: ${problem}` }
  }
}

async function* gamesOf({ name, stream, part }: Input, signal: AbortSignal): AsyncGenerator<ImportStep> {
  let begun = false
  for await (const line of linesOf(addAbortSignal(signal, stream))) {
    const game = itemOf(name, line)
    // A broken line among good ones costs one game; a file that begins with one is no file of bundles.
    if (!begun && game.kind === 'unreadable')
      throw new Failed(`${game.problem}; expected one game bundle as a JSON object on each line.`)
    begun = true
    yield { ...game, part: part() }
  }
}

/** `import bundles <file|->` */
export const addImportBundles = (parent: Command): void => {
  withAnnouncing(parent.command('bundles'))
    .description('Imports games of any source, each a GameBundle as one line of JSON.')
    .argument('<file>', 'an ndjson file, or - for standard input')
    .action(async (file: string, { announce: announced }: ImportOptions, command: Command) => {
      const input = await openInput(file)
      await importGames(command, { label: 'bundles', announced }, (signal) => gamesOf(input, signal))
    })
}
