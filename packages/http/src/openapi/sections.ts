import type { SecurityScheme } from './document-types.ts'

/** The tags that group the endpoints, in the order of the document. */
export const TAGS = [
  { name: 'Service', description: 'The service index, and the usage of an account.' },
  { name: 'Competitions', description: 'Competitions and their seasons.' },
  { name: 'Teams', description: 'Teams with their rosters, recent form and head-to-head records.' },
  { name: 'Players', description: 'Players with their teams, game logs, season averages and splits.' },
  { name: 'Games', description: 'Games by day, competition or team, with box scores, play-by-play and shot charts.' },
  { name: 'Statistics', description: 'Standings and league leaders of a season.' },
  {
    name: 'Prices',
    description:
      'Closing prices of bookmakers, and betting trends at these prices. These endpoints are an addition of this service.',
  },
  {
    name: 'Webhooks',
    description: 'Webhooks receive final scores, and each period of a game in progress when it ends.',
  },
]

/** The two headers a key can be sent in; either works. */
export const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <key>' },
}

/** Operations that this service adds to the contract. */
export const EXTENSIONS: ReadonlySet<string> = new Set(['games.prices', 'teams.trends'])
