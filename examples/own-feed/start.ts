// Imports a game of your own league as a GameBundle. The bundle has a deliberate mistake: the away team's periods add up
// to 69 points instead of 68. The game is stored as sent, and ingest returns a warning.
import { createCore, type GameBundle } from '@basketball-data/core'

const final: GameBundle = {
  source: 'my-league',
  competition: { external_id: 'ML', name: 'My League', slug: 'my-league', gender: 'women', kind: 'league' },
  season: { external_id: 'ML-2026', name: '2026-27', start_year: 2026 },
  game: {
    external_id: 'ML-2026-17',
    stage: 'regular',
    date: '2026-11-19',
    tip_off: '2026-11-19T19:30:00Z',
    status: 'final',
    home_score: 71,
    away_score: 68,
    periods: { home: [18, 17, 20, 16], away: [20, 15, 17, 17] },
  },
  home: { team: { external_id: '7', name: 'Harbour Town' } },
  away: { team: { external_id: '9', name: 'Hill Valley' } },
}

const core = await createCore({ database: 'memory://' })
const stored = await core.ingest(final)
if (stored.outcome === 'refused') throw new Error(stored.reason)
for (const warning of stored.warnings) console.log(`${warning.code}: ${warning.message}`)
console.log('(a deliberate mistake)')

const { outcome } = await core.ingest(final)
console.log(`the same bundle again: ${outcome}`)

// Many games at once. The second one has no score for the home team, so it is refused.
const unfinished: GameBundle = { ...final, game: { ...final.game, external_id: 'ML-2026-18', home_score: null } }
const bundles = [final, unfinished]
for await (const result of core.ingestAll(bundles, { notify: false })) {
  if (result.outcome === 'refused') console.log(`${result.external_id}: ${result.reason}`)
}
await core.close()
