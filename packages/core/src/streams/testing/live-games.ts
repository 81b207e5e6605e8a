import type { GameBundle } from '../../contract/index.ts'
import { scheduledGame, withChanges, type BundleChanges } from '../../testing/index.ts'

/** A play that is told apart from others by its text, of player A1 or of nobody. */
export type Play = { text: string; player: 'A1' | null }

/** Plays with these texts. */
export const plays = (...texts: string[]): Play[] => texts.map((text) => ({ text, player: null }))

/**
 * A game in progress with these plays and `ended` periods of 20 points; A1 has the given name. Without plays the bundle
 * leaves them out.
 */
export const liveGame = (
  shown: readonly Play[] | null | undefined,
  { name = 'Player A1', ended = 0, ...changes }: BundleChanges & { name?: string; ended?: number } = {},
): GameBundle =>
  withChanges(
    withChanges(scheduledGame(), {
      game: { periods: { home: Array<number>(ended).fill(20), away: Array<number>(ended).fill(20) } },
      players: [{ external_id: 'A1', name }],
      ...(shown !== undefined && {
        events:
          shown?.map(({ text, player }) => ({
            period: 1,
            clock: '05:00',
            side: player === null ? null : ('home' as const),
            player,
            type: 'other' as const,
            description: text,
            distance_ft: null,
            home_score: 0,
            away_score: 0,
          })) ?? null,
      }),
    }),
    changes,
  )
