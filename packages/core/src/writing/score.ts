import {
  envelopeSchema,
  GameToScore,
  MAX_ERROR_DETAILS,
  ScoredGame,
  type BundleEvent,
  type ErrorDetail,
  type GameBundle,
  type Periods,
  type ScoreOp,
} from '../contract/index.ts'
import { badRequest, bodyError } from '../errors.ts'
import { requireGameInScope } from '../ingest/scope.ts'
import { checkBundle } from '../ingest/validate.ts'
import { describePlays } from '../statistics/index.ts'
import type { Database } from '../store/index.ts'
import { write } from '../trpc.ts'
import { applyOps, orderEvents, toPlays, type EventStates } from './event-order.ts'
import { requireAccepted, writeEntry } from './games.ts'
import { writeOnce, type WriteContext } from './once.ts'
import {
  selectPlayByPlayChange,
  selectPlayers,
  selectScoredEvents,
  writeScoredEvents,
  type KnownPlayers,
} from './scored-events-queries.ts'
import { readStoredGame, type StoredGame } from './stored-game-queries.ts'

/** Bytes of a body at most: as many ops as a call may have, of the usual length. */
const MAX_OPS_BYTES = 512 * 1024
/** Events of a play-by-play at most, as in a bundle. */
const MAX_EVENTS = 10_000
/** The same with removed events and those that wait. */
const MAX_IDS = 20_000
/** Events at most that wait for one that has not arrived. */
const MAX_WAITING = 1000

/** The periods of a game in progress that have ended; null before the end of the first. */
const listEndedPeriods = (events: readonly BundleEvent[]): Periods | null => {
  const facts = describePlays(events)
  if (facts === null) return null
  const ended = facts.state === 'running' ? -1 : undefined
  const periods = { home: facts.periods.home.slice(0, ended), away: facts.periods.away.slice(0, ended) }
  return periods.home.length === 0 ? null : periods
}

/** The bundle of a game with another play-by-play. A player whom two of its ids name is in it once. */
const toBundle = ({ row, bundle }: StoredGame, plays: readonly BundleEvent[], players: KnownPlayers): GameBundle => {
  const listed = new Map<string, { external_id: string; name: string }>()
  const events = plays.map((play) => {
    const player = play.player === null ? undefined : players.get(play.player)
    if (play.player === null || player === undefined) return play
    const { external_id } = listed.get(player.id) ?? { external_id: play.player }
    listed.set(player.id, { external_id, name: player.name })
    return { ...play, player: external_id }
  })
  const periods = row.status === 'scheduled' ? listEndedPeriods(events) : row.periods
  return { ...bundle, game: { ...bundle.game, periods }, players: [...listed.values()], events }
}

const listPlayers = (events: Iterable<{ player: string | null }>): string[] =>
  [...events].flatMap(({ player }) => player ?? [])

/** The ops that name a player whom nothing has introduced. */
const listUnknownPlayers = (ops: readonly ScoreOp[], source: string, players: KnownPlayers): ErrorDetail[] =>
  ops.flatMap(({ event }, index) => {
    const player = event?.player ?? null
    if (player === null || players.has(player)) return []
    const message = `${source} has no player ${player}: PUT the game with its players first`
    return [{ pointer: `/ops/${index}/event/player`, message }]
  })

/** @throws ServiceError bad_request */
const requireLimits = (states: EventStates, placed: number, plays: number): void => {
  const refuse = (message: string) => bodyError([{ pointer: '/ops', message }])
  if (plays > MAX_EVENTS) throw refuse(`would give the game more than ${MAX_EVENTS} events`)
  if (states.size > MAX_IDS)
    throw refuse(`would give the game more than ${MAX_IDS} ids, those of removed events included`)
  if (states.size - placed > MAX_WAITING)
    throw refuse(`would leave more than ${MAX_WAITING} events waiting for others: send the events before them first`)
}

/** @throws ServiceError bad_request for a game that ops do not change */
const requireScorable = ({ row }: StoredGame, before: EventStates, external_id: string): void => {
  if (row.status === 'no_result')
    throw badRequest(`Game ${external_id} has no result: PATCH it with reopen: true before you score it.`)
  if (before.size === 0 && row.has_playbyplay)
    throw badRequest(
      `The play-by-play of game ${external_id} is that of a bundle, which ops do not change. To score it by ops, PUT it with events: null and send all ops again.`,
    )
}

/**
 * Applies ops to the events of a game, and writes the play-by-play that they make like that of any bundle.
 * @throws ServiceError
 */
const score = async (
  tx: Database,
  ctx: WriteContext,
  { external_id, ops }: { external_id: string; ops: readonly ScoreOp[] },
): Promise<ScoredGame> => {
  const { source } = ctx.writer
  const id = await requireGameInScope(tx, ctx.writer, external_id)
  const stored = await readStoredGame(tx, { ...ctx.writer, id, external_id })
  const before = await selectScoredEvents(tx, id)
  requireScorable(stored, before, external_id)
  const { states, changed, problems } = applyOps(before, ops)
  const ordered = orderEvents(states)
  const plays = toPlays(ordered)
  const named = [...listPlayers(plays.values()), ...listPlayers(ops.flatMap(({ event }) => event ?? []))]
  const players = await selectPlayers(tx, source, new Set(named))
  const details = [
    ...problems.map(({ pointer, message }) => ({ pointer: `/ops${pointer}`, message })),
    ...listUnknownPlayers(ops, source, players),
  ]
  if (details.length > 0) throw bodyError(details.slice(0, MAX_ERROR_DETAILS))
  requireLimits(states, ordered.length, plays.size)
  if (changed.size > 0) {
    const entry = checkBundle(toBundle(stored, [...plays.values()], players), undefined, ctx.writer)
    requireAccepted(await writeEntry(tx, entry, { notify: true, now: ctx.now(), isScored: true }))
    await writeScoredEvents(
      tx,
      id,
      [...changed].flatMap((event) => states.get(event) ?? []),
    )
  }
  const seqs = new Map([...plays.keys()].map((event, index) => [event, index + 1]))
  return {
    revision: await selectPlayByPlayChange(tx, id),
    seqs: Object.fromEntries(ops.map((op) => [op.id, seqs.get(op.id) ?? null])),
  }
}

export const scoreGame = write
  .meta({
    plan: null,
    write: { maxBytes: MAX_OPS_BYTES },
    openapi: {
      operationId: 'scoreGame',
      method: 'POST',
      path: '/games/{external_id}/events',
      tags: ['Games'],
      summary: 'Score a game live',
      description:
        'Adds, edits and removes events of the play-by-play under ids of your own, one by one or many at once. An op that is repeated changes nothing, and the order in which ops arrive does not matter: an event waits for the one that `after` names, and an edit or removal for its event. So send again whatever you have no response to. Any number of devices can score a game together; the clock orders what two of them add after the same event. A bundle with another play-by-play ends it: then ops are refused until a bundle with `events: null` has deleted that.',
    },
  })
  .input(GameToScore)
  .output(envelopeSchema(ScoredGame))
  .mutation(({ ctx, input }) => writeOnce(ctx, ScoredGame, input, (tx) => score(tx, ctx, input)))
