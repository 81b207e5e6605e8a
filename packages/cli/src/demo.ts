import type { Core } from '@basketball-data/core'
import type { FeedGame } from '@basketball-data/feeds'
import { InvalidArgumentError, type Command } from 'commander'
import { importGames } from './import-games.ts'
import { runImport } from './run-import.ts'
import { print, withCore } from './session.ts'

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 100)
    throw new InvalidArgumentError('Use a whole number from 1 to 100.')
  return number
}

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

/** Imports simulated games without events for webhooks; `printSummary` receives the counts and the summary. */
export const importDemo = async (
  core: Core,
  options: DemoOptions,
  printSummary: (record: object, text: string) => void,
): Promise<void> => {
  const importer = importGames(core, { name: 'demo' }, { notify: false })
  await runImport({
    name: 'demo',
    read: () => simulatedGames(options),
    open: (run) => run(importer),
    print: printSummary,
  })
}

/** `demo` */
export const defineDemo = (command: Command): void => {
  command
    .option('--seed <text>', 'any text: the same seed on the same day makes the same games')
    .option('--seasons <number>', 'seasons of each competition, 1 to 100, including the current one', wholeNumber)
    .action(async ({ seed, seasons }: DemoOptions) => {
      const options = { ...(seed !== undefined && { seed }), ...(seasons !== undefined && { seasons }) }
      await withCore(command, (core) => importDemo(core, options, (record, text) => print(command, record, text)))
    })
}
