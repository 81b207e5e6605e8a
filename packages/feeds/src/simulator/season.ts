import type { CheckedBundle } from '@basketball-data/core/contract'
import { playBracket, type PlayFixture } from './bracket.ts'
import { buildBundle, type Outcome, type SeasonContext } from './bundle.ts'
import type { Day } from './calendar.ts'
import { Random } from './random.ts'
import { createNumbering, buildFixtures, type Fixture } from './schedule.ts'
import type { Club } from './world/clubs.ts'

/** Ranks clubs by wins, then by point difference, to seed the knockout rounds. */
class Standings {
  private readonly rows: Map<Club, { won: number; difference: number }>

  constructor(clubs: readonly Club[]) {
    this.rows = new Map(clubs.map((club) => [club, { won: 0, difference: 0 }]))
  }

  add({ home, away }: Fixture, margin: number): void {
    this.addTo(home, margin)
    this.addTo(away, -margin)
  }

  ranking(): Club[] {
    return [...this.rows].toSorted(([, a], [, b]) => b.won - a.won || b.difference - a.difference).map(([club]) => club)
  }

  private addTo(club: Club, margin: number): void {
    const row = this.rows.get(club)
    if (row === undefined) return
    if (margin > 0) row.won += 1
    row.difference += margin
  }
}

const getWinner = ({ home, away }: Fixture, { margin }: Outcome): Club | null =>
  margin === null ? null : margin > 0 ? home : away

/**
 * Seventh plays eighth for the seventh seed. Ninth plays tenth, and its winner plays the loser of the first game for
 * the eighth seed. Returns the eight seeds.
 */
function* playIn(
  ranking: readonly Club[],
  monday: Day,
  playFixture: PlayFixture<CheckedBundle>,
): Generator<CheckedBundle, Club[]> {
  const [seventh, eighth, ninth, tenth] = ranking.slice(6)
  if (seventh === undefined || eighth === undefined || ninth === undefined || tenth === undefined)
    throw new RangeError('a play-in needs ten clubs')
  const play = (home: Club, away: Club, weekday: number, round: string) =>
    playFixture({ day: monday + weekday, stage: 'play-in', round, home, away, neutral: false, incident: null })
  const first = play(seventh, eighth, 1, 'Seventh place')
  yield first.result
  const second = play(ninth, tenth, 2, 'Elimination')
  yield second.result
  const loser = first.winner === seventh ? eighth : seventh
  const third = play(loser, second.winner ?? ninth, 4, 'Eighth place')
  yield third.result
  return [...ranking.slice(0, 6), first.winner ?? seventh, third.winner ?? loser]
}

/** Plays a fixture. `decides` is whether its result decides who plays in another one that is known on the world's day. */
export type Play = (context: SeasonContext, fixture: Fixture, decides: boolean) => Outcome

/**
 * Yields the games of one season of a league in the order of their days, as known on the world's day. `play` simulates each of
 * them.
 */
export function* playSeason(context: SeasonContext, play: Play = buildBundle): Generator<CheckedBundle, void> {
  const { world, league, seasonsAgo } = context
  const { format, seasons, clubs } = league
  const season = seasons[seasonsAgo]
  if (season === undefined) return
  const { firstMonday, startYear } = season
  const random = new Random(`${world.seed}/schedule/${format.competition.external_id}/${startYear}`)
  const addNumber = createNumbering()
  const fixtures = buildFixtures(random, league, firstMonday, addNumber)
  // Without a regular season the seeds are random.
  const standings = new Standings(random.shuffled(clubs))
  const last = fixtures.at(-1)
  const isOver = last === undefined || last.day < world.today
  for (const fixture of fixtures) {
    const { bundle, margin } = play(context, fixture, isOver)
    if (margin !== null && fixture.stage === 'regular') standings.add(fixture, margin)
    yield bundle
  }

  if (!isOver) return
  const playFixture: PlayFixture<CheckedBundle> = (newFixture) => {
    const fixture = addNumber(newFixture)
    const outcome = play(context, fixture, true)
    return { result: outcome.bundle, winner: getWinner(fixture, outcome) }
  }
  const ranking = standings.ranking()
  const seeds =
    format.playInWeek === null
      ? ranking.slice(0, format.qualifiers)
      : yield* playIn(ranking, firstMonday + 7 * format.playInWeek, playFixture)
  yield* playBracket(seeds, format.knockout, firstMonday, playFixture)
}
