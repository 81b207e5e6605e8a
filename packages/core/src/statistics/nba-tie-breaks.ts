import {
  byNumber,
  headToHead,
  headToHeadShare,
  overall,
  pointsDifference,
  separate,
  shareWon,
  splitByValue,
  type Criterion,
  type Games,
  type Rule,
  type Season,
  type TeamWithGames,
} from './criteria.ts'
import { winShare } from './records.ts'

/** Splits teams by their share of all games won, computed once. */
const splitterByShare = (season: Season) => {
  const shares = new Map(Array.from(season.values(), (team) => [team, winShare(team.games)]))
  return (teams: readonly TeamWithGames[]) => splitByValue(teams, (team) => shares.get(team) ?? 0, byNumber)
}

/** Returns the games of a team against the opponents that fulfil a condition. */
const filterByOpponent =
  (season: Season) =>
  ({ games }: TeamWithGames, condition: (opponent: TeamWithGames) => boolean): Games =>
    games.filter((game) => {
      const opponent = season.get(game.opponent)
      return opponent !== undefined && condition(opponent)
    })

/** Teams of a conference that take part in the postseason, play-in included. */
const ELIGIBLE = 10

/** The teams with one of the ten best records of their conference, or tied for one. */
const eligibleTeams = (season: Season): Set<TeamWithGames> => {
  const byShare = splitterByShare(season)
  const conferences = Map.groupBy(season.values(), ({ group }) => group)
  return new Set(
    [...conferences.values()].flatMap((conference) => {
      const eligible: TeamWithGames[] = []
      for (const tied of byShare(conference)) if (eligible.length < ELIGIBLE) eligible.push(...tied)
      return eligible
    }),
  )
}

/** The leader of each division: the team of the best win share, ties broken. A tie that nothing breaks has no leader. */
const divisionLeaders = (season: Season, rule: Rule): Set<TeamWithGames> => {
  const byShare = splitterByShare(season)
  const divided = [...season.values()].filter(({ division }) => division !== null)
  return new Set(
    [...Map.groupBy(divided, ({ division }) => division).values()].flatMap((division) => {
      const [best = []] = byShare(division)
      const [first = []] = separate(best, rule)
      return first.length === 1 ? first : []
    }),
  )
}

/**
 * The NBA's criteria. Two tied teams: games against each other, division leader, division (if both are in the same one),
 * conference, postseason teams of the own and of the other conference, points difference over all games, overtime
 * included. More than two: the division leaders come first, and the other conference does not count. All except
 * the leaders and the difference are shares of games won. Criteria on divisions and conferences separate no team whose
 * division or conference is unknown.
 *
 * Ties for the lead of a division are broken before all others, and for no other purpose. Postseason teams have
 * one of the ten best records of their conference, or tied for one, in every season. The random drawing at the end is
 * replaced by the order of the input.
 *
 * Source: the NBA's published tie-break procedures, as they have been since the play-in of 2020-21.
 */
export const nba = (season: Season): Rule => {
  const gamesAgainst = filterByOpponent(season)
  const eligible = eligibleTeams(season)

  const divisionShare = shareWon(
    (tied) => (team) =>
      team.division === null || tied.some(({ division }) => division !== team.division)
        ? []
        : gamesAgainst(team, ({ division }) => division === team.division),
  )
  const conferenceShare = shareWon(
    () => (team) => (team.group === null ? [] : gamesAgainst(team, ({ group }) => group === team.group)),
  )
  const shareAgainstEligible = (conference: 'own' | 'other') =>
    shareWon(
      () => (team) =>
        team.group === null
          ? []
          : gamesAgainst(
              team,
              (opponent) =>
                opponent.group !== null &&
                (opponent.group === team.group) === (conference === 'own') &&
                eligible.has(opponent),
            ),
    )
  const difference = overall(pointsDifference, byNumber)
  const shares = [divisionShare, conferenceShare, shareAgainstEligible('own')]
  const twoAfterLeader = [...shares, shareAgainstEligible('other'), difference]
  const moreAfterShare = [...shares, difference]

  const leaders = divisionLeaders(season, {
    two: [headToHeadShare, ...twoAfterLeader],
    more: [headToHeadShare, ...moreAfterShare],
  })
  const divisionLeader: Criterion = (tied) => splitByValue(tied, (team) => Number(leaders.has(team)), byNumber)
  return {
    two: [headToHeadShare, divisionLeader, ...twoAfterLeader],
    more: [divisionLeader, headToHeadShare, ...moreAfterShare],
  }
}

/**
 * The WNBA's criteria: share of games won among the tied teams, share won against teams that have won at least half of
 * their games, points difference among the tied teams, points difference over all games, overtime included. The coin
 * toss at the end is replaced by the order of the input.
 *
 * Source: the WNBA's published tie-break procedures.
 */
export const wnba = (season: Season): Rule => {
  const gamesAgainst = filterByOpponent(season)
  const winners = new Set([...season.values()].filter(({ games }) => winShare(games) >= 0.5))
  const criteria = [
    headToHeadShare,
    shareWon(() => (team) => gamesAgainst(team, (opponent) => winners.has(opponent))),
    headToHead(pointsDifference, byNumber),
    overall(pointsDifference, byNumber),
  ]
  return { two: criteria, more: criteria }
}
