import { describe, expect, test } from 'vitest'
import { anyDatabase, ingestOrThrow, sharedCore } from '../../packages/core/src/testing/index.ts'
import { simulate } from '../../packages/feeds/src/simulator/index.ts'
import { findDifferences } from './index.ts'

const CLUBS = 3

/** The games between a few clubs of each league, which meet often and reach every stage. */
function* someClubs(seed: string) {
  const clubs = new Map<string, Set<string>>()
  for (const bundle of simulate({ seed, day: '2026-11-20', seasons: 2, detail: 'boxscore' })) {
    const { competition, game, home, away } = bundle
    const chosen = clubs.get(competition.external_id) ?? new Set()
    clubs.set(competition.external_id, chosen)
    const both = [home.team.external_id, away.team.external_id]
    if (game.stage === 'regular' || game.stage === null)
      for (const club of both) if (chosen.size < CLUBS) chosen.add(club)
    if (game.stage === 'all-star' || both.every((club) => chosen.has(club))) yield bundle
  }
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('every statistic of simulated leagues equals a recount from their games', async () => {
    for (const bundle of someClubs('one')) await ingestOrThrow(core(), bundle)
    expect(await findDifferences(core(), { every: 6 })).toEqual([])
  })
})
