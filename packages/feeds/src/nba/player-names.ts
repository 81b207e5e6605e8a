import type { ActionV3 } from './stats-schemas.ts'

/** A player of a game as another response than the play-by-play names them: "Tina Charles". */
export type ListedPlayer = { id: string; name: string; team: string }

/** The player of one of the teams with that name in descriptions; null unless exactly one fits. */
export type FindPlayer = (name: string, teams: readonly string[]) => { id: string; team: string } | null

const isPlayer = ({ teamId, personId }: ActionV3): boolean => teamId !== '' && personId !== '' && personId !== teamId

/** The description without what stands before the name of its player. */
const withoutPrefix = (description: string): string =>
  description.replace(/^(MISS |SUB: .* FOR |Jump Ball (\(CC\) )?)/, '')

/**
 * How a description names the player of its row: by the family name, with more in front if teammates share it ("Mark Morris"
 * of playerName "Morris"). Null if it does not name them.
 */
const nameInDescription = ({ description, playerName }: ActionV3): string | null => {
  const words = withoutPrefix(description)
  const start = playerName === '' ? -1 : words.indexOf(playerName)
  return start < 0 ? null : words.slice(0, start + playerName.length)
}

/** Whether a description may mean a player by this name: "Charles", "T. Charles" or "Tin Charles" for Tina Charles. */
const mayMean = (name: string, fullName: string): boolean => {
  if (fullName === name || fullName.endsWith(` ${name}`)) return true
  const [first = '', ...rest] = name.split(' ')
  return rest.length > 0 && fullName.startsWith(first.replace(/\.$/, '')) && fullName.endsWith(` ${rest.join(' ')}`)
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
  return (name, teams) => {
    const fitting = [...players.values()].filter((player) => {
      if (!teams.includes(player.team)) return false
      const own = ownNames.get(player.id)
      return own ? own.some((some) => some.name === name) : mayMean(name, player.name)
    })
    const [first, ...others] = fitting
    return first && others.length === 0 ? { id: first.id, team: first.team } : null
  }
}
