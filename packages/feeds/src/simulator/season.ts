import type { GameBundle } from '@basketball-data/core/contract'
import type { Day } from './calendar.ts'
import { createScheduler, fixturesOf, type Fixture, type Scheduler } from './fixtures.ts'
import { knockout, type Umpire } from './knockout.ts'
import { Random } from './random.ts'
import { stageGame, type Stage, type Staged } from './stage.ts'
import type { Club } from './world/league.ts'

type Standing = { won: number; difference: number }

/** Orders clubs by games won, then by the points they are ahead in all; the seeds of the knock-out rounds. */
class Table {
  private readonly standings: Map<Club, Standing>

  constructor(clubs: readonly Club[]) {
    this.standings = new Map(clubs.map((club) => [club, { won: 0, difference: 0 }]))
  }

  enter({ home, away }: Fixture, margin: number): void {
    this.add(home, margin)
    this.add(away, -margin)
  }

  ranking(): Club[] {
    return [...this.standings]
      .toSorted(([, a], [, b]) => b.won - a.won || b.difference - a.difference)
      .map(([club]) => club)
  }

  private add(club: Club, margin: number): void {
    const standing = this.standings.get(club)
    if (standing === undefined) return
    if (margin > 0) standing.won += 1
    standing.difference += margin
  }
}

const winnerOf = ({ home, away }: Fixture, { margin }: Staged): Club | null =>
  margin === null ? null : margin > 0 ? home : away

/**
 * The seventh plays the eighth for a place, the ninth the tenth for a chance: its winner plays the loser of the other
 * game for the last place.
 */
function* playIn(
  ranking: readonly Club[],
  monday: Day,
  schedule: Scheduler,
  umpire: Umpire<GameBundle>,
): Generator<GameBundle, Club[]> {
  const [seventh, eighth, ninth, tenth] = ranking.slice(6)
  if (seventh === undefined || eighth === undefined || ninth === undefined || tenth === undefined)
    throw new RangeError('a play-in needs ten clubs')
  const meet = (home: Club, away: Club, weekday: number, round: string) =>
    umpire(schedule({ day: monday + weekday, stage: 'play-in', round, home, away, neutral: false, incident: null }))
  const first = meet(seventh, eighth, 1, 'Seventh place')
  yield first.told
  const second = meet(ninth, tenth, 2, 'Elimination')
  yield second.told
  const loser = first.winner === seventh ? eighth : seventh
  const third = meet(loser, second.winner ?? ninth, 4, 'Eighth place')
  yield third.told
  return [...ranking.slice(0, 6), first.winner ?? seventh, third.winner ?? loser]
}

/** The games of one season of a league in the order of their days, as they stand on the world's day. */
export function* playSeason(stage: Stage): Generator<GameBundle, void> {
  const { world, league, seasons_ago } = stage
  const { format, seasons, clubs } = league
  const season = seasons[seasons_ago]
  if (season === undefined) return
  const { first_monday, start_year } = season
  const random = new Random(`${world.seed}/schedule/${format.competition.external_id}/${start_year}`)
  const schedule = createScheduler()
  const fixtures = fixturesOf(random, league, first_monday, schedule)
  // Without a regular season the table stays as it was drawn.
  const table = new Table(random.shuffled(clubs))
  for (const fixture of fixtures) {
    const { bundle, margin } = stageGame(stage, fixture)
    if (margin !== null && fixture.stage === 'regular') table.enter(fixture, margin)
    yield bundle
  }

  const last = fixtures.at(-1)
  if (last !== undefined && last.day >= world.today) return
  const umpire: Umpire<GameBundle> = (fixture) => {
    const staged = stageGame(stage, fixture)
    return { told: staged.bundle, winner: winnerOf(fixture, staged) }
  }
  const ranking = table.ranking()
  const qualified =
    format.play_in_week === null
      ? ranking.slice(0, format.qualifiers)
      : yield* playIn(ranking, first_monday + 7 * format.play_in_week, schedule, umpire)
  yield* knockout(qualified, format.knockout, first_monday, schedule, umpire)
}
