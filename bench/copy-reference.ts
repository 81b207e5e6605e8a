import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GameBundle } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'

type Value = string | number | boolean | null
type Row = Record<string, Value>

/** Events and shots are views with one row per event or shot. */
const TABLES = ['games', 'team_boxes', 'box_lines', 'events', 'shots'] as const
type Rows = Record<(typeof TABLES)[number], Row[]>

const SIDES = ['home', 'away'] as const

/** Converts a bundle to plain rows with the external ids as keys. */
const rowsOf = ({ competition, season, game, home, away, events, shots }: GameBundle): Rows => {
  const { external_id: game_id, periods, officials, ...facts } = game
  const sides = { home, away }
  const teamOf = (side: 'home' | 'away' | null) => (side === null ? null : sides[side].team.external_id)
  return {
    games: [
      {
        id: game_id,
        competition_id: competition.external_id,
        season_id: season.external_id,
        home_team_id: teamOf('home'),
        away_team_id: teamOf('away'),
        stage: facts.stage ?? null,
        round: facts.round ?? null,
        date: facts.date,
        tip_off: facts.tip_off ?? null,
        status: facts.status,
        home_score: facts.home_score ?? null,
        away_score: facts.away_score ?? null,
        attendance: facts.attendance ?? null,
        venue: facts.venue ?? null,
        periods: JSON.stringify(periods ?? null),
        officials: JSON.stringify(officials ?? null),
      },
    ],
    team_boxes: SIDES.map((side) => {
      const { coach = null, totals } = sides[side]
      const { performance_index = null, ...stats } = totals ?? {}
      return { game_id, side, team_id: teamOf(side), coach, ...stats, performance_index }
    }),
    box_lines: SIDES.flatMap((side) =>
      (sides[side].players ?? []).map(({ player, stats, ...line }, position) => {
        const { performance_index = null, ...counted } = stats
        return {
          game_id,
          player_id: player,
          team_id: teamOf(side),
          side,
          position,
          ...line,
          ...counted,
          performance_index,
        }
      }),
    ),
    events: (events ?? []).map(({ player, ...event }, index) => ({
      game_id,
      seq: index + 1,
      ...event,
      team_id: teamOf(event.side),
      player_id: player,
    })),
    shots: (shots ?? []).map(({ player, ...shot }) => ({
      game_id,
      ...shot,
      team_id: teamOf(shot.side),
      player_id: player,
    })),
  }
}

/** The number of rows that bundles contain. */
export const countRows = (bundles: readonly GameBundle[]): number =>
  bundles.reduce(
    (sum, bundle) => sum + Object.values(rowsOf(bundle)).reduce((count, rows) => count + rows.length, 0),
    0,
  )

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const copyText = (value: Value): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)

const copyRows = async (sql: Sql, table: string, rows: Row[]): Promise<void> => {
  // A game without a box score has fewer columns.
  const columns = rows.reduce<string[]>((widest, row) => {
    const own = Object.keys(row)
    return own.length > widest.length ? own : widest
  }, [])
  if (rows.length === 0) return
  const lines = rows.map((row) => `${columns.map((column) => copyText(row[column] ?? null)).join('\t')}\n`)
  const target = await sql`copy ${sql(`plain_${table}`)} (${sql(columns)}) from stdin`.writable()
  await pipeline(Readable.from([lines.join('')]), target)
}

/** Connects with TCP_NODELAY; without it, every COPY would wait 40 ms for its last small packet. */
export const openForCopy = (database: string): Sql => {
  const options = {
    max: 1,
    onnotice: () => {},
    socket: async ({ host: [host], port: [port] }: { host: string[]; port: number[] }) => {
      const socket = connect({ host, port: port ?? 5432, noDelay: true })
      await once(socket, 'connect')
      return socket
    },
  }
  return postgres(database, options)
}

/** Creates tables with the same columns as ours, without indexes, keys and checks. */
export const createPlainTables = async (sql: Sql): Promise<void> => {
  for (const table of TABLES) await sql`create table ${sql(`plain_${table}`)} as table ${sql(table)} with no data`
}

/** Writes bundles as plain rows with one COPY per table. */
export const copyBundles = async (sql: Sql, bundles: readonly GameBundle[]): Promise<void> => {
  const each = bundles.map(rowsOf)
  for (const table of TABLES)
    await copyRows(
      sql,
      table,
      each.flatMap((rows) => rows[table]),
    )
}
