import { access } from 'node:fs/promises'
import { FeedError, gamesFromFiles, readGame, type EuroleagueGame } from '@basketball-data/feeds/euroleague'
import type { Command } from 'commander'
import { importGames, withAnnouncing, type ImportItem, type ImportOptions, type ImportStep } from './import-games.ts'

const SOURCE = 'euroleague'

const refused = ({ place, problem }: FeedError): ImportItem => ({
  kind: 'refused',
  source: SOURCE,
  external_id: place,
  reason: problem,
})

const itemOf = ({ answers, error }: EuroleagueGame): ImportItem => {
  if (error !== undefined) return refused(error)
  try {
    return { kind: 'game', bundle: readGame(answers) }
  } catch (problem) {
    if (problem instanceof FeedError) return refused(problem)
    throw problem
  }
}

/** The files are read twice where somebody watches: half a second a season, to know how many games there are. */
const countGames = async (paths: string[]): Promise<number> => {
  let games = 0
  for await (const _ of gamesFromFiles(paths)) games += 1
  return games
}

async function* gamesOf(paths: string[]): AsyncGenerator<ImportStep> {
  const total = process.stderr.isTTY ? await countGames(paths) : null
  let read = 0
  for await (const game of gamesFromFiles(paths)) {
    read += 1
    yield { ...itemOf(game), part: total === null ? null : read / total }
  }
}

/** `import euroleague <path…>` */
export const addImportEuroleague = (parent: Command): void => {
  withAnnouncing(parent.command('euroleague'))
    .description('Imports games of the EuroLeague and EuroCup from stored answers of their feed.')
    .argument('<path...>', 'folders or files: ndjson(.gz) per kind of answer, or one JSON per game as served')
    .action(async (paths: string[], { announce: announced }: ImportOptions, command: Command) => {
      await Promise.all(paths.map((path) => access(path))) // before the database, which takes seconds to open
      await importGames(command, { label: 'euroleague', announced }, () => gamesOf(paths))
    })
}
