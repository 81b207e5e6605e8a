import postgres from 'postgres'

/** The same number as ours: ten for data and two to count calls. */
const CONNECTIONS = 12

const GAME_COLUMNS = `
  games.id, games.competition_id, competitions.name as competition_name, games.season_id, seasons.name as season_name,
  games.stage, games.round, games.date, games.tip_off, games.status, games.home_team_id as home_id,
  home.name as home_name, games.away_team_id as away_id, away.name as away_name, games.home_score, games.away_score,
  games.attendance, games.venue, games.has_boxscore, games.has_playbyplay, games.has_shots`

const GAMES_WITH_NAMES = `
  from games
  inner join competitions on competitions.id = games.competition_id
  inner join seasons on seasons.id = games.season_id
  inner join teams home on home.id = games.home_team_id
  inner join teams away on away.id = games.away_team_id`

const GAME = `select ${GAME_COLUMNS} ${GAMES_WITH_NAMES} where games.id = $1`

const GAME_DETAIL = `select ${GAME_COLUMNS}, games.periods, games.officials ${GAMES_WITH_NAMES} where games.id = $1`

const PER_PAGE = 50

/** The limit is part of the text: as a parameter it would prevent a generic plan. */
const NEWEST_GAMES = `select ${GAME_COLUMNS} ${GAMES_WITH_NAMES}
  order by games.date desc nulls last, games.tip_off_order desc nulls last, games.id limit ${PER_PAGE + 1}`

const COUNT_GAMES = 'select coalesce(sum(games), 0)::integer as total from seasons'

const ONE_ROW = 'select id, name, country, city, arena, founded from teams where id = $1'

const EVENTS = `
  select e.seq, e.period, e.clock, e.side, e.team_id, e.player_id, players.name as player_name, e.type, e.description,
    e.distance_ft, e.home_score, e.away_score
  from bench_events e left join players on players.id = e.player_id
  where e.game_id = $1 order by e.seq`

type GameRow = {
  id: string
  competition_id: string
  competition_name: string
  season_id: string
  season_name: string
  stage: string | null
  round: string | null
  date: string
  tip_off: Date | null
  status: string
  home_id: string
  home_name: string
  away_id: string
  away_name: string
  home_score: number | null
  away_score: number | null
  attendance: number | null
  venue: string | null
  has_boxscore: boolean
  has_playbyplay: boolean
  has_shots: boolean
}

type GameDetailRow = GameRow & {
  periods: { home: number[]; away: number[] } | null
  officials: { name: string; role: string }[] | null
}

type EventRow = {
  seq: number
  period: number
  clock: string | null
  side: string | null
  team_id: string | null
  player_id: string | null
  player_name: string | null
  type: string
  description: string
  distance_ft: number | null
  home_score: number
  away_score: number
}

const toDateTime = (moment: Date) => moment.toISOString().replace('.000Z', 'Z')

const toGame = (row: GameRow) => ({
  id: row.id,
  competition: { id: row.competition_id, name: row.competition_name },
  season: { id: row.season_id, name: row.season_name },
  stage: row.stage,
  round: row.round,
  date: row.date,
  tip_off: row.tip_off === null ? null : toDateTime(row.tip_off),
  status: row.status,
  home: { id: row.home_id, name: row.home_name },
  away: { id: row.away_id, name: row.away_name },
  home_score: row.home_score,
  away_score: row.away_score,
  attendance: row.attendance,
  venue: row.venue,
  has: { boxscore: row.has_boxscore, playbyplay: row.has_playbyplay, shots: row.has_shots },
})

const toEvent = (row: EventRow) => ({
  seq: row.seq,
  period: row.period,
  clock: row.clock,
  side: row.side,
  team: row.team_id === null ? null : { id: row.team_id },
  player: row.player_id === null ? null : { id: row.player_id, name: row.player_name },
  type: row.type,
  description: row.description,
  distance_ft: row.distance_ft,
  home_score: row.home_score,
  away_score: row.away_score,
})

/** The sort values of the last game, without the signature that ours has. */
const cursorAfter = ({ date, tip_off, id }: ReturnType<typeof toGame>) =>
  Buffer.from(JSON.stringify([date, tip_off ?? '-infinity', id])).toString('base64url')

const DATE = 1082

/** With `simple`, a statement without parameters would be planned on every execution. */
const PREPARED = { prepare: true, simple: false }

/**
 * The data of the reference server: the same prepared statements and the same JSON as ours, without keys, limits,
 * filters and validation. Undefined for an unknown game.
 */
export const openReference = (database: string) => {
  const client = postgres(database, {
    max: CONNECTIONS,
    // Calendar days stay text instead of becoming a Date and text again.
    types: { date: { to: DATE, from: [DATE], serialize: String, parse: String } },
    connection: { TimeZone: 'UTC' },
  })
  const read = <Row extends object>(query: string, ...parameters: (string | number)[]) =>
    client.unsafe<Row[]>(query, parameters, PREPARED)

  return {
    game: async (id: string) => {
      const [row] = await read<GameDetailRow>(GAME_DETAIL, id)
      if (row === undefined) return undefined
      const { periods, officials } = row
      return {
        data: {
          ...toGame(row),
          periods: periods && { home: periods.home, away: periods.away },
          officials: officials?.map(({ name, role }) => ({ name, role })) ?? null,
        },
        meta: {},
      }
    },

    games: async () => {
      const [rows, [counted]] = await Promise.all([read<GameRow>(NEWEST_GAMES), read<{ total: number }>(COUNT_GAMES)])
      const data = rows.slice(0, PER_PAGE).map(toGame)
      const last = data.at(-1)
      const more = rows.length > PER_PAGE
      const total = counted?.total ?? 0
      return {
        data,
        meta: {
          count: data.length,
          next_cursor: more && last !== undefined ? cursorAfter(last) : null,
          page: 1,
          per_page: PER_PAGE,
          total,
          total_pages: Math.ceil(total / PER_PAGE),
          next_page: more ? 2 : null,
          prev_page: null,
          plan: 'complete',
        },
      }
    },

    /** One row of one table, read by its primary key. */
    oneRow: async (id: string) => {
      const [data] = await read(ONE_ROW, id)
      return data && { data, meta: {} }
    },

    playByPlay: async (id: string) => {
      const [[game], events] = await Promise.all([read<GameRow>(GAME, id), read<EventRow>(EVENTS, id)])
      if (game === undefined) return undefined
      return { data: { game: toGame(game), events: events.map(toEvent) }, meta: {} }
    },
  }
}
