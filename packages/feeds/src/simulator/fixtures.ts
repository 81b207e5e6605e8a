import type { Day } from './calendar.ts'
import type { Format, Incident, RegularSeason } from './formats/format.ts'
import type { Random } from './random.ts'
import type { Club, League } from './world/league.ts'

/** A game to be played. */
export type Fixture = {
  /** From 1 within the season, in the order of the schedule. */
  number: number
  day: Day
  stage: string | null
  round: string | null
  home: Club
  away: Club
  neutral: boolean
  incident: Incident | null
}

type Pair = readonly [Club, Club]

/**
 * Rounds in which every club meets every other once, by the circle method: one club stays, the others move on by one.
 * Clubs play at home and away in turn. The number of clubs is even.
 */
export const roundRobin = (clubs: readonly Club[]): Pair[][] => {
  const [fixed, ...circle] = clubs
  if (fixed === undefined) return []
  return circle.map((_, round) => {
    const turned = [fixed, ...circle.slice(round), ...circle.slice(0, round)]
    return turned.slice(0, turned.length / 2).flatMap((club, i): Pair[] => {
      const opponent = turned[turned.length - 1 - i]
      if (opponent === undefined) return []
      const swapped = i === 0 ? round % 2 === 1 : i % 2 === 1
      return [swapped ? [opponent, club] : [club, opponent]]
    })
  })
}

const withReturn = (rounds: Pair[][]): Pair[][] => [
  ...rounds,
  ...rounds.map((round) => round.map(([home, away]): Pair => [away, home])),
]

/** Numbers fixtures in the order in which they are made. */
export type Scheduler = (fixture: Omit<Fixture, 'number'>) => Fixture

/** A scheduler that begins with number 1. */
export const createScheduler = (): Scheduler => {
  let number = 0
  return (fixture) => ({ number: ++number, ...fixture })
}

/** The day of a game of the regular season; the Sunday of the all-star game is kept free for it. */
const dayOf = ({ all_star_week }: Format, regular: RegularSeason, round: number, game: number): number => {
  const week = Math.floor(round / regular.weeks.length)
  const weekday = regular.weeks[round % regular.weeks.length]?.[game] ?? 0
  return 7 * week + (all_star_week === week ? Math.min(weekday, 5) : weekday)
}

/** The regular season in the order of its rounds; an incident befalls one game of its round, drawn by lot. */
const regularFixtures = (
  random: Random,
  { clubs, format }: League,
  regular: RegularSeason,
  first_monday: Day,
  schedule: Scheduler,
): Fixture[] => {
  const twice = withReturn(roundRobin(random.shuffled(clubs)))
  const rounds = regular.meetings === 4 ? [...twice, ...twice] : twice
  return rounds.flatMap((pairs, index) => {
    const struck = random.below(pairs.length)
    return random.shuffled(pairs).map(([home, away], game) => {
      const incident = game === struck ? (regular.incidents[index + 1] ?? null) : null
      const usual = dayOf(format, regular, index, game)
      const day = first_monday + (incident === 'postponed' ? 7 * regular.postponed_to_week : usual)
      return schedule({ day, stage: 'regular', round: `Round ${index + 1}`, home, away, neutral: false, incident })
    })
  })
}

const preseasonFixtures = (random: Random, league: League, first_monday: Day, schedule: Scheduler): Fixture[] => {
  const { preseason } = league.format
  if (preseason.length === 0) return []
  const rounds = roundRobin(random.shuffled(league.clubs)).slice(0, 2)
  return rounds.flatMap((pairs, week) =>
    pairs.map(([home, away], game) => {
      const day = first_monday - 14 + 7 * week + (preseason[game] ?? 0)
      return schedule({ day, stage: 'preseason', round: null, home, away, neutral: false, incident: null })
    }),
  )
}

const allStarFixtures = ({ all_stars, format }: League, first_monday: Day, schedule: Scheduler): Fixture[] => {
  if (all_stars === null || format.all_star_week === null) return []
  const [home, away] = all_stars
  const day = first_monday + 7 * format.all_star_week + 6
  return [schedule({ day, stage: 'all-star', round: null, home, away, neutral: true, incident: null })]
}

/** Everything that is scheduled before the season begins, by day. */
export const fixturesOf = (random: Random, league: League, first_monday: Day, schedule: Scheduler): Fixture[] => {
  const { regular } = league.format
  const fixtures = [
    ...preseasonFixtures(random, league, first_monday, schedule),
    ...(regular === null ? [] : regularFixtures(random, league, regular, first_monday, schedule)),
    ...allStarFixtures(league, first_monday, schedule),
  ]
  return fixtures.toSorted((a, b) => a.day - b.day || a.number - b.number)
}
