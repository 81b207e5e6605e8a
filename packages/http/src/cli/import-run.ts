import { setImmediate } from 'node:timers/promises'
import { Interrupted } from './failures.ts'
import { startProgress } from './progress.ts'
import { interruptible } from './session.ts'

/** How far an import is: games that were accepted, and how much of the source is read (0 to 1; null: nobody knows). */
export type Reached = { games: number; part: number | null }

/** How long an import took, and whether Ctrl-C ended it. */
export type Ended = { seconds: number; interrupted: boolean }

/** An import: what there is to take in, and what to do with it. */
export type Run<Step> = {
  /** What to call it while it runs. */
  label: string
  /** What it brings in. */
  brings: 'games' | 'prices'
  /** Opens the source. It hears of Ctrl-C by the signal, for when it waits for input. */
  open: (signal: AbortSignal) => AsyncIterable<Step>
  /** Takes in one step; `complain` writes a line to standard error. */
  take: (step: Step, complain: (problem: string) => void) => Promise<Reached>
  /** Tells what came of it, also after Ctrl-C. */
  tell: (ended: Ended) => void
}

/** Takes step by step, holding one at a time, until the source ends or the signal is raised. */
const takeAll = async <Step>({ label, open, take }: Run<Step>, signal: AbortSignal): Promise<Ended> => {
  const progress = startProgress(label)
  const complain = (problem: string): void => {
    progress.clear()
    process.stderr.write(`basketball-data: ${problem}\n`)
  }
  try {
    for await (const step of open(signal)) {
      await setImmediate() // the embedded database never waits, and signals are heard only between
      if (signal.aborted) break
      const { games, part } = await take(step, complain)
      progress.show(games, part)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    progress.clear()
  }
  return { seconds: progress.seconds(), interrupted: signal.aborted }
}

/**
 * Takes in what a source holds, showing how far it is, and tells what came of it.
 * @throws Interrupted after Ctrl-C; what is committed stays.
 */
export const runImport = async <Step>(run: Run<Step>): Promise<void> => {
  const ended = await interruptible((signal) => takeAll(run, signal))
  run.tell(ended)
  if (ended.interrupted)
    throw new Interrupted(`Interrupted; the ${run.brings} above are in, and the same command again brings the others.`)
}
