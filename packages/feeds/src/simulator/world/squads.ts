import type { Day } from '../calendar.ts'
import type { Registered } from '../game/sheet.ts'
import type { Random } from '../random.ts'
import type { Player, Role } from './players.ts'

/** A place in a squad: the shirt stays with the club, the players come and go. */
export type Place = {
  number: string
  player: Player
  /** Who takes the place over during the season, from a day on. */
  heir: { from: Day; player: Player } | null
}

/** Finds a new player for a role at one of the clubs, given by its index. */
export type Recruit = (role: Role, club: number) => Player

const ROLES: readonly Role[] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
const NUMBERS: readonly string[] = ['00', ...Array.from({ length: 56 }, (_, number) => String(number))]

/** The squad of a club in its first season. */
export const createSquad = (random: Random, club: number, recruit: Recruit): Place[] => {
  const numbers = random.shuffled(NUMBERS)
  return ROLES.map((role, i) => ({ number: numbers[i] ?? '99', player: recruit(role, club), heir: null }))
}

const CHANGE_CHANCE = 0.3
const NEWCOMER_CHANCE = 0.35

/** A place that changes hands in summer. */
type Vacancy = { club: number; place: Place }

/** Passes the players of all open places of one role on to the next club in line, newcomers in between. */
const deal = (random: Random, open: readonly Vacancy[], role: Role, recruit: Recruit): void => {
  const leaving = open.map(({ place }) => place.player)
  const arriving = [...leaving.slice(1), ...leaving.slice(0, 1)]
  open.forEach(({ club, place }, i) => {
    place.player = random.chance(NEWCOMER_CHANCE) ? recruit(role, club) : (arriving[i] ?? place.player)
  })
}

/** The squads of a league one summer later. */
export const nextSeason = (random: Random, squads: readonly Place[][], recruit: Recruit): Place[][] => {
  const next = squads.map((squad) =>
    squad.map(({ number, player, heir }): Place => ({ number, player: heir?.player ?? player, heir: null })),
  )
  for (const role of [0, 1, 2, 3, 4] as const) {
    const open = next.flatMap((squad, club) =>
      squad
        .filter(({ player }) => player.role === role && random.chance(CHANGE_CHANCE))
        .map((place) => ({ club, place })),
    )
    deal(random, random.shuffled(open), role, recruit)
  }
  return next
}

const TRANSFERS = 3

/** From a day on a few players of one role change places with one another, between different clubs. */
export const transferPlayers = (random: Random, squads: readonly Place[][], from: Day): void => {
  const clubs = random.shuffled(squads)
  for (let i = 0; i < TRANSFERS; i++) {
    const place = random.pick(clubs[2 * i] ?? [])
    const same_role = (clubs[2 * i + 1] ?? []).filter(({ player }) => player.role === place.player.role)
    const counterpart = random.pick(same_role)
    place.heir = { from, player: counterpart.player }
    counterpart.heir = { from, player: place.player }
  }
}

/** Who is under contract on a day. */
export const registeredOn = (squad: readonly Place[], day: Day): Registered[] =>
  squad.map(({ number, player, heir }) => ({
    number,
    player: heir !== null && day >= heir.from ? heir.player : player,
  }))
