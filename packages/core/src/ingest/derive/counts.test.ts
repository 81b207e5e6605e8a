import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../core.ts'
import { execute } from '../../store/index.ts'
import { ingestOrThrow, scheduledGame, anyDatabase, finalGame, sharedCore } from '../../testing/index.ts'

const step = fc.record({
  game: fc.integer({ min: 1, max: 4 }),
  season: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('scheduled' as const, 'final' as const, 'no_result' as const),
  home: fc.integer({ min: 1, max: 3 }),
  away: fc.integer({ min: 4, max: 6 }),
  day: fc.integer({ min: 1, max: 9 }),
})

const byStatus = sql`count(*) filter (where g.status = 'final')::integer as final_games,
  count(*) filter (where g.status = 'no_result')::integer as no_result_games`

const played = (status: 'scheduled' | 'final' | 'no_result') =>
  status === 'final' ? { status, home_score: 80, away_score: 70 } : { status }

/** The counts computed from the games, and the stored ones. */
const counts = async (core: Core) => {
  const { db } = core.store
  const counted = {
    seasons: await execute(
      db,
      sql`select s.id, count(g.id)::integer as games, ${byStatus},
            min(g.date)::text as first_date, max(g.date)::text as last_date
          from seasons s left join games g on g.season_id = s.id group by s.id order by s.id`,
    ),
    teams: await execute(
      db,
      sql`select t.id, count(g.id)::integer as games
          from teams t left join games g on t.id in (g.home_team_id, g.away_team_id) group by t.id order by t.id`,
    ),
    season_days: await execute(
      db,
      sql`select g.season_id, g.date::text as date, count(*)::integer as games, ${byStatus}
          from games g group by g.season_id, g.date order by g.season_id, g.date`,
    ),
    team_seasons: await execute(
      db,
      sql`select t.id as team_id, g.season_id, count(*)::integer as games, ${byStatus}
          from teams t join games g on t.id in (g.home_team_id, g.away_team_id) group by 1, 2 order by 1, 2`,
    ),
  }
  const stored = {
    seasons: await execute(
      db,
      sql`select id, games, final_games, no_result_games, first_date::text as first_date, last_date::text as last_date
          from seasons order by id`,
    ),
    teams: await execute(db, sql`select id, games from teams order by id`),
    season_days: await execute(
      db,
      sql`select season_id, date::text as date, games, final_games, no_result_games from season_days order by 1, 2`,
    ),
    team_seasons: await execute(
      db,
      sql`select team_id, season_id, games, final_games, no_result_games from team_seasons order by 1, 2`,
    ),
  }
  const plain = (rows: object) => JSON.parse(JSON.stringify(rows)) as unknown
  return { counted: plain(counted), stored: plain(stored) }
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('stored counts equal the number of games, also after games change their season, teams, day or status', async () => {
    const walks = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { numRuns: 3, seed: 11 })
    for (const [walk, steps] of walks.entries())
      for (const { game, season, status, home, away, day } of steps) {
        const bundle = scheduledGame({
          season: { external_id: `S${season}` },
          game: { external_id: `w${walk} g${game}`, date: `2026-11-0${day}`, ...played(status) },
          home: { team: { external_id: `T${home}` } },
          away: { team: { external_id: `T${away}` } },
        })
        await core().ingest(bundle)
        const { counted, stored } = await counts(core())
        expect(stored).toEqual(counted)
      }
  })

  test('games of every status are counted', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g1' } }))
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2', status: 'no_result' } }))
    await ingestOrThrow(core(), finalGame([8, 6], { game: { external_id: 'g3' } }))
    const api = core().caller()
    expect((await api.competitions.list({})).data[0]).toMatchObject({ games: 3, seasons: 1 })
    expect((await api.seasons.list({})).data[0]).toMatchObject({ games: 3 })
    expect((await api.teams.list({})).data.map(({ games }) => games)).toEqual([3, 3])
  })

  test('a season whose games moved away has count 0 and no teams', async () => {
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(
      core(),
      scheduledGame({ season: { external_id: 'L27', start_year: 2027 }, home: { team: { external_id: 'C' } } }),
    )
    const api = core().caller()
    const { data: seasons } = await api.seasons.list({})
    expect(seasons).toEqual([
      expect.objectContaining({ start_year: 2027, games: 1, first_date: '2026-11-19', last_date: '2026-11-19' }),
      expect.objectContaining({ start_year: 2026, games: 0, first_date: null, last_date: null }),
    ])
    expect((await api.teams.list({ season: seasons[1]?.id })).data).toEqual([])
    expect((await api.teams.list({ season: seasons[0]?.id })).data).toHaveLength(2)
  })
})
