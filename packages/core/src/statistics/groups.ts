/** A game of the regular season, played or not, with the groups of its teams where the feed names them. */
export type GroupedGame = { home: string; away: string; home_group: string | null; away_group: string | null }

const names = new Intl.Collator('en', { numeric: true })

/** Orders groups by name, Group 2 before Group 10. Teams without a group come last. */
export const byGroup = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return names.compare(a, b)
}

const findOpponents = (games: readonly GroupedGame[]): Map<string, Set<string>> => {
  const opponents = new Map<string, Set<string>>()
  const add = (team: string, opponent: string) => {
    const known = opponents.get(team)
    if (known === undefined) opponents.set(team, new Set([opponent]))
    else known.add(opponent)
  }
  for (const { home, away } of games) {
    add(home, away)
    add(away, home)
  }
  return opponents
}

/**
 * The newest name of each team, of its group or its division.
 * @param games newest first
 */
export const newestNames = <Game extends Pick<GroupedGame, 'home' | 'away'>>(
  games: readonly Game[],
  listNames: (game: Game) => [home: string | null, away: string | null],
): Map<string, string> => {
  const newest = new Map<string, string>()
  const add = (team: string, name: string | null) => {
    if (name !== null && !newest.has(team)) newest.set(team, name)
  }
  for (const game of games) {
    const [home, away] = listNames(game)
    add(game.home, home)
    add(game.away, away)
  }
  return newest
}

/** A team without a group in the feed is in the group of its opponents if they all share one; otherwise in none. */
const inferOpponentsGroup = (opponents: ReadonlySet<string>, named: ReadonlyMap<string, string>): string[] => {
  const groups = new Set([...opponents].flatMap((opponent) => named.get(opponent) ?? []))
  return groups.size === 1 ? [...groups] : []
}

/**
 * The groups by who plays whom, if every team plays all others in its group and no other team. Teams that play the same
 * ones, themselves included, are then a group.
 */
const roundRobins = (opponents: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const groups = Map.groupBy(opponents.keys(), (team) => [team, ...(opponents.get(team) ?? [])].toSorted().join('\n'))
  const complete = [...groups.values()].every(
    (teams) => teams.length >= 3 && teams.every((team) => opponents.get(team)?.size === teams.length - 1),
  )
  return complete && groups.size >= 2 ? [...groups.values()] : []
}

const smallest = (teams: readonly string[]): string => teams.reduce((a, b) => (a < b ? a : b))

/**
 * The groups or conferences of a season, by team. A missing team has none.
 *
 * If the feed names a group of any team, its names count: for each team the newest one, and for a team without a name that
 * of its opponents, if they agree. If it names none, groups are derived from who plays whom: a season has groups if its
 * teams fall into two or more sets of at least three, in which every team plays all others in the set and none
 * outside it. So a season that has just begun or is imported in part is never split. Derived groups are named Group 1,
 * Group 2 and so on in the order of their smallest team id, which neither results nor new team names change.
 *
 * @param games the games of the regular season, played or not, newest first
 */
export const inferGroups = (games: readonly GroupedGame[]): ReadonlyMap<string, string> => {
  const named = newestNames(games, ({ home_group, away_group }) => [home_group, away_group])
  const opponents = findOpponents(games)
  if (named.size === 0)
    return new Map(
      roundRobins(opponents)
        .toSorted((a, b) => (smallest(a) < smallest(b) ? -1 : 1))
        .flatMap((teams, index) => teams.map((team) => [team, `Group ${index + 1}`])),
    )
  return new Map(
    [...opponents].flatMap(([team, others]) => {
      const own = named.get(team)
      const groups = own === undefined ? inferOpponentsGroup(others, named) : [own]
      return groups.map((group) => [team, group])
    }),
  )
}
