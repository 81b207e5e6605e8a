import { PlanChanges, PlanLimits, PLANS } from '@basketball-data/core/contract'
import { z } from 'zod'

/** The environment holds a value that cannot be used; the message names the variable and says what would be right. */
export class BadConfig extends Error {
  override name = 'BadConfig'
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** What a port number is, to follow "use". */
export const PORT_RULE = 'a whole number from 0 to 65535 (0 picks a free port)'

/** A port number written in decimal digits; 0 picks a free one. */
export const Port = z
  .string()
  .regex(/^\d{1,5}$/, `use ${PORT_RULE}`)
  .transform(Number)
  .pipe(z.int().max(65_535, `use ${PORT_RULE}`))

/** The address the service is reached at from outside, with or without the /v1 that all its paths begin with. */
const Base = z
  .url({ protocol: /^https?$/, error: 'use an address like https://api.example.org/v1' })
  .transform((url) => `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`)

const PLANS_RULE =
  'write JSON like {"free":{"per_minute":1000}}, ' +
  `of the plans ${PLANS.join(', ')} and the limits ${Object.keys(PlanLimits.shape).join(', ')}`

const Plans = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch (error) {
      ctx.addIssue(error instanceof Error ? error.message : String(error))
      return z.NEVER
    }
  })
  .pipe(PlanChanges)

/** `name@host`, or `Name <name@host>`. */
const SENDER = /^(?:[^@<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/

const Environment = z
  .object({
    DATABASE_URL: z.string().default('.data'),
    PORT: Port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    BASE_URL: Base.optional(),
    PLANS: Plans.default({}),
    LOG_LEVEL: z.enum(LOG_LEVELS, `use one of ${LOG_LEVELS.join(', ')}`).default('info'),
    SECRETS_KEY: z.string().trim().optional(), // the core reads it
    WEBHOOKS_ALLOW_PRIVATE: z
      .literal('1', 'use 1 to let webhooks reach private addresses, or leave it out')
      .optional()
      .transform((set) => set !== undefined),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: 'use an address like smtp://user:password@mail.example.org:587, or smtps://',
      })
      .optional(),
    MAIL_FROM: z.string().trim().regex(SENDER, 'use an address like hooks@example.org').optional(),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: 'name the sender of the e-mails that go to SMTP_URL, like hooks@example.org',
  })

/**
 * What the environment says, checked, with defaults filled in. BASE_URL is undefined where the listener names it,
 * SECRETS_KEY where there is none, SMTP_URL where e-mails are only logged.
 */
export type Config = z.output<typeof Environment>

type Variables = Readonly<Record<string, string | undefined>>

/** Variables whose value must not be seen. */
const HIDDEN = new Set(['SECRETS_KEY', 'SMTP_URL'])

/** The first thing that is wrong; the text of PLANS is not repeated, where in it the fault lies is. */
const firstProblem = ({ issues: [issue] }: z.ZodError, variables: Variables): string => {
  const [variable = '', ...path] = issue?.path.map(String) ?? []
  const message = issue?.message ?? 'is wrong'
  const value = variables[variable]
  if (HIDDEN.has(variable)) return `${variable} is wrong: ${message}.`
  if (value === undefined || value.trim() === '') return `${variable} is not set: ${message}.`
  if (variable !== 'PLANS') return `${variable} is "${value}": ${message}.`
  return `PLANS${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${message}; ${PLANS_RULE}.`
}

/**
 * Reads the environment; a variable that is empty counts as not set.
 *
 * DATABASE_URL, PORT, HOST, BASE_URL, PLANS (JSON laid over the built-in plan table), LOG_LEVEL; for webhooks SECRETS_KEY,
 * WEBHOOKS_ALLOW_PRIVATE, SMTP_URL and MAIL_FROM.
 * @throws BadConfig naming the first variable that is wrong.
 */
export const readConfig = (variables: Variables = process.env): Config => {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) throw new BadConfig(firstProblem(parsed.error, variables))
  return parsed.data
}

/** Whether failures are to be shown with their stack; asked also when the rest of the environment is wrong. */
export const showsStacks = (variables: Variables = process.env): boolean =>
  ['trace', 'debug'].includes(variables['LOG_LEVEL'] ?? '')

/** Whether the user wants no colours anywhere (https://no-color.org). */
export const refusesColour = (variables: Variables = process.env): boolean => (variables['NO_COLOR'] ?? '') !== ''
