import { findPlaces, type TeamWithGames } from './criteria.ts'
import { TeamRatings } from './forecast.ts'
import { bothSides, type Result, type TeamGame } from './records.ts'
import { byName, rateRecord, standingsInOrder, withGames, type TableRules, type TableTeam } from './standings.ts'
import { readsOtherTeams, tieBreaker } from './tie-breaks.ts'

/** A game of the table that is left. */
export type GameLeft = Pick<Result, 'home' | 'away' | 'neutral'>

/** What a team can still reach in its group. */
export type RaceTeam = {
  team_id: string
  /** Its present rank. */
  rank: number
  best_rank: number
  worst_rank: number
  /** The share of the scenarios in which it ends in each place, the first place first. */
  places: number[]
}

/** The race of a group: its present order, and what each of its teams can still reach. */
export type Race = {
  group: string | null
  /** Games left with a team of the group. */
  games_left: number
  method: 'exact' | 'simulated'
  scenarios: number
  teams: RaceTeam[]
}

/** Up to this number of games left, all of their results are enumerated. */
export const MAX_ENUMERATED = 16
/** Seasons drawn while more games are left. */
const SIMULATED = 2000
const SEED = 20_261_120

/**
 * The score assumed of a game of which only the winner is known: the mean points of winners and of losers in these games,
 * rounded, and different by at least one point. Without a score to go by, 80–70.
 */
export const assumeScore = (games: readonly Result[]): { winner: number; loser: number } => {
  let [count, winners, losers] = [0, 0, 0]
  for (const { home_score, away_score } of games) {
    if (home_score === null || away_score === null) continue
    count += 1
    winners += Math.max(home_score, away_score)
    losers += Math.min(home_score, away_score)
  }
  if (count === 0) return { winner: 80, loser: 70 }
  const loser = Math.round(losers / count)
  return { winner: Math.max(Math.round(winners / count), loser + 1), loser }
}

/** The result of a game of which only the winner is known, with the assumed score. */
export const assumeResult = (
  { home, away, neutral = false }: GameLeft,
  winner: 'home' | 'away',
  score: { winner: number; loser: number },
): Result => ({
  home,
  away,
  neutral,
  home_score: winner === 'home' ? score.winner : score.loser,
  away_score: winner === 'away' ? score.winner : score.loser,
  home_regulation_score: null,
  away_regulation_score: null,
})

/** A team at the end of a scenario, with the assumed scores of its games left, and with these games open if all are enumerated. */
type Finisher = {
  /** Its number among the teams of the contest. */
  index: number
  /** Unique among all finishers of the contest. */
  id: number
  rating: number
  assumed: TeamWithGames
  open: TeamWithGames
}

/** The places of a team among those tied with it, from 0: with the assumed scores, and by any margins at best and at worst. */
type TiedPlace = { place: number; best: number; worst: number }

/** Groups whose places depend on the same games left. */
type Contest = {
  groups: readonly (readonly TeamWithGames[])[]
  left: readonly GameLeft[]
  rules: TableRules
  /** The score assumed of a game left. */
  score: ReturnType<typeof assumeScore>
}

/** Counts the places of teams over scenarios; a group has at most `size` places. */
const createTally = (teams: number, size: number) => {
  const counts = Array.from({ length: teams }, () => new Float64Array(size))
  const [best, worst] = [new Int32Array(teams).fill(size), new Int32Array(teams)]
  const add = (index: number, from: number, tied: TiedPlace) => {
    const count = counts[index]
    if (count !== undefined) count[from + tied.place] = (count[from + tied.place] ?? 0) + 1
    best[index] = Math.min(best[index] ?? size, from + tied.best)
    worst[index] = Math.max(worst[index] ?? 0, from + tied.worst)
  }
  return { counts, best, worst, add }
}
type Tally = ReturnType<typeof createTally>

const ALONE: TiedPlace = { place: 0, best: 0, worst: 0 }

/** Sorts by rating, best first, then by index. It sorts in place, and is fast if little has changed since it last did. */
const sortFinishers = (order: Finisher[]) => {
  for (let end = 1; end < order.length; end += 1) {
    const moved = order[end]
    if (moved === undefined) return
    let at = end
    for (; at > 0; at -= 1) {
      const above = order[at - 1]
      if (above === undefined || above.rating > moved.rating) break
      if (above.rating === moved.rating && above.index < moved.index) break
      order[at] = above
    }
    order[at] = moved
  }
}

