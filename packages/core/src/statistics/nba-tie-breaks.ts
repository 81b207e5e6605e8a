import {
  addDifference,
  countAgainst,
  exactly,
  getWinShare,
  headToHead,
  headToHeadShare,
  overall,
  separate,
  shareWon,
  type Criterion,
  type Rule,
  type Season,
  type Span,
  type TeamWithGames,
  type Wins,
} from './criteria.ts'

/** The points difference over all games. */
const DIFFERENCE = overall('difference', addDifference)

const NO_GAMES: Wins = { won: 0, played: 0 }

/** Counts the games of a team against the opponents that fulfil a condition. */
const filterByOpponent =
  (season: Season) =>
  (team: TeamWithGames, condition: (opponent: TeamWithGames) => boolean): Wins =>
    countAgainst(team, (id) => {
      const opponent = season.get(id)
      return opponent !== undefined && condition(opponent)
    })

/** Teams of a conference that take part in the postseason, play-in included. */
const ELIGIBLE = 10

/** A value of each name, computed when it is first read: most ties are broken without it. */
const whenRead = <Value>(compute: (name: string | null) => Value): ((name: string | null) => Value) => {
  const values = new Map<string | null, Value>()
  return (name) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const value = compute(name)
    values.set(name, value)
    return value
  }
}

/** Returns whether a team has one of the ten best records of its conference, or is tied for one. */
const findEligible = (season: Season) => {
  const limits = whenRead((conference) => {
    const shares = Array.from(season.values(), (team) => (team.group === conference ? getWinShare(team) : -1))
    return shares.toSorted((a, b) => b - a)[ELIGIBLE - 1] ?? 0
  })
  return (team: TeamWithGames) => getWinShare(team) >= limits(team.group)
}

/**
 * Returns whether a team leads its division (1) or not (0). The leader is the team of the best win share, ties broken. A tie
 * that nothing breaks has no leader; while open games decide, every team that can be first may be the leader.
 */
const findLeaders = (season: Season, rule: Rule) => {
  const leaders = whenRead((name): ReadonlyMap<TeamWithGames, Span> => {
    const division = [...season.values()].filter((team) => team.division === name)
    const best = Math.max(...division.map(getWinShare))
    const [first] = separate(
      division.filter((team) => getWinShare(team) === best),
      rule,
    )
    const { teams = [], places = null } = first ?? {}
    if (places === null) return new Map(teams.length === 1 ? teams.map((team) => [team, exactly(1)]) : [])
    return new Map(teams.map((team, index) => [team, { low: 0, high: places[index]?.best === 0 ? 1 : 0 }]))
  })
  return (team: TeamWithGames) => (team.division === null ? undefined : leaders(team.division).get(team)) ?? exactly(0)
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
  const winsAgainst = filterByOpponent(season)
  const isEligible = findEligible(season)

  const divisionShare = shareWon('division_record', (tied, team) =>
    team.division === null || tied.some(({ division }) => division !== team.division)
      ? NO_GAMES
      : winsAgainst(team, ({ division }) => division === team.division),
  )
  const conferenceShare = shareWon('conference_record', (_, team) =>
    team.group === null ? NO_GAMES : winsAgainst(team, ({ group }) => group === team.group),
  )
  const shareAgainstEligible = (conference: 'own' | 'other'): Criterion => ({
    ...shareWon(conference === 'own' ? 'playoff_teams_record' : 'other_playoff_teams_record', (_, team) =>
      team.group === null
        ? NO_GAMES
        : winsAgainst(
            team,
            (opponent) =>
              opponent.group !== null &&
              (opponent.group === team.group) === (conference === 'own') &&
              isEligible(opponent),
          ),
    ),
    wide: true,
  })
  const shares = [divisionShare, conferenceShare, shareAgainstEligible('own')]
  const twoAfterLeader = [...shares, shareAgainstEligible('other'), DIFFERENCE]
  const moreAfterShare = [...shares, DIFFERENCE]

  const measureLead = findLeaders(season, {
    two: [headToHeadShare, ...twoAfterLeader],
    more: [headToHeadShare, ...moreAfterShare],
  })
  const divisionLeader: Criterion = {
    decides: 'division_leader',
    measure: (tied) => tied.map(measureLead),
    wide: true,
  }
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
  const winsAgainst = filterByOpponent(season)
  const shareAgainstWinners: Criterion = {
    ...shareWon('playoff_teams_record', (_, team) => winsAgainst(team, (opponent) => getWinShare(opponent) >= 0.5)),
    wide: true,
  }
  const criteria = [
    headToHeadShare,
    shareAgainstWinners,
    headToHead('head_to_head_difference', addDifference),
    DIFFERENCE,
  ]
  return { two: criteria, more: criteria }
}
