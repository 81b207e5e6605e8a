import { access } from 'node:fs/promises'
import type { CommandCore } from '@basketball-data/core'
import type { Feed, GameFeed, PriceFeed } from '@basketball-data/feeds'
import { Option, type Command } from 'commander'
import { addCommands, type LazyCommand, type LazyCommands } from './command-groups.ts'
import { DATE_ORDERS } from './contract-values.ts'
import { importGames } from './import-games.ts'
import type { SheetImportOptions } from './import-sheets.ts'
import { type Importer, runImport } from './run-import.ts'
import { withCore } from './session.ts'

/** The import command of a feed; the feed is loaded when the command runs. */
type FeedCommand<Feed> = {
  description: string
  /** Describes the paths in the help text. */
  paths: string
  load: () => Promise<Feed>
}

/** Reads the files at the paths with a feed, and imports what they have. */
const importPaths = async <Item>(
  command: Command,
  { name, readsStandardInput = false, locationPrefix, read }: Feed<Item>,
  given: readonly string[],
  importer: (core: CommandCore) => Importer<Item>,
): Promise<void> => {
  const files = given.filter((path) => !readsStandardInput || path !== '-')
  await Promise.all(files.map((path) => access(path)))
  await runImport<Item>(command, {
    name,
    read: (signal) => read(given, signal),
    open: (run) =>
      withCore(command, async (core) => {
        for (const path of given) if (locationPrefix) await core.clearRefusals(locationPrefix(path))
        await run(importer(core))
        await core.closeUnplayed() // after the import, which may bring a new day or a score
        await core.refreshStandings()
      }),
  })
}

const NO_ANNOUNCE = [
  '--no-announce',
  'send no events to webhooks, and no final scores and ends of periods to streams: for games of the past',
] as const

const GAMES_HELP = `
Importing the same game again changes nothing; a different version of it is a correction. Invalid games are refused and
the others imported. List problems with "basketball-data doctor warnings" and "basketball-data doctor refusals".
Ctrl-C stops at once; imported games stay.

Exit code: 0 when a game was accepted or none refused, 1 when all were refused, 130 after Ctrl-C.`

const PRICES_HELP = `
Importing the same price again changes nothing; new prices are added. An event that matches no stored game, or several,
is listed with the reason, also by "basketball-data doctor refusals", until it is matched. Files that cannot be read are named
on standard error, and the others imported.
Ctrl-C stops at once; imported prices stay.

Exit code: 0 when an event was matched or there was none, 1 when none was matched, 130 after Ctrl-C.`

const gamesCommand = ({ description, paths, load }: FeedCommand<GameFeed>): LazyCommand => ({
  description,
  define: async (command, argument) => {
    command
      .argument(argument, paths)
      .option(...NO_ANNOUNCE)
      .addHelpText('after', GAMES_HELP)
      .action(async (given: string[], { announce }: { announce: boolean }) => {
        const feed = await load()
        await importPaths(command, feed, given, (core) => importGames(core, feed, { notify: announce }))
      })
  },
})

const pricesCommand = ({ description, paths, load }: FeedCommand<PriceFeed>): LazyCommand => ({
  description,
  define: async (command, argument) => {
    command
      .argument(argument, paths)
      .option('--aliases <file>', 'CSV table of names that the prices use (alias) for a stored team (team: name or id)')
      .addHelpText('after', PRICES_HELP)
      .action(async (given: string[], { aliases: file }: { aliases?: string }) => {
        const { importPrices } = await import('./import-prices.ts')
        const { readAliases } = await import('@basketball-data/feeds/the-odds-api')
        const aliases = file === undefined ? [] : await readAliases(file)
        await importPaths(command, await load(), given, (core) => importPrices(core, aliases))
      })
  },
})

const SHEETS_HELP = `
Only games are needed; competition, teams, players and lines (box scores) may be missing. Mistakes, among them games that
cannot be stored, are listed by sheet, row and column, all at once, and nothing is imported then. "basketball-data template" writes an
example.
Importing a corrected file again corrects the games. A game that it no longer has stays: see "basketball-data games remove".

Exit code: 0 when the games were imported, 1 when there are mistakes, 130 after Ctrl-C.`

const sheetsCommand: LazyCommand = {
  description: 'Imports a league from a workbook (.xlsx), or from tables as CSV.',
  define: async (command, argument) => {
    command
      .argument(argument, 'a workbook, a CSV file of games, or a folder of CSV files: games, lines, players, …')
      .option('--dry-run', 'list mistakes, or the games that would be created or updated, but write nothing')
      .addOption(new Option('--dates <order>', 'order of dates that may be read in two').choices(DATE_ORDERS))
      .option('--competition <name>', 'name of the competition (default: as in its sheet, else the name of the file)')
      .option('--season <name>', 'season, such as 2026-27 (default: as in the sheet, else that of the games)')
      .option('--time-zone <zone>', 'time zone of the times of games, such as Europe/Ljubljana')
      .option('--source <source>', 'source of the identifiers (default: as in the sheet, else made from the name)')
      .option(...NO_ANNOUNCE)
      .addHelpText('after', SHEETS_HELP)
      .action(async (path: string, options: SheetImportOptions) => {
        await access(path)
        await (await import('./import-sheets.ts')).importSheets(command, path, options)
      })
  },
}

/** The commands of feeds; the last part of their usage is their argument. */
const COMMANDS: LazyCommands = {
  'euroleague [options] <path...>': gamesCommand({
    description: 'Imports games of the EuroLeague and EuroCup from stored responses of their feed.',
    paths: 'folders or files: ndjson(.gz) per kind of response, or one JSON per game as served',
    load: async () => (await import('@basketball-data/feeds/euroleague')).euroleague,
  }),
  'nba [options] <path...>': gamesCommand({
    description: 'Imports games of the NBA, WNBA and G League from stored responses of cdn.nba.com and stats.nba.com.',
    paths: 'folders or files: JSON(.gz) as served, recognized by its content',
    load: async () => (await import('@basketball-data/feeds/nba')).nba,
  }),
  'bundles [options] <file...>': gamesCommand({
    description: 'Imports games of any source: one GameBundle, an array of them, or one per line.',
    paths: 'JSON or ndjson files, or - for standard input',
    load: async () => (await import('@basketball-data/feeds/bundles')).bundles,
  }),
  'sheets [options] <path>': sheetsCommand,
  'odds [options] <path...>': pricesCommand({
    description: "Imports bookmakers' prices for stored games, matched by teams and tip-off.",
    paths: 'folders or files: responses of The Odds API (.json) or tables of prices (.csv), also .gz',
    load: async () => (await import('@basketball-data/feeds/the-odds-api')).theOddsApi,
  }),
}

/** `import …` */
export const defineImport = (group: Command): void => addCommands(group, COMMANDS)
