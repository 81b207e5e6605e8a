import type { BundleStats } from '@basketball-data/core/contract'

/** What is counted as it happens; the other columns of a box score follow from it. */
export type Tally = {
  two_made: number
  two_attempted: number
  three_made: number
  three_attempted: number
  free_throws_made: number
  free_throws_attempted: number
  offensive_rebounds: number
  defensive_rebounds: number
  assists: number
  steals: number
  turnovers: number
  blocks: number
  blocks_received: number
  fouls: number
  fouls_drawn: number
}

/** A tally of nothing yet. */
export const emptyTally = (): Tally => ({
  two_made: 0,
  two_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  offensive_rebounds: 0,
  defensive_rebounds: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocks_received: 0,
  fouls: 0,
  fouls_drawn: 0,
})

/** Adds what `tally` counted to `sum`. */
const addTo = (sum: Tally, tally: Tally): void => {
  sum.two_made += tally.two_made
  sum.two_attempted += tally.two_attempted
  sum.three_made += tally.three_made
  sum.three_attempted += tally.three_attempted
  sum.free_throws_made += tally.free_throws_made
  sum.free_throws_attempted += tally.free_throws_attempted
  sum.offensive_rebounds += tally.offensive_rebounds
  sum.defensive_rebounds += tally.defensive_rebounds
  sum.assists += tally.assists
  sum.steals += tally.steals
  sum.turnovers += tally.turnovers
  sum.blocks += tally.blocks
  sum.blocks_received += tally.blocks_received
  sum.fouls += tally.fouls
  sum.fouls_drawn += tally.fouls_drawn
}

/** The sum of tallies. */
export const sumOf = (tallies: Iterable<Tally>): Tally => {
  const sum = emptyTally()
  for (const tally of tallies) addTo(sum, tally)
  return sum
}

/** The line of a box score that a tally makes, with the performance index by the EuroLeague's formula. */
export const statsOf = (tally: Tally): BundleStats => {
  const points = 2 * tally.two_made + 3 * tally.three_made + tally.free_throws_made
  const rebounds = tally.offensive_rebounds + tally.defensive_rebounds
  const missed =
    tally.two_attempted -
    tally.two_made +
    (tally.three_attempted - tally.three_made) +
    (tally.free_throws_attempted - tally.free_throws_made)
  const gained = points + rebounds + tally.assists + tally.steals + tally.blocks + tally.fouls_drawn
  const lost = missed + tally.turnovers + tally.blocks_received + tally.fouls
  return { points, rebounds, ...tally, performance_index: gained - lost }
}
