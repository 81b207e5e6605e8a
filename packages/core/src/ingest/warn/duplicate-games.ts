import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CheckedBundle } from '../../contract/index.ts'
import { selectRows, type Database, NullableMoment } from '../../store/index.ts'
import type { KnownRecords } from '../identify/known-records.ts'
import { nameKey } from '../identify/resolve-ids.ts'
import type { GameRow } from '../write/game-row.ts'
import type { Warning } from './warnings.ts'

type PlayedGame = Pick<GameRow, 'id' | 'date' | 'tip_off' | 'home_team_id' | 'away_team_id'>

/** When and between whom each game of a batch is played, and stored games on the same days, by id. */
export type Fixtures = Map<string, string>

const toFixture = ({ date, tip_off, home_team_id, away_team_id }: PlayedGame): string =>
  JSON.stringify([date, tip_off?.getTime() ?? null, ...[home_team_id, away_team_id].toSorted()])

const Stored = z.object({
  id: z.string(),
  date: z.string(),
  tip_off: NullableMoment,
  home_team_id: z.string(),
  away_team_id: z.string(),
})

/** Reads the stored games between the teams of bundles, at either home, on their days. */
export const readFixtures = async (
  tx: Database,
  known: KnownRecords,
  bundles: readonly CheckedBundle[],
): Promise<Fixtures> => {
  const days = bundles.flatMap(({ source, game, home, away }) => {
    const [a, b] = [home, away].map(({ team: { external_id, same_as = [] } }) =>
      [{ source, external_id }, ...same_as]
        .map((name) => known.ids.get(nameKey('team', name.source, name.external_id)))
        .find((id) => id !== undefined),
    )
    return a === undefined || b === undefined ? [] : [{ a, b, date: game.date }]
  })
  if (days.length === 0) return new Map()
  const rows = await selectRows(
    tx,
    Stored,
    sql`select g.id, g.date::text as date, (extract(epoch from g.tip_off) * 1000)::double precision as tip_off,
          g.home_team_id, g.away_team_id
        from json_to_recordset(${JSON.stringify(days)}::json) as d (a text, b text, date date)
        cross join lateral (
          select * from games where home_team_id = d.a and away_team_id = d.b and date = d.date
          union all select * from games where home_team_id = d.b and away_team_id = d.a and date = d.date) g`,
  )
  return new Map(rows.map((game) => [game.id, toFixture(game)]))
}

/** Keeps when and between whom a game is played that a bundle of the batch has written. */
export const keepFixture = (fixtures: Fixtures, game: PlayedGame): void => {
  fixtures.set(game.id, toFixture(game))
}

/** Warns of another game of the same teams at the same time: it may be the same one under another identifier. */
export const duplicateWarnings = (fixtures: Fixtures, game: PlayedGame): Warning[] => {
  const fixture = toFixture(game)
  return [...fixtures]
    .filter(([id, other]) => id !== game.id && other === fixture)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id]) => ({ code: 'duplicate_game', message: `${id} has the same teams, day and tip-off` }))
}
