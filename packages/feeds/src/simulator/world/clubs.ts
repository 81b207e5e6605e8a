import type { BundleSide } from '@basketball-data/core/contract'
import { seasonDates, type Day, type SeasonDates } from '../calendar.ts'
import type { Format } from '../format.ts'
import { Random } from '../random.ts'
import type { ClubIdentity } from './club-names.ts'
import { randomName } from './names.ts'
import { createPlayer, POSITIONS, type Player, type Position } from './players.ts'

/** The state that all leagues of a world share. */
export type World = {
  seed: string
  /** Games before this day have been played. */
  today: Day
  /** The day in whose quarter of the year the seasons are set. */
  since: Day
  seasons: number
  /** Clubs created so far; gives the next one its number. */
  clubCount: number
  /** Players created so far; gives the next one their number. */
  playerCount: number
  playerNames: Set<string>
}

/** A shirt number of a club and the player who wears it. */
export type RosterSpot = {
  number: string
  player: Player
  /** The player who takes the spot over during the season. */
  successor: { from: Day; player: Player } | null
}

/** A club in one season. */
export type ClubSeason = { team: BundleSide['team']; coach: string; roster: RosterSpot[] }

/** A club; the same object in every competition that it plays in. */
export type Club = {
  id: string
  arena: string | null
  capacity: number
  /** The season in progress first. */
  seasons: ClubSeason[]
}

/** The id of a new club. */
export const nextClubId = (world: World): string => `T${String(++world.clubCount).padStart(2, '0')}`
const nextPlayerId = (world: World): string => `P${String(++world.playerCount).padStart(5, '0')}`

/** The dates of all seasons of a competition, the one in progress first. */
export const buildSeasons = (world: World, format: Format): SeasonDates[] =>
  Array.from({ length: world.seasons }, (_, seasonsAgo) => seasonDates(world.since, format.seasonStart, seasonsAgo))

/** Creates a player for a position at one of the clubs. */
type SignPlayer = (position: Position, clubIndex: number) => Player

const ROSTER_POSITIONS: readonly Position[] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
const SHIRT_NUMBERS: readonly string[] = ['00', ...Array.from({ length: 56 }, (_, number) => String(number))]
const LEAVE_PROBABILITY = 0.3
const NEW_PLAYER_PROBABILITY = 0.35
const TRANSFERS_PER_SEASON = 3

const createRoster = (random: Random, clubIndex: number, signPlayer: SignPlayer): RosterSpot[] => {
  const numbers = random.shuffled(SHIRT_NUMBERS)
  return ROSTER_POSITIONS.map((position, i) => ({
    number: numbers[i] ?? '99',
    player: signPlayer(position, clubIndex),
    successor: null,
  }))
}

/** The rosters of a league after a summer in which players change clubs and new players arrive. */
const nextSeasonRosters = (
  random: Random,
  rosters: readonly RosterSpot[][],
  signPlayer: SignPlayer,
): RosterSpot[][] => {
  const next = rosters.map((roster) =>
    roster.map(({ number, player, successor }): RosterSpot => {
      return { number, player: successor?.player ?? player, successor: null }
    }),
  )
  for (const position of POSITIONS) {
    const openSpots = next.flatMap((roster, clubIndex) =>
      roster
        .filter(({ player }) => player.position === position && random.chance(LEAVE_PROBABILITY))
        .map((spot) => ({ clubIndex, spot })),
    )
    const shuffled = random.shuffled(openSpots)
    const leaving = shuffled.map(({ spot }) => spot.player)
    for (const [i, { clubIndex, spot }] of shuffled.entries()) {
      const arriving = leaving[(i + 1) % leaving.length] ?? spot.player
      spot.player = random.chance(NEW_PLAYER_PROBABILITY) ? signPlayer(position, clubIndex) : arriving
    }
  }
  return next
}

/** Lets a few pairs of players of the same position swap clubs on a day of the season. */
const transferPlayers = (random: Random, rosters: readonly RosterSpot[][], from: Day): void => {
  const shuffled = random.shuffled(rosters)
  for (let i = 0; i < TRANSFERS_PER_SEASON; i++) {
    const spot = random.pick(shuffled[2 * i] ?? [])
    const samePosition = (shuffled[2 * i + 1] ?? []).filter(({ player }) => player.position === spot.player.position)
    const other = random.pick(samePosition)
    spot.successor = { from, player: other.player }
    other.successor = { from, player: spot.player }
  }
}

/** The players of a roster on a day. */
export const rosterOn = (roster: readonly RosterSpot[], day: Day): { number: string; player: Player }[] =>
  roster.map(({ number, player, successor }) => ({
    number,
    player: successor !== null && day >= successor.from ? successor.player : player,
  }))

/** Standard deviation of the mean talent of clubs. */
const CLUB_SPREAD = 0.42
/** Standard deviation of the talent of players within a club. */
const PLAYER_SPREAD = 0.75
const NEW_COACH_PROBABILITY = 0.3

/** A club before its first season; `talent` is the mean of its players. */
type NewClub = { club: Club; identity: ClubIdentity; founded: number; talent: number }

const createClub = (random: Random, world: World, format: Format, identity: ClubIdentity): NewClub => ({
  club: {
    id: nextClubId(world),
    arena: identity.arena,
    capacity: Math.round((format.capacity * (0.6 + 0.8 * random.next())) / 50) * 50,
    seasons: [],
  },
  identity,
  founded: 1920 + random.below(80),
  talent: CLUB_SPREAD * random.normal(),
})

const buildTeam = ({ club, identity, founded }: NewClub, inProgress: boolean): BundleSide['team'] => ({
  external_id: club.id,
  name: inProgress ? identity.name : (identity.formerName ?? identity.name),
  country: identity.country,
  city: identity.city,
  arena: identity.arena,
  arena_capacity: club.capacity,
  founded,
})

/** Creates clubs with their rosters, coaches and names in every season of the world, oldest season first. */
export const createClubs = (world: World, format: Format, identities: readonly ClubIdentity[]): Club[] => {
  const random = new Random(`${world.seed}/clubs/${format.competition.external_id}`)
  const newClubs = identities.map((identity) => createClub(random, world, format, identity))
  let rosters: RosterSpot[][] | null = null
  for (const [seasonsAgo, { firstMonday }] of [...buildSeasons(world, format).entries()].toReversed()) {
    const signPlayer: SignPlayer = (position, clubIndex) => {
      const newClub = newClubs[clubIndex]
      const country = newClub?.identity.country ?? null
      const talent = (newClub?.talent ?? 0) + PLAYER_SPREAD * random.normal()
      const origin = { format, country, today: firstMonday, usedNames: world.playerNames }
      return createPlayer(random, nextPlayerId(world), position, talent, origin)
    }
    rosters =
      rosters === null
        ? identities.map((_, clubIndex) => createRoster(random, clubIndex, signPlayer))
        : nextSeasonRosters(random, rosters, signPlayer)
    if (format.regular !== null) transferPlayers(random, rosters, firstMonday + 7 * format.regular.transfersWeek)
    for (const [i, newClub] of newClubs.entries()) {
      const previous = newClub.club.seasons[0]?.coach
      const stays = previous !== undefined && !random.chance(NEW_COACH_PROBABILITY)
      const coach = stays ? previous : randomName(random, 'men', newClub.identity.country, 0.6).name
      newClub.club.seasons.unshift({ team: buildTeam(newClub, seasonsAgo === 0), coach, roster: rosters[i] ?? [] })
    }
  }
  return newClubs.map(({ club }) => club)
}
