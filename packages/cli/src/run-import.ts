import { once } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { Failed, Interrupted, Stopped } from './failures.ts'
import { interruptible, print } from './session.ts'
import { startProgress } from './terminal.ts'

/** What is stored so far. A `problem` is printed on standard error immediately. */
type Step = { games: number; progress: number | null; problem: string | undefined }

/** Ingests the items of a feed in their order and counts the outcomes. */
export type Importer<Item> = {
  /** The counts, printed with --json. */
  record: object
  /** Ingests items, and calls `onStep` after each of them. What it has read is ingested if reading fails. */
  importAll: (items: AsyncIterable<Item>, onStep: (step: Step) => void) => Promise<void>
  /** The counts as text, after so many seconds. */
  summary: (ended: { seconds: number; interrupted: boolean }) => string
  /** Why the command fails, if it imported nothing. */
  failure: () => string | undefined
}

/** An import: where its items come from, and what is done with them. */
type Import<Item> = {
  /** The name in the progress. */
  name: string
  /** Reads the items. */
  read: (signal: AbortSignal) => AsyncIterable<Item>
  /** Opens the database, calls `run` with the importer on it, and closes it. Not called if `read` refuses its paths. */
  open: (run: (importer: Importer<Item>) => Promise<void>) => Promise<void>
}

/** Time, ms, to finish the games in progress after Ctrl-C, and to close the database. */
const GRACE = 500

const REST = 'what is counted above is stored, and the same command imports the rest.'

/** Rejects when the time to finish is over; the caller then ends the process, whatever it waits for. */
const graceOver = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  await setTimeout(GRACE)
  throw signal.reason
}

/** The items of a feed. @throws the reason of the signal once that is aborted */
async function* upToSignal<Item>(
  first: IteratorResult<Item>,
  items: AsyncIterator<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  for (let next = first; !next.done; next = await items.next()) {
    await setImmediate() // the embedded database never waits for I/O, so give signals a chance to be handled
    signal.throwIfAborted()
    yield next.value
  }
}

/**
 * Imports the items of a feed, until it ends or Ctrl-C is pressed, shows the progress on standard error, and prints the counts.
 *
 * @throws Interrupted after Ctrl-C, at the latest after the time to finish; what is committed stays
 * @throws Failed if nothing was imported, or the process that serves the folder has ended; what is committed stays
 */
export const runImport = async <Item>(command: Command, { name, read, open }: Import<Item>): Promise<void> => {
  const progress = startProgress(name)
  let importer: Importer<Item> | undefined

  const onStep = ({ games, progress: part, problem }: Step): void => {
    if (problem !== undefined) {
      progress.clear()
      process.stderr.write(`basketball-data: ${problem}\n`)
    }
    progress.show(games, part)
  }

  const importAll = async (signal: AbortSignal): Promise<void> => {
    const failed = new AbortController()
    const items = read(AbortSignal.any([signal, failed.signal]))[Symbol.asyncIterator]()
    try {
      const first = await items.next() // the feed has checked its paths when it returns
      await open(async (opened) => {
        importer = opened
        await opened.importAll(upToSignal(first, items, signal), onStep)
      })
    } finally {
      failed.abort() // standard input that stays open would keep the process from ending
      await items.return?.()
    }
  }

  const { finished, stopped, lost } = await interruptible(async (signal) => {
    let lost: Error | null = null
    try {
      await Promise.race([importAll(signal), graceOver(signal)])
    } catch (error) {
      if (error instanceof Error && error.name === 'ProcessLost') lost = error
      else if (!signal.aborted) throw error
    } finally {
      progress.clear()
    }
    if (importer === undefined) throw lost ?? signal.reason
    return { finished: importer, stopped: signal.reason instanceof Stopped ? signal.reason : null, lost }
  }, 'Interrupted; nothing was imported.')
  const summary = finished.summary({ seconds: progress.seconds(), interrupted: stopped !== null || lost !== null })
  print(command, finished.record, summary)
  if (stopped !== null) throw new Interrupted(`Interrupted; ${REST}`, stopped)
  if (lost !== null) throw new Failed(`${lost.message.replace(/\.$/, '')}; ${REST}`, { cause: lost })
  const reason = finished.failure()
  if (reason !== undefined) throw new Failed(reason)
}
