import { z } from 'zod'
import { Text } from './scalars.ts'

/** The 32 characters of identifiers: digits and lower-case letters without i, l, o and u. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The fixed prefix of each kind of record that has a public identifier. */
export const ID_PREFIX = {
  competition: 'cp_',
  season: 'ss_',
  team: 'tm_',
  player: 'pl_',
  game: 'gm_',
} as const

/** A kind of record that sources name by their own identifiers and that has a public one here. */
export type RecordKind = keyof typeof ID_PREFIX

/** A regular expression for an identifier after its prefix. */
export const ID_CHARACTERS = '[0-9a-hjkmnp-tv-z]{8}'

/** A regular expression for the identifier of a record of any kind. */
export const RECORD_ID = `(?:${Object.values(ID_PREFIX).join('|')})${ID_CHARACTERS}`

const recordId = (kind: RecordKind, name: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^${ID_PREFIX[kind]}${ID_CHARACTERS}$`), {
      error: `must be a ${kind} id: ${ID_PREFIX[kind]} followed by 8 characters of 0-9 and a-z without i, l, o and u`,
    })
    .max(11)
    .meta({ id: name, description: `Identifier of a ${kind}. It never changes.`, example })

/** Identifier of a competition, e.g. `cp_8r7yrkj6`. */
export const CompetitionId = recordId('competition', 'CompetitionId', 'cp_8r7yrkj6')
export type CompetitionId = z.infer<typeof CompetitionId>

/** Identifier of a season of one competition, e.g. `ss_2k9v0d3w`. */
export const SeasonId = recordId('season', 'SeasonId', 'ss_2k9v0d3w')
export type SeasonId = z.infer<typeof SeasonId>

/** Identifier of a team (a club), the same in every competition it plays in. */
export const TeamId = recordId('team', 'TeamId', 'tm_5q1zt8xn')
export type TeamId = z.infer<typeof TeamId>

/** Identifier of a player. */
export const PlayerId = recordId('player', 'PlayerId', 'pl_c4h7m2pe')
export type PlayerId = z.infer<typeof PlayerId>

/** Identifier of a game. */
export const GameId = recordId('game', 'GameId', 'gm_9wd3f6ka')
export type GameId = z.infer<typeof GameId>

/** Identifier of a webhook: `wh_` and 16 hexadecimal digits. */
export const WebhookId = z
  .string()
  .regex(/^wh_[0-9a-f]{16}$/, { error: 'must be a webhook id: wh_ followed by 16 hexadecimal digits' })
  .max(19)
  .meta({ id: 'WebhookId', description: 'Identifier of a webhook.', example: 'wh_0f3a9c5d7e1b2468' })
export type WebhookId = z.infer<typeof WebhookId>

/** Identifier of a webhook event: `evt_` and 16 hexadecimal digits. Retries of a delivery keep it. */
export const EventId = z
  .string()
  .regex(/^evt_[0-9a-f]{16}$/, { error: 'must be an event id: evt_ followed by 16 hexadecimal digits' })
  .max(20)
  .meta({ id: 'EventId', description: 'Identifier of a webhook event.', example: 'evt_7b21c40d9ae65f83' })
export type EventId = z.infer<typeof EventId>

/**
 * The id of an event of a stream: the number of a change, and the position of the event in that change. `-start` is the
 * id of an event with which a stream begins: the state at that change, up to this position.
 */
export const StreamEventId = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})-\d{1,7}(?:-start)?$/, { error: 'must be the id of an event of a stream' })
  .max(30)
  .meta({
    id: 'StreamEventId',
    description: 'Identifies an event of a stream, and the point at which another connection goes on.',
    example: '48213-117',
  })
export type StreamEventId = z.infer<typeof StreamEventId>

/** A competition as other records refer to it. */
export const CompetitionRef = z
  .object({ id: CompetitionId, name: Text.describe('Name of the competition.') })
  .meta({ id: 'CompetitionRef', description: 'Reference to a competition.' })
export type CompetitionRef = z.infer<typeof CompetitionRef>

/** A season as other records refer to it. */
export const SeasonRef = z
  .object({ id: SeasonId, name: Text.describe('Name of the season, e.g. 2026-27.') })
  .meta({ id: 'SeasonRef', description: 'Reference to a season.' })
export type SeasonRef = z.infer<typeof SeasonRef>

/** A team as other records refer to it. */
export const TeamRef = z
  .object({
    id: TeamId,
    name: Text.describe('Current name of the team, in older games too. It changes with sponsors.'),
  })
  .meta({ id: 'TeamRef', description: 'Reference to a team.' })
export type TeamRef = z.infer<typeof TeamRef>

/** A player as other records refer to them. */
export const PlayerRef = z
  .object({ id: PlayerId, name: Text.describe('Current name, in older games too: given name, then surname.') })
  .meta({ id: 'PlayerRef', description: 'Reference to a player.' })
export type PlayerRef = z.infer<typeof PlayerRef>

/** The team of a play-by-play event or a shot, by identifier only. */
export const EventTeam = z
  .object({ id: TeamId })
  .meta({ id: 'EventTeam', description: 'The team of an event or a shot. Its name is in the game.' })
export type EventTeam = z.infer<typeof EventTeam>
