import type { Command } from 'commander'
import { addImportBundles } from './import-bundles.ts'
import { addImportEuroleague } from './import-euroleague.ts'
import { addImportNba } from './import-nba.ts'
import { addImportOdds } from './import-odds.ts'

const AFTER = `
The same game again changes nothing, another version of it corrects it. A game that cannot be right is refused, the
others go in; both lists can be read later: "basketball-data warnings", "basketball-data refusals".
Ctrl-C stops after the game at hand; what is in stays.

Exit code: 0 when a game was accepted or none refused, 1 when all were refused, 130 after Ctrl-C.`

/** `import …` */
export const addImport = (program: Command): void => {
  const group = program.command('import').description('Brings games in.')
  addImportEuroleague(group)
  addImportNba(group)
  addImportBundles(group)
  addImportOdds(group)
  for (const command of [group, ...group.commands]) command.addHelpText('after', AFTER)
}
