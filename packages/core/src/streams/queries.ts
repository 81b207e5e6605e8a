import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Event, getScore, ID_PREFIX, StreamedEvent, type GameDetail, type LiveFacts } from '../contract/index.ts'
import { selectGameDetails, selectLive } from '../records/game-queries.ts'
import { toEvents } from '../records/read-parts.ts'
import { CHANGE_NUMBER, selectRows, within, type Database, type Store } from '../store/index.ts'
import type { AllItem, GameItem, Item, PlayItem, ScoreItem, WebhookItem } from './items.ts'
import { comparePositions, FINAL_INDEX, GAME_INDEX, periodIndex, SCORE_INDEX } from './position.ts'

const Numbered = z.object({ number: z.number() })

const readNumber = async (db: Database): Promise<number> => {
  const [row] = await selectRows(db, Numbered, sql`select ${sql.raw(CHANGE_NUMBER)} as number`)
  return row?.number ?? 0
}

const ChangedPart = z.object({ id: z.string(), part: z.enum(['game', 'playbyplay', 'deleted']), number: z.number() })

const selectChangedParts = (db: Database, after: number, ids: readonly string[]) =>
  selectRows(
    db,
    ChangedPart,
    sql`select record_id as id, part, number::float8 as number from changes
        where ${within(sql`record_id`, ids)} and part in ('game', 'playbyplay', 'deleted') and number > ${after}::bigint`,
  )

const StoredPlay = Event.omit({ team: true, player: true }).extend({
  player_id: z.string().nullable(),
  home_score: z.number(),
  away_score: z.number(),
})

const PlayRow = z.object({
  game_id: z.string(),
  seq: z.number(),
  added: z.number(),
  changed: z.number(),
  event: StoredPlay.nullable(),
})

/**
 * The plays of games that have changed after a number, as they are now; removed ones without an event. What an event has
 * no row for is in that of all events, with seq 0.
 */
const selectPlays = (db: Database, after: number, ids: readonly string[]) =>
  selectRows(
    db,
    PlayRow,
    sql`with whole as (
          select w.game_id, w.added, w.changed from play_changes w
          where ${within(sql`w.game_id`, ids)} and w.seq = 0
            and exists (select from play_changes p where p.game_id = w.game_id and p.changed > ${after}::bigint)
        ), present as (
          select w.game_id, e.seq::integer as seq, e.event, coalesce(p.added, w.added) as added,
            greatest(p.changed, w.changed) as changed
          from whole w join play_by_plays b on b.game_id = w.game_id
          cross join lateral json_array_elements(b.events) with ordinality as e (event, seq)
          left join play_changes p on p.game_id = w.game_id and p.seq = e.seq
        )
        select game_id, seq, added::float8 as added, changed::float8 as changed, event
        from present where changed > ${after}::bigint
        union all
        select p.game_id, p.seq, coalesce(p.added, w.added)::float8, p.changed::float8, null
        from whole w join play_changes p on p.game_id = w.game_id
        left join play_by_plays b on b.game_id = w.game_id
        where p.changed > ${after}::bigint and p.seq > coalesce(json_array_length(b.events), 0)`,
  )

const readPlays = async (
  db: Database,
  after: number,
  games: ReadonlyMap<string, GameDetail>,
): Promise<[id: string, item: PlayItem][]> => {
  if (games.size === 0) return []
  const byGame = Map.groupBy(await selectPlays(db, after, [...games.keys()]), ({ game_id }) => game_id)
  const items: [string, PlayItem][] = []
  for (const [id, rows] of byGame) {
    const game = games.get(id)
    if (game === undefined) continue
    const stored = rows.flatMap(({ event }) => event ?? [])
    const events = new Map((await toEvents(db, game, stored)).map((event) => [event.seq, event]))
    for (const { seq, added, changed } of rows)
      items.push([id, { event: 'play', number: changed, index: seq, added, play: events.get(seq) ?? null }])
  }
  return items
}

const WebhookRow = z.object({ game_id: z.string(), number: z.number(), body: z.string() })

const toWebhookItem = ({ number, body }: z.infer<typeof WebhookRow>): WebhookItem => {
  const data = StreamedEvent.parse(JSON.parse(body))
  return data.type === 'game.final'
    ? { event: 'final', number, index: FINAL_INDEX, data }
    : { event: 'period', number, index: periodIndex(data.data.game.period.number), data }
}

const readWebhookEvents = async (db: Database, which: SQL): Promise<[id: string, item: WebhookItem][]> => {
  const rows = await selectRows(
    db,
    WebhookRow,
    sql`select game_id, number::float8 as number, body from webhook_events where number is not null and ${which}`,
  )
  return rows.map((row) => [row.game_id, toWebhookItem(row)])
}

const gameItem = (data: GameDetail, number: number): GameItem => ({ event: 'game', number, index: GAME_INDEX, data })

const scoreItem = (game: GameDetail, live: LiveFacts | null, number: number): ScoreItem => {
  const data = { game: game.id, ...getScore(game, live) }
  return { event: 'score', number, index: SCORE_INDEX, data, game }
}

