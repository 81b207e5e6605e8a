import type { BundlePlayer, Side } from '@basketball-data/core/contract'
import { uniquePlayers, type Person } from '../game-parts.ts'
import { noteIf, type Note } from '../notes.ts'
import { personName } from './names.ts'

/** Whether an id is one of the league's own: "P011225", "PTGB". */
export const isLeagueId = (id: string): boolean => /^(P\d{6}|[A-Z]{4})$/.test(id)

/**
 * The id of a player whom the league gave none. The ids that old EuroCup games invent ("4", "CAS GIU") get the season and
 * team as a prefix, because they mean someone else in other games.
 */
export const localId = (id: string, season: string, team: string): string => `${season}_${team}_${id}`

/** Returns a player with an id that is the same person in every game. */
export type FindPerson = (id: string, name: string, team: string) => Person

/** @param joined the league's ids of players who also have a local id, by local id */
export const createFindPerson =
  (season: string, joined: ReadonlyMap<string, string> = new Map()): FindPerson =>
  (id, name, team) => {
    const own = id === '' ? name : id
    const person = { external_id: isLeagueId(id) ? id : localId(own, season, team), name: name === '' ? own : name }
    const leagueId = joined.get(person.external_id)
    return leagueId === undefined ? person : { ...person, external_id: leagueId, read_from: person.external_id }
  }

/** Notes each player with a made-up id who is read as a player of the league. */
export const joinedNotes = (people: readonly Person[]): Note[] => {
  const joined = new Map(
    people.flatMap((person) => (person.read_from === undefined ? [] : [[person.read_from, person]])),
  )
  return [...joined].flatMap(([local, { external_id, name }]) =>
    noteIf(
      true,
      'player_joined',
      `${local} (${name}) is read as ${external_id}, who has this name in the same season and team.`,
    ),
  )
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
