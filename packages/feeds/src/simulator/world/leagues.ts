import { AZUR } from '../formats/azur.ts'
import { CUP } from '../formats/cup.ts'
import { FURTHER_CLUBS, furtherLeague } from '../formats/further.ts'
import { LIBERTY } from '../formats/liberty.ts'
import { MERIDIAN } from '../formats/meridian.ts'
import { TROPHY } from '../formats/trophy.ts'
import { Random } from '../random.ts'
import { createAllStars } from './all-stars.ts'
import { createClubs, createLeague, type Club, type League, type World } from './league.ts'
import { AZUR_CLUBS, CUP_CLUBS, inventHomes, LIBERTY_CLUBS, MERIDIAN_CLUBS } from './towns.ts'

const CLUBS_IN_CUP = 8

/** Registers the best point guard of a club with a smaller one as well, which fields him in the cup. */
const lendPointGuard = (lender: Club, borrower: Club): void => {
  for (const [ago, { squad }] of lender.seasons.entries()) {
    const guards = squad.filter(({ player, heir }) => player.role === 0 && heir === null)
    const best = guards.reduce((best, place) => (place.player.talent > best.player.talent ? place : best))
    const place = borrower.seasons[ago]?.squad.find(({ player }) => player.role === 0)
    if (place !== undefined) place.player = best.player
  }
}

/** The competitions of a world in order, made as they are asked for: five, then further leagues without end. */
export function* leaguesOf(world: World): Generator<League, never> {
  const meridian_clubs = createClubs(world, MERIDIAN, MERIDIAN_CLUBS)
  yield createLeague(world, MERIDIAN, meridian_clubs)

  const liberty_clubs = createClubs(world, LIBERTY, LIBERTY_CLUBS)
  const east = createAllStars(world, 'Eastern All-Stars', liberty_clubs.slice(0, liberty_clubs.length / 2))
  const west = createAllStars(world, 'Western All-Stars', liberty_clubs.slice(liberty_clubs.length / 2))
  yield createLeague(world, LIBERTY, liberty_clubs, [east, west])

  yield createLeague(world, AZUR, createClubs(world, AZUR, AZUR_CLUBS))

  const cup_clubs = createClubs(world, CUP, CUP_CLUBS)
  const [borrower] = cup_clubs
  const lender = meridian_clubs.at(-1)
  if (borrower !== undefined && lender !== undefined) lendPointGuard(lender, borrower)
  yield createLeague(world, CUP, [...meridian_clubs.slice(0, CLUBS_IN_CUP), ...cup_clubs])

  yield createLeague(world, TROPHY, meridian_clubs.slice(CLUBS_IN_CUP - 2, CLUBS_IN_CUP + 2))

  for (let number = 6; ; number++) {
    const format = furtherLeague(number)
    const random = new Random(`${world.seed}/towns/${number}`)
    const homes = inventHomes(random, FURTHER_CLUBS, format.competition.country ?? '')
    yield createLeague(world, format, createClubs(world, format, homes))
  }
}
