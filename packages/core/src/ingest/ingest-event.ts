import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Gender } from '../contract/index.ts'
import { plain } from '../search.ts'
import { execute, lockGames, type Database, type Store } from '../store/index.ts'
import { confirmEvent, matchEvent, type Candidate, type Match } from './match-event.ts'
import { PricedEvent, type CheckedEvent } from './priced-event.ts'
import { changeAll } from './changes.ts'
import { forgottenRefusal, recordRefusal } from './queries.ts'
import { EventName, reasonOf, refusalNameOf, type ListedRefusal } from './refusal.ts'
import { announceTipOff, refreshClosing, writeQuotes } from './write-quotes.ts'

/** What became of an event: the game it is and how many of its quotes are new, or why it is none. */
export type EventResult =
  | { outcome: 'matched'; game: string; quotes: number }
  | ({ outcome: 'unmatched' } & ListedRefusal)

const Row = z.object({
  id: z.string(),
  date: z.string(),
  tip_off: z.number().nullable(),
  time_zone: z.string().nullable(),
  gender: Gender,
  home_name: z.string(),
  away_name: z.string(),
})

const CANDIDATE = sql`select g.id, g.date::text as date,
    (extract(epoch from g.tip_off) * 1000)::double precision as tip_off,
    c.time_zone, c.gender, h.name as home_name, a.name as away_name
  from games g join competitions c on c.id = g.competition_id
  join teams h on h.id = g.home_team_id join teams a on a.id = g.away_team_id`

const toCandidate = (row: Record<string, unknown>): Candidate => {
  const { tip_off, ...game } = Row.parse(row)
  return { ...game, tip_off: tip_off === null ? null : new Date(tip_off) }
}

/** The game that another source's identifier of the event stands for. */
const selectKnown = async (tx: Database, { same_as }: CheckedEvent): Promise<Candidate | undefined> => {
  if (same_as.length === 0) return undefined
  const [row] = await execute(
    tx,
    sql`${CANDIDATE} where g.id in (
      select e.id from external_ids e join json_to_recordset(${JSON.stringify(same_as)}::json)
        as n (source text, external_id text) on e.source = n.source and e.external_id = n.external_id
      where e.kind = 'game') limit 1`,
  )
  return row && toCandidate(row)
}

/** The games between teams of these names, some days around. */
const selectBetween = async (tx: Database, { home, away, tip_off, date }: CheckedEvent): Promise<Candidate[]> => {
  const day = tip_off?.slice(0, 10) ?? date
  if (day === null) return []
  const named = (names: readonly string[]) =>
    sql`(select t.id from teams t where t.sort_name in (${sql.join(
      names.map((name) => sql`${plain(name)}`),
      sql`, `,
    )}))`
  const rows = await execute(
    tx,
    sql`${CANDIDATE} where g.date between ${day}::date - 4 and ${day}::date + 4
      and (g.home_team_id in ${named(home)} and g.away_team_id in ${named(away)}
        or g.home_team_id in ${named(away)} and g.away_team_id in ${named(home)})`,
  )
  return rows.map(toCandidate)
}

const find = async (tx: Database, event: CheckedEvent): Promise<Match> => {
  const known = await selectKnown(tx, event)
  return known === undefined ? matchEvent(event, await selectBetween(tx, event)) : confirmEvent(event, known)
}

const write = async (tx: Database, game: string, event: CheckedEvent): Promise<EventResult> => {
  const { source, external_id, tip_off, announced_at, quotes } = event
  if (tip_off !== null && announced_at !== null) await announceTipOff(tx, game, { tip_off, read_at: announced_at })
  const written = await writeQuotes(tx, game, quotes)
  await refreshClosing(tx, [game])
  await changeAll(tx, [forgottenRefusal(source, external_id)])
  return { outcome: 'matched', game, quotes: written }
}

const writeMatched = async (store: Store, given: PricedEvent): Promise<EventResult | { reason: string }> => {
  const event = PricedEvent.parse(given)
  return store.db.transaction(async (tx) => {
    await lockGames(tx)
    const match = await find(tx, event)
    return 'game' in match ? write(tx, match.game, event) : match
  })
}

/**
 * Writes the prices of one event to the game that it is, in one transaction. The same again, or in another order,
 * changes nothing. An event that is no game of ours, or not one alone, or cannot be right, is not written: it is kept
 * with the reason on the list of refusals, until it is matched after all.
 */
export const ingestEvent = async (store: Store, event: PricedEvent): Promise<EventResult> => {
  const result = await writeMatched(store, event).catch((error: unknown) => {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return { reason }
  })
  if ('outcome' in result) return result
  const name = refusalNameOf(EventName, event)
  return { outcome: 'unmatched', ...(await recordRefusal(store, { ...name, reason: result.reason })) }
}
