import fc from 'fast-check'
import type { CheckedBundle } from '@basketball-data/core/contract'
import { simulate } from '../index.ts'

const DAY = '2026-11-20'
const RANDOM_WORLDS = 5

/** Selects the parts of a bundle that a rule checks; empty if the bundle has none. */
type Select<Part> = (bundle: CheckedBundle) => Part[]

/** Yields a description of each violation. */
export type Rule<Part> = (part: Part) => Iterable<string>

const violationsIn = <Part>(bundles: Iterable<CheckedBundle>, select: Select<Part>, rule: Rule<Part>): string[] =>
  [...bundles].flatMap((bundle) =>
    select(bundle).flatMap((part) => [...rule(part)].map((text) => `${bundle.game.external_id}: ${text}`)),
  )

let season: CheckedBundle[] | undefined

/** One season of the default world, simulated once. */
export const defaultSeason = (): CheckedBundle[] => (season ??= [...simulate({ day: DAY, seasons: 1 })])

/** Violations of a rule in one season of the default world and in a few games of random worlds. */
export const violations = <Part>(select: Select<Part>, rule: Rule<Part>): string[] => [
  ...violationsIn(defaultSeason(), select, rule),
  ...fc.sample(fc.string(), RANDOM_WORLDS).flatMap((seed) => {
    const games = simulate({ seed, day: DAY, seasons: 1, games: 20 })
    return violationsIn(games, select, rule).map((text) => `seed ${JSON.stringify(seed)}: ${text}`)
  }),
]