/** What has changed in some games after a number, by game and in order, or null for one that is gone, up to the change with the number `through`. */
export type GameChanges = { through: number; items: ReadonlyMap<string, readonly Item[] | null> }

const readChanges = async (db: Database, after: number, ids: readonly string[]): Promise<GameChanges['items']> => {
  const changed = await selectChangedParts(db, after, ids)
  const games = await selectGameDetails(
    db,
    changed.map(({ id }) => id),
  )
  const ofPart = (part: 'game' | 'playbyplay') => changed.filter((each) => each.part === part)
  const withPlays = new Set(ofPart('playbyplay').map(({ id }) => id))
  const changedIds = [...games.keys()]
  const items: [string, Item][] = [
    ...ofPart('game').flatMap(({ id, number }): [string, Item][] => {
      const game = games.get(id)
      return game === undefined ? [] : [[id, gameItem(game, number)]]
    }),
    ...(await readPlays(db, after, new Map([...games].filter(([id]) => withPlays.has(id))))),
    ...(changedIds.length === 0
      ? []
      : await readWebhookEvents(db, sql`number > ${after}::bigint and ${within(sql`game_id`, changedIds)}`)),
  ]
  const byGame = Map.groupBy(items, ([id]) => id)
  const gone = changed.filter(({ id }) => !games.has(id)).map(({ id }) => [id, null] as const)
  return new Map<string, readonly Item[] | null>([
    ...gone,
    ...[...byGame].map(([id, ofGame]) => [id, ofGame.map(([, item]) => item).toSorted(comparePositions)] as const),
  ])
}

/** Reads what has changed in games after a number, in one snapshot. */
export const readGameChanges = (store: Store, after: number, ids: readonly string[]): Promise<GameChanges> =>
  store.transaction(async (tx) => {
    const through = await readNumber(tx)
    return { through, items: through > after ? await readChanges(tx, after, ids) : new Map() }
  }, 'read one snapshot')

const Age = z.object({ age: z.number() })

/** A game, and what has changed in it after a number, in order. */
export type StreamState = {
  /** The number of the latest change of all. */
  number: number
  game: GameDetail
  items: readonly Item[]
  /** Milliseconds since its record has changed. */
  age: number
}

/**
 * Reads a game and what has changed in it after a number, in one snapshot: -1 for all of its plays. Undefined if there is no such
 * game.
 */
export const readStreamState = (store: Store, id: string, after: number): Promise<StreamState | undefined> =>
  store.transaction(async (tx) => {
    const number = await readNumber(tx)
    const game = (await selectGameDetails(tx, [id])).get(id)
    if (game === undefined) return undefined
    const [row] = await selectRows(
      tx,
      Age,
      sql`select greatest(0, extract(epoch from clock_timestamp() - at) * 1000)::float8 as age from changes
          where record_id = ${id} and part = 'game'`,
    )
    const items = (await readChanges(tx, after, [id])).get(id) ?? []
    return { number, game, items, age: row?.age ?? 0 }
  }, 'read one snapshot')

/** What has changed in the records and scores of all games after a number, in order, up to the change with the number `through`. */
export type AllChanges = { through: number; items: readonly AllItem[]; hasMore: boolean }

const ChangedGame = z.object({ id: z.string(), number: z.number(), record: z.boolean(), score: z.boolean() })

/** The games that have changed; one that has changed twice is there with both numbers if its record and its score have changed apart. */
const selectChangedGames = (db: Database, after: number, limit: number) =>
  selectRows(
    db,
    ChangedGame,
    sql`select record_id as id, number::float8 as number, bool_or(part = 'game') as record, bool_or(part = 'score') as score
        from changes
        where number > ${after}::bigint and part in ('game', 'score') and record_id >= ${ID_PREFIX.game}
          and record_id < ${`${ID_PREFIX.game}~`}
        group by number, record_id order by number limit ${limit}::integer`,
  )

/** Reads the changes of the records and scores of at most `limit` games after a number, in one snapshot. */
export const readAllChanges = (store: Store, after: number, limit: number): Promise<AllChanges> =>
  store.transaction(async (tx) => {
    const number = await readNumber(tx)
    if (number <= after) return { through: number, items: [], hasMore: false }
    const changed = await selectChangedGames(tx, after, limit)
    const hasMore = changed.length === limit
    const through = hasMore ? (changed.at(-1)?.number ?? number) : number
    const games = await selectGameDetails(
      tx,
      changed.map(({ id }) => id),
    )
    const live = await selectLive(
      tx,
      changed.flatMap(({ id, score }) => (score ? id : [])),
    )
    const events = await readWebhookEvents(tx, sql`number > ${after}::bigint and number <= ${through}::bigint`)
    const items = [
      ...changed.flatMap(({ id, number, record, score }): AllItem[] => {
        const game = games.get(id)
        if (game === undefined) return []
        return [
          ...(record ? [gameItem(game, number)] : []),
          ...(score ? [scoreItem(game, live.get(id) ?? null, number)] : []),
        ]
      }),
      ...events.map(([, item]) => item),
    ]
    return { through, items: items.toSorted(comparePositions), hasMore }
  }, 'read one snapshot')

/** The number of the latest change. */
export const readLatestNumber = ({ db }: Store): Promise<number> => readNumber(db)