/** Adds the places of a group in one scenario to a tally. */
const addScenario = (order: readonly Finisher[], tally: Tally, place: (tied: Finisher[]) => readonly TiedPlace[]) => {
  for (let from = 0; from < order.length;) {
    const tied = [order[from]].filter((first) => first !== undefined)
    for (let next = order[from + 1]; next?.rating === tied[0]?.rating; next = order[from + tied.length])
      if (next !== undefined) tied.push(next)
    const places = tied.length === 1 ? [ALONE] : place(tied)
    for (const [at, { index }] of tied.entries()) tally.add(index, from, places[at] ?? ALONE)
    from += tied.length
  }
}

/** Breaks a tie at the end of a scenario; `wide` if the places depend on games of other teams. */
type BreakTie = (tied: readonly Finisher[]) => { places: TiedPlace[]; wide: boolean }

/** @param getSeason all teams at the end of the scenario, which the rules of some competitions read */
const createTieBreak = ({ rules }: Contest, getSeason: () => readonly Finisher[]): BreakTie => {
  const createBreaker = (which: 'assumed' | 'open') =>
    tieBreaker(rules.tie_break, new Map(getSeason().map((each) => [each[which].id, each[which]])), rules.points)
  const breakers: { [Which in 'assumed' | 'open']?: ReturnType<typeof tieBreaker> } = {}
  const order = (tied: readonly Finisher[], which: 'assumed' | 'open') => {
    const parts = (breakers[which] ??= createBreaker(which))(tied.map((finisher) => finisher[which]))
    let first = 0
    const places = new Map<string, TiedPlace>()
    for (const { teams, places: open } of parts) {
      for (const [index, { id }] of teams.entries()) {
        const { best, worst } = open?.[index] ?? { best: index, worst: index }
        places.set(id, { place: first + index, best: first + best, worst: first + worst })
      }
      first += teams.length
    }
    return {
      places: tied.map(({ open }) => places.get(open.id) ?? ALONE),
      isOpen: parts.some((part) => part.places !== null),
      wide: parts.some((part) => part.wide),
    }
  }
  return (tied) => {
    const { places, isOpen, wide } = order(tied, 'open')
    if (!isOpen) return { places, wide }
    const assumed = order(tied, 'assumed')
    return {
      places: places.map((range, at) => ({ ...range, place: assumed.places[at]?.place ?? range.place })),
      wide: wide || assumed.wide,
    }
  }
}

/** Breaks ties, each once; ties that depend on other teams once in each scenario. */
const createTieCache = (ids: number, breakTie: () => BreakTie) => {
  /** From a list of finishers, as a number, and one more to the number of the longer list. */
  const lists = new Map<number, number>()
  const known: TiedPlace[][] = []
  return (tied: readonly Finisher[]): readonly TiedPlace[] => {
    let list = 0
    for (const { id } of tied) {
      const key = list * ids + id
      list = lists.get(key) ?? lists.size + 1
      lists.set(key, list)
    }
    const cached = known[list]
    if (cached !== undefined) return cached
    const { places, wide } = breakTie()(tied)
    if (!wide) known[list] = places
    return places
  }
}

type Side = { assumed: TeamGame; open: TeamGame }

/** Both sides of a game left, if it is won by the away team and by the home team. */
const createOutcomes = ({ left, score }: Contest) =>
  left.map((game) => {
    const decide = (winner: 'home' | 'away'): { home: Side; away: Side } => {
      const { home, away } = bothSides(assumeResult(game, winner, score))
      return {
        home: { assumed: home, open: { ...home, open: true } },
        away: { assumed: away, open: { ...away, open: true } },
      }
    }
    return { home: decide('home'), away: decide('away') }
  })

