import fc from 'fast-check'
import type { GameBundle } from '@basketball-data/core/contract'
import { simulate } from '../index.ts'

/** A rule that every game keeps: yields what is against it. */
export type Rule<Game> = (game: Game) => Iterable<string>

const DAY = '2026-11-20'
const RANDOM_WORLDS = 5

/** What there is of a kind in a bundle; nothing where the bundle does not have it. */
type Read<Game> = (bundle: GameBundle) => Game[]

const broken = <Game>(bundles: Iterable<GameBundle>, read: Read<Game>, rule: Rule<Game>): string[] =>
  [...bundles].flatMap((bundle) =>
    read(bundle).flatMap((game) => [...rule(game)].map((breach) => `${bundle.game.external_id}: ${breach}`)),
  )

let whole_world: GameBundle[] | undefined

/** A season of the default world, made once. */
export const wholeWorld = (): GameBundle[] => (whole_world ??= [...simulate({ day: DAY, seasons: 1 })])

/** What is against a rule in a season of the default world, and in some games of worlds of random seeds. */
export const breaches = <Game>(read: Read<Game>, rule: Rule<Game>): string[] => [
  ...broken(wholeWorld(), read, rule),
  ...fc.sample(fc.string(), RANDOM_WORLDS).flatMap((seed) => {
    const games = simulate({ seed, day: DAY, seasons: 1, games: 20 })
    return broken(games, read, rule).map((breach) => `seed ${JSON.stringify(seed)}: ${breach}`)
  }),
]
