import type { FeedGame } from '@basketball-data/feeds'
import type { Command } from 'commander'
import { importGames } from './import-games.ts'
import { wholeNumber } from './option-values.ts'
import { runImport } from './run-import.ts'
import { withCore } from './session.ts'

/** Options of the simulator. If one is omitted, the simulator's defaults apply. */
type DemoOptions = { seed?: string; seasons?: number }

/** Simulated games up to today. */
async function* simulatedGames(options: DemoOptions): AsyncGenerator<FeedGame> {
  const { utcDay } = await import('@basketball-data/core/contract')
  const { simulate } = await import('@basketball-data/feeds/simulator')
  const games = () => simulate({ ...options, day: utcDay(new Date()) })
  let total = 0
  // The total is needed only to show a percentage.
  if (process.stderr.isTTY) for (const _ of games()) total += 1
  let count = 0
  for (const bundle of games()) {
    count += 1
    yield { bundle, progress: total === 0 ? null : count / total }
  }
}

/** `demo` */
export const defineDemo = (command: Command): void => {
  command
    .option('--seed <text>', 'any text: the same seed on the same day makes the same games')
    .option(
      '--seasons <number>',
      'seasons of each competition, 1 to 100, including the current one',
      wholeNumber(1, 100),
    )
    .action(async ({ seed, seasons }: DemoOptions) => {
      const options = { ...(seed !== undefined && { seed }), ...(seasons !== undefined && { seasons }) }
      await runImport(command, {
        name: 'demo',
        read: () => simulatedGames(options),
        open: (run) => withCore(command, (core) => run(importGames(core, { name: 'demo' }, { notify: false }))),
      })
    })
}