/** Returns a function that ends the season of a team by the winners of its games left. */
const createFinish = (contest: Contest) => {
  const outcomes = createOutcomes(contest)
  const teams = contest.groups.flat()
  const gamesLeft = teams.map(({ id }) =>
    contest.left.flatMap(({ home, away }, game): { game: number; side: 'home' | 'away' }[] =>
      home === id ? [{ game, side: 'home' }] : away === id ? [{ game, side: 'away' }] : [],
    ),
  )
  let id = 0
  const finish = (
    team: TeamWithGames,
    index: number,
    getWinner: (game: number, side: 'home' | 'away') => 'home' | 'away',
  ): Finisher => {
    const end = (which: 'assumed' | 'open') => {
      const games = [...team.games]
      for (const { game, side } of gamesLeft[index] ?? []) {
        const outcome = outcomes[game]?.[getWinner(game, side)][side]
        if (outcome !== undefined) games.push(outcome[which])
      }
      return { ...team, games }
    }
    const assumed = end('assumed')
    id += 1
    return {
      index,
      id,
      rating: rateRecord(assumed, contest.rules.points ?? null),
      assumed,
      open: contest.left.length > MAX_ENUMERATED ? assumed : end('open'),
    }
  }
  return { teams, gamesLeft, finish }
}

/** Splits a list of finishers, one for each team, into the groups of a contest. */
const groupFinishers = ({ groups }: Contest, finishers: readonly Finisher[]): Finisher[][] => {
  let first = 0
  return groups.map(({ length }) => finishers.slice(first, (first += length)))
}

