import { z } from 'zod'
import { DateTime, Text } from './identifiers.ts'
import { Plan } from './plans.ts'

/** An error code; the set is closed, new ones never appear within /v1. */
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
  .meta({ id: 'ErrorCode', description: 'What went wrong, from a closed set.', example: 'bad_request' })
export type ErrorCode = z.infer<typeof ErrorCode>

/** The HTTP status each code is answered with; server_error has 503 too, while the database cannot be reached. */
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

const Message = z.string().max(2000).describe('What was wrong and what would be right, for a person.')
const Pricing = z.url().max(2048).describe('Where the plans are described.')
const Allowed = z.array(Text).max(100)
const ResetsAt = DateTime.describe('When the next call can succeed.')
const Docs = z.url().max(2048).describe('Where this code is documented.')

/** The extras that some errors carry beside code and message. */
export const ErrorExtras = z.object({
  plan: Plan.optional().describe(
    'upgrade_required: the lowest plan that reaches endpoint and day. quota_exceeded: the plan of the account.',
  ),
  pricing: Pricing.optional().describe('upgrade_required and quota_exceeded: where plans are described.'),
  allowed: Allowed.optional().describe(
    'unknown_parameter: the parameters accepted. bad_request: the values accepted, where they form a set.',
  ),
  resets_at: ResetsAt.optional().describe('rate_limited and quota_exceeded: when the next call can succeed.'),
  docs: Docs.optional(),
})
export type ErrorExtras = z.infer<typeof ErrorExtras>

/** The body of every error answer, whatever its code. */
export const ErrorBody = z
  .object({ error: z.object({ code: ErrorCode, message: Message, ...ErrorExtras.shape }) })
  .meta({ id: 'Error', description: 'The body of every error answer.' })
export type ErrorBody = z.infer<typeof ErrorBody>

type Extras = { [name in Exclude<keyof ErrorExtras, 'docs'>]?: z.ZodType }

/** What an error code means, what to do about it, and which fields it carries beside code, message and docs. */
type ErrorEntry = { name: string; meaning: string; remedy: string; extras: Extras }

/** Every error code, in words: for the document and for the documentation page. */
export const ERRORS: Record<ErrorCode, ErrorEntry> = {
  bad_request: {
    name: 'BadRequestError',
    meaning:
      'A value is wrong: a malformed identifier, a day that does not exist, a number out of range, parameters that cannot go together, a required one left out, a competition, season or opponent that does not exist, a body that is not JSON, or a key in the address.',
    remedy:
      'Read the message: it names the value and says what would be right. The same request gets the same answer, so do not repeat it.',
    extras: { allowed: Allowed.optional().describe('The values accepted, where they form a set.') },
  },
  unknown_parameter: {
    name: 'UnknownParameterError',
    meaning:
      'The endpoint does not take a parameter, or a field of the body, that was sent. Nothing is silently ignored.',
    remedy: 'Compare its spelling with the list in allowed, or leave it out.',
    extras: { allowed: Allowed.describe('The parameters, or the fields of the body, that the endpoint accepts.') },
  },
  unauthorized: {
    name: 'UnauthorizedError',
    meaning: 'There is no key, or not a valid one: mistyped, or revoked.',
    remedy: 'Send the key in the Authorization or X-API-Key header. A lost key cannot be recovered: make a new one.',
    extras: {},
  },
  upgrade_required: {
    name: 'UpgradeRequiredError',
    meaning: 'The endpoint, or the day of the game, is beyond the plan of the account.',
    remedy: 'Move to the plan the answer names, or leave the call out.',
    extras: {
      plan: Plan.describe(
        'The lowest plan that reaches it; for a day beyond all of them, the one that reaches furthest back.',
      ),
      pricing: Pricing,
    },
  },
  not_found: {
    name: 'NotFoundError',
    meaning: 'No record has the identifier in the path, or there is nothing at the address at all.',
    remedy: 'Check the identifier and the path; letter case and a trailing slash matter.',
    extras: {},
  },
  rate_limited: {
    name: 'RateLimitedError',
    meaning: 'Calls came too fast: the key has used up its calls of the last 60 seconds.',
    remedy:
      'Wait the seconds that Retry-After gives, then go on. The RateLimit header shows what is left before it happens.',
    extras: { resets_at: ResetsAt },
  },
  quota_exceeded: {
    name: 'QuotaExceededError',
    meaning:
      'The allowance of the day (or of the month, where a plan has one) is used up, over all keys of the account.',
    remedy: 'Wait until resets_at, or move to a plan with a larger allowance.',
    extras: {
      plan: Plan.describe('The plan of the account.'),
      pricing: Pricing,
      resets_at: ResetsAt,
    },
  },
  server_error: {
    name: 'ServerError',
    meaning: 'The service failed (500), or cannot reach its database just now (503).',
    remedy:
      'Try again: after Retry-After where it is sent, else after a few seconds. When it stays, quote the request id.',
    extras: {},
  },
}

const bodyOf = (code: ErrorCode): z.ZodType => {
  const { name, meaning, extras } = ERRORS[code]
  const fields = { code: z.literal(code).describe('What went wrong.'), message: Message, ...extras, docs: Docs }
  return z
    .object({ error: z.object(fields).describe('What went wrong, and why.') })
    .meta({ id: name, description: meaning })
}

/** The body of an error answer of each code, with the extras of that code and no others, by its name. */
export const ERROR_BODIES: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  ErrorCode.options.map((code) => [ERRORS[code].name, bodyOf(code)]),
)
