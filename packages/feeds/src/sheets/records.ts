import { Source, type BundlePlayer, type GameBundle } from '@basketball-data/core/contract'
import { nameWords } from '../names.ts'
import { COMPETITION, PLAYERS, TEAMS } from './columns.ts'
import { readDays, type DateOrder } from './dates.ts'
import type { KnownRecord, ListedRow } from './directory.ts'
import type { Mistakes } from './mistakes.ts'
import type { Column, Row, Table } from './table.ts'

type Competition = GameBundle['competition']
type Season = GameBundle['season']
type Team = GameBundle['home']['team']

/** What the table of teams says about a team. */
export type TeamFields = Omit<Team, 'external_id' | 'name'> & Pick<GameBundle['home'], 'group' | 'division'>
/** What the table of players says about a player. */
export type PlayerFields = Omit<BundlePlayer, 'external_id' | 'name'>

/** The words of a name joined by "-", in ASCII; empty if it has no such letters. */
export const toSlug = (name: string): string =>
  nameWords(name)
    .map((word) => word.replace(/[^a-z0-9]+/g, ''))
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 50)
    .replace(/-$/, '')

/** A season as people write it: 2026-27, 2026/27, 2026/2027 or 2026. Undefined for anything else. */
export const toSeason = (written: string): Omit<Season, 'external_id'> | undefined => {
  const [, from = '', to] = /^(\d{4})(?: ?[-/–] ?(\d{4}|\d\d))?$/.exec(written) ?? []
  const start_year = Number(from)
  if (from === '' || start_year < 1800 || start_year > 2200) return undefined
  if (to === undefined) return { name: from, start_year }
  const next = String(start_year + 1)
  return to === next || to === next.slice(2) ? { name: `${from}-${next.slice(2)}`, start_year } : undefined
}

/** The days of a season, a few weeks around it included. */
export const getSeasonDays = ({ name, start_year }: Omit<Season, 'external_id'>): { first: string; last: string } =>
  name.length > 4
    ? { first: `${start_year}-05-01`, last: `${start_year + 1}-10-31` }
    : { first: `${start_year}-01-01`, last: `${start_year}-12-31` }

/** The season of games on these days: from July to June, or a calendar year; undefined if they are in several. */
export const findSeason = (days: readonly string[]): Omit<Season, 'external_id'> | undefined => {
  const starts = new Set(days.map((day) => Number(day.slice(0, 4)) - (day.slice(5, 7) < '07' ? 1 : 0)))
  const years = new Set(days.map((day) => day.slice(0, 4)))
  const [start] = starts
  const [year] = years
  if (starts.size === 1) return toSeason(`${start}-${Number(start) + 1}`)
  return years.size === 1 && year !== undefined ? toSeason(year) : undefined
}

/** What a source has imported before, as far as names and games are recognized by it. */
export type KnownRecords = {
  /** Its competition of this identifier; null or undefined if there is none. */
  competition?: Competition | null | undefined
  teams: readonly KnownRecord[]
  players: readonly KnownRecord[]
  /** The games of the season, whose teams are named by their identifiers. */
  games: readonly { external_id: string; home: string; away: string; status: GameBundle['game']['status'] }[]
}

/** What describes the competition of a file where no sheet does. */
export type CompetitionDefaults = {
  /** Its name. Default: that of the workbook. */
  competition?: string | undefined
  /** Such as 2026-27. */
  season?: string | undefined
  /** The source that the games must belong to. */
  source?: string | undefined
  /** An IANA time zone. */
  time_zone?: string | undefined
}

/** The competition of a file, and its season if the file or its reader names one. */
export type ReadCompetition = {
  source: string
  external_id: string
  season: Omit<Season, 'external_id'> | undefined
  /** Whether its time zone is a mistake, so that there is none. */
  hasWrongTimeZone: boolean
  /** The competition as a bundle has it. What the file leaves out is as it was imported before. */
  toBundle: (known: KnownRecords['competition']) => Competition
}

