import { MAX_ACTIVE_WEBHOOKS, type ServiceInfo } from '@basketball-data/core'
import { PLAN_TABLE, type ErrorCode, type ErrorExtras } from '@basketball-data/core/contract'
import type { Response } from './document-types.ts'
import { headers, RATE } from './headers.ts'

/** One cause of an error answer, as its example tells it. */
export type Told = { summary: string; code: ErrorCode; message: string } & Omit<ErrorExtras, 'docs'>
/** An error answer with all that can cause it. */
export type ErrorAnswer = { description: string; headers: Response['headers']; told: Told[] }

const KEYED = headers('X-Request-Id', ...RATE)
const REQUEST = '3f0c9c1e-6c1b-4a57-9d3c-1f1f0a0b7a52'

/** What can go wrong, by the name of the component; answers with several causes tell one of each. */
export const errorAnswers = ({ pricing }: ServiceInfo) =>
  ({
    BadRequest: {
      description: 'A value is wrong.',
      headers: KEYED,
      told: [
        {
          summary: 'A malformed value',
          code: 'bad_request',
          message: 'from must be a calendar day written YYYY-MM-DD.',
        },
        {
          summary: 'A value outside a set',
          code: 'bad_request',
          message: 'status must be one of scheduled, final, no_result.',
          allowed: ['scheduled', 'final', 'no_result'],
        },
      ],
    },
    BadBody: {
      description: `The body is not a JSON object or too large, a value in it is wrong, the address is not one to send to, or the account has ${MAX_ACTIVE_WEBHOOKS} active webhooks already.`,
      headers: KEYED,
      told: [
        {
          summary: 'An address that is not public',
          code: 'bad_request',
          message:
            'hooks.example.org resolves to an address that is not public: url must be reachable from the internet.',
        },
        {
          summary: 'A value outside a set',
          code: 'bad_request',
          message: 'events[0] must be one of game.final, game.period.',
          allowed: ['game.final', 'game.period'],
        },
        { summary: 'No JSON', code: 'bad_request', message: 'The body is not JSON.' },
        {
          summary: 'Too many webhooks',
          code: 'bad_request',
          message: `The account has ${MAX_ACTIVE_WEBHOOKS} active webhooks already; delete one first.`,
        },
        {
          summary: 'Another body under the same key',
          code: 'bad_request',
          message: 'Idempotency-Key was sent with another body before; use a new one for a new webhook.',
        },
        {
          summary: 'A key whose webhook is gone',
          code: 'bad_request',
          message: 'Idempotency-Key made a webhook that has been removed since; use a new one for a new webhook.',
        },
      ],
    },
    BadReference: {
      description:
        'A value is wrong, a required parameter is missing, or the competition, season or opponent of a parameter does not exist or does not fit.',
      headers: KEYED,
      told: [
        {
          summary: 'No such competition',
          code: 'bad_request',
          message: 'competition: there is no competition cp_0000000z.',
        },
        {
          summary: 'A season of another competition',
          code: 'bad_request',
          message: 'season: ss_2k9v0d3w is a season of cp_8r7yrkj6, not of cp_3d5vqn2t.',
        },
        { summary: 'A missing parameter', code: 'bad_request', message: 'competition is required.' },
        {
          summary: 'A value outside a set',
          code: 'bad_request',
          message: 'venue must be one of home, away.',
          allowed: ['home', 'away'],
        },
      ],
    },
    Unauthorized: {
      description: 'No key, or not a valid one.',
      headers: headers('X-Request-Id', 'WWW-Authenticate'),
      told: [
        {
          summary: 'No key',
          code: 'unauthorized',
          message: 'This endpoint needs a key: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
        },
      ],
    },
    UpgradeRequired: {
      description: 'The endpoint, or the day of the game, is beyond the plan of the account.',
      headers: KEYED,
      told: [
        {
          summary: 'The plan is too low',
          code: 'upgrade_required',
          message: '/games/{id}/boxscore needs plan live or higher. This key is on plan free.',
          plan: 'live',
          pricing,
        },
      ],
    },
    NotFound: {
      description: 'No record has this identifier.',
      headers: KEYED,
      told: [{ summary: 'No such record', code: 'not_found', message: 'There is no game gm_0000000z.' }],
    },
    UnknownField: {
      description: 'The body has a field, or the query a parameter, that the endpoint does not accept.',
      headers: KEYED,
      told: [
        {
          summary: 'A misspelt field',
          code: 'unknown_parameter',
          message: 'Unknown field "event". Accepted: url, events, competitions.',
          allowed: ['url', 'events', 'competitions'],
        },
      ],
    },
    UnknownParameter: {
      description: 'A parameter the endpoint does not accept.',
      headers: KEYED,
      told: [
        {
          summary: 'A misspelt parameter',
          code: 'unknown_parameter',
          message: 'Unknown parameter "perpage". Accepted: page, cursor, per_page.',
          allowed: ['page', 'cursor', 'per_page'],
        },
      ],
    },
    TooManyRequests: {
      description: 'Calls came too fast (rate_limited), or the allowance is used up (quota_exceeded).',
      headers: headers('X-Request-Id', 'Retry-After', ...RATE),
      told: [
        {
          summary: 'Calls came too fast',
          code: 'rate_limited',
          message: `More than ${PLAN_TABLE.free.per_minute} calls in 60 seconds with one key; wait a little.`,
          resets_at: '2026-11-20T19:30:41Z',
        },
        {
          summary: 'The day is used up',
          code: 'quota_exceeded',
          message: `The ${PLAN_TABLE.free.per_day} calls per day of plan free are used up.`,
          plan: 'free',
          pricing,
          resets_at: '2026-11-21T00:00:00Z',
        },
      ],
    },
    ServerError: {
      description: 'The service failed.',
      headers: KEYED,
      told: [
        { summary: 'The service failed', code: 'server_error', message: `The service failed. Request ${REQUEST}.` },
      ],
    },
    Unavailable: {
      description: 'The service cannot reach its database just now.',
      headers: headers('X-Request-Id', 'Retry-After', ...RATE),
      told: [
        {
          summary: 'The database is away',
          code: 'server_error',
          message: `The service cannot reach its database; try again shortly. Request ${REQUEST}.`,
        },
      ],
    },
  }) satisfies Record<string, ErrorAnswer>
