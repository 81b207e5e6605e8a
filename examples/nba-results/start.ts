// Results of the NBA from CSV files (GAME_ID, GAME_DATE, HOME_TEAM, AWAY_TEAM, HOME_PTS, AWAY_PTS) as game bundles, one
// a line:
//   npm start --silent --prefix examples/nba-results -- games.csv | npx basketball-data import bundles -
// Games and teams get the ids that feeds/nba gives them, so that its box scores and play-by-plays join them later.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GameBundle } from '@basketball-data/core'
import { gameOfId, NBA_TEAMS } from '@basketball-data/core/feeds/nba'

/** The rows of a CSV without quotes, by the names of its first line. */
const rowsOf = (path: string): Record<string, string | undefined>[] => {
  const [head = '', ...lines] = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, at) => [name, cells[at]]))
  })
}

const sideOf = (code: string | undefined): GameBundle['home'] => {
  const team = NBA_TEAMS[code ?? '']
  if (!team) throw new Error(`no team of the NBA is called "${code}"`)
  return { team: { external_id: team.id, name: team.name } }
}

const pointsOf = (cell: string | undefined): number => {
  if (!/^\d+$/.test(cell ?? '')) throw new Error(`"${cell}" is no score`)
  return Number(cell)
}

const bundleOf = (row: Record<string, string | undefined>): GameBundle => {
  const { GAME_ID = '', GAME_DATE = '', HOME_TEAM, AWAY_TEAM, HOME_PTS, AWAY_PTS } = row
  const { competition, season, stage, round } = gameOfId(GAME_ID)
  return {
    source: 'nba',
    competition,
    season,
    game: {
      external_id: GAME_ID,
      stage,
      round,
      date: GAME_DATE,
      status: 'final',
      home_score: pointsOf(HOME_PTS),
      away_score: pointsOf(AWAY_PTS),
    },
    home: sideOf(HOME_TEAM),
    away: sideOf(AWAY_TEAM),
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes the games of a file. @throws Error with the line that is wrong */
const write = (path: string): void => {
  // npm runs its scripts in the folder of the package, and tells where it was itself started.
  const file = resolve(process.env['INIT_CWD'] ?? '.', path)
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  for (const [at, row] of rowsOf(file).entries())
    try {
      process.stdout.write(`${JSON.stringify(bundleOf(row))}\n`)
    } catch (error) {
      throw new Error(`${path} line ${at + 2}: ${messageOf(error)}`, { cause: error })
    }
}

const paths = process.argv.slice(2)
try {
  if (paths.length === 0) throw new Error('usage: npm start --silent --prefix examples/nba-results -- <games.csv…>')
  for (const path of paths) write(path)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
