import { z } from 'zod'
import { WebhookEvent } from '../../packages/core/src/contract/index.ts'
import type { Core } from '../../packages/core/src/core.ts'
import type { Driver } from '../../packages/core/src/store/store.ts'
import { sampleId } from '../../packages/core/src/testing/sample-games.ts'
import { findDifferences } from '../recount/index.ts'
import { buildBundle, toHall, type Script } from './league.ts'
import { MAX_CALL, type ResponseReader } from './readers.ts'
import type { World } from './world.ts'

/** The change log, to which a rebuild adds, the secrets, and a lease. */
const UNCOMPARED: ReadonlySet<string> = new Set([
  'change_number',
  'changes',
  'counting_lease',
  'play_changes',
  'secrets',
])

/** Every row of every table that a rebuild must leave as it is, by table. */
const contents = async (driver: Driver): Promise<Map<string, string>> => {
  const tables = await driver.values(`select tablename from pg_tables where schemaname = 'public' order by 1`, [])
  const names = tables.map(([name]) => String(name)).filter((name) => !UNCOMPARED.has(name))
  // As text in the order of bytes, which is cheaper than JSON: all that matters is whether it is the same.
  const all = names.map(
    (name) =>
      `select '${name}', string_agg(r, chr(10) order by r) from (select t::text collate "C" as r from "${name}" t) s`,
  )
  const rows = await driver.values(all.join(' union all '), [])
  return new Map(rows.map(([name, text]) => [String(name), String(text)]))
}

/** What a rebuild of everything derived changes: nothing. */
const findRebuildDifferences = async (core: Core, driver: Driver): Promise<string[]> => {
  await core.refreshStandings()
  const before = await contents(driver)
  await core.rebuildStatistics()
  await core.refreshStandings()
  const after = await contents(driver)
  const changed = [...before].filter(([table, rows]) => rows !== after.get(table))
  return changed.map(([table]) => `a rebuild changes ${table}`)
}

const findWrongStatistics = async (core: Core): Promise<string[]> =>
  (await findDifferences(core, { every: 0 })).map((each) => `a recount differs: ${JSON.stringify(each)}`)

/** The last state of a game, compared with what is served of it. */
const findWrongGame = async (core: Core, script: Script): Promise<string[]> => {
  const last = script.states.at(-1) ?? null
  const expected = buildBundle(script, last, last)
  const id = sampleId('game', script.game)
  const caller = core.caller()
  const [game, box, plays] = await Promise.all([
    caller.games.get({ id }),
    caller.games.boxScore({ id }),
    caller.games.playByPlay({ id }),
  ])
  const found: string[] = []
  const compare = (what: string, served: unknown, wanted: unknown) => {
    if (JSON.stringify(served) !== JSON.stringify(wanted))
      found.push(`${script.game}: ${what} is ${JSON.stringify(served)} instead of ${JSON.stringify(wanted)}`)
  }
  const { venue, status, home_score, away_score } = game.data
  compare('the hall', venue, expected.game.venue)
  compare('the status', status, expected.game.status)
  compare('the score', [home_score, away_score], [expected.game.home_score, expected.game.away_score])
  for (const side of ['home', 'away'] as const)
    compare(`the total of ${side}`, box.data[side].totals?.points, expected[side].totals?.points)
  const rows = (events: readonly { type: string; home_score: number | null; away_score: number | null }[]) =>
    events.map((event) => `${event.type} ${event.home_score}-${event.away_score}`)
  compare('the play-by-play', rows(plays.data.events), rows(expected.events ?? []))
  return found
}

