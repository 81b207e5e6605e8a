import type { Day } from './calendar.ts'
import type { Fixture, Scheduler } from './fixtures.ts'
import type { KnockoutRound } from './formats/format.ts'
import type { Club } from './world/league.ts'

/** Plays a fixture and tells who won; null while nobody has. */
export type Umpire<Told> = (fixture: Fixture) => { told: Told; winner: Club | null }

type Series = { high: Club; low: Club; wins: Map<Club, number> }

/** Whether the better-placed team is at home, game by game, for each length of a series. */
const HOME_GAMES: Readonly<Record<KnockoutRound['best_of'], readonly boolean[]>> = {
  1: [true],
  3: [true, false, true],
  5: [true, true, false, false, true],
  7: [true, true, false, false, true, false, true],
}

/** First against last, second against last but one, and so on; `seeds` says which of two is better placed. */
const pairUp = (clubs: readonly Club[], seeds: readonly Club[]): Series[] =>
  clubs.slice(0, clubs.length / 2).flatMap((club, i) => {
    const opponent = clubs[clubs.length - 1 - i]
    if (opponent === undefined) return []
    const better = seeds.indexOf(club) < seeds.indexOf(opponent)
    return [{ high: better ? club : opponent, low: better ? opponent : club, wins: new Map() }]
  })

const winnerOf = ({ high, low, wins }: Series, best_of: number): Club | null =>
  [high, low].find((club) => (wins.get(club) ?? 0) * 2 > best_of) ?? null

const loserOf = (series: Series, best_of: number): Club =>
  winnerOf(series, best_of) === series.high ? series.low : series.high

/** Days by which a series begins later than the first of its round. */
const delayOf = (round: KnockoutRound, place: number): number => (round.staggered ? place % 2 : 0)

const fixtureOf = (round: KnockoutRound, monday: Day, series: Series, place: number, game: number) => {
  const high_at_home = HOME_GAMES[round.best_of][game] ?? true
  return {
    day: monday + 7 * round.week + round.weekday + 2 * game + delayOf(round, place),
    stage: round.stage,
    round: round.best_of === 1 ? round.name : `${round.name}, game ${game + 1}`,
    home: high_at_home ? series.high : series.low,
    away: high_at_home ? series.low : series.high,
    neutral: round.neutral ?? false,
    incident: null,
  }
}

/** Plays the series of a round side by side, each until it is decided or its next game is still to come. */
function* playRound<Told>(
  all_series: readonly Series[],
  round: KnockoutRound,
  monday: Day,
  schedule: Scheduler,
  umpire: Umpire<Told>,
): Generator<Told, void> {
  const waiting = new Set<Series>()
  const by_day = [...all_series.entries()].toSorted(([a], [b]) => delayOf(round, a) - delayOf(round, b))
  for (let game = 0; game < round.best_of; game++)
    for (const [place, series] of by_day) {
      if (waiting.has(series) || winnerOf(series, round.best_of) !== null) continue
      const { told, winner } = umpire(schedule(fixtureOf(round, monday, series, place, game)))
      if (winner === null) waiting.add(series)
      else series.wins.set(winner, (series.wins.get(winner) ?? 0) + 1)
      yield told
    }
}

/** Plays rounds until one team is left or a round is still to come, the teams given best first. */
export function* knockout<Told>(
  clubs: readonly Club[],
  rounds: readonly KnockoutRound[],
  monday: Day,
  schedule: Scheduler,
  umpire: Umpire<Told>,
): Generator<Told, void> {
  let left = clubs
  let losers: Club[] = []
  for (const round of rounds) {
    if (round.third_place)
      yield* playRound(pairUp(losers, clubs), { ...round, name: 'Third place' }, monday, schedule, umpire)
    const all_series = pairUp(left, clubs)
    yield* playRound(all_series, round, monday, schedule, umpire)
    const winners = all_series.flatMap((series) => winnerOf(series, round.best_of) ?? [])
    if (winners.length < all_series.length) return
    losers = all_series.map((series) => loserOf(series, round.best_of))
    left = winners
  }
}
