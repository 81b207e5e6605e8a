import { access } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { bundles } from '@basketball-data/feeds/bundles'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { nba } from '@basketball-data/feeds/nba'
import { theOddsApi } from '@basketball-data/feeds/the-odds-api'
import type { Core } from '@basketball-data/core'
import type { Feed } from '@basketball-data/feeds'
import type { Command } from 'commander'
import { Failed, Interrupted } from './failures.ts'
import { importGames } from './import-games.ts'
import { importPrices } from './import-prices.ts'
import { interruptible, print, withCore } from './session.ts'
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

/** Adds the import command of a feed. */
const addFeed = <Item>(
  group: Command,
  { name, description, argument, paths, locationPrefix, read }: Feed<Item>,
  help: string,
  importer: (core: Core, command: Command) => Importer<Item>,
): Command =>
  group
    .command(name)
    .description(description)
    .argument(argument, paths)
    .addHelpText('after', help)
    .action(async (given: string[], _options: object, command: Command) => {
      const files = given.filter((path) => locationPrefix === undefined || path !== '-')
      await Promise.all(files.map((path) => access(path))) // before the database, which takes seconds to open
      await withCore(command, async (core) => {
        for (const path of given) if (locationPrefix) await core.clearRefusals(locationPrefix(path))
        const run = importer(core, command)
        await runImport({ name, read: (signal) => read(given, signal) }, run, (text) =>
          print(command, run.record, text),
        )
      })
    })

const GAMES_HELP = `
Importing the same game again changes nothing; a different version of it is a correction. Invalid games are refused and
the others imported. List problems with "basketball-data warnings" and "basketball-data refusals".
Ctrl-C stops after the current game; imported games stay.

Exit code: 0 when a game was accepted or none refused, 1 when all were refused, 130 after Ctrl-C.`

const PRICES_HELP = `
Importing the same price again changes nothing; new prices are added. An event that matches no stored game, or several,
is listed with the reason, also by "basketball-data refusals", until it is matched. Files that cannot be read are named
on standard error, and the others imported.
Ctrl-C stops after the current event; imported prices stay.

Exit code: 0 when an event was matched or there was none, 1 when none was matched, 130 after Ctrl-C.`

/** `import …` */
export const addImport = (program: Command): void => {
  const group = program.command('import').description('Imports games and prices of bookmakers.')
  for (const feed of [euroleague, nba, bundles])
    addFeed(group, feed, GAMES_HELP, (core, command) =>
      importGames(core, feed, { notify: command.opts<{ announce: boolean }>().announce }),
    ).option('--no-announce', 'send no webhook events for these games: for games of the past')
  addFeed(group, theOddsApi, PRICES_HELP, importPrices)
}
