import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Gender, PricedEvent, type CheckedEvent } from '../../contract/index.ts'
import {
  lockGamesExclusive,
  normalizeName,
  selectRows,
  type Database,
  type Store,
  NullableMoment,
} from '../../store/index.ts'
import { recordChanges } from '../../changes/record-queries.ts'
import { priceChanges } from '../changes.ts'
import { selectGameRow } from '../write/game-row.ts'
import { EventName, toReason, recordRefusal, readRefusalName, type ListedRefusal } from '../refusals.ts'
import { runInOneStatement } from '../write/statements.ts'
import { refreshTrends } from '../derive/team-trends.ts'
import {
  confirmEvent,
  describeNearest,
  isAtTime,
  matchEvent,
  swapTeams,
  type Candidate,
  type Match,
} from './match-event.ts'
import { deleteReadings, listReadings, recordReadings } from './refused-readings.ts'
import { refreshClosing, writeQuotedTipOff, writeQuotes } from './write-quotes.ts'

/** The outcome for an event: its game and the number of new quotes, or the reason why it was refused. */
export type EventResult =
  | { outcome: 'matched'; game: string; quotes: number }
  | ({ outcome: 'unmatched' } & ListedRefusal)

const CandidateRow = z.object({
  id: z.string(),
  date: z.string(),
  tip_off: NullableMoment,
  time_zone: z.string().nullable(),
  gender: Gender,
  home: z.array(z.string()),
  away: z.array(z.string()),
})

const SELECT_CANDIDATES = sql`select g.id, g.date::text as date,
    (extract(epoch from g.tip_off) * 1000)::double precision as tip_off,
    c.time_zone, c.gender, to_json(array_prepend(h.name, h.aliases)) as home, to_json(array_prepend(a.name, a.aliases)) as away
  from games g join competitions c on c.id = g.competition_id
  join teams h on h.id = g.home_team_id join teams a on a.id = g.away_team_id`

/** The games stored under an identifier of the event: its own, once matched, and those of other sources. */
const selectKnown = async (tx: Database, { source, external_id, same_as }: CheckedEvent): Promise<Candidate[]> => {
  const names = [{ source, external_id }, ...same_as]
  return selectRows(
    tx,
    CandidateRow,
    sql`${SELECT_CANDIDATES} where g.id in (
      select e.id from external_ids e join json_to_recordset(${JSON.stringify(names)}::json)
        as n (source text, external_id text) on e.source = n.source and e.external_id = n.external_id
      where e.kind = 'game')`,
  )
}

/** The games between teams of these names, at most four days from each time that the event has or had. */
const selectBetween = async (tx: Database, event: CheckedEvent): Promise<Candidate[]> => {
  const { home, away, tip_off, date, earlier } = event
  const days = new Set(
    [tip_off ?? date, ...earlier.map((reading) => reading.tip_off)].map((time) => time?.slice(0, 10)),
  )
  const named = (names: readonly string[]) => {
    const normalized = sql`array(select json_array_elements_text(${JSON.stringify(names.map(normalizeName))}::json))`
    return sql`(select t.id from teams t where t.sort_name = any (${normalized}) or t.aliases && ${normalized})`
  }
  return selectRows(
    tx,
    CandidateRow,
    sql`${SELECT_CANDIDATES} where exists (
        select from json_array_elements_text(${JSON.stringify([...days])}::json) as times (day)
        where g.date between times.day::date - 4 and times.day::date + 4)
      and (g.home_team_id in ${named(home)} and g.away_team_id in ${named(away)}
        or g.home_team_id in ${named(away)} and g.away_team_id in ${named(home)})`,
  )
}

/** The games of any teams, at most a day from the event. */
const selectNear = async (tx: Database, { tip_off, date }: CheckedEvent): Promise<Candidate[]> => {
  const day = (tip_off ?? date)?.slice(0, 10)
  if (day === undefined) return []
  return selectRows(
    tx,
    CandidateRow,
    sql`${SELECT_CANDIDATES} where g.date between ${day}::date - 1 and ${day}::date + 1 order by g.id`,
  )
}

const findNewGame = async (tx: Database, event: CheckedEvent): Promise<Match> => {
  const between = await selectBetween(tx, event)
  const match = matchEvent(event, between)
  if ('game' in match || between.length > 0) return match
  return { reason: match.reason + describeNearest(event, await selectNear(tx, event)) }
}

const findGame = async (tx: Database, event: CheckedEvent): Promise<Match> => {
  const [known, ...others] = await selectKnown(tx, event)
  if (known === undefined) return findNewGame(tx, event)
  if (others.length > 0) return { reason: `its identifiers stand for ${others.length + 1} games` }
  return confirmEvent(event, known, isAtTime(event, known) ? [] : await selectBetween(tx, event))
}

/** The statement that stores the game of the event's identifier. */
const insertName = ({ source, external_id }: CheckedEvent, game: string): SQL =>
  sql`insert into external_ids (kind, source, external_id, id) values ('game', ${source}, ${external_id}, ${game})
      on conflict do nothing`

/** Writes the prices of an event to its game, and returns the number of new quotes. */
const writePrices = async (tx: Database, id: string, event: CheckedEvent): Promise<number> => {
  const { tip_off, announced_at, quotes } = event
  const moved =
    tip_off !== null && announced_at !== null && (await writeQuotedTipOff(tx, id, { tip_off, read_at: announced_at }))
  const { added, games } = await writeQuotes(tx, id, quotes)
  const repriced = moved ? games.add(id) : games
  await refreshClosing(tx, [id])
  const game = await selectGameRow(tx, id)
  if (game !== undefined) await refreshTrends(tx, [game], new Set([id]))
  await recordChanges(tx, {
    games: new Map([...repriced].map((each) => [each, new Set(['prices'])])),
    records: game === undefined ? [] : priceChanges(game, repriced),
  })
  return added
}

const write = async (tx: Database, game: string, event: CheckedEvent): Promise<EventResult> => {
  const added = await writePrices(tx, game, event)
  await runInOneStatement(tx, [
    insertName(event, game),
    ...deleteReadings(event.source, event.external_id, listReadings(event)),
  ])
  return { outcome: 'matched', game, quotes: added }
}

const writeMatched = async (store: Store, input: PricedEvent): Promise<EventResult | { reason: string }> => {
  const event = PricedEvent.parse(input)
  return store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    const match = await findGame(tx, event)
    if ('reason' in match) return match
    return write(tx, match.game, match.swapped ? swapTeams(event) : event)
  })
}

/**
 * Writes the prices of one event to its game in one transaction, and stores its identifier for that game. Repeating it
 * changes nothing. An event that matches no game or several, or is invalid, is added to the list of refusals with the
 * reason. It stays there until all of its refused readings have been imported again and accepted, in any order.
 */
export const ingestEvent = async (store: Store, event: PricedEvent): Promise<EventResult> => {
  const result = await writeMatched(store, event).catch((error: unknown) => {
    const reason = toReason(error)
    if (reason === undefined) throw error
    return { reason }
  })
  if ('outcome' in result) return result
  const name = readRefusalName(EventName, event)
  const listed = await recordRefusal(store, { ...name, reason: result.reason })
  await recordReadings(store, listed, listReadings(event))
  return { outcome: 'unmatched', ...listed }
}
