import {
  BundleStats,
  DEFAULT_PERIODS,
  Side,
  type BundlePlayer,
  type BundleSide,
  type GameBundle,
} from '@basketball-data/core/contract'
import { missingStatistics } from '../checks.ts'
import { starterNotes } from '../game-parts.ts'
import { assignTables } from './assign-tables.ts'
import { GAMES, LINES, type TableName } from './columns.ts'
import { readDays, type DateOrder, type Days } from './dates.ts'
import { openDirectory, type Entry } from './directory.ts'
import { openFiles, type SheetFile } from './files.ts'
import { nameFromPath } from './find-files.ts'
import { checkGames, identifyGames, readGames, REQUIRED_OF_GAMES, type SheetGame } from './games.ts'
import { checkBoxes, indexGames, readLines, type SheetBox, type SheetBoxes } from './lines.ts'
import { collectMistakes, type Mistakes, type SheetMistake } from './mistakes.ts'
import { toIdentifier } from './near-names.ts'
import {
  findSeason,
  readCompetition,
  readPlayers,
  readTeams,
  type CompetitionDefaults,
  type KnownRecords,
  type PlayerFields,
  type ReadCompetition,
  type TeamFields,
} from './records.ts'
import type { Column, Table } from './table.ts'

/** How sheets are read. */
export type SheetOptions = CompetitionDefaults & {
  /** The order of day, month and year in dates, for columns that do not show it. */
  dates?: DateOrder | undefined
  /** What the source has imported before. Default: nothing. */
  known?: ((source: string, season: { competition: string; season: string }) => Promise<KnownRecords>) | undefined
}

/** What sheets say. */
export type ReadSheets = {
  /** One for each game, in the order of the sheet; none if there are mistakes. */
  bundles: GameBundle[]
  /** Where the game of each bundle is. */
  rows: { sheet: string; row: number }[]
  /** The first 200 mistakes. */
  mistakes: SheetMistake[]
  /** How many mistakes there are. */
  mistake_count: number
  /** Sheets and columns that are not imported, because their names are unknown. */
  ignored: string[]
}

/** What is known of a source that imports for the first time. */
const NOTHING_KNOWN: KnownRecords = { teams: [], players: [], games: [] }

/** The totals of a team: its players in every statistic that all of them have, and what no player has. */
const addTotals = (players: readonly BundleStats[], team: BundleStats): BundleStats =>
  BundleStats.parse(
    Object.fromEntries(
      BundleStats.keyof().options.map((stat) => {
        const values = players.flatMap((line) => line[stat] ?? [])
        const isKnown = values.length === players.length
        const unknown = stat === 'performance_index' ? undefined : null // which is then computed
        return [stat, isKnown ? values.reduce((sum, value) => sum + value, team[stat] ?? 0) : unknown]
      }),
    ),
  )

const toSameAs = (source: string, { also }: Entry<unknown>) =>
  also.length === 0 ? undefined : also.slice(0, 20).map((external_id) => ({ source, external_id }))

const toPlayer = (source: string, entry: Entry<PlayerFields>): BundlePlayer => ({
  external_id: entry.external_id,
  same_as: toSameAs(source, entry),
  name: entry.name,
  ...entry.fields,
})

const toSide = (
  source: string,
  entry: Entry<TeamFields>,
  coach: string | undefined,
  box: SheetBox | undefined,
): BundleSide => {
  const { group, division, ...fields } = entry.fields ?? {}
  const lines = box?.lines.map(({ player, line }) => ({ player: player.external_id, ...line })) ?? []
  const played = lines.filter((line) => line.played).map(({ stats }) => stats)
  return {
    team: { external_id: entry.external_id, same_as: toSameAs(source, entry), name: entry.name, ...fields },
    group,
    division,
    coach,
    totals: box?.totals ?? (box?.team && addTotals(played, box.team)),
    players: lines.length === 0 ? undefined : lines,
  }
}

/** The lines of a side with the notes on them. */
const listNotes = (side: BundleSide, hasStarters: boolean) => {
  const { players, totals, team } = side
  if (!players) return []
  return [
    ...(hasStarters ? starterNotes(players, team.name) : []),
    ...missingStatistics(players, totals ?? null, team.name),
  ]
}

type Parts = Pick<GameBundle, 'source' | 'competition' | 'season'> & { hasStarters: boolean }

const toBundle = (
  { source, competition, season, hasStarters }: Parts,
  game: SheetGame,
  external_id: string,
  boxes: SheetBoxes | undefined,
): { bundle: GameBundle; sheet: string; row: number } | undefined => {
  const { home, away } = game.teams
  if (home === undefined || away === undefined || game.day === undefined) return undefined
  const sides = {
    home: toSide(source, home, game.coaches.home, boxes?.home),
    away: toSide(source, away, game.coaches.away, boxes?.away),
  }
  const named = boxes === undefined ? [] : Side.options.flatMap((side) => boxes[side].lines)
  const bundle = {
    source,
    competition,
    season,
    game: { external_id, date: game.day, ...game.facts },
    ...sides,
    players: named.map(({ player }) => toPlayer(source, player)),
    notes: Side.options.flatMap((side) => listNotes(sides[side], hasStarters)),
  }
  return { bundle, sheet: game.sheet, row: game.row.number }
}