/** What a reader of a stream has in the end, compared with what is served. */
const findWrongStreams = async (core: Core, { streamReaders, database }: World): Promise<string[]> => {
  const found: string[] = []
  for (const { reader, game } of streamReaders) {
    const id = sampleId('game', game)
    const { data: served } = await core.caller().games.get({ id })
    const { data: plays } = await core.caller().games.playByPlay({ id })
    if (reader.venue !== served.venue) found.push(`${reader.name} ended at ${reader.venue} instead of ${served.venue}`)
    const expected = plays.events.map((event) => JSON.stringify(event))
    const read = [...reader.plays].toSorted(([a], [b]) => a - b).map(([, text]) => text)
    if (read.join() !== expected.join()) found.push(`${reader.name} has other plays than the play-by-play`)
    const sent = await database.direct.values(
      'select id from webhook_events where game_id = $1 and number > $2::bigint order by number, id',
      [id, reader.begunAt],
    )
    const missing = sent.map(([event]) => String(event)).filter((event) => !reader.webhookEvents.includes(event))
    if (missing.length > 0) found.push(`${reader.name} has not had ${missing.join(', ')}`)
    if (new Set(reader.webhookEvents).size < reader.webhookEvents.length)
      found.push(`${reader.name} has had an event twice: ${reader.webhookEvents.join(', ')}`)
  }
  return found
}

const EventRow = z.object({ id: z.string(), game_id: z.string(), body: z.string() })
const DeliveryRow = z.object({ url: z.string(), event_id: z.string(), outcome: z.string().nullable() })

/** Events that are missing, twice, or have not arrived. */
const findWrongEvents = async ({ database, receivers, followed, history }: World): Promise<string[]> => {
  const found: string[] = []
  const events = (
    await database.direct.rows('select id, game_id, body from webhook_events order by number, id', [])
  ).map((row) => EventRow.parse(row))
  const seen = new Set<string>()
  const finals = new Map<string, string[]>()
  const named = new Map<string, number>()
  for (const { game_id, body } of events) {
    const event = WebhookEvent.parse(JSON.parse(body))
    const { game } = event.data
    if (event.type !== 'game.final' && event.type !== 'game.period') {
      const key = `${game_id} ${event.type}`
      named.set(key, (named.get(key) ?? 0) + 1)
      continue
    }
    const name =
      event.type === 'game.final'
        ? `final score ${event.data.game.revision}`
        : `period ${event.data.game.period.number}`
    if (seen.has(`${game_id} ${name}`)) found.push(`${game_id}: ${name} has two events`)
    seen.add(`${game_id} ${name}`)
    if (event.type === 'game.final')
      finals.set(game_id, [...(finals.get(game_id) ?? []), `${game.home_score}-${game.away_score}`])
  }
  for (const key of new Set([...named.keys(), ...history.expected.keys()]))
    if (named.get(key) !== history.expected.get(key))
      found.push(`${key} was sent ${named.get(key) ?? 0} times instead of ${history.expected.get(key) ?? 0}`)
  for (const script of followed) {
    const last = script.states.at(-1)?.events.at(-1)
    const scores = finals.get(sampleId('game', script.game)) ?? []
    if (scores.at(-1) !== `${last?.home_score}-${last?.away_score}`)
      found.push(
        `${script.game}: the final scores that were sent are ${scores.join(', ')}, not ${last?.home_score}-${last?.away_score}`,
      )
    if (scores.some((score, index) => score === scores[index - 1]))
      found.push(`${script.game}: a final score was sent twice`)
  }
  const deliveries = (
    await database.direct.rows(
      'select w.url, d.event_id, d.outcome from deliveries d join webhooks w on w.id = d.webhook_id order by 1, 2',
      [],
    )
  ).map((row) => DeliveryRow.parse(row))
  const toOne = [...named.values()].reduce((sum, count) => sum + count, 0)
  if (deliveries.length !== (events.length - toOne) * receivers.length + toOne)
    found.push(`${events.length} events have ${deliveries.length} deliveries to ${receivers.length} webhooks`)
  for (const { url, event_id, outcome } of deliveries) {
    const receiver = receivers.find(({ address }) => new URL(url).hostname === address)
    const body = receiver?.received.get(event_id)
    if (outcome !== 'delivered') found.push(`the delivery of ${event_id} to ${url} has the outcome ${outcome}`)
    if (body === undefined) found.push(`${event_id} has not arrived at ${url}`)
    else if (body !== events.find(({ id }) => id === event_id)?.body)
      found.push(`${event_id} arrived at ${url} changed`)
  }
  return found
}