/** Reads the tables of the competition, which have one row together. */
export const readCompetition = (
  tables: readonly Table[],
  defaults: CompetitionDefaults,
  { add }: Mistakes,
): ReadCompetition => {
  const [first, ...others] = tables.flatMap(({ sheet, rows }) => rows.map((each) => ({ sheet, row: each })))
  const row = first?.row
  for (const other of others)
    other.row.refuse(
      null,
      `A file has one competition, that of ${first?.sheet} row ${row?.number}; delete this row, or put the games of another competition into a file of its own.`,
    )
  const get = <Value>(column: Column<Value>): Value | undefined => row?.get(column) ?? undefined
  const refuse = (column: Column<unknown>, message: string): void => {
    const place = { sheet: tables[0]?.sheet ?? 'competition', row: null, column: column.names[0] ?? null }
    if (row === undefined) add(place, message)
    else row.refuse(column, message)
  }
  const name = get(COMPETITION.name) ?? defaults.competition ?? ''
  if (name === '')
    refuse(COMPETITION.name, 'is missing; add a sheet competition with its name, or pass it (--competition).')
  const source = get(COMPETITION.source) ?? defaults.source ?? toSlug(name)
  if (defaults.source !== undefined && source !== defaults.source)
    refuse(COMPETITION.source, `${source} is not ${defaults.source}, to which these games must belong.`)
  if (name !== '' && !Source.safeParse(source).success)
    refuse(
      COMPETITION.source,
      `${JSON.stringify(source)} is no source; write lower-case letters and digits, like summer-league.`,
    )
  const written = get(COMPETITION.season) ?? defaults.season
  const season = written === undefined ? undefined : toSeason(written)
  if (written !== undefined && season === undefined)
    refuse(COMPETITION.season, `${JSON.stringify(written)} is no season; write 2026-27 or 2026.`)
  const slug = toSlug(name)
  const points = {
    points_win: get(COMPETITION.points_win),
    points_loss: get(COMPETITION.points_loss),
    points_forfeit: get(COMPETITION.points_forfeit),
  }
  const { points_win = NaN, points_loss = NaN, points_forfeit = NaN } = points
  const hasPoints = Object.values(points).some((each) => each !== undefined)
  if (hasPoints && !(points_win > points_loss && points_loss >= points_forfeit))
    refuse(
      COMPETITION.points_win,
      'Write the points for a win, a loss and a forfeit, like 2, 1 and 0, or none of them.',
    )
  const external_id = get(COMPETITION.id) ?? (slug === '' ? source : slug)
  const given = {
    country: get(COMPETITION.country),
    time_zone: get(COMPETITION.time_zone) ?? defaults.time_zone,
    period_minutes: get(COMPETITION.period_minutes),
    table_stages: get(COMPETITION.table_stages),
    ...points,
  }
  const [gender, kind, tie_break] = [get(COMPETITION.gender), get(COMPETITION.kind), get(COMPETITION.tie_break)]
  const [periods, overtime_minutes] = [get(COMPETITION.periods), get(COMPETITION.overtime_minutes)]
  return {
    source,
    external_id,
    season,
    hasWrongTimeZone: row?.isWrong(COMPETITION.time_zone) ?? false,
    toBundle: (known) => ({
      ...given,
      time_zone: given.time_zone ?? known?.time_zone,
      external_id,
      name,
      slug: known?.slug ?? (slug === '' ? source.replaceAll(/[^a-z0-9]+/g, '-') : slug),
      gender: gender ?? known?.gender ?? 'mixed',
      kind: kind ?? known?.kind ?? 'league',
      periods: periods ?? known?.periods,
      regulation_minutes: given.period_minutes === undefined ? known?.regulation_minutes : undefined,
      overtime_minutes: overtime_minutes ?? known?.overtime_minutes,
      tie_break: tie_break ?? known?.tie_break ?? 'fiba',
    }),
  }
}

/** "Surname, Given" as a name with the given name first. */
const withGivenFirst = (name: string): string => {
  const [surname = '', given, ...others] = name.split(',').map((part) => part.trim())
  return given === undefined || given === '' || others.length > 0 || /^(?:jr|sr|ii|iii|iv)\.?$/i.test(given)
    ? name
    : `${given} ${surname}`
}

/** The name of a person, in one column or in two. */
export const readPersonName = (
  row: Row,
  { name, first_name, last_name }: Record<'name' | 'first_name' | 'last_name', Column<string>>,
): string | undefined => {
  const whole = row.get(name)
  if (whole !== null) return withGivenFirst(whole)
  const parts = [row.get(first_name), row.get(last_name)].filter((part) => part !== null)
  if (parts.length > 0) return parts.join(' ')
  if (!row.isWrong(name)) row.refuse(name, 'is missing.')
  return undefined
}

/** Reads the tables of teams. */
export const readTeams = (tables: readonly Table[]): ListedRow<TeamFields>[] =>
  tables.flatMap(({ rows }) =>
    rows.flatMap((row) => {
      const name = row.get(TEAMS.name)
      if (name === null && !row.isWrong(TEAMS.name)) row.refuse(TEAMS.name, 'is missing.')
      if (name === null) return []
      const aliases = row.get(TEAMS.aliases) ?? []
      const fields = {
        aliases: aliases.length > 0 ? aliases : undefined,
        country: row.get(TEAMS.country) ?? undefined,
        city: row.get(TEAMS.city) ?? undefined,
        arena: row.get(TEAMS.arena) ?? undefined,
        arena_capacity: row.get(TEAMS.arena_capacity) ?? undefined,
        founded: row.get(TEAMS.founded) ?? undefined,
        group: row.get(TEAMS.group) ?? undefined,
        division: row.get(TEAMS.division) ?? undefined,
      }
      return [{ row, columns: TEAMS, name, id: row.get(TEAMS.id), aliases, team: null, fields }]
    }),
  )

/** Reads the tables of players. */
export const readPlayers = (tables: readonly Table[], dates: DateOrder | undefined): ListedRow<PlayerFields>[] =>
  tables.flatMap((table) => {
    const born = readDays(table, PLAYERS.birth_date, dates)
    return table.rows.flatMap((row) => {
      const name = readPersonName(row, PLAYERS)
      if (name === undefined) return []
      const fields = {
        country: row.get(PLAYERS.country) ?? undefined,
        position: row.get(PLAYERS.position) ?? undefined,
        height_cm: row.get(PLAYERS.height_cm) ?? undefined,
        birth_date: born.byRow.get(row)?.day,
      }
      const aliases = row.get(PLAYERS.aliases) ?? []
      return [{ row, columns: PLAYERS, name, id: row.get(PLAYERS.id), aliases, team: row.get(PLAYERS.team), fields }]
    })
  })
