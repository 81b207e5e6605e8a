import { setImmediate } from 'node:timers/promises'
import { Failed, Interrupted } from './failures.ts'
import { interruptible } from './session.ts'
import { startProgress } from './terminal.ts'

/** How long an import took, and whether Ctrl-C ended it. */
export type Ended = { seconds: number; interrupted: boolean }

/** Ingests the items of a feed one by one and counts the outcomes. */
export type Importer<Item> = {
  /** The counts, printed with --json. */
  record: object
  /** Ingests an item. A `problem` is printed on standard error immediately. */
  importItem: (item: Item) => Promise<{ games: number; progress: number | null; problem: string | undefined }>
  /** The counts as text. */
  summary: (ended: Ended) => string
  /** Why the command fails, if it imported nothing. */
  failure: () => string | undefined
}

/**
 * Imports the items of a feed one by one, until it ends or Ctrl-C is pressed, and shows the progress on standard error.
 *
 * @param print receives the summary, after Ctrl-C too
 * @throws Interrupted after Ctrl-C; what is committed stays
 * @throws Failed if nothing was imported
 */
export const runImport = async <Item>(
  { name, read }: { name: string; read: (signal: AbortSignal) => AsyncIterable<Item> },
  { importItem, summary, failure }: Importer<Item>,
  print: (text: string) => void,
): Promise<void> => {
  const progress = startProgress(name)
  const interrupted = await interruptible(async (signal) => {
    try {
      for await (const item of read(signal)) {
        await setImmediate() // the embedded database never waits for I/O, so give signals a chance to be handled
        if (signal.aborted) break
        const result = await importItem(item)
        if (result.problem !== undefined) {
          progress.clear()
          process.stderr.write(`basketball-data: ${result.problem}\n`)
        }
        progress.show(result.games, result.progress)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      progress.clear()
    }
    return signal.aborted
  })
  print(summary({ seconds: progress.seconds(), interrupted }))
  if (interrupted)
    throw new Interrupted('Interrupted; what is counted above is stored, and the same command imports the rest.')
  const reason = failure()
  if (reason !== undefined) throw new Failed(reason)
}
