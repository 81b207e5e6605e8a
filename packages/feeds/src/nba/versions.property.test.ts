import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import { playRow, statsPlays, summary } from './test-support/sample-game.ts'
import { actionV3, byV3, playsV3 } from './test-support/sample-v3.ts'

type Fields = Record<string, unknown>

/** One play as both versions have it; `number` is its number in the game. */
type Play = (number: number) => { v2: Fields; v3: Fields[] }

const isHome = (player: number): boolean => player < 10
const ofTeam = (home: boolean) => fc.integer(home ? { min: 1, max: 5 } : { min: 11, max: 15 })
const anyone = fc.boolean().chain(ofTeam)
/** A player with one of the same team, or with one of the other. */
const pair = (sameTeam: boolean) =>
  anyone.chain((first) =>
    fc.tuple(
      fc.constant(first),
      ofTeam(isHome(first) === sameTeam).filter((each) => each !== first),
    ),
  )

/** The descriptions of a row of playbyplayv2, by the player whom each is about. */
const words = (...about: [player: number, description: string][]): Fields =>
  Object.fromEntries(
    about.map(([player, description]) => [isHome(player) ? 'HOMEDESCRIPTION' : 'VISITORDESCRIPTION', description]),
  )

const plays: fc.Arbitrary<Play>[] = [
  fc.tuple(pair(true), fc.constantFrom(2, 3)).map(([[shooter, passer], value]) => (number) => {
    const description = `Name${shooter} 9' ${value === 3 ? '3PT ' : ''}Shot (2 PTS) (Name${passer} 1 AST)`
    return {
      v2: playRow(number, [1, 1], [shooter, passer], words([shooter, description])),
      v3: [byV3(shooter, number, 'Made Shot', { shotValue: value, description })],
    }
  }),
  pair(false).map(([shooter, blocker]) => (number) => {
    const [miss, block] = [`MISS Name${shooter} Layup`, `Name${blocker} BLOCK (1 BLK)`]
    return {
      v2: playRow(number, [2, 1], [shooter, null, blocker], words([shooter, miss], [blocker, block])),
      v3: [
        byV3(shooter, number, 'Missed Shot', { shotValue: 2, description: miss }),
        byV3(blocker, number, '', { description: block }),
      ],
    }
  }),
  pair(false).map(([loser, stealer]) => (number) => {
    const [loss, steal] = [`Name${loser} Lost Ball Turnover (P1.T1)`, `Name${stealer} STEAL (1 STL)`]
    return {
      v2: playRow(number, [5, 2], [loser, stealer], words([loser, loss], [stealer, steal])),
      v3: [byV3(loser, number, 'Turnover', { description: loss }), byV3(stealer, number, '', { description: steal })],
    }
  }),
  pair(true).map(([out, into]) => (number) => {
    const description = `SUB: Name${into} FOR Name${out}`
    return {
      v2: playRow(number, [8, 0], [out, into], words([out, description])),
      v3: [byV3(out, number, 'Substitution', { description })],
    }
  }),
  fc.tuple(pair(false), anyone).map(([[first, second], winner]) => (number) => {
    const description = `Jump Ball Name${first} vs. Name${second}: Tip to Name${winner}`
    return {
      v2: playRow(number, [10, 0], [first, second, winner], words([first, description])),
      v3: [byV3(first, number, 'Jump Ball', { description })],
    }
  }),
  pair(false).map(([fouler, shooter]) => (number) => {
    const description = `Name${fouler} S.FOUL (P1.T1)`
    return {
      v2: playRow(number, [6, 2], [fouler, shooter], words([fouler, description])),
      v3: [byV3(fouler, number, 'Foul', { subType: 'Shooting', description })],
    }
  }),
  fc.constant((number) => ({
    v2: playRow(number, [9, 4], [], { NEUTRALDESCRIPTION: 'Timeout: Official' }),
    v3: [actionV3(number, 'Timeout', { subType: 'Official', description: 'Timeout: Official' })],
  })),
]

/** A rebound of every player, so that each has a row of their own. */
const rebounds: Play[] = [1, 2, 3, 4, 5, 11, 12, 13, 14, 15].map((player) => (number) => {
  const description = `Name${player} REBOUND (Off:0 Def:1)`
  return {
    v2: playRow(number, [4, 0], [player], words([player, description])),
    v3: [byV3(player, number, 'Rebound', { subType: 'Unknown', description })],
  }
})

const readEvents = (response: unknown) =>
  readGame('0022500061', [...toParts(summary(), 'summary.json'), ...toParts(response, 'plays.json')]).events ?? []

test('playbyplayv2 and v3 of one game have the same events, apart from who drew a foul', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...plays), { maxLength: 40 }), (some) => {
      const versions = [...some, ...rebounds].map((play, at) => play(at + 1))
      const v2 = readEvents(statsPlays(...versions.map((play) => play.v2)))
      const v3 = readEvents(playsV3(...versions.flatMap((play) => play.v3)))
      expect(v3).toEqual(v2.map((event) => (event.type === 'foul_drawn' ? { ...event, player: null } : event)))
    }),
  )
})