/** Counts all results of the games left. Two scenarios in a row differ in one game (Gray code), so little is sorted again. */
const enumerate = (contest: Contest, tally: Tally): number => {
  const { teams, gamesLeft, finish } = createFinish(contest)
  const masks = gamesLeft.map((games) => games.reduce((mask, { game }) => mask | (1 << game), 0))
  const built = teams.map(() => new Map<number, Finisher>())
  let homeWins = 0
  const getFinisher = (team: TeamWithGames, index: number): Finisher => {
    const own = homeWins & (masks[index] ?? 0)
    const finisher = built[index]?.get(own) ?? finish(team, index, (game) => ((homeWins >> game) & 1 ? 'home' : 'away'))
    built[index]?.set(own, finisher)
    return finisher
  }
  const current = teams.map(getFinisher)
  const orders = groupFinishers(contest, current)
  const isWide = readsOtherTeams(contest.rules.tie_break)
  let breakTie = createTieBreak(contest, () => current)
  const ids = 1 + gamesLeft.reduce((total, { length }) => total + 2 ** length, 0)
  const place = createTieCache(ids, () => breakTie)
  const scenarios = 2 ** contest.left.length
  for (let scenario = 1; ; scenario += 1) {
    for (const order of orders) {
      sortFinishers(order)
      addScenario(order, tally, place)
    }
    if (scenario === scenarios) return scenarios
    const flipped = 31 - Math.clz32(scenario & -scenario)
    homeWins ^= 1 << flipped
    for (const [index, team] of teams.entries()) {
      const before = current[index]
      if (before === undefined || (((masks[index] ?? 0) >> flipped) & 1) === 0) continue
      const after = getFinisher(team, index)
      current[index] = after
      for (const order of orders) {
        const at = order.indexOf(before)
        if (at !== -1) order[at] = after
      }
    }
    if (isWide) breakTie = createTieBreak(contest, () => current)
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws seasons by the strengths of the teams. The same games lead to the same ones. */
const simulate = (contest: Contest, ratings: TeamRatings, tally: Tally): number => {
  const { teams, finish } = createFinish(contest)
  const random = createRandom(SEED)
  const drawHomeWins = ratings.createDraw(contest.left.map(({ neutral = false, ...game }) => ({ ...game, neutral })))
  for (let scenario = 0; scenario < SIMULATED; scenario += 1) {
    const homeWins = drawHomeWins(random)
    const finishers = teams.map((team, index) => finish(team, index, (game) => (homeWins[game] ? 'home' : 'away')))
    const breakTie = createTieBreak(contest, () => finishers)
    for (const order of groupFinishers(contest, finishers)) {
      sortFinishers(order)
      addScenario(order, tally, (tied) => breakTie(tied).places)
    }
  }
  return SIMULATED
}

/**
 * The best and the worst rank of each team by wins alone: a team is certainly above another if it stays above with all of its
 * games left lost and all of the other's won.
 */
const boundRanks = (contest: Contest) => {
  const { teams, finish } = createFinish(contest)
  const spans = teams.map((team, index) => {
    const ratings = [
      finish(team, index, (_, side) => side).rating,
      finish(team, index, (_, side) => (side === 'home' ? 'away' : 'home')).rating,
    ]
    return { high: Math.max(...ratings), low: Math.min(...ratings) }
  })
  let first = 0
  return contest.groups.flatMap(({ length }) =>
    findPlaces(spans.slice(first, (first += length))).map(({ best, worst }) => ({
      best_rank: best + 1,
      worst_rank: worst + 1,
    })),
  )
}

/** The games with a team of a group. */
const selectGames = <Game extends GameLeft>(games: readonly Game[], group: readonly TeamWithGames[]): Game[] => {
  const ids = new Set(group.map(({ id }) => id))
  return games.filter(({ home, away }) => ids.has(home) || ids.has(away))
}

type Counted = {
  scenarios: number
  method: Race['method']
  tally: Tally
  ranks: { best_rank: number; worst_rank: number }[]
}

const countPlaces = (contest: Contest, ratings: TeamRatings): Counted => {
  const { groups, left } = contest
  const tally = createTally(groups.flat().length, Math.max(0, ...groups.map(({ length }) => length)))
  if (left.length > MAX_ENUMERATED) {
    const scenarios = simulate(contest, ratings, tally)
    return { scenarios, method: 'simulated', tally, ranks: boundRanks(contest) }
  }
  const scenarios = enumerate(contest, tally)
  const ranks = Array.from(tally.best, (best, index) => ({
    best_rank: best + 1,
    worst_rank: (tally.worst[index] ?? 0) + 1,
  }))
  return { scenarios, method: 'exact', tally, ranks }
}

/**
 * The race of each group of a season: the share of scenarios in which a team ends in each place, and its best and worst rank.
 * Up to 16 games left, all of their results are scenarios; before, 2,000 seasons are drawn from the strengths of the teams, always the
 * same ones for the same games, and the ranks are bounds by wins alone. Each scenario is placed by the rules of the competition. A game left has a winner
 * but no margin: for the places it ends with the mean points of winners and losers in the season, for the best and the worst
 * rank by any margin. So the ranks are never wrong: where it is not proved that margins cannot lead to a rank, it counts as
 * possible, and ranks can be wider than the places with a share.
 *
 * A group is decided by the games left of its teams; by the rules of the NBA and the WNBA, which look at other teams, by all.
 *
 * @param games the results that count for the standings, newest first
 * @param left the games that count and have no result yet
 * @param ratings of the results so far, from which seasons are drawn; by default all teams are equal
 * @throws RangeError if a team of a game is not among `teams`
 */
export const races = (
  games: readonly Result[],
  left: readonly GameLeft[],
  teams: readonly TableTeam[],
  rules: TableRules,
  ratings = new TeamRatings(40),
): Race[] => {
  const season = withGames(teams.toSorted(byName), games)
  const table = standingsInOrder(games, teams, rules)
  const rows = Map.groupBy(table, ({ group }) => group)
  const groups = [...rows.keys()].map((name) => [...season.values()].filter(({ group }) => group === name))
  const score = assumeScore(games)
  const contests: Contest[] = readsOtherTeams(rules.tie_break)
    ? [{ groups, left, rules, score }]
    : groups.map((group) => ({ groups: [group], left: selectGames(left, group), rules, score }))
  return contests.flatMap((contest) => {
    const { scenarios, method, tally, ranks } = countPlaces(contest, ratings)
    const positions = new Map(contest.groups.flat().map(({ id }, index) => [id, index]))
    return contest.groups.map((group): Race => {
      const name = group[0]?.group ?? null
      const toRaceTeam = ({ team_id, rank }: { team_id: string; rank: number }): RaceTeam => {
        const position = positions.get(team_id) ?? -1
        const counts = tally.counts[position]?.slice(0, group.length) ?? []
        const { best_rank = rank, worst_rank = rank } = ranks[position] ?? {}
        return { team_id, rank, best_rank, worst_rank, places: Array.from(counts, (count) => count / scenarios) }
      }
      const games_left = selectGames(left, group).length
      return { group: name, games_left, method, scenarios, teams: (rows.get(name) ?? []).map(toRaceTeam) }
    })
  })
}
