import { z } from 'zod'

/** The 32 characters of an identifier: digits and lower-case letters without i, l, o and u. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The fixed prefix of each kind of record that has a public identifier. */
export const ID_PREFIX = {
  competition: 'cp_',
  season: 'ss_',
  team: 'tm_',
  player: 'pl_',
  game: 'gm_',
} as const

/** A kind of record that is known under external identifiers and gets a public one here. */
export type RecordKind = keyof typeof ID_PREFIX

const recordId = (kind: RecordKind, name: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^${ID_PREFIX[kind]}[0-9a-hjkmnp-tv-z]{8}$`), {
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

/** Identifier of a webhook event: `evt_` and 16 hexadecimal digits, the same on every retry of its delivery. */
export const EventId = z
  .string()
  .regex(/^evt_[0-9a-f]{16}$/, { error: 'must be an event id: evt_ followed by 16 hexadecimal digits' })
  .max(20)
  .meta({ id: 'EventId', description: 'Identifier of a webhook event.', example: 'evt_7b21c40d9ae65f83' })
export type EventId = z.infer<typeof EventId>

/** A day of the Gregorian calendar, `YYYY-MM-DD`; days that do not exist are refused. */
export const CalendarDate = z.iso
  .date({ error: 'must be a calendar day written YYYY-MM-DD' })
  .max(10)
  .refine((day) => day >= '0001-01-01', { error: 'must be a day of year 1 or later' })
  .meta({ id: 'CalendarDate', description: 'A calendar day, YYYY-MM-DD.', example: '2026-11-20' })
export type CalendarDate = z.infer<typeof CalendarDate>

/** A moment in UTC, ISO 8601 with `Z`; milliseconds only where they are not zero. */
export const DateTime = z.iso
  .datetime({ error: 'must be a date-time in UTC, like 2026-11-20T19:30:00Z' })
  .max(24)
  .meta({
    id: 'DateTime',
    description: 'A moment in UTC, ISO 8601; milliseconds only where they are not zero.',
    example: '2026-11-20T19:30:00Z',
  })
export type DateTime = z.infer<typeof DateTime>

/** Writes a moment the way the wire wants it: UTC, milliseconds only where they are not zero. */
export const toDateTime = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')

/** A text of the wire: at most 500 characters, so that a reader can size its columns. */
export const Text = z.string().max(500)
/** A count: a whole number, zero or more. */
export const Count = z.int().min(0).max(2_147_483_647)
/** A whole number that may be negative. */
export const Whole = z.int().min(-2_147_483_648).max(2_147_483_647)
