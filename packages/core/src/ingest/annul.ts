import type { BundleSide, CheckedBundle } from '../contract/index.ts'
import type { GameRow } from './write-game.ts'

const cleared = ({ coach = null, totals = null, players = null, ...side }: BundleSide): BundleSide => ({
  ...side,
  coach,
  totals,
  players,
})

/**
 * A league annuls a result: what told of it goes with it. The bundle is then taken to say that there is none of what it
 * leaves out; every other bundle stays as it is.
 */
export const annulled = (bundle: CheckedBundle, stored: Pick<GameRow, 'status'> | undefined): CheckedBundle => {
  const { game, home, away, events = null, shots = null } = bundle
  if (stored?.status !== 'final' || game.status !== 'no_result') return bundle
  const { periods = null } = game
  return { ...bundle, game: { ...game, periods }, home: cleared(home), away: cleared(away), events, shots }
}
