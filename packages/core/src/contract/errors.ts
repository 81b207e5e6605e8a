import { z } from 'zod'
import { DateTime, Text } from './identifiers.ts'
import { Plan } from './plans.ts'

/** The closed set of error codes, with the HTTP status each is answered with. */
export const ERROR_STATUS = {
  bad_request: 400,
  unknown_parameter: 422,
  unauthorized: 401,
  upgrade_required: 403,
  not_found: 404,
  rate_limited: 429,
  quota_exceeded: 429,
  server_error: 500,
} as const

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

/** The extras that some errors carry beside code and message. */
export const ErrorExtras = z.object({
  plan: Plan.optional().describe(
    'upgrade_required: the lowest plan that reaches endpoint and day. quota_exceeded: the plan of the account.',
  ),
  pricing: z.url().max(2048).optional().describe('upgrade_required and quota_exceeded: where plans are described.'),
  allowed: z
    .array(Text)
    .max(100)
    .optional()
    .describe('unknown_parameter: the parameters accepted. bad_request: the values accepted, where they form a set.'),
  resets_at: DateTime.optional().describe('rate_limited and quota_exceeded: when the next call can succeed.'),
  docs: z.url().max(2048).optional().describe('Where this code is documented.'),
})
export type ErrorExtras = z.infer<typeof ErrorExtras>

/** The body of every error answer. */
export const ErrorBody = z
  .object({
    error: z.object({
      code: ErrorCode,
      message: z.string().max(2000).describe('What was wrong and what would be right, for a person.'),
      ...ErrorExtras.shape,
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error answer.' })
export type ErrorBody = z.infer<typeof ErrorBody>
