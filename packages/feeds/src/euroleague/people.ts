import type { BundlePlayer, Side } from '@basketball-data/core/contract'
import { personName } from './names.ts'

/** A player as one answer names them. */
export type Person = {
  external_id: string
  original_name: string
}

/** Whether an id is one of the league's own: "P011225", "PTGB". */
export const isLeagueId = (id: string): boolean => /^(P\d{6}|[A-Z]{4})$/.test(id)

/**
 * A player with an identifier that is the same person in every game: the league's own as it is; the ids that old
 * EuroCup games invent ("4", "CAS GIU") only within their season and team.
 */
export const personOf = (id: string, name: string, season: string, team: string): Person => {
  const own = id === '' ? name : id
  return { external_id: isLeagueId(id) ? id : `${season}_${team}_${own}`, original_name: name === '' ? own : name }
}

/** CO_A, CO_B (head coach), AC_A, AC_B (assistants): a place on the bench of one side, never a person. */
export const benchSide = (id: string): Side | null => {
  const [, side] = /^(?:CO|AC)_([AB])$/.exec(id) ?? []
  if (side === undefined) return null
  return side === 'A' ? 'home' : 'away'
}

/** Everyone once, spelled as the first answer that names them. */
export const bundlePlayers = (people: Person[]): BundlePlayer[] => {
  const byId = new Map<string, BundlePlayer>()
  for (const { external_id, original_name } of people) {
    if (!byId.has(external_id)) byId.set(external_id, { external_id, name: personName(original_name), original_name })
  }
  return [...byId.values()]
}
