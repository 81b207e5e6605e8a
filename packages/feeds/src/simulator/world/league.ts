import type { BundleSide } from '@basketball-data/core/contract'
import { seasonDates, type Day, type SeasonDates } from '../calendar.ts'
import type { Format } from '../formats/format.ts'
import { Random } from '../random.ts'
import { nameSomeone } from './names.ts'
import { createPlayer } from './players.ts'
import { createSquad, nextSeason, transferPlayers, type Place, type Recruit } from './squads.ts'
import type { Home } from './towns.ts'

/** What all leagues of a world share. The counts number clubs and players across leagues. */
export type World = {
  seed: string
  today: Day
  seasons: number
  clubs: number
  players: number
  names: Set<string>
}

/** A club in one season. */
export type ClubSeason = { team: BundleSide['team']; coach: string; squad: Place[] }

/** A club; the same one in every competition it plays in. */
export type Club = {
  external_id: string
  arena: string | null
  capacity: number
  /** By how many seasons ago: the one in progress first. */
  seasons: ClubSeason[]
}

/** A competition of a world. */
export type League = {
  format: Format
  clubs: readonly Club[]
  all_stars: readonly [Club, Club] | null
  /** The season in progress first. */
  seasons: readonly SeasonDates[]
  officials: readonly string[]
}

/** Numbers a new club. */
export const nextClubId = (world: World): string => `T${String(++world.clubs).padStart(2, '0')}`
const nextPlayerId = (world: World): string => `P${String(++world.players).padStart(5, '0')}`

const seasonsOf = (world: World, format: Format): SeasonDates[] =>
  Array.from({ length: world.seasons }, (_, ago) => seasonDates(world.today, format.opening, ago))

const nameOfficials = (random: Random, { competition }: Format): string[] =>
  Array.from({ length: 24 }, () => nameSomeone(random, 'men', competition.country ?? null, 0.6).name)

const CLUB_SPREAD = 0.42
const PLAYER_SPREAD = 0.75
const COACH_CHANGE_CHANCE = 0.3

/** A club before its first season. */
type Founding = { club: Club; home: Home; founded: number; level: number }

const found = (random: Random, world: World, format: Format, home: Home): Founding => ({
  club: {
    external_id: nextClubId(world),
    arena: home.arena,
    capacity: Math.round((format.capacity * (0.6 + 0.8 * random.next())) / 50) * 50,
    seasons: [],
  },
  home,
  founded: 1920 + random.below(80),
  level: CLUB_SPREAD * random.normal(),
})

const teamOf = ({ club, home, founded }: Founding, current: boolean): BundleSide['team'] => ({
  external_id: club.external_id,
  name: current ? home.name : (home.former_name ?? home.name),
  country: home.country,
  city: home.city,
  arena: home.arena,
  arena_capacity: club.capacity,
  founded,
})

/** Finds players of a club's own level and mostly of its country. */
const recruiter =
  (random: Random, world: World, format: Format, foundings: readonly Founding[], today: Day): Recruit =>
  (role, club) => {
    const founding = foundings[club]
    const talent = (founding?.level ?? 0) + PLAYER_SPREAD * random.normal()
    const { gender, home_share, documented } = format
    const origin = {
      gender,
      home_share,
      documented,
      country: founding?.home.country ?? null,
      today,
      taken: world.names,
    }
    return createPlayer(random, nextPlayerId(world), role, talent, origin)
  }

/** New clubs with their squads, coaches and names in all seasons of the world, played forward from the first. */
export const createClubs = (world: World, format: Format, homes: readonly Home[]): Club[] => {
  const random = new Random(`${world.seed}/clubs/${format.competition.external_id}`)
  const foundings = homes.map((home) => found(random, world, format, home))
  let squads: Place[][] | null = null
  for (const [ago, { first_monday }] of [...seasonsOf(world, format).entries()].toReversed()) {
    const recruit = recruiter(random, world, format, foundings, first_monday)
    squads =
      squads === null ? homes.map((_, club) => createSquad(random, club, recruit)) : nextSeason(random, squads, recruit)
    if (format.regular !== null) transferPlayers(random, squads, first_monday + 7 * format.regular.transfers_week)
    for (const [i, founding] of foundings.entries()) {
      const before = founding.club.seasons[0]?.coach
      const stays = before !== undefined && !random.chance(COACH_CHANGE_CHANCE)
      const coach = stays ? before : nameSomeone(random, 'men', founding.home.country, 0.6).name
      founding.club.seasons.unshift({ team: teamOf(founding, ago === 0), coach, squad: squads[i] ?? [] })
    }
  }
  return foundings.map(({ club }) => club)
}

/** A competition played by clubs, new ones or such as play elsewhere too. */
export const createLeague = (
  world: World,
  format: Format,
  clubs: readonly Club[],
  all_stars: League['all_stars'] = null,
): League => ({
  format,
  clubs,
  all_stars,
  seasons: seasonsOf(world, format),
  officials: nameOfficials(new Random(`${world.seed}/officials/${format.competition.external_id}`), format),
})
