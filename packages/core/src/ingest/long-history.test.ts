import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { LeaderStat } from '../contract/index.ts'
import { createCore, type Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { explainPlans, listNodes, countReadings, type QueryPlan } from '../testing/explain.ts'
import { anyDatabase, newDatabase } from '../testing/index.ts'

const GAMES = 6_000
const team = (number: number) => `tm_000000${String(number).padStart(2, '0')}`
const player = (number: number) => `pl_00000${String(number).padStart(3, '0')}`
const [competition, season] = ['cp_00000000', 'ss_00000029']

/** Writes 30 seasons of 200 games among 20 teams of 10 players; 5 players of each team have a line in every game. */
const fill = async ({ store: { db }, rebuildStatistics }: Core) => {
  await execute(
    db,
    sql`insert into competitions (id, name, sort_name, slug, gender, kind, regulation_minutes, tie_break, described_on)
        values (${competition}, 'League', 'league', 'league', 'men', 'league', 40, 'simple', '2026-01-01')`,
  )
  await execute(
    db,
    sql`insert into seasons (id, competition_id, name, start_year)
        select 'ss_000000' || lpad(s::text, 2, '0'), ${competition}, s::text, 1990 + s from generate_series(0, 29) as s`,
  )
  await execute(
    db,
    sql`insert into teams (id, name, sort_name, search, described_on)
        select 'tm_000000' || lpad(t::text, 2, '0'), 'Team ' || t, 'team ' || t, '''team'''::tsvector, '2026-01-01'
        from generate_series(0, 19) as t`,
  )
  await execute(
    db,
    sql`insert into players (id, name, sort_name, search, described_on)
        select 'pl_00000' || lpad(p::text, 3, '0'), 'Player ' || p, 'player ' || p, '''player'''::tsvector, '2026-01-01'
        from generate_series(0, 199) as p`,
  )
  await execute(
    db,
    sql`insert into games (id, competition_id, season_id, stage, date, status, home_team_id, away_team_id, home_score, away_score, has_boxscore, bundle_hash)
        select 'gm_0000' || lpad(g::text, 4, '0'), ${competition}, 'ss_000000' || lpad((g / 200)::text, 2, '0'), 'regular',
          date '1990-10-01' + g / 200 * 365 + g % 200, 'final', 'tm_000000' || lpad((g % 20)::text, 2, '0'),
          'tm_000000' || lpad(((g % 20 + 1 + g / 20 % 19) % 20)::text, 2, '0'), 80 + g % 7, 80 - g % 5, true, '\\x00'
        from generate_series(0, ${sql.raw(String(GAMES - 1))}) as g`,
  )
  await execute(
    db,
    sql`insert into box_lines (game_id, player_id, team_id, season_id, date, tip_off_order, final, counted, side, position, starter, played, seconds, points)
        select g.id, 'pl_00000' || lpad((right(side.team_id, 2)::integer * 10 + n)::text, 3, '0'), side.team_id, g.season_id, g.date,
          g.tip_off_order, true, true, side.side, n, true, true, 2400, (ascii(right(g.id, 1)) + n) % 30
        from games g cross join lateral (values ('home', g.home_team_id), ('away', g.away_team_id)) as side (side, team_id)
        cross join generate_series(0, 4) as n`,
  )
  await execute(
    db,
    sql`insert into team_boxes (game_id, side, team_id, date, coach, has_totals)
        select g.id, side.side, side.team_id, g.date, 'Coach ' || right(g.season_id, 2)::integer / 10, false
        from games g cross join lateral (values ('home', g.home_team_id), ('away', g.away_team_id)) as side (side, team_id)`,
  )
  await rebuildStatistics()
  await execute(db, sql`delete from changes`)
  await execute(
    db,
    sql`insert into changes (record_id, part, number, at)
        select id, part, row_number() over (partition by part order by date, id), now()
        from games cross join (values ('game'), ('boxscore')) as part (part)`,
  )
  await execute(
    db,
    sql`update change_number set number = ${sql.raw(String(GAMES))}, recorded = ${sql.raw(String(GAMES))}`,
  )
  await execute(db, sql`vacuum analyze`)
}

/** Calls that read the totals which ingest maintains. */
const FROM_TOTALS: { name: string; call: (api: ReturnType<Core['caller']>) => Promise<unknown> }[] = [
  { name: 'standings', call: (api) => api.standings.get({ competition }) },
  { name: 'leaders', call: (api) => api.leaders.get({ competition }) },
  { name: 'roster', call: (api) => api.teams.roster({ id: team(3) }) },
  { name: 'seasons', call: (api) => api.seasons.list({ competition }) },
  { name: 'seasons of a player', call: (api) => api.players.seasons({ id: player(31) }) },
  { name: 'teams of a season', call: (api) => api.teams.list({ season }) },
  { name: 'players of a team', call: (api) => api.players.list({ team: team(3) }) },
  { name: 'a player', call: (api) => api.players.get({ id: player(31) }) },
]

/** Calls that read games or box lines, with what they name, in one statement. */
const FROM_GAMES: typeof FROM_TOTALS = [
  { name: 'form', call: (api) => api.teams.form({ id: team(3), competition, venue: 'home' }) },
  { name: 'head-to-head', call: (api) => api.teams.headToHead({ id: team(3), opponent: team(7), competition }) },
  { name: 'splits', call: (api) => api.players.splits({ id: player(31), season, competition, by: 'opponent' }) },
]

const isTotals = (table: string | undefined) =>
  table === 'standings' || table === 'player_seasons' || table === 'player_season_totals'

/** The tables of season totals that a plan reads with a sequential scan. */
const scannedIn = (plan: QueryPlan) =>
  listNodes(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
    .filter(isTotals)

describe.each(anyDatabase)('on %s, with a history of 30 seasons', (kind) => {
  let core: Core
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address })
    await fill(core)
    return async () => {
      await core.close()
      await drop()
    }
  })

  test.each(FROM_TOTALS)('$name: read from totals, not from games or box lines', async ({ call }) => {
    const tables = (await countReadings(core.store, () => call(core.caller()))).map(({ table }) => table)
    expect(tables).not.toHaveLength(0)
    expect(tables).not.toContain('games')
    expect(tables).not.toContain('box_lines')
    expect(tables).not.toContain('team_boxes')
  })

  test.each(FROM_TOTALS.slice(0, 3))('$name: the totals of one season are read through an index', async ({ call }) => {
    const readings = await countReadings(core.store, () => call(core.caller()))
    const ofTotals = readings.filter(({ table }) => isTotals(table))
    expect(ofTotals).not.toHaveLength(0)
    expect(ofTotals.flatMap(({ plan }) => scannedIn(plan))).toEqual([])
  })

  test.each(LeaderStat.options)('leaders in %s are read through the primary key, by season', async (stat) => {
    const readings = await countReadings(core.store, () => core.caller().leaders.get({ competition, season, stat }))
    const totals = readings.filter(({ table }) => table === 'player_season_totals')
    expect(totals).toHaveLength(1)
    const indexes = totals.flatMap(({ plan }) => listNodes(plan).map((node) => node['Index Name']))
    expect(indexes).toContain('player_season_totals_season_id_player_id_pk')
  })

  test.each(['venue', 'opponent', 'month'] as const)(
    'splits of a career by %s: only its own games are read',
    async (by) => {
      const readings = await countReadings(core.store, () => core.caller().players.splits({ id: player(31), by }))
      const scanned = readings.flatMap(({ plan }) => listNodes(plan).filter((node) => node['Node Type'] === 'Seq Scan'))
      const tables = scanned.map((node) => node['Relation Name'])
      expect(readings.map(({ table }) => table)).toContain('team_boxes')
      expect(tables).not.toContain('games')
      expect(tables).not.toContain('team_boxes')
    },
  )

  test.each([...FROM_TOTALS.slice(0, 5), ...FROM_GAMES])('$name: one statement', async ({ call }) => {
    const readings = await countReadings(core.store, () => call(core.caller()))
    expect(new Set(readings.map(({ plan }) => plan)).size).toBe(1)
  })

  test('the games of a page of a log are read from its index without sorting', async () => {
    const log = () => core.caller().players.games({ id: player(31), per_page: 20, cursor })
    const { meta } = await core.caller().players.games({ id: player(31), per_page: 20 })
    const cursor = meta.next_cursor ?? ''
    const readings = (await countReadings(core.store, log)).filter(({ table }) => table === 'box_lines')
    const pages = [...new Set(readings.map(({ plan }) => plan))]
      .flatMap(listNodes)
      .filter((node) => node['Node Type'] === 'Limit')
    const nodes = pages.map((page) => listNodes(page).map((node) => node['Index Name'] ?? node['Node Type']))
    expect(nodes).toEqual([['Limit', 'box_lines_newest']])
  })

  test('a page of the second half of a long log is read from the end of its index', async () => {
    const read = (page: object) => core.caller().players.games({ id: player(31), per_page: 20, ...page })
    const readings = await countReadings(core.store, () => read({ page: 30 }))
    const scans = readings
      .flatMap(({ plan }) => listNodes(plan))
      .filter((node) => node['Scan Direction'] === 'Backward')
    expect(scans.map((node) => node['Index Name'])).toContain('box_lines_newest')
    const [before, last] = [await read({ page: 29 }), await read({ page: 30 })]
    expect(await read({ cursor: before.meta.next_cursor ?? '' })).toMatchObject({ data: last.data })
    expect(last.data).toHaveLength(20)
  })

  test('the games of a log are counted from the totals of seasons, and in a range of days by its index', async () => {
    const countGames = async (filters: object) => {
      const readings = await countReadings(core.store, () =>
        core.caller().players.games({ id: player(31), ...filters }),
      )
      return readings.filter(({ plan }) => plan['Node Type'] === 'Aggregate')
    }
    const bySeasons = await countGames({})
    expect(bySeasons.map(({ table }) => table)).toContain('player_seasons')
    const indexes = bySeasons.flatMap(({ plan }) => listNodes(plan).map((node) => node['Index Name']))
    expect(indexes).toContain('box_lines_not_played')
    expect((await countGames({ from: '2019-01-01' })).map(({ table }) => table)).not.toContain('player_seasons')
  })

  test.each([{}, { competition }, { status: 'final' as const }, { from: '1995-01-01' }])(
    'the games of a team with %o are read in the order of the indexes of both sides',
    async (filters) => {
      const list = (page: object) => core.caller().games.list({ team: team(3), per_page: 20, ...filters, ...page })
      const { meta } = await list({})
      for (const page of [{}, { page: 2 }, { cursor: meta.next_cursor ?? '' }]) {
        const plans = await explainPlans(core.store, 'games', () => list(page))
        const ofPage = plans
          .flatMap(({ custom, generic }) => [...listNodes(custom), ...listNodes(generic)])
          .filter((node) => node['Node Type'] === 'Limit')
        const nodes = ofPage.flatMap(listNodes)
        expect(nodes.filter((node) => /Sort|Bitmap/.test(node['Node Type']))).toEqual([])
        const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []))
        expect(indexes).toEqual(new Set(['games_of_home_team', 'games_of_away_team']))
      }
    },
  )

  test('the changes of a season are found by its games, and at the end of the log by looking at each', async () => {
    const list = (after: number) =>
      core.caller().changes.list({ season: 'ss_00000028', after: String(after), per_page: 3 })
    const ids = async (after: number) => (await list(after)).data.map(({ id }) => Number(id))
    expect(await ids(0)).toEqual([5601, 5602, 5603])
    expect(await ids(5601)).toEqual([5602, 5603, 5604])
    expect(await ids(5798)).toEqual([5799, 5800])
    expect(await ids(5799)).toEqual([5800])
    expect(await ids(5800)).toEqual([])
    const nodes = (await countReadings(core.store, () => list(0))).flatMap(({ plan }) => listNodes(plan))
    expect(nodes.map((node) => node['Index Name'])).toContain('changes_record_id_part_pk')
  })

  test('the coaches of a team and their years are read from an index alone', async () => {
    const readings = await countReadings(core.store, async () => {
      const { data } = await core.caller().teams.get({ id: team(3) })
      expect(data.coaches).toEqual([
        { name: 'Coach 2', from: 2010, to: null },
        { name: 'Coach 1', from: 2000, to: 2010 },
        { name: 'Coach 0', from: 1990, to: 2000 },
      ])
    })
    expect(readings.map(({ table }) => table)).not.toContain('games')
    const nodes = readings
      .flatMap(({ plan }) => listNodes(plan))
      .filter((node) => node['Relation Name'] === 'team_boxes')
    expect(new Set(nodes.map((node) => `${node['Node Type']} ${node['Index Name']}`))).toEqual(
      new Set(['Index Only Scan team_boxes_of_coach']),
    )
  })

  test('head-to-head reads the games of two teams in order from the index of the pair', async () => {
    const [id, opponent] = [team(3), team(7)]
    for (const filters of [{}, { competition }]) {
      const readings = await countReadings(core.store, () =>
        core.caller().teams.headToHead({ id, opponent, ...filters }),
      )
      const indexes = readings.filter(({ table }) => table === 'games').map(({ index }) => index)
      expect(indexes).toEqual(['games_between', 'games_between', 'games_pkey'])
    }
  })

  test('splits of a season read its lines and their games through indexes', async () => {
    const readings = await countReadings(core.store, () => core.caller().players.splits({ id: player(31), season }))
    const scanned = readings.flatMap(({ plan }) => listNodes(plan)).filter((node) => node['Node Type'] === 'Seq Scan')
    const tables = scanned.map((node) => node['Relation Name'])
    expect(tables).not.toContain('games')
    expect(tables).not.toContain('box_lines')
  })

  test('team form reads the last home games and the last away games from separate indexes', async () => {
    const readings = await countReadings(core.store, () => core.caller().teams.form({ id: team(3) }))
    const ofGames = readings.filter(({ table }) => table === 'games')
    const indexes = ['games_of_away_team', 'games_of_home_team', 'games_pkey']
    expect(new Set(ofGames.map(({ index }) => index))).toEqual(new Set(indexes))
  })
})
