import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Gender, PricedEvent, type CheckedEvent } from '../contract/index.ts'
import { execute, lockGamesExclusive, normalizeName, type Database, type Store } from '../store/index.ts'
import { changeAll } from './changes.ts'
import { confirmEvent, isThatTime, matchEvent, swapTeams, type Candidate, type Match } from './match-event.ts'
import { recordRefusal } from './queries.ts'
import { keepReadings, readingsOf, takenReadings } from './refused-readings.ts'
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

/** The games that the identifiers of the event stand for: its own, once it was matched, and those of other sources. */
const selectKnown = async (tx: Database, { source, external_id, same_as }: CheckedEvent): Promise<Candidate[]> => {
  const names = [{ source, external_id }, ...same_as]
  const rows = await execute(
    tx,
    sql`${CANDIDATE} where g.id in (
      select e.id from external_ids e join json_to_recordset(${JSON.stringify(names)}::json)
        as n (source text, external_id text) on e.source = n.source and e.external_id = n.external_id
      where e.kind = 'game')`,
  )
  return rows.map(toCandidate)
}

/** The games between teams of these names, some days around each time that is said of the event. */
const selectBetween = async (tx: Database, { home, away, tip_off, date, earlier }: CheckedEvent) => {
  const days = new Set([tip_off ?? date, ...earlier.map((said) => said.tip_off)].map((time) => time?.slice(0, 10)))
  const named = (names: readonly string[]) =>
    sql`(select t.id from teams t where t.sort_name in (${sql.join(
      names.map((name) => sql`${normalizeName(name)}`),
      sql`, `,
    )}))`
  const rows = await execute(
    tx,
    sql`${CANDIDATE} where exists (
        select from json_array_elements_text(${JSON.stringify([...days])}::json) as said (day)
        where g.date between said.day::date - 4 and said.day::date + 4)
      and (g.home_team_id in ${named(home)} and g.away_team_id in ${named(away)}
        or g.home_team_id in ${named(away)} and g.away_team_id in ${named(home)})`,
  )
  return rows.map(toCandidate)
}

const find = async (tx: Database, event: CheckedEvent): Promise<Match> => {
  const [known, ...others] = await selectKnown(tx, event)
  if (known === undefined) return matchEvent(event, await selectBetween(tx, event))
  if (others.length > 0) return { reason: `its identifiers stand for ${others.length + 1} games` }
  return confirmEvent(event, known, isThatTime(event, known) ? [] : await selectBetween(tx, event))
}

/** SQL that keeps which game the identifier of an event stands for. */
const named = ({ source, external_id }: CheckedEvent, game: string): SQL =>
  sql`insert into external_ids (kind, source, external_id, id) values ('game', ${source}, ${external_id}, ${game})
      on conflict do nothing`

const write = async (tx: Database, game: string, event: CheckedEvent): Promise<EventResult> => {
  const { source, external_id, tip_off, announced_at, quotes } = event
  if (tip_off !== null && announced_at !== null) await announceTipOff(tx, game, { tip_off, read_at: announced_at })
  const written = await writeQuotes(tx, game, quotes)
  await refreshClosing(tx, [game])
  await changeAll(tx, [named(event, game), ...takenReadings(source, external_id, readingsOf(event))])
  return { outcome: 'matched', game, quotes: written }
}

const writeMatched = async (store: Store, given: PricedEvent): Promise<EventResult | { reason: string }> => {
  const event = PricedEvent.parse(given)
  return store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    const match = await find(tx, event)
    if ('reason' in match) return match
    return write(tx, match.game, match.turned ? swapTeams(event) : event)
  })
}

/**
 * Writes the prices of one event to the game that it is, in one transaction, and keeps that its identifier stands for
 * that game. The same again changes nothing. An event that is no game of ours, or not one alone, or cannot be right, is
 * not written: it is kept with the reason on the list of refusals, until all of its readings that are listed have come
 * in again and were taken. So any readings, brought in again after their event is matched, are stored in any order.
 */
export const ingestEvent = async (store: Store, event: PricedEvent): Promise<EventResult> => {
  const result = await writeMatched(store, event).catch((error: unknown) => {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return { reason }
  })
  if ('outcome' in result) return result
  const name = refusalNameOf(EventName, event)
  const listed = await recordRefusal(store, { ...name, reason: result.reason })
  await keepReadings(store, listed, readingsOf(event))
  return { outcome: 'unmatched', ...listed }
}