/** The columns that a sheet of games needs and lacks: all of them if there is no such sheet. */
const findLacking = (tables: readonly Table[], { add }: Mistakes): ReadonlySet<Column<unknown>> => {
  if (tables.length === 0)
    add(
      { sheet: 'games', row: null, column: null },
      'There is no sheet of games: name a sheet or a file games, with columns date, home and away.',
    )
  for (const { sheet, has } of tables)
    for (const column of REQUIRED_OF_GAMES)
      if (!has(column)) add({ sheet, row: null, column: column.names[0] ?? null }, 'There is no such column; add it.')
  return new Set(REQUIRED_OF_GAMES.filter((column) => tables.length === 0 || tables.some(({ has }) => !has(column))))
}

/** The season of the file: as it says, or that of its games. */
const chooseSeason = (given: ReadCompetition, days: readonly Days[], sheet: string, { add }: Mistakes) => {
  const all = days.flatMap(({ byRow }) => Array.from(byRow.values(), ({ day }) => day)).toSorted()
  const season = given.season ?? findSeason(all)
  if (season === undefined && all.length > 0)
    add(
      { sheet, row: null, column: 'date' },
      `The games from ${all[0]} to ${all.at(-1)} are of several seasons; correct the dates, or name the season in the sheet competition.`,
    )
  return season && { external_id: toIdentifier(`${given.external_id}-${season.name}`), ...season }
}

/** Reads the tables of a league into bundles. They are right only if there are no mistakes. */
const readLeague = async (
  tables: Record<TableName, Table[]>,
  options: SheetOptions,
  mistakes: Mistakes,
): Promise<{ bundle: GameBundle; sheet: string; row: number }[]> => {
  const given = readCompetition(tables.competition, options, mistakes)
  const [schedule] = tables.games
  const lacking = findLacking(tables.games, mistakes)
  const dated = tables.games.map((table) => ({ table, days: readDays(table, GAMES.date, options.dates) }))
  const season = chooseSeason(
    given,
    dated.map(({ days }) => days),
    schedule?.sheet ?? 'games',
    mistakes,
  )
  const ids = { competition: given.external_id, season: season?.external_id ?? '' }
  const known = (await options.known?.(given.source, ids)) ?? NOTHING_KNOWN
  const competition = given.toBundle(known.competition)
  const teams = openDirectory('teams', readTeams(tables.teams), known.teams)
  const players = openDirectory('players', readPlayers(tables.players, options.dates), known.players)
  const clock = { timeZone: competition.time_zone ?? undefined, isRefused: given.hasWrongTimeZone }
  const games = dated.flatMap(({ table, days }) =>
    readGames(table, days, teams, clock, competition.periods ?? DEFAULT_PERIODS),
  )
  checkGames(games, season)
  const gameIds = identifyGames(games, season?.external_id ?? '', known)
  const boxes = new Map<SheetGame, SheetBoxes>()
  const index = indexGames(games, lacking)
  const order = dated.map(({ days }) => days.order).find((each) => each !== undefined)
  for (const table of tables.lines) {
    const days = readDays(table, LINES.date, options.dates, order)
    readLines(table, { sheet: table.sheet, days, index, teams, players }, boxes)
  }
  checkBoxes(boxes)
  teams.checkNames(mistakes)
  players.checkNames(mistakes)
  if (mistakes.count() > 0 || season === undefined) return []
  const hasStarters = tables.lines.some(({ has }) => has(LINES.starter))
  const parts = { source: given.source, competition, season, hasStarters }
  return games.flatMap((game) => toBundle(parts, game, gameIds.get(game) ?? '', boxes.get(game)) ?? [])
}

/**
 * Reads a league from the sheets of a workbook, or from CSV files: games, and if they are there, its competition, teams, players and the
 * lines of its box scores. All mistakes are found at once; with any there are no bundles.
 *
 * @example
 * const { bundles, mistakes } = await readSheets([{ name: 'league.xlsx', bytes }])
 */
export const readSheets = async (files: readonly SheetFile[], options: SheetOptions = {}): Promise<ReadSheets> => {
  const mistakes = collectMistakes()
  const sheets = await openFiles(files, mistakes)
  const book = files.find(({ name }) => /\.xlsx$/i.test(name))
  const competition = options.competition ?? (book && nameFromPath(book.name))
  const read = await readLeague(assignTables(sheets, mistakes), { ...options, competition }, mistakes)
  const games = mistakes.count() === 0 ? read : []
  return {
    bundles: games.map(({ bundle }) => bundle),
    rows: games.map(({ sheet, row }) => ({ sheet, row })),
    mistakes: mistakes.list(),
    mistake_count: mistakes.count(),
    ignored: mistakes.ignored(),
  }
}
