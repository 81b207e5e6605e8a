import type { Day } from './calendar.ts'
import type { KnockoutRound } from './format.ts'
import type { NewFixture } from './schedule.ts'
import type { Club } from './world/clubs.ts'

/** Schedules a game and plays it; the winner is null while it is scheduled. */
export type PlayFixture<Result> = (fixture: NewFixture) => { result: Result; winner: Club | null }

/** A series between two clubs, the higher seed first. */
type Series = { high: Club; low: Club; wins: Map<Club, number> }

/** Whether the higher seed is at home, game by game, for each length of a series. */
const HIGH_SEED_AT_HOME: Readonly<Record<KnockoutRound['bestOf'], readonly boolean[]>> = {
  1: [true],
  3: [true, false, true],
  5: [true, true, false, false, true],
  7: [true, true, false, false, true, false, true],
}

/** Pairs the first club with the last, the second with the last but one, and so on; `seeds` lists the best seed first. */
const pairClubs = (clubs: readonly Club[], seeds: readonly Club[]): Series[] =>
  clubs.slice(0, clubs.length / 2).flatMap((club, i) => {
    const opponent = clubs[clubs.length - 1 - i]
    if (opponent === undefined) return []
    const isHigher = seeds.indexOf(club) < seeds.indexOf(opponent)
    return [{ high: isHigher ? club : opponent, low: isHigher ? opponent : club, wins: new Map() }]
  })

const getWinner = ({ high, low, wins }: Series, bestOf: number): Club | null =>
  [high, low].find((club) => (wins.get(club) ?? 0) * 2 > bestOf) ?? null

const getLoser = (series: Series, bestOf: number): Club =>
  getWinner(series, bestOf) === series.high ? series.low : series.high

/** Days that a series begins after the first one of its round. */
const getDelay = (round: KnockoutRound, index: number): number => (round.staggered ? index % 2 : 0)

const buildFixture = (
  round: KnockoutRound,
  firstMonday: Day,
  series: Series,
  index: number,
  game: number,
): NewFixture => {
  const highAtHome = HIGH_SEED_AT_HOME[round.bestOf][game] ?? true
  return {
    day: firstMonday + 7 * round.week + round.weekday + 2 * game + getDelay(round, index),
    stage: round.stage,
    round: round.bestOf === 1 ? round.name : `${round.name}, game ${game + 1}`,
    home: highAtHome ? series.high : series.low,
    away: highAtHome ? series.low : series.high,
    neutral: round.neutral ?? false,
    incident: null,
  }
}

/** Plays the series of a round in parallel, each until it is decided or its next game is scheduled. */
function* playRound<Result>(
  allSeries: readonly Series[],
  round: KnockoutRound,
  firstMonday: Day,
  playFixture: PlayFixture<Result>,
): Generator<Result, void> {
  const waiting = new Set<Series>()
  const byDay = [...allSeries.entries()].toSorted(([a], [b]) => getDelay(round, a) - getDelay(round, b))
  for (let game = 0; game < round.bestOf; game++)
    for (const [index, series] of byDay) {
      if (waiting.has(series) || getWinner(series, round.bestOf) !== null) continue
      const { result, winner } = playFixture(buildFixture(round, firstMonday, series, index, game))
      if (winner === null) waiting.add(series)
      else series.wins.set(winner, (series.wins.get(winner) ?? 0) + 1)
      yield result
    }
}

/** Plays the rounds of a bracket until one club is left or a round is not over; `seeds` lists the best club first. */
export function* playBracket<Result>(
  seeds: readonly Club[],
  rounds: readonly KnockoutRound[],
  firstMonday: Day,
  playFixture: PlayFixture<Result>,
): Generator<Result, void> {
  let remaining = seeds
  let losers: Club[] = []
  for (const round of rounds) {
    if (round.thirdPlace) {
      const thirdPlace = { ...round, name: 'Third place' }
      yield* playRound(pairClubs(losers, seeds), thirdPlace, firstMonday, playFixture)
    }
    const allSeries = pairClubs(remaining, seeds)
    yield* playRound(allSeries, round, firstMonday, playFixture)
    const winners = allSeries.flatMap((series) => getWinner(series, round.bestOf) ?? [])
    if (winners.length < allSeries.length) return
    losers = allSeries.map((series) => getLoser(series, round.bestOf))
    remaining = winners
  }
}
