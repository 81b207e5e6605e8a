import { access } from 'node:fs/promises'
import { bundles } from '@basketball-data/feeds/bundles'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { nba } from '@basketball-data/feeds/nba'
import { theOddsApi } from '@basketball-data/feeds/the-odds-api'
import type { Core } from '@basketball-data/core'
import type { Feed } from '@basketball-data/feeds'
import type { Command } from 'commander'
import { importGames } from './import-games.ts'
import { importPrices } from './import-prices.ts'
import { type Importer, runImport } from './run-import.ts'
import { print, withCore } from './session.ts'

/** Adds the import command of a feed. */
const addFeed = <Item>(
  group: Command,
  { name, description, argument, paths, readsStandardInput = false, locationPrefix, read }: Feed<Item>,
  help: string,
  importer: (core: Core, command: Command) => Importer<Item>,
): Command =>
  group
    .command(name)
    .description(description)
    .argument(argument, paths)
    .addHelpText('after', help)
    .action(async (given: string[], _options: object, command: Command) => {
      const files = given.filter((path) => !readsStandardInput || path !== '-')
      await Promise.all(files.map((path) => access(path)))
      await runImport<Item>({
        name,
        read: (signal) => read(given, signal),
        open: (run) =>
          withCore(command, async (core) => {
            for (const path of given) if (locationPrefix) await core.clearRefusals(locationPrefix(path))
            await run(importer(core, command))
            await core.closeUnplayed() // after the import, which may bring a new day or a score
            await core.refreshStandings()
          }),
        print: (record, text) => print(command, record, text),
      })
    })

const GAMES_HELP = `
Importing the same game again changes nothing; a different version of it is a correction. Invalid games are refused and
the others imported. List problems with "basketball-data warnings" and "basketball-data refusals".
Ctrl-C stops at once; imported games stay.

Exit code: 0 when a game was accepted or none refused, 1 when all were refused, 130 after Ctrl-C.`

const PRICES_HELP = `
Importing the same price again changes nothing; new prices are added. An event that matches no stored game, or several,
is listed with the reason, also by "basketball-data refusals", until it is matched. Files that cannot be read are named
on standard error, and the others imported.
Ctrl-C stops at once; imported prices stay.

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
