import { GameBundle } from '@basketball-data/core'
import games from './games.json' with { type: 'json' }

/** The time at which the sample league is read: the morning after its newest final game. */
export const SAMPLE_NOW = new Date('2026-11-21T09:00:00Z')

/**
 * The made-up league that the examples of the OpenAPI document and tests use: four teams, four final games with box
 * scores, one scheduled game and one without a result. The game of 2026-11-20 also has play-by-play, shots and prices of
 * three bookmakers. No club and no player in it exists.
 */
export const sampleGames = (): GameBundle[] => games.map((game) => GameBundle.parse(game))