/**
 * Whether a call is known to be in the database: its process was neither suspended nor killed before it had written what it
 * has counted in memory, or has not yet counted there.
 */
const isKept = ({ end, process }: ResponseReader['counted'][number]): boolean => {
  const { interruptions, countsWritten, countsInMemorySince } = process
  const next = interruptions.find((at) => at > end - MAX_CALL)
  return next === undefined || end < countsInMemorySince || countsWritten.some((at) => at > end && at < next)
}

/** Limits that were exceeded, by calls that were not lost with their process. The clock of the database says what a minute is, so it must not have been set. */
const findExceededLimits = ({
  host,
  limitedReaders,
  callsPerMinute,
  requestsPerMinute,
  wasClockSet,
}: World): string[] => {
  if (wasClockSet) return []
  const counted = limitedReaders
    .flatMap((reader) => reader.counted)
    .filter(isKept)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
  const busiest = Math.max(0, ...counted.map((at) => counted.filter((each) => each <= at && each > at - 60_000).length))
  return [
    ...(host.busiestMinute > requestsPerMinute ? [`the feed had ${host.busiestMinute} requests in a minute`] : []),
    ...(busiest > callsPerMinute ? [`a key had ${busiest} calls in a minute`] : []),
  ]
}

/** What has begun and not ended. */
const findUnfinished = async ({ database }: World): Promise<string[]> => {
  const [row = []] = await database.direct.values(
    `select (select count(*) from deliveries where outcome is null), (select count(*) from deliveries where sending),
      (select count(*) from follow_games where leased_until > follow_now()),
      (select count(*) from refusals)`,
    [],
  )
  const names = ['deliveries wait', 'deliveries are being sent', 'games are claimed', 'games were refused']
  return names.flatMap((name, index) => (Number(row[index]) > 0 ? `${String(row[index])} ${name}` : []))
}

/** Whether everything that a night leads to has happened. */
export const isAtRest = async ({ database, followed, corrected }: World): Promise<boolean> => {
  const halls = [...followed, ...corrected].map(({ game, states }) => [sampleId('game', game), toHall(states.length)])
  const [row = []] = await database.direct.values(
    `select not exists (select from deliveries where outcome is null)
        and not exists (select from follow_games where leased_until > follow_now())
        and not exists (select from follow_games where game <> '' and progress <> 'over')
        and not exists (select from follow_resources where game <> '' and due_at <= follow_now() + interval '1 second')
        and not exists (select from unnest($1::text::text[], $2::text::text[]) as e (id, venue)
                        where not exists (select from games g where g.id = e.id and g.venue = e.venue))`,
    [`{${halls.map(([id]) => id).join()}}`, `{${halls.map(([, venue]) => `"${venue}"`).join()}}`],
  )
  return row[0] === true
}

/** Everything that is not as it must be at the end of a night. */
export const findBroken = async (core: Core, world: World): Promise<string[]> => {
  const found = [
    ...world.receivers.flatMap(({ broken }) => broken),
    ...world.responseReaders.flatMap(({ broken }) => broken),
    ...world.streamReaders.flatMap(({ reader }) => reader.broken),
    ...findExceededLimits(world),
    ...(await findUnfinished(world)),
    ...(await findWrongEvents(world)),
    ...(await findWrongStreams(core, world)),
  ]
  for (const script of [...world.followed, ...world.corrected]) found.push(...(await findWrongGame(core, script)))
  found.push(...(await findWrongStatistics(core)), ...(await findRebuildDifferences(core, world.database.direct)))
  return found
}
