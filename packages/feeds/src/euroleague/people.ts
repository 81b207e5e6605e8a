import type { BundlePlayer, Side } from '@basketball-data/core/contract'
import { uniquePlayers, type Person } from '../game-parts.ts'
import { personName } from './names.ts'

/** Whether an id is one of the league's own: "P011225", "PTGB". */
export const isLeagueId = (id: string): boolean => /^(P\d{6}|[A-Z]{4})$/.test(id)

/**
 * A player with an id that is the same person in every game. The league's ids are unchanged. The ids that old EuroCup games
 * invent ("4", "CAS GIU") get the season and team as a prefix, because they mean someone else in other games.
 */
export const personOf = (id: string, name: string, season: string, team: string): Person => {
  const own = id === '' ? name : id
  return { external_id: isLeagueId(id) ? id : `${season}_${team}_${own}`, name: name === '' ? own : name }
}

/** The side of the bench codes CO_A and CO_B (head coach), AC_A and AC_B (assistants); null for a player's id. */
export const benchSide = (id: string): Side | null => {
  const [, side] = /^(?:CO|AC)_([AB])$/.exec(id) ?? []
  if (side === undefined) return null
  return side === 'A' ? 'home' : 'away'
}

/** Every player once, with the first spelling of the name. */
export const bundlePlayers = (people: readonly Person[]): BundlePlayer[] =>
  uniquePlayers(people).map(({ external_id, name }) => ({ external_id, name: personName(name), original_name: name }))
