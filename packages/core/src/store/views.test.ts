import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ingestOrThrow, withChanges, anyDatabase, finalGame, sharedCore } from '../testing/index.ts'
import { execute } from './index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('the view events has one row per event, with the values of the play-by-play response', async () => {
    const games = [finalGame([8, 6]), finalGame([5, 2], { game: { external_id: 'g2' } })]
    for (const bundle of games) {
      const { game } = await ingestOrThrow(core(), bundle)
      const { data } = await core().caller().games.playByPlay({ id: game })
      const rows = await execute(core().store.db, sql`select * from events where game_id = ${game} order by seq`)
      const expected = data.events.map(({ team, player, ...event }) => ({
        game_id: game,
        ...event,
        team_id: team?.id ?? null,
        player_id: player?.id ?? null,
      }))
      expect(rows.map((row) => ({ ...row }))).toEqual(expected)
    }
    const [all] = await execute(core().store.db, sql`select count(*)::integer as rows from events`)
    expect(all?.['rows']).toBe(games.reduce((sum, { events }) => sum + (events?.length ?? 0), 0))
  })

  test('the view shots has one row per shot, with the values of the shot chart response', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 5]))
    const { data } = await core().caller().games.shots({ id: game })
    const rows = await execute(
      core().store.db,
      sql`select game_id, seq, period, side, team_id, player_id, value, made, points, x_ft, y_ft, distance_ft,
            fastbreak, second_chance, off_turnover, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
          from shots where game_id = ${game} order by seq`,
    )
    const expected = data.shots.map(({ team, player, ...shot }) => ({
      game_id: game,
      ...shot,
      team_id: team?.id ?? null,
      player_id: player?.id ?? null,
    }))
    expect(rows.map((row) => ({ ...row }))).toEqual(expected)
    expect(rows).toHaveLength(8)
  })

  test('a correction changes the rows of both views', async () => {
    const full = finalGame([8, 6])
    await ingestOrThrow(core(), full)
    await ingestOrThrow(core(), withChanges(full, { events: null, shots: [] }))
    const [row] = await execute(
      core().store.db,
      sql`select (select count(*) from events)::integer as events, (select count(*) from shots)::integer as shots`,
    )
    expect(row).toEqual({ events: 0, shots: 0 })
  })
})
