import { createHash } from 'node:crypto'
import { z } from 'zod'
import { lockGames, type Database, type Store } from '../store/index.ts'
import { describeAll } from './describe.ts'
import { GameBundle, type CheckedBundle } from './game-bundle.ts'
import { identify, type Named } from './identify.ts'
import { forgetRefusal, recordRefusal, selectWarnings } from './queries.ts'
import { refreshDerived } from './refresh.ts'
import { Refusal } from './refusal.ts'
import { validate } from './validate.ts'
import { warningsOf, type Warning } from './warnings.ts'
import { selectStored, writeGame, type GamePlace } from './write-game.ts'
import { writeParts, writeWarnings } from './write-parts.ts'
import { updateQuotes } from './write-quotes.ts'

/** What the bundle brought, counted. */
export type Brought = { lines: number; events: number; shots: number }

/** What became of a bundle. `game` is the public identifier; warnings are those of the game as it is now. */
export type IngestResult =
  | ({ outcome: 'created' | 'updated' | 'unchanged'; game: string; warnings: Warning[] } & Brought)
  | { outcome: 'refused'; source: string; external_id: string; reason: string }

type Known = { external_id: string; same_as?: { source: string; external_id: string }[] | undefined }

const named = (kind: Named['kind'], source: string, { external_id, same_as = [] }: Known): Named => ({
  kind,
  names: [{ source, external_id }, ...same_as],
})

/** The identifiers of everything the bundle names. */
const identifyAll = async (tx: Database, bundle: CheckedBundle) => {
  const { source, competition, season, game, home, away, players } = bundle
  const [competition_id, season_id, home_team_id, away_team_id, id, ...playerIds] = await identify(tx, [
    named('competition', source, competition),
    named('season', source, season),
    named('team', source, home.team),
    named('team', source, away.team),
    named('game', source, game),
    ...players.map((player) => named('player', source, player)),
  ])
  if (!competition_id || !season_id || !home_team_id || !away_team_id || !id) throw new RangeError('a record has no id')
  if (home_team_id === away_team_id) throw new Refusal('both teams are the same one')
  if (new Set(playerIds).size < playerIds.length) throw new Refusal('two players of the bundle are the same one')
  const place: GamePlace = { id, competition_id, season_id, home_team_id, away_team_id }
  return { place, playerIds }
}

const broughtBy = ({ home, away, events, shots }: CheckedBundle): Brought => ({
  lines: (home.players?.length ?? 0) + (away.players?.length ?? 0),
  events: events?.length ?? 0,
  shots: shots?.length ?? 0,
})

const write = async (tx: Database, bundle: CheckedBundle): Promise<IngestResult> => {
  await lockGames(tx)
  const { place, playerIds } = await identifyAll(tx, bundle)
  const [stored] = await Promise.all([
    selectStored(tx, place.id),
    forgetRefusal(tx, bundle.source, bundle.game.external_id),
  ])
  const hash = createHash('sha256').update(JSON.stringify(bundle)).digest()
  const brought = broughtBy(bundle)
  if (stored !== undefined && hash.equals(stored.bundle_hash))
    return { outcome: 'unchanged', game: place.id, warnings: await selectWarnings(tx, place.id), ...brought }

  const reordered = await describeAll(tx, place, playerIds, bundle)
  const game = await writeGame(tx, place, bundle, stored, hash)
  const ids = new Map(bundle.players.map((player, i) => [player.external_id, playerIds[i] ?? '']))
  const parts = await writeParts(tx, game, bundle, ids, stored === undefined)
  const found = [...bundle.notes, ...warningsOf({ game, ...parts })]
  await writeWarnings(tx, place.id, found)
  await refreshDerived(tx, game, stored, parts.players, reordered)
  await updateQuotes(tx, game, stored, bundle)
  return { outcome: stored === undefined ? 'created' : 'updated', game: place.id, warnings: found, ...brought }
}

const nameOf = (bundle: unknown): { source: string; external_id: string } => {
  const Named = z.object({ source: z.string(), game: z.object({ external_id: z.string().trim() }) })
  const parsed = Named.safeParse(bundle)
  return parsed.success
    ? { source: parsed.data.source, external_id: parsed.data.game.external_id }
    : { source: 'unknown', external_id: 'unknown' }
}

/** A value that the database cannot hold (SQL state 22…), or a check or foreign key that the bundle breaks (23…). */
const isImpossible = (error: unknown): error is Error => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^2[23]/.test(cause.code)
}

const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof Refusal) return error.message
  if (error instanceof z.ZodError) return z.prettifyError(error).slice(0, 2000)
  if (isImpossible(error))
    return `the database refuses it: ${error.cause instanceof Error ? error.cause.message : error.message}`
  return undefined
}

/**
 * Writes one game with everything the bundle knows about it, in one transaction: all of it or nothing. The same bundle
 * again changes nothing; another one for the game corrects it. A bundle that cannot be right is not written; it is
 * answered `refused` with the reason and kept on the list of refusals.
 */
export const ingest = async (store: Store, bundle: GameBundle): Promise<IngestResult> => {
  try {
    const checked = GameBundle.parse(bundle)
    validate(checked)
    return await store.db.transaction((tx) => write(tx, checked))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    const { source, external_id } = nameOf(bundle)
    await recordRefusal(store, source, external_id, reason)
    return { outcome: 'refused', source, external_id, reason }
  }
}
