import type { Day } from './calendar.ts'
import type { Format, Incident, RegularSeason } from './format.ts'
import type { Random } from './random.ts'
import type { Club } from './world/clubs.ts'
import type { League } from './world/leagues.ts'

/** A game on the schedule. */
export type Fixture = {
  /** Position in the schedule of the season, from 1. */
  number: number
  day: Day
  stage: string | null
  round: string | null
  home: Club
  away: Club
  neutral: boolean
  incident: Incident | null
}

/** Home club and away club. */
type Pairing = readonly [Club, Club]

/**
 * Single round-robin by the circle method: one club stays in position, the others rotate by one each round. Clubs
 * alternate between home and away. The number of clubs must be even.
 */
export const roundRobin = (clubs: readonly Club[]): Pairing[][] => {
  const [fixed, ...circle] = clubs
  if (fixed === undefined) return []
  return circle.map((_, round) => {
    const rotated = [fixed, ...circle.slice(round), ...circle.slice(0, round)]
    return rotated.slice(0, rotated.length / 2).flatMap((club, i): Pairing[] => {
      const opponent = rotated[rotated.length - 1 - i]
      if (opponent === undefined) return []
      const clubIsAway = i === 0 ? round % 2 === 1 : i % 2 === 1
      return [clubIsAway ? [opponent, club] : [club, opponent]]
    })
  })
}

const withReturnGames = (rounds: Pairing[][]): Pairing[][] => [
  ...rounds,
  ...rounds.map((round) => round.map(([home, away]): Pairing => [away, home])),
]

/** A game that does not have a number yet. */
export type NewFixture = Omit<Fixture, 'number'>

/** Numbers fixtures in the order of the calls. */
export type NumberFixture = (fixture: NewFixture) => Fixture

/** Creates a numbering that starts at 1. */
export const createNumbering = (): NumberFixture => {
  let number = 0
  return (fixture) => ({ number: ++number, ...fixture })
}

/** Days from the first Monday to a game of the regular season; the Sunday of the all-star game has no other game. */
const dayOffset = ({ allStarWeek }: Format, regular: RegularSeason, round: number, game: number): number => {
  const week = Math.floor(round / regular.weeks.length)
  const weekday = regular.weeks[round % regular.weeks.length]?.[game] ?? 0
  return 7 * week + (allStarWeek === week ? Math.min(weekday, 5) : weekday)
}

/** The regular season by round; an incident affects one random game of its round. */
const regularSeasonFixtures = (
  random: Random,
  { clubs, format }: League,
  regular: RegularSeason,
  firstMonday: Day,
): NewFixture[] => {
  const twice = withReturnGames(roundRobin(random.shuffled(clubs)))
  const rounds = regular.meetings === 4 ? [...twice, ...twice] : twice
  return rounds.flatMap((pairings, index) => {
    const affected = random.below(pairings.length)
    return random.shuffled(pairings).map(([home, away], game): NewFixture => {
      const incident = game === affected ? (regular.incidents[index + 1] ?? null) : null
      const offset = incident === 'postponed' ? 7 * regular.postponedToWeek : dayOffset(format, regular, index, game)
      const round = `Round ${index + 1}`
      return { day: firstMonday + offset, stage: 'regular', round, home, away, neutral: false, incident }
    })
  })
}

const preseasonFixtures = (random: Random, { clubs, format }: League, firstMonday: Day): NewFixture[] => {
  if (format.preseason.length === 0) return []
  const rounds = roundRobin(random.shuffled(clubs)).slice(0, 2)
  return rounds.flatMap((pairings, week) =>
    pairings.map(([home, away], game): NewFixture => {
      const day = firstMonday - 14 + 7 * week + (format.preseason[game] ?? 0)
      return { day, stage: 'preseason', round: null, home, away, neutral: false, incident: null }
    }),
  )
}

const allStarFixtures = ({ allStars, format }: League, firstMonday: Day): NewFixture[] => {
  if (allStars === null || format.allStarWeek === null) return []
  const [home, away] = allStars
  const day = firstMonday + 7 * format.allStarWeek + 6
  return [{ day, stage: 'all-star', round: null, home, away, neutral: true, incident: null }]
}

/** Every game scheduled before the season begins, ordered by day: preseason, regular season, all-star game. */
export const buildFixtures = (
  random: Random,
  league: League,
  firstMonday: Day,
  addNumber: NumberFixture,
): Fixture[] => {
  const { regular } = league.format
  const preseason = preseasonFixtures(random, league, firstMonday)
  const season = regular === null ? [] : regularSeasonFixtures(random, league, regular, firstMonday)
  return [...preseason, ...season, ...allStarFixtures(league, firstMonday)]
    .map(addNumber)
    .toSorted((a, b) => a.day - b.day || a.number - b.number)
}
