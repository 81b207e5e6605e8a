import type { SecurityScheme } from './document-types.ts'

/** What the endpoints are grouped under, in the order of the document. */
export const TAGS = [
  { name: 'Service', description: 'The service itself, and what an account has used.' },
  { name: 'Competitions', description: 'Competitions and their seasons.' },
  { name: 'Teams', description: 'Clubs: who plays for them, how they do lately, and against one another.' },
  { name: 'Players', description: 'Players: the teams they played for, their games, and what they average.' },
  { name: 'Games', description: 'Games by day, competition or team, with box score, play-by-play and shots.' },
  { name: 'Statistics', description: 'Whole seasons: the table of the teams, and the players who lead.' },
  {
    name: 'Prices',
    description:
      'Closing prices of bookmakers, and how bets at them would have done. These paths are an addition of this service.',
  },
  { name: 'Webhooks', description: 'Addresses of yours that are told of final scores, and of periods as they end.' },
]

/** The two headers a key can be sent in; either works. */
export const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <key>' },
}

/** Operations that this service adds to the contract. */
export const EXTENSIONS: ReadonlySet<string> = new Set(['games.prices', 'teams.trends'])
