import {
  byNumber,
  gamesAgainst,
  headToHead,
  headToHeadShare,
  overall,
  pointsDifference,
  separate,
  shareWon,
  splitByValue,
  type Criterion,
  type Rule,
  type Season,
  type TeamWithGames,
} from './criteria.ts'
import { winShare } from './records.ts'

/** The leader of each division: the team of the best win share, ties broken. A tie that nothing breaks has no leader. */
const divisionLeaders = (season: Season): Set<TeamWithGames> => {
  const divided = [...season.values()].filter(({ division }) => division !== null)
  return new Set(
    [...Map.groupBy(divided, ({ division }) => division).values()].flatMap((division) => {
      const [best = []] = splitByValue(division, ({ games }) => winShare(games), byNumber)
      const [first = []] = separate(best, NBA_DIVISION, season)
      return first.length === 1 ? first : []
    }),
  )
}

const divisionLeader: Criterion = (tied, season) => {
  const leaders = divisionLeaders(season)
  return splitByValue(tied, (team) => Number(leaders.has(team)), byNumber)
}

const isDivided = (tied: readonly TeamWithGames[]): boolean => new Set(tied.map(({ division }) => division)).size > 1

const divisionShare = shareWon((team, tied, season) =>
  isDivided(tied) ? [] : gamesAgainst(team, season, ({ division }) => division !== null && division === team.division),
)

const conferenceShare = shareWon((team, _, season) =>
  gamesAgainst(team, season, ({ group }) => group !== null && group === team.group),
)

/** Teams of a conference that take part in the postseason, play-in included. */
const ELIGIBLE = 10

/** Whether a team has one of the ten best records of its conference, or is tied for one. */
const isEligible = (team: TeamWithGames, season: Season): boolean => {
  const share = winShare(team.games)
  const better = [...season.values()].filter(({ group, games }) => group === team.group && winShare(games) > share)
  return better.length < ELIGIBLE
}

const shareAgainstEligible = (conference: 'own' | 'other'): Criterion =>
  shareWon((team, _, season) =>
    gamesAgainst(
      team,
      season,
      (opponent) =>
        opponent.group !== null &&
        team.group !== null &&
        (opponent.group === team.group) === (conference === 'own') &&
        isEligible(opponent, season),
    ),
  )

/**
 * The NBA's criteria. Two tied teams: games against each other, division leader, division (if both are in the same one),
 * conference, postseason teams of the own and of the other conference, points difference over all games, overtime
 * included. More than two: the division leaders come first, and the other conference does not count. All but the
 * leaders and the difference are shares of games won. Criteria on divisions and conferences separate no team whose
 * division or conference is unknown.
 *
 * Postseason teams are those with one of the ten best records of their conference, or tied for one, in every season. The
 * random drawing at the end is replaced by the order of the input.
 *
 * Source: the NBA's published tie-break procedures, as they have been since the play-in of 2020-21.
 */
export const NBA: Rule = {
  two: [
    headToHeadShare,
    divisionLeader,
    divisionShare,
    conferenceShare,
    shareAgainstEligible('own'),
    shareAgainstEligible('other'),
    overall(pointsDifference, byNumber),
  ],
  more: [
    divisionLeader,
    headToHeadShare,
    divisionShare,
    conferenceShare,
    shareAgainstEligible('own'),
    overall(pointsDifference, byNumber),
  ],
}

/**
 * The rule for the lead of a division. Its leader is determined before any other tie, and for no other purpose.
 * Source: the guidelines of the same procedures.
 */
const NBA_DIVISION: Rule = {
  two: NBA.two.filter((criterion) => criterion !== divisionLeader),
  more: NBA.more.filter((criterion) => criterion !== divisionLeader),
}

const shareAgainstWinners = shareWon((team, _, season) =>
  gamesAgainst(team, season, ({ games }) => winShare(games) >= 0.5),
)

/**
 * The WNBA's criteria: share of games won among the tied teams, share won against teams that have won at least half of
 * their games, points difference among the tied teams, points difference over all games, overtime included. The coin
 * toss at the end is replaced by the order of the input.
 *
 * Source: the WNBA's published tie-break procedures.
 */
export const WNBA: readonly Criterion[] = [
  headToHeadShare,
  shareAgainstWinners,
  headToHead(pointsDifference, byNumber),
  overall(pointsDifference, byNumber),
]
