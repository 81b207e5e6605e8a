import { nameWords } from '../names.ts'
import type { ActionV3 } from './stats-schemas.ts'

/** A player of a game as another response than the play-by-play names them: "Tina Charles". */
export type ListedPlayer = { id: string; name: string; team: string }

/** The player of one of the teams with that name in descriptions; null unless exactly one fits. */
export type FindPlayer = (name: string, teams: readonly string[]) => { id: string; team: string } | null

const isPlayer = ({ teamId, personId }: ActionV3): boolean => teamId !== '' && personId !== '' && personId !== teamId

/** The description without what stands before the name of its player. */
const withoutPrefix = (description: string): string =>
  description.replace(/^(MISS |SUB: .* FOR |Jump Ball (\(CC\) )?)/, '')

/** What some responses put behind a name and others leave out. */
const SUFFIX = /^(jr|sr|ii|iii|iv)$/

const withoutSuffix = (words: string[]): string[] =>
  words.length > 1 && SUFFIX.test(words.at(-1) ?? '') ? words.slice(0, -1) : words

/** A name with one word for what a hyphen joins, so that "Walker" is not the end of "Alexander-Walker". */
const hyphenated = (name: string): string[] => nameWords(name.replaceAll('-', ''))

/** A name without its suffix, split at hyphens. */
const loosely = (name: string): string[] => withoutSuffix(nameWords(name))

/** A name as names of descriptions are compared with each other, whatever joins their words. */
const joined = (words: readonly string[]): string => words.join('')

/**
 * How a description names the player of its row: by the family name, with more in front if teammates share it ("Mark Morris"
 * of playerName "Morris"), and maybe a suffix. Null if it does not name them.
 */
const nameInDescription = ({ description, playerName }: ActionV3): string | null => {
  const family = loosely(playerName)
  const words = nameWords(withoutPrefix(description))
  const start = words.findIndex((_, at) => joined(words.slice(at, at + family.length)) === joined(family))
  if (family.length === 0 || start < 0) return null
  const end = start + family.length
  return joined(words.slice(0, SUFFIX.test(words[end] ?? '') ? end + 1 : end))
}

/** Whether a description may mean a player by this name: "Charles", "T. Charles" or "Tin Charles" for Tina Charles. */
const mayMean = (name: readonly string[], fullName: readonly string[]): boolean => {
  const endsWith = (words: readonly string[]) => joined(fullName.slice(-words.length)) === joined(words)
  if (name.length === 0 || endsWith(name)) return name.length > 0
  const [first = '', ...rest] = name
  return rest.length > 0 && joined(fullName).startsWith(first) && endsWith(rest)
}

/**
 * Finds the players whom playbyplayv3 has only by name. A player whose own rows name them has the names of those rows; any
 * other player of the team fits by the full name.
 *
 * @param listed players by other responses; they may be the only source for players without a row of their own
 */
export const playerFinder = (actions: readonly ActionV3[], listed: readonly ListedPlayer[]): FindPlayer => {
  const rows = actions.filter(isPlayer)
  const players = new Map(
    [...rows.map(({ personId: id, teamId: team, playerNameI: name }) => ({ id, team, name })), ...listed].map(
      (player) => [player.id, player],
    ),
  )
  const ownNames = Map.groupBy(
    rows.flatMap((row) => {
      const name = nameInDescription(row)
      return name === null ? [] : [{ id: row.personId, name }]
    }),
    ({ id }) => id,
  )
  const isMeant = (name: string, { id, name: fullName }: ListedPlayer): boolean => {
    const own = ownNames.get(id)
    return own
      ? own.some((some) => some.name === joined(nameWords(name)))
      : mayMean(hyphenated(name), hyphenated(fullName))
  }
  /** Only of players without a name of their own: descriptions spell the name of one player alike. */
  const isMeantLoosely = (name: string, { id, name: fullName }: ListedPlayer): boolean =>
    !ownNames.has(id) && mayMean(loosely(name), loosely(fullName))
  return (name, teams) => {
    const ofTeams = [...players.values()].filter(({ team }) => teams.includes(team))
    const fitting = [isMeant, isMeantLoosely]
      .map((fits) => ofTeams.filter((player) => fits(name, player)))
      .find(({ length }) => length > 0)
    const [first, ...others] = fitting ?? []
    return first && others.length === 0 ? { id: first.id, team: first.team } : null
  }
}
