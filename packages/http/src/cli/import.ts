import type { Command } from 'commander'
import { addImportBundles } from './import-bundles.ts'
import { addImportEuroleague } from './import-euroleague.ts'
import { addImportNba } from './import-nba.ts'
import { addImportOdds } from './import-odds.ts'

const AFTER_GAMES = `
The same game again changes nothing, another version of it corrects it. A game that cannot be right is refused, the
others go in; both lists can be read later: "basketball-data warnings", "basketball-data refusals".
Ctrl-C stops after the game at hand; what is in stays.

Exit code: 0 when a game was accepted or none refused, 1 when all were refused, 130 after Ctrl-C.`

const AFTER_PRICES = `
The same price again changes nothing, others come on top of those that are known. An event that is no game of ours, or
more than one, is not guessed: it is listed with the reason, also later by "basketball-data refusals", until it is
matched. A file that cannot be read is named on standard error, the others go in.
Ctrl-C stops after the event at hand; what is in stays.

Exit code: 0 when an event was matched or there was none, 1 when none was matched, 130 after Ctrl-C.`

/** `import …` */
export const addImport = (program: Command): void => {
  const group = program.command('import').description('Brings games in, and prices of bookmakers.')
  for (const add of [addImportEuroleague, addImportNba, addImportBundles]) add(group)
  for (const games of group.commands) games.addHelpText('after', AFTER_GAMES)
  addImportOdds(group).addHelpText('after', AFTER_PRICES)
}
