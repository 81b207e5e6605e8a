import type { BundlePlayer } from '@basketball-data/core/contract'
import { writeDay } from '../calendar.ts'
import type { Random } from '../random.ts'
import { nameNewcomer, type Gender } from './names.ts'

/** Place on the court, from point guard (0) to centre (4). */
export type Role = 0 | 1 | 2 | 3 | 4

/** A player with everything a game needs to know. */
export type Player = {
  profile: BundlePlayer
  role: Role
  /** How much better than others, about normal with mean 0; playing time follows from it. */
  talent: number
  /** Chances to make an attempt, fractions. */
  two: number
  three: number
  free: number
  /** Share of the own attempts taken from beyond the arc, a fraction. */
  three_share: number
  /** How often the player rather than a team-mate does something: weights, about 1. */
  usage: number
  passing: number
  turnovers: number
  offensive_rebounds: number
  defensive_rebounds: number
  steals: number
  blocks: number
  fouls: number
  fouls_drawn: number
}

type PerRole = readonly [number, number, number, number, number]
const perRole = (...values: PerRole): PerRole => values

const POSITION = ['Guard', 'Guard', 'Forward', 'Forward', 'Center'] as const
const HEIGHT_CM = perRole(188, 194, 201, 206, 211)
const TWO = perRole(0.455, 0.47, 0.48, 0.5, 0.54)
const THREE = perRole(0.335, 0.34, 0.335, 0.325, 0.285)
const FREE = perRole(0.82, 0.8, 0.77, 0.74, 0.68)
const THREE_SHARE = perRole(0.45, 0.5, 0.45, 0.34, 0.1)
const WEIGHTS = {
  usage: perRole(1.05, 1.1, 1, 0.95, 0.95),
  passing: perRole(2.3, 1.2, 0.9, 0.7, 0.5),
  turnovers: perRole(1.4, 1, 0.9, 0.85, 0.95),
  offensive_rebounds: perRole(0.35, 0.45, 0.8, 1.4, 2),
  defensive_rebounds: perRole(0.7, 0.8, 1.1, 1.5, 1.9),
  steals: perRole(1.3, 1.2, 1, 0.8, 0.6),
  blocks: perRole(0.15, 0.3, 0.6, 1.2, 2.4),
  fouls: perRole(0.85, 0.9, 1, 1.1, 1.25),
  fouls_drawn: perRole(1.1, 0.95, 0.95, 0.95, 1.1),
}

/** Women are shorter by this much on average. */
const HEIGHT_GAP_CM = 14

const profileOf = (random: Random, id: string, role: Role, origin: Origin): BundlePlayer => {
  const { name, country } = nameNewcomer(random, origin.gender, origin.country, origin.home_share, origin.taken)
  const age_days = Math.round(365.25 * (19 + 16 * random.next() * random.next() + 2 * random.next()))
  const height = HEIGHT_CM[role] + 4 * random.normal() - (origin.gender === 'women' ? HEIGHT_GAP_CM : 0)
  if (!origin.documented) return { external_id: id, name, country: null, position: POSITION[role], height_cm: null }
  return {
    external_id: id,
    name,
    country,
    position: POSITION[role],
    height_cm: Math.round(height),
    birth_date: writeDay(origin.today - age_days),
  }
}

/** Where a player comes from, and what is known of the players there. */
export type Origin = {
  gender: Gender
  country: string | null
  /** Share of players from the country itself, a fraction. */
  home_share: number
  /** Whether country, height and birth date are on record. */
  documented: boolean
  /** Day number on which the player turns up. */
  today: number
  /** Names that others have. */
  taken: Set<string>
}

/** A new player for a role, of the given talent. */
export const createPlayer = (random: Random, id: string, role: Role, talent: number, origin: Origin): Player => {
  const weight = (mean: number, pull = 0) => mean * Math.max(0.3, 1 + 0.3 * random.normal() + pull * talent)
  return {
    profile: profileOf(random, id, role, origin),
    role,
    talent,
    two: TWO[role] + 0.02 * random.normal() + 0.008 * talent,
    three: THREE[role] + 0.02 * random.normal() + 0.008 * talent,
    free: Math.min(0.95, FREE[role] + 0.06 * random.normal()),
    three_share: Math.min(0.85, Math.max(0.01, THREE_SHARE[role] + 0.12 * random.normal())),
    usage: weight(WEIGHTS.usage[role], 0.25),
    passing: weight(WEIGHTS.passing[role], 0.1),
    turnovers: weight(WEIGHTS.turnovers[role]),
    offensive_rebounds: weight(WEIGHTS.offensive_rebounds[role]),
    defensive_rebounds: weight(WEIGHTS.defensive_rebounds[role], 0.1),
    steals: weight(WEIGHTS.steals[role], 0.1),
    blocks: weight(WEIGHTS.blocks[role]),
    fouls: weight(WEIGHTS.fouls[role]),
    fouls_drawn: weight(WEIGHTS.fouls_drawn[role], 0.2),
  }
}
