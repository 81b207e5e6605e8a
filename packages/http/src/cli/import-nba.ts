import { access } from 'node:fs/promises'
import { FeedError, gamesFromFiles, readGame, type NbaGame } from '@basketball-data/feeds/nba'
import type { Command } from 'commander'
import { importGames, withAnnouncing, type ImportItem, type ImportOptions, type ImportStep } from './import-games.ts'

const refused = ({ place, problem }: FeedError): ImportItem => ({
  kind: 'refused',
  source: 'nba',
  external_id: place,
  reason: problem,
})

const itemOf = ({ game, parts, error }: NbaGame): ImportItem => {
  if (error !== undefined) return refused(error)
  try {
    return { kind: 'game', bundle: readGame(game, parts) }
  } catch (problem) {
    if (problem instanceof FeedError) return refused(problem)
    throw problem
  }
}

async function* gamesOf(paths: string[]): AsyncGenerator<ImportStep> {
  for await (const game of gamesFromFiles(paths)) yield { ...itemOf(game), part: game.read }
}

/** `import nba <path…>` */
export const addImportNba = (parent: Command): void => {
  withAnnouncing(parent.command('nba'))
    .description('Imports games of the NBA and G League from stored answers of cdn.nba.com and stats.nba.com.')
    .argument('<path...>', 'folders or files: JSON(.gz) as served, told by its content')
    .action(async (paths: string[], { announce: announced }: ImportOptions, command: Command) => {
      await Promise.all(paths.map((path) => access(path))) // before the database, which takes seconds to open
      await importGames(command, { label: 'nba', announced }, () => gamesOf(paths))
    })
}
