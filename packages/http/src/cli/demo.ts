import { InvalidArgumentError, type Command } from 'commander'
import { importGames, type Importing, type ImportStep } from './import-games.ts'

/** Nobody is told of games that are made up. */
export const DEMO: Importing = { label: 'demo', announced: false }

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 100)
    throw new InvalidArgumentError('Use a whole number from 1 to 100.')
  return number
}

/** What of a made-up world can be chosen; what is left out is as the simulator has it. */
type DemoOptions = { seed?: string; seasons?: number }

/** Games of a made-up world as it stands today. */
export async function* demoGames(options: DemoOptions = {}): AsyncGenerator<ImportStep> {
  const { utcDay } = await import('@basketball-data/core/contract')
  const { simulate } = await import('@basketball-data/feeds/simulator')
  const day = utcDay(new Date())
  const world = () => simulate({ ...options, day })
  let total = 0
  if (process.stderr.isTTY) for (const _ of world()) total += 1
  let made = 0
  for (const bundle of world()) {
    made += 1
    yield { kind: 'game', bundle, part: total === 0 ? null : made / total }
  }
}

/** `demo` */
export const addDemo = (program: Command): void => {
  program
    .command('demo')
    .description('Fills the database with made-up competitions, clubs, players and games.')
    .option('--seed <text>', 'any text: the same seed on the same day makes the same games')
    .option('--seasons <number>', 'seasons of each competition, the one under way included', wholeNumber)
    .action(async ({ seed, seasons }: DemoOptions, command: Command) => {
      const options = { ...(seed !== undefined && { seed }), ...(seasons !== undefined && { seasons }) }
      await importGames(command, DEMO, () => demoGames(options))
    })
}
