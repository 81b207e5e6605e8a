import { z } from 'zod'
import { DateTime, Text, record } from './scalars.ts'
import { Plan } from './plans.ts'

/** An error code. The set is closed: /v1 never adds another one. */
export const ErrorCode = z
  .enum([
    'bad_request',
    'unknown_parameter',
    'unauthorized',
    'upgrade_required',
    'not_found',
    'rate_limited',
    'quota_exceeded',
    'server_error',
  ])
  .meta({ id: 'ErrorCode', description: 'Error code, one of a closed set.', example: 'bad_request' })
export type ErrorCode = z.infer<typeof ErrorCode>

/** The HTTP status of each code. server_error is also sent with 503 while the database is unreachable or the process overloaded. */
export const ERROR_STATUS = {
  bad_request: 400,
  unknown_parameter: 422,
  unauthorized: 401,
  upgrade_required: 403,
  not_found: 404,
  rate_limited: 429,
  quota_exceeded: 429,
  server_error: 500,
} as const satisfies Record<ErrorCode, number>

const Message = z.string().max(2000).describe('Human-readable explanation of the error and how to fix it.')
const Pricing = z.url().max(2048).describe('URL of the page that describes the plans.')
const Allowed = z.array(Text).max(100)
const ResetsAt = DateTime.describe('The earliest time at which a call can succeed again.')
const Docs = z.url().max(2048).describe('URL of the documentation of this code.')

/** Details of an error at most. */
export const MAX_ERROR_DETAILS = 20

/** Details of an error about sheets at most. */
export const MAX_SHEET_MISTAKES = 200

/** What is wrong with one value of a body. */
export const ErrorDetail = record('InvalidBodyValue', 'What is wrong with one value of the body.', {
  pointer: z
    .string()
    .max(1000)
    .describe('JSON pointer of the value (RFC 6901); of a sheet `/games/14/date`. Empty: the whole body.'),
  message: z.string().max(2000).describe('What is wrong with it, and what would be right.'),
  sheet: Text.optional().describe('Of sheets: the name of the sheet or file.'),
  row: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .nullable()
    .optional()
    .describe('Of sheets: the row as a spreadsheet numbers it; null: the whole sheet.'),
  column: Text.nullable().optional().describe('Of sheets: the heading of the column; null: the whole row.'),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

const Details = z.array(ErrorDetail).max(MAX_SHEET_MISTAKES)

/** The fields that some errors have in addition to code and message. */
export const ErrorExtras = z.object({
  plan: Plan.optional().describe(
    'upgrade_required: the lowest plan that includes the endpoint and the day. quota_exceeded: the plan of the account.',
  ),
  pricing: Pricing.optional().describe(
    'upgrade_required and quota_exceeded: URL of the page that describes the plans.',
  ),
  allowed: Allowed.optional().describe(
    'unknown_parameter: the accepted parameters. bad_request: the accepted values, if they form a set.',
  ),
  resets_at: ResetsAt.optional().describe(
    'rate_limited and quota_exceeded: the earliest time at which a call can succeed again.',
  ),
  details: Details.optional().describe('bad_request of the write API: what is wrong with the body, value by value.'),
  docs: Docs.optional(),
})
export type ErrorExtras = z.infer<typeof ErrorExtras>

const ErrorDetails = record('ErrorDetails', 'The code of the error, and fields that depend on the code.', {
  code: ErrorCode,
  message: Message,
  ...ErrorExtras.shape,
  docs: Docs,
})

/** The body of every error response. */
export const ErrorBody = record('ErrorBody', 'The body of every error response.', { error: ErrorDetails })
export type ErrorBody = z.infer<typeof ErrorBody>

type Extras = { [name in Exclude<keyof ErrorExtras, 'docs'>]?: z.ZodType }

/** The meaning of an error code, its remedy, and the fields it has in addition to code, message and docs. */
type ErrorEntry = { meaning: string; remedy: string; extras: Extras }

/** The catalogue of error codes, for the OpenAPI document and the documentation page. */
export const ERRORS: Record<ErrorCode, ErrorEntry> = {
  bad_request: {
    meaning:
      'A value is invalid: a malformed identifier, a day that does not exist, a number out of range, parameters that exclude each other, a missing required parameter, a competition, season or opponent that does not exist, a body that is not JSON, or a key in the query string.',
    remedy:
      'Read the message: it names the invalid value and the accepted ones. Do not retry the same request; it will fail again.',
    extras: {
      allowed: Allowed.optional().describe('The accepted values, if they form a set.'),
      details: Details.optional().describe('Of the write API: what is wrong with the body, value by value.'),
    },
  },
  unknown_parameter: {
    meaning:
      'The request has a parameter or a body field that the endpoint does not accept. Unknown names are never ignored.',
    remedy: 'Compare the spelling with the names in `allowed`, or remove the parameter.',
    extras: { allowed: Allowed.describe('The parameters or body fields that the endpoint accepts.') },
  },
  unauthorized: {
    meaning: 'The key is missing, mistyped or revoked.',
    remedy: 'Send the key as `Authorization: Bearer <key>`. A lost key cannot be recovered: create a new one.',
    extras: {},
  },
  upgrade_required: {
    meaning: 'The plan of the account does not include the endpoint or the day of the game.',
    remedy: 'Upgrade to the plan named in `plan`, or do not make the call.',
    extras: {
      plan: Plan.describe(
        'The lowest plan that includes it; for a day that no plan includes, the plan that reaches furthest back.',
      ),
      pricing: Pricing,
    },
  },
  not_found: {
    meaning: 'No record has the identifier in the path, or the path does not exist.',
    remedy: 'Check the identifier and the path. Paths are case-sensitive and have no trailing slash.',
    extras: {},
  },
  rate_limited: {
    meaning: 'The key has used all calls that its plan allows in 60 seconds.',
    remedy:
      'Wait for the number of seconds in Retry-After, then retry. The RateLimit header shows how many calls are left.',
    extras: { resets_at: ResetsAt },
  },
  quota_exceeded: {
    meaning:
      'The account has used all calls that its plan allows per day (or per month, if the plan has a monthly limit). All keys of the account count together.',
    remedy: 'Wait until `resets_at`, or upgrade to a plan with a higher limit.',
    extras: {
      plan: Plan.describe('The plan of the account.'),
      pricing: Pricing,
      resets_at: ResetsAt,
    },
  },
  server_error: {
    meaning:
      'The service failed (500); or, at the moment, it cannot reach its database or has more calls than it can answer in time (503).',
    remedy:
      'Retry after the number of seconds in Retry-After, or after a few seconds if the header is missing. If the error persists, report the request id.',
    extras: {},
  },
}
