import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import {
  anyDatabase,
  findRebuildChanges,
  openTestCore,
  sampleId,
  sharedCore,
  tableContents,
  withChanges,
} from '../../testing/index.ts'
import { randomBundles } from '../testing/random-bundles.ts'

/** Columns that tell of the writes of a game rather than of the game. */
const OF_WRITES = { bundle_hash: null, revision: null, ended_periods: null, started: null }

const NEVER = { described_on: null }

/**
 * Everything that is stored, without former ids, events that were sent, the positions of warnings, and the days on which records were
 * described: an ordinary correction of a day leaves these as they are.
 */
const contents = async (core: Core) => {
  await core.refreshStandings()
  const tables = await tableContents(core.store, ['former_ids', 'webhook_events', 'refusals', 'audit_log'])
  const ignored = { games: OF_WRITES, warnings: { position: null } }
  const described = { competitions: NEVER, teams: NEVER, players: NEVER }
  for (const [table, columns] of Object.entries({ ...ignored, ...described }))
    tables[table] = (tables[table] ?? []).map((row) => JSON.stringify({ ...JSON.parse(row), ...columns })).toSorted()
  return tables
}

const ingest = async (core: Core, bundles: readonly GameBundle[]) => {
  for (const bundle of bundles) await core.ingest(bundle)
}

const sequences = fc
  .sample(fc.tuple(randomBundles(20, 5), fc.nat(18), fc.boolean()), { numRuns: 4, seed: 20_261_126 })
  .map(([bundles, at, isOwn], sequence) => ({ sequence, bundles, at, isOwn }))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test.each(sequences)(
    'a removed game leaves nothing: the data is as if it had never been imported: $sequence',
    async ({ bundles, at, isOwn }) => {
      const copied = bundles[at]
      if (copied === undefined) throw new RangeError('there is no such bundle')
      // The same game under another identifier; some of its records are in no other game.
      const strangers = {
        home: { team: { external_id: 'X', name: 'X' } },
        season: { external_id: 'X', name: 'X', start_year: 2031 },
      }
      const mistake = withChanges(copied, { ...(isOwn && strangers), game: { external_id: 'mistake' } })
      const [before, after] = [bundles.slice(0, at + 1), bundles.slice(at + 1)]
      await ingest(core(), [...before, mistake, ...after])
      await core().removeGame(sampleId('game', 'mistake'))
      const other = await openTestCore(kind)
      await ingest(other, bundles)
      expect(await contents(core())).toEqual(await contents(other))
      expect(await findRebuildChanges(core())).toEqual([])
    },
  )

  test.each(sequences)(
    'a reopened game is as if only its fixture had been imported: $sequence',
    async ({ bundles }) => {
      // A name that was told while the game was final stays: which one it would be otherwise is not stored.
      const ruled = bundles.map((bundle) =>
        withChanges(bundle, {
          competition: { tie_break: 'nba' },
          home: { team: { name: bundle.home.team.external_id } },
          away: { team: { name: bundle.away.team.external_id } },
          players: bundle.players?.map((player) => ({ ...player, name: player.external_id })),
        }),
      )
      const last = ruled.findLast(({ game }) => game.status === 'final')
      if (last === undefined) throw new RangeError('there is a final game')
      const others = ruled.filter(({ game }) => game.external_id !== last.game.external_id)
      const bare = ({ team, group, division }: GameBundle['home']) => ({ team, group, division })
      const mistake = withChanges(last, { game: { date: '2026-11-01', tip_off: null } })
      const { counts_in_standings: _counts, ...game } = mistake.game
      const fixture: GameBundle = {
        ...mistake,
        game: { ...game, status: 'scheduled', home_score: null, away_score: null, periods: null },
        home: bare(last.home),
        away: bare(last.away),
        players: [],
      }
      await ingest(core(), [fixture, mistake, ...others])
      await core().reopenGame(sampleId('game', last.game.external_id))
      const other = await openTestCore(kind)
      await ingest(other, [fixture, ...others])
      expect(await contents(core())).toEqual(await contents(other))
      expect(await findRebuildChanges(core())).toEqual([])
    },
  )
})
