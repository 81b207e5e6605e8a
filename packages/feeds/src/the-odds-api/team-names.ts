import { NBA_TEAMS } from '../nba-teams.ts'

/** Every name of each team, by each of them in lower case. */
const NAMES = new Map(
  Object.entries(NBA_TEAMS).flatMap(([abbreviation, { name, also }]) => {
    const names = [name, ...also, abbreviation]
    return names.map((each) => [each.toLowerCase(), names] as const)
  }),
)

/** Every name of a team, the given one first; of a team that is in no list the given one alone. */
export const namesOf = (name: string): string[] => [
  name,
  ...(NAMES.get(name.toLowerCase())?.filter((other) => other !== name) ?? []),
]

/** One name of a team for all of its names, to compare by. */
export const teamOf = (name: string): string => (NAMES.get(name.toLowerCase())?.[0] ?? name).toLowerCase()
