import { nextClubId, type Club, type ClubSeason, type World } from './league.ts'
import type { Role } from './players.ts'
import type { Place } from './squads.ts'

/** How many all-stars there are of each role, from point guard to centre. */
const CALLED_UP: readonly (readonly [Role, number])[] = [
  [0, 3],
  [1, 3],
  [2, 2],
  [3, 2],
  [4, 2],
]

const callUp = (clubs: readonly Club[], ago: number): Place[] => {
  const players = clubs.flatMap((club) => (club.seasons[ago]?.squad ?? []).map(({ player }) => player))
  const best_first = players.toSorted((a, b) => b.talent - a.talent)
  return CALLED_UP.flatMap(([role, count]) => best_first.filter((player) => player.role === role).slice(0, count)).map(
    (player, i) => ({ number: String(i + 1), player, heir: null }),
  )
}

/** A team of the best players of some clubs, chosen anew each season and coached by one of the clubs' coaches. */
export const createAllStars = (world: World, name: string, clubs: readonly Club[]): Club => {
  const external_id = nextClubId(world)
  const seasonOf = (ago: number): ClubSeason => ({
    team: { external_id, name, country: null, city: null, arena: null },
    coach: clubs[0]?.seasons[ago]?.coach ?? '',
    squad: callUp(clubs, ago),
  })
  return {
    external_id,
    arena: null,
    capacity: 0,
    seasons: Array.from({ length: world.seasons }, (_, ago) => seasonOf(ago)),
  }
}
