import { winShare } from '../records.ts'
import { byNumber, headToHead, overall, sum, type Criterion } from './criterion.ts'

const shareWon = headToHead(winShare, byNumber)

/** Says nothing while one of the tied teams has met none of the others: it has no share of games won to compare. */
const headToHeadShare: Criterion = (tied) => {
  const ids = new Set(tied.map(({ id }) => id))
  return tied.every(({ games }) => games.some(({ opponent }) => ids.has(opponent))) ? shareWon(tied) : [tied]
}

/**
 * The NBA's criteria as far as they can be computed: share of games won among the tied teams, then points difference
 * over all games, overtime included.
 *
 * Four published criteria between these two are left out, and so is the division winner's precedence: they need the
 * divisions and conferences of the teams, which no record here holds. They are the share won within the own division,
 * within the own conference, against teams of the own conference that qualify for the play-offs, and against those of
 * the other conference. The random drawing at the end is left to the caller's order.
 *
 * Source: the NBA's published play-off tie-break procedures.
 */
export const NBA: readonly Criterion[] = [
  headToHeadShare,
  overall((games) => sum(games, ({ points_for, points_against }) => points_for - points_against), byNumber),
]
