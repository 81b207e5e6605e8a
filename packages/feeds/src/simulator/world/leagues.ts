import type { SeasonDates } from '../calendar.ts'
import { AZUR, CUP, LIBERTY, MERIDIAN, NATIONAL_LEAGUE_CLUBS, nationalLeague, TROPHY } from '../competitions.ts'
import type { Format } from '../format.ts'
import { Random } from '../random.ts'
import { AZUR_CLUBS, CUP_CLUBS, inventClubs, LIBERTY_CLUBS, MERIDIAN_CLUBS } from './club-names.ts'
import {
  createClubs,
  nextClubId,
  buildSeasons,
  type Club,
  type ClubSeason,
  type RosterSpot,
  type World,
} from './clubs.ts'
import { randomName } from './names.ts'
import { POSITIONS } from './players.ts'

/** A competition and the clubs that play in it. */
export type League = {
  format: Format
  clubs: readonly Club[]
  allStars: readonly [Club, Club] | null
  /** The season in progress first. */
  seasons: readonly SeasonDates[]
  officials: readonly string[]
}

const CLUBS_IN_CUP = 8
const OFFICIALS = 24
/** Clubs of the international league that lend a player to a club of the cup. */
const LENDERS = 3

const createLeague = (
  world: World,
  format: Format,
  clubs: readonly Club[],
  allStars: League['allStars'] = null,
): League => {
  const { external_id, country = null } = format.competition
  const random = new Random(`${world.seed}/officials/${external_id}`)
  const officials = Array.from({ length: OFFICIALS }, () => randomName(random, 'men', country, 0.6).name)
  return { format, clubs, allStars, seasons: buildSeasons(world, format), officials }
}

/** All-stars per position, from point guard to center. */
const ALL_STARS = [3, 3, 2, 2, 2]

const selectAllStars = (clubs: readonly Club[], seasonsAgo: number): RosterSpot[] => {
  const players = clubs.flatMap((club) => (club.seasons[seasonsAgo]?.roster ?? []).map(({ player }) => player))
  const bestFirst = players.toSorted((a, b) => b.talent - a.talent)
  return POSITIONS.flatMap((position) =>
    bestFirst.filter((player) => player.position === position).slice(0, ALL_STARS[position]),
  ).map((player, i) => ({ number: String(i + 1), player, successor: null }))
}

/** Creates a team of the best players of some clubs, selected each season; the first club's coach coaches it. */
const createAllStars = (world: World, name: string, clubs: readonly Club[]): Club => {
  const id = nextClubId(world)
  const buildSeason = (seasonsAgo: number): ClubSeason => ({
    team: { external_id: id, name, country: null, city: null, arena: null },
    coach: clubs[0]?.seasons[seasonsAgo]?.coach ?? '',
    roster: selectAllStars(clubs, seasonsAgo),
  })
  const seasons = Array.from({ length: world.seasons }, (_, seasonsAgo) => buildSeason(seasonsAgo))
  return { id, arena: null, capacity: 0, seasons }
}

/** Registers the best point guard of a club with a cup club as well, so that one player plays for two clubs. */
const lendPointGuard = (lender: Club, borrower: Club): void => {
  for (const [seasonsAgo, { roster }] of lender.seasons.entries()) {
    const guards = roster.filter(({ player, successor }) => player.position === 0 && successor === null)
    const best = guards.reduce((best, spot) => (spot.player.talent > best.player.talent ? spot : best))
    const spot = borrower.seasons[seasonsAgo]?.roster.find(({ player }) => player.position === 0)
    if (spot !== undefined) spot.player = best.player
  }
}

/** Yields the competitions of a world in order, each created on demand: five, then any number of national leagues. */
export function* createLeagues(world: World): Generator<League, never> {
  const meridianClubs = createClubs(world, MERIDIAN, MERIDIAN_CLUBS)
  yield createLeague(world, MERIDIAN, meridianClubs)

  const libertyClubs = createClubs(world, LIBERTY, LIBERTY_CLUBS)
  const half = libertyClubs.length / 2
  const east = createAllStars(world, 'Eastern All-Stars', libertyClubs.slice(0, half))
  const west = createAllStars(world, 'Western All-Stars', libertyClubs.slice(half))
  yield createLeague(world, LIBERTY, libertyClubs, [east, west])

  yield createLeague(world, AZUR, createClubs(world, AZUR, AZUR_CLUBS))

  const cupClubs = createClubs(world, CUP, CUP_CLUBS)
  for (const [index, borrower] of cupClubs.slice(0, LENDERS).entries()) {
    const lender = meridianClubs.at(-1 - index)
    if (lender !== undefined) lendPointGuard(lender, borrower)
  }
  yield createLeague(world, CUP, [...meridianClubs.slice(0, CLUBS_IN_CUP), ...cupClubs])

  yield createLeague(world, TROPHY, meridianClubs.slice(CLUBS_IN_CUP - 2, CLUBS_IN_CUP + 2))

  for (let number = 6; ; number++) {
    const format = nationalLeague(number)
    const random = new Random(`${world.seed}/towns/${number}`)
    const identities = inventClubs(random, NATIONAL_LEAGUE_CLUBS, format.competition.country ?? '')
    yield createLeague(world, format, createClubs(world, format, identities))
  }
}
