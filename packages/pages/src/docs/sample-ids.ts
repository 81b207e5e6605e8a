import { setTimeout } from 'node:timers/promises'
import type { Core } from '@basketball-data/core'
import { MAX_PER_PAGE } from '@basketball-data/core/contract'
import { EXAMPLE_REQUESTS } from '@basketball-data/http/openapi'

/** Replaces the identifiers and days of example requests by those of records that this service has. */
export type Localize = (text: string) => string

/** An identifier of a game, team, player, competition or season, or a calendar day. */
const SAMPLE = /\b(gm|tm|pl|cp|ss)_[0-9a-z]{8}\b|\b\d{4}-\d\d-\d\d\b/g

/** The identifiers of the example requests in their order: those of one kind become different records, as far as some are found. */
const RECORDED = [
  ...new Set(JSON.stringify(Object.values(EXAMPLE_REQUESTS).map(({ path, query }) => [path, query])).match(SAMPLE)),
]

/** Identifiers by their prefix, and a day. */
type Samples = { day: string; ids: Readonly<Record<string, readonly string[]>> }

/** The latest final game about which most is known, or else any, and what belongs to it; null if there is no game. */
const findSamples = async (core: Pick<Core, 'caller'>): Promise<Samples | null> => {
  const { games } = core.caller()
  const { data: final } = await games.list({ status: 'final', per_page: MAX_PER_PAGE })
  const game =
    final.find(({ has }) => has.boxscore && has.playbyplay && has.shots) ??
    final.find(({ has }) => has.boxscore) ??
    final[0] ??
    (await games.list({ per_page: 1 })).data[0]
  if (game === undefined) return null
  const { id, home, away, competition, season } = game
  const players = game.has.boxscore ? (await games.boxScore({ id })).data.home.players : []
  const pl = players.slice(0, 1).map(({ player }) => player.id)
  return { day: game.date, ids: { gm: [id], tm: [home.id, away.id], pl, cp: [competition.id], ss: [season.id] } }
}

const replaceSamples =
  ({ day, ids }: Samples): Localize =>
  (text) =>
    text.replaceAll(SAMPLE, (sample, prefix?: string) => {
      if (prefix === undefined) return day
      const recorded = RECORDED.filter((id) => id.startsWith(`${prefix}_`))
      const found = ids[prefix] ?? []
      return found[Math.max(0, recorded.indexOf(sample))] ?? found.at(-1) ?? sample
    })

/** Milliseconds until the records are looked up again, after a look-up that found some, and after one that did not. */
const [FOUND, NOT_FOUND] = [3_600_000, 60_000]
/** Milliseconds that the first page waits for them; a page is shown also when the database does not respond. */
const FIRST_WAIT = 1000

/**
 * Finds records of the service for the example requests. Only the first call waits for them, every other one gets those of the last look-up.
 * The same function is returned as long as the records are the same.
 */
export const openSampleIds = (core: Pick<Core, 'caller'>): (() => Promise<Localize>) => {
  let found: string | undefined
  let localize: Localize = (text) => text
  let dueAt = 0
  const lookUp = async (): Promise<void> => {
    dueAt = Infinity
    const samples = await findSamples(core).catch(() => null)
    dueAt = Date.now() + (samples === null ? NOT_FOUND : FOUND)
    if (samples === null || JSON.stringify(samples) === found) return
    found = JSON.stringify(samples)
    localize = replaceSamples(samples)
  }
  let first: Promise<unknown> | undefined
  return async () => {
    const running = Date.now() >= dueAt ? lookUp() : undefined
    await (first ??= Promise.race([running, setTimeout(FIRST_WAIT, undefined, { ref: false })]))
    return localize
  }
}
