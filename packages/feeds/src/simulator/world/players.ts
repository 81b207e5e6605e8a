import type { BundlePlayer } from '@basketball-data/core/contract'
import { writeDay, type Day } from '../calendar.ts'
import type { Format } from '../format.ts'
import type { Random } from '../random.ts'
import { randomNewName } from './names.ts'

/** Position from point guard (0) to center (4). */
export type Position = 0 | 1 | 2 | 3 | 4

/** All positions in order. */
export const POSITIONS: readonly Position[] = [0, 1, 2, 3, 4]

/** A player's profile and skills. */
export type Player = {
  profile: BundlePlayer
  position: Position
  /** Quality relative to other players, roughly normal with mean 0; playing time depends on it. */
  talent: number
  /** Shooting percentages as fractions. */
  two: number
  three: number
  freeThrow: number
  /** Share of the player's field-goal attempts that are three-pointers. */
  threeShare: number
  /** How often this player is involved compared with teammates: weights around 1. */
  usage: number
  passing: number
  turnovers: number
  offensiveRebounds: number
  defensiveRebounds: number
  steals: number
  blocks: number
  fouls: number
  foulsDrawn: number
}

type PerPosition = readonly [number, number, number, number, number]
const perPosition = (...values: PerPosition): PerPosition => values

const POSITION_NAMES = ['Guard', 'Guard', 'Forward', 'Forward', 'Center'] as const
const HEIGHT_CM = perPosition(188, 194, 201, 206, 211)
const TWO = perPosition(0.455, 0.47, 0.48, 0.5, 0.54)
const THREE = perPosition(0.335, 0.34, 0.335, 0.325, 0.285)
const FREE_THROW = perPosition(0.82, 0.8, 0.77, 0.74, 0.68)
const THREE_SHARE = perPosition(0.45, 0.5, 0.45, 0.34, 0.1)
const WEIGHTS = {
  usage: perPosition(1.05, 1.1, 1, 0.95, 0.95),
  passing: perPosition(2.3, 1.2, 0.9, 0.7, 0.5),
  turnovers: perPosition(1.4, 1, 0.9, 0.85, 0.95),
  offensiveRebounds: perPosition(0.35, 0.45, 0.8, 1.4, 2),
  defensiveRebounds: perPosition(0.7, 0.8, 1.1, 1.5, 1.9),
  steals: perPosition(1.3, 1.2, 1, 0.8, 0.6),
  blocks: perPosition(0.15, 0.3, 0.6, 1.2, 2.4),
  fouls: perPosition(0.85, 0.9, 1, 1.1, 1.25),
  foulsDrawn: perPosition(1.1, 0.95, 0.95, 0.95, 1.1),
}

/** Difference between the mean heights of men and women. */
const HEIGHT_DIFFERENCE_CM = 14

/** Where a new player comes from. */
export type Origin = {
  format: Format
  /** The country of the club. */
  country: string | null
  /** The day on which the player joins. */
  today: Day
  /** Names of other players; the new name is added. */
  usedNames: Set<string>
}

const createProfile = (random: Random, id: string, position: Position, origin: Origin): BundlePlayer => {
  const { competition, domesticShare, publishesProfiles } = origin.format
  const gender = competition.gender === 'women' ? 'women' : 'men'
  const { name, country } = randomNewName(random, gender, origin.country, domesticShare, origin.usedNames)
  const ageDays = Math.round(365.25 * (19 + 16 * random.next() * random.next() + 2 * random.next()))
  const height = HEIGHT_CM[position] + 4 * random.normal() - (gender === 'women' ? HEIGHT_DIFFERENCE_CM : 0)
  const profile = { external_id: id, name, country, position: POSITION_NAMES[position] }
  if (!publishesProfiles) return { ...profile, country: null, height_cm: null }
  return { ...profile, height_cm: Math.round(height), birth_date: writeDay(origin.today - ageDays) }
}

/** Creates a player of the given position and talent. */
export const createPlayer = (
  random: Random,
  id: string,
  position: Position,
  talent: number,
  origin: Origin,
): Player => {
  const weight = (mean: number, talentEffect = 0) =>
    mean * Math.max(0.3, 1 + 0.3 * random.normal() + talentEffect * talent)
  return {
    profile: createProfile(random, id, position, origin),
    position,
    talent,
    two: TWO[position] + 0.02 * random.normal() + 0.008 * talent,
    three: THREE[position] + 0.02 * random.normal() + 0.008 * talent,
    freeThrow: Math.min(0.95, FREE_THROW[position] + 0.06 * random.normal()),
    threeShare: Math.min(0.85, Math.max(0.01, THREE_SHARE[position] + 0.12 * random.normal())),
    usage: weight(WEIGHTS.usage[position], 0.25),
    passing: weight(WEIGHTS.passing[position], 0.1),
    turnovers: weight(WEIGHTS.turnovers[position]),
    offensiveRebounds: weight(WEIGHTS.offensiveRebounds[position]),
    defensiveRebounds: weight(WEIGHTS.defensiveRebounds[position], 0.1),
    steals: weight(WEIGHTS.steals[position], 0.1),
    blocks: weight(WEIGHTS.blocks[position]),
    fouls: weight(WEIGHTS.fouls[position]),
    foulsDrawn: weight(WEIGHTS.foulsDrawn[position], 0.2),
  }
}
