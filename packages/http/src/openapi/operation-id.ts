/** Operations that resource and verb do not name well: parts that are lists, and records named in the plural. */
const NAMED: Record<string, string> = {
  'players.games': 'listPlayerGames',
  'teams.trends': 'listTeamTrends',
  'standings.get': 'getStandings',
  'leaders.get': 'getLeaders',
  'results.yesterday': 'listResultsOfYesterday',
}

/** Verbs that stand before the record: the others are parts of it that are read. */
const VERBS = new Set(['get', 'create', 'remove', 'test'])

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const singular = (resource: string): string => resource.replace(/s$/, '')

/**
 * What an operation is called in the document, and so in clients generated from it.
 * @example operationId('games.list') // 'listGames'
 * @example operationId('games.boxScore') // 'getGameBoxScore'
 */
export const operationId = (name: string): string => {
  const named = NAMED[name]
  if (named !== undefined) return named
  const [resource = '', verb] = name.split('.')
  if (verb === undefined) return `get${capital(resource)}`
  if (verb === 'list') return `list${capital(resource)}`
  const record = capital(singular(resource))
  return VERBS.has(verb) ? `${verb}${record}` : `get${record}${capital(verb)}`
}
