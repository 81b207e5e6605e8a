import type { Core } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import type { Sql } from 'postgres'

/** The day of the simulated world, fixed so that every run measures the same data. */
const DAY = '2026-11-20'

/** The first games of the oldest season of each league, which is complete, with box scores and, where a league has them, line-ups. */
function* completedSeason(games: number) {
  const oldest = new Map<string, number>()
  let remaining = games
  for (const bundle of simulate({ day: DAY, seasons: 2, games: 10 * games })) {
    const { competition, season } = bundle
    const year = oldest.get(competition.external_id) ?? season.start_year
    oldest.set(competition.external_id, year)
    if (season.start_year !== year) continue
    yield bundle
    if (--remaining === 0) return
  }
}

/** The closing prices of a bookmaker, which differ from game to game. */
const closingPrices = (index: number) => {
  const read = { bookmaker: { key: 'closing', name: 'Closing', exchange: false }, set_at: null, read_at: null }
  const quote = <Market, Side>(market: Market, side: Side, line: number | null, price: number) => ({
    ...read,
    market,
    side,
    line,
    price,
  })
  const [spread, total] = [(index % 9) - 4.5, 160.5 + (index % 7)]
  return [
    quote('moneyline' as const, 'home' as const, null, 1.5 + (index % 10) / 10),
    quote('moneyline' as const, 'away' as const, null, 2.5 - (index % 10) / 10),
    quote('spread' as const, 'home' as const, spread, 1.9),
    quote('spread' as const, 'away' as const, spread, 1.92),
    quote('total' as const, 'over' as const, total, 1.9),
    quote('total' as const, 'under' as const, total, 1.91),
  ]
}

/** Ingests a number of games of one season, from as many leagues as needed, with closing prices. */
export const ingestSeason = async (core: Core, games: number): Promise<void> => {
  let index = 0
  for (const bundle of completedSeason(games)) {
    const result = await core.ingest({ ...bundle, quotes: closingPrices(index++) })
    if (result.outcome !== 'created') throw new Error(`game ${bundle.game.external_id}: ${JSON.stringify(result)}`)
  }
}

/** Bookmakers, and readings of each price, of a game with quotes. */
const [BOOKS, READINGS, QUOTED_GAMES] = [8, 4, 60]

/**
 * Replaces the quotes by many of some games. The closing prices of every game, which trends read, stay: so it is called after
 * statistics were rebuilt, which computes them from the quotes.
 */
export const priceGames = async (sql: Sql): Promise<void> => {
  await sql`delete from quotes`
  await sql.unsafe(`
    insert into bookmakers select 'book' || b, 'Book ' || b, false, now() from generate_series(1, ${BOOKS}) as b`)
  await sql.unsafe(`
    insert into quotes (game_id, market, bookmaker, side, line, price, set_at, read_at)
    select g.id, m.market, 'book' || b, m.side, m.line, 1.5 + (b + r) / 50.0, null, coalesce(g.tip_off, g.date) - r * interval '1 hour'
    from (select * from games order by md5(id) limit ${QUOTED_GAMES}) g
    cross join generate_series(1, ${BOOKS}) as b cross join generate_series(1, ${READINGS}) as r
    cross join (values ('moneyline', 'home', null), ('moneyline', 'away', null), ('spread', 'home', -3.5),
      ('spread', 'away', -3.5), ('total', 'over', 165.5), ('total', 'under', 165.5)) as m (market, side, line)`)
  await sql`vacuum analyze`
}

/** Copies rows of a table. `overrides` are the columns that differ; `from` joins the table `t` with the copies. */
const copyRows = async (sql: Sql, table: string, overrides: Record<string, string>, from: string): Promise<void> => {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name }) => overrides[name] ?? `t."${name}"`)
  await sql.unsafe(`insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${from}`)
}

const BOX = 'join bench_games c on c.id = t.game_id'
const COPIED_GAME = { game_id: 'c.copy', season_id: 'c.season_copy', date: `(t.date - 364 * c.years)::date` }

/**
 * Extends one season to a history of `seasons` seasons: each copy is a year before the previous one, with the same clubs
 * and players. Writes the copies directly and rebuilds the season totals.
 */
export const copySeason = async (core: Core, sql: Sql, seasons: number): Promise<void> => {
  const connection = await sql.reserve()
  // Copies cannot violate foreign keys, and checking them would take most of the time.
  await connection`set session_replication_role = replica`
  await connection`
    create table bench_seasons as
    select s.id, 'ss_' || lpad(to_hex(row_number() over ()), 8, '0') as copy, years
    from seasons s cross join generate_series(1, ${seasons - 1}::integer) as years`
  await connection`
    create table bench_games as
    select g.id, 'gm_' || lpad(to_hex(row_number() over ()), 8, '0') as copy, c.copy as season_copy, c.years
    from games g join bench_seasons c on c.id = g.season_id`
  const season = { id: 'c.copy', start_year: 't.start_year - c.years', name: `(t.start_year - c.years)::text` }
  await copyRows(connection, 'seasons', season, 'seasons t join bench_seasons c on c.id = t.id')
  const game = {
    ...COPIED_GAME,
    id: 'c.copy',
    tip_off: `t.tip_off - 364 * c.years * interval '1 day'`,
    has_playbyplay: 'false', // events are not copied, but the fives that are derived from them
  }
  await copyRows(connection, 'games', game, 'games t join bench_games c on c.id = t.id')
  await copyRows(connection, 'team_boxes', COPIED_GAME, `team_boxes t ${BOX}`)
  await copyRows(connection, 'box_lines', COPIED_GAME, `box_lines t ${BOX}`)
  await core.rebuildStatistics()
  await copyRows(connection, 'closing_averages', { game_id: 'c.copy' }, `closing_averages t ${BOX}`)
  const ofSeason = 'team_trends t join bench_seasons c on c.id = t.season_id'
  await copyRows(connection, 'team_trends', { season_id: 'c.copy' }, ofSeason)
  await copyRows(connection, 'fives', COPIED_GAME, `fives t ${BOX}`)
  await connection`drop table bench_games, bench_seasons`
  connection.release()
}

/** The contents of a database. */
export type Size = { seasons: number; games: number; lines: number }

/** Counts the contents of a database. */
export const measureSize = async (sql: Sql): Promise<Size> => {
  const [size] = await sql<Size[]>`
    select (select count(distinct start_year) from seasons)::integer as seasons,
      (select count(*) from games)::integer as games, (select count(*) from box_lines)::integer as lines`
  if (size === undefined) throw new TypeError('no counts')
  return size
}
