// Converts NBA results from CSV files (GAME_ID, GAME_DATE, HOME_TEAM, AWAY_TEAM, HOME_PTS, AWAY_PTS) to game bundles,
// one JSON object per line:
//   npm start --silent --prefix examples/nba-results -- games.csv | npx basketball-data import bundles -
// Games and teams have the same ids as in the NBA feed, so a later import of that feed adds box scores to these games.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GameBundle } from '@basketball-data/core'
import { getDivision, parseGameId, NBA_TEAMS, type ParsedGameId } from '@basketball-data/feeds/nba'
import { parse } from 'csv-parse/sync'

type Row = Record<string, string | undefined>

/** The rows of a CSV file, whose first line names the columns, each with the line at which it ends. */
const readRows = (path: string) =>
  parse<{ record: Row; info: { lines: number } }>(readFileSync(path), {
    bom: true,
    columns: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })

const toSide = (abbreviation: string | undefined, game: ParsedGameId): GameBundle['home'] => {
  const team = NBA_TEAMS[abbreviation ?? '']
  if (team === undefined) throw new Error(`"${abbreviation}" is not an NBA team`)
  return { team: { external_id: team.id, name: team.name }, ...getDivision(team.id, game) }
}

const toScore = (cell: string | undefined): number => {
  if (!/^\d+$/.test(cell ?? '')) throw new Error(`"${cell}" is not a score`)
  return Number(cell)
}

const toBundle = (row: Row): GameBundle => {
  const { GAME_ID = '', GAME_DATE = '', HOME_TEAM, AWAY_TEAM, HOME_PTS, AWAY_PTS } = row
  const game = parseGameId(GAME_ID)
  const { competition, season, stage, round } = game
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
      home_score: toScore(HOME_PTS),
      away_score: toScore(AWAY_PTS),
    },
    home: toSide(HOME_TEAM, game),
    away: toSide(AWAY_TEAM, game),
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Writes the games of a file to standard output.
 * @throws Error with the number of the first invalid line.
 */
const convert = (path: string): void => {
  // npm runs scripts in the folder of the package; INIT_CWD is the folder in which npm was started.
  const file = resolve(process.env['INIT_CWD'] ?? '.', path)
  if (!existsSync(file)) throw new Error(`no such file: ${file}`)
  for (const { record, info } of readRows(file))
    try {
      process.stdout.write(`${JSON.stringify(toBundle(record))}\n`)
    } catch (error) {
      throw new Error(`${path} line ${info.lines}: ${toMessage(error)}`, { cause: error })
    }
}

const paths = process.argv.slice(2)
try {
  if (paths.length === 0) throw new Error('usage: npm start --silent --prefix examples/nba-results -- <games.csv…>')
  for (const path of paths) convert(path)
} catch (error) {
  console.error(toMessage(error))
  process.exitCode = 1
}
