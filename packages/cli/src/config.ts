import { PlanChanges, PlanLimits, PLANS } from '@basketball-data/core/contract'
import type { Pages } from '@basketball-data/http/pages'
import type { AccountPagesOptions } from '@basketball-data/pages'
import { z } from 'zod'
import { parsePort, PORT_RULE } from './option-values.ts'

/** An environment variable is invalid; the message names it and says what is valid. */
export class BadConfig extends Error {
  override name = 'BadConfig'
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** How the log is written: `auto` is text for people in a terminal and JSON anywhere else. */
const LOG_FORMATS = ['auto', 'json', 'pretty'] as const

const Port = z.string().transform((text, ctx): number => {
  const port = parsePort(text)
  if (port === undefined) ctx.addIssue(`use ${PORT_RULE}`)
  return port ?? z.NEVER
})

const wholeNumber = (min: number, max: number) => {
  const rule = `use a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.int().min(min, rule).max(max, rule))
}

/** The public address of the service, with or without /v1 at its end; the output has it. */
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

/** Addresses of Postgres servers, separated by commas. */
const Replicas = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(
    z.array(z.string().regex(/^postgres(ql)?:\/\/./, 'use addresses like postgres://user:password@replica/basketball')),
  )

/** `name@host`, or `Name <name@host>`. */
const SENDER = /^(?:[^@<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/

const Environment = z.object({
  DATABASE_URL: z.string().default('.data'),
  DATABASE_DIRECT_URL: z
    .string()
    .trim()
    .regex(/^postgres(ql)?:\/\//, 'use the address of Postgres itself, like postgres://user:password@host/basketball')
    .optional(),
  PREPARE: z.enum(['named', 'none'], 'use named or none, or leave it out').optional(),
  DATABASE_REPLICA_URLS: Replicas.default([]),
  REPLICA_MAX_LAG: wholeNumber(1, 3600).default(2),
  PORT: Port.default(3000),
  METRICS_PORT: Port.optional(),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: Base.optional(),
  SERVICE_NAME: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,60}$/u, 'use at most 60 characters in one line')
    .optional(),
  SERVICE_COLOUR: z.string().trim().optional(), // createPages reads it, and the logo
  SERVICE_LOGO: z.string().trim().optional(),
  DELIVERY_DAYS: wholeNumber(1, 3650).default(30),
  DRAIN_SECONDS: wholeNumber(0, 3600).default(5),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  CACHE_MB: wholeNumber(0, 1_000_000).default(128),
  PLANS: Plans.default({}),
  CALL_DEADLINE: z
    .string()
    .default('2.5')
    .transform(Number)
    .pipe(z.number('use a number of seconds').min(0.1, 'use at least 0.1 seconds').max(300, 'use at most 300 seconds')),
  LOG_LEVEL: z.enum(LOG_LEVELS, `use one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(LOG_FORMATS, `use one of ${LOG_FORMATS.join(', ')}`).default('auto'),
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
  SIGN_UP: z.enum(['open', 'closed'], 'use open or closed').default('closed'),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  SIGN_IN_LINKS_PER_MINUTE: wholeNumber(2, 1_000_000).default(300),
  INGEST: z.enum(['on', 'off'], 'use on or off').default('off'),
  WRITES_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  MAIL_FROM: z.string().trim().regex(SENDER, 'use an address like hooks@example.org').optional(),
})

/** The names of the environment variables that are settings. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/**
 * The validated environment with its defaults. If BASE_URL is undefined, the address of the server is used; if SMTP_URL is
 * undefined, e-mails are only logged.
 */
export type Config = z.output<typeof Environment>

/** The pages in the look of the settings. @throws BadConfig for a colour or a logo that cannot be used */
export const createConfiguredPages = async (
  { SERVICE_COLOUR: colour, SERVICE_LOGO: logo }: Config,
  account?: AccountPagesOptions,
): Promise<Pages> => {
  const { BadBrand, createPages } = await import('@basketball-data/pages')
  try {
    return createPages({ colour, logo, ...(account !== undefined && { account }) })
  } catch (error) {
    if (!(error instanceof BadBrand)) throw error
    const { option, message } = error
    throw new BadConfig(`SERVICE_${option.toUpperCase()}${message.slice(option.length)}`, { cause: error })
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Variables whose value is never printed. */
const HIDDEN = new Set(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'SECRETS_KEY', 'SMTP_URL'])

/** Describes what is wrong with a variable. For PLANS it names the path in the JSON instead of repeating the whole text. */
const findProblem = (variable: string, path: string[], message: string, value: string | undefined): string => {
  if (value === undefined) return `${variable} is not set: ${message}.`
  if (HIDDEN.has(variable)) return `${variable} is wrong: ${message}.`
  if (variable !== 'PLANS') return `${variable} is "${value}": ${message}.`
  return `PLANS${path.length > 0 ? ` at ${path.join('.')}` : ''}: ${message}; ${PLANS_RULE}.`
}

/** Reads the environment; a variable that is empty counts as not set. @throws BadConfig for the first invalid variable */
export const readConfig = (variables: Variables = process.env): Config => {
  const { config, invalid } = readValidConfig(variables)
  const [problem] = invalid.values()
  if (problem !== undefined) throw new BadConfig(problem)
  return config
}

/** The settings as if the invalid variables were not set, and what is wrong with each of these, by its name. */
export type ValidConfig = { config: Config; invalid: ReadonlyMap<string, string> }

/** The settings, in which a sender without a name of its own has that of the service. */
const nameSender = (config: Config): Config => {
  const { SERVICE_NAME, MAIL_FROM } = config
  if (SERVICE_NAME === undefined || MAIL_FROM === undefined || MAIL_FROM.includes('<')) return config
  return { ...config, MAIL_FROM: `"${SERVICE_NAME.replaceAll(/["\\]/g, '\\$&')}" <${MAIL_FROM}>` }
}

/**
 * Warnings of variables whose name is a setting with one letter wrong. If that setting is set, too, the variable is taken for
 * one of another program.
 */
export const listMisspelt = async (variables: Variables = process.env): Promise<string[]> => {
  const { isMisspelt } = await import('@basketball-data/feeds/sheets') // late, because it takes longer than all else here
  const unset = VARIABLES.filter((setting) => (variables[setting] ?? '').trim() === '')
  return Object.keys(variables).flatMap((name) => {
    const meant = unset.find((setting) => isMisspelt(name, setting))
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
}

/** Reads the environment without the variables that are invalid. */
export const readValidConfig = (variables: Variables = process.env): ValidConfig => {
  const set = new Map<string, string>()
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined && value.trim() !== '') set.set(name, value)
  const invalid = new Map<string, string>()
  const { error } = Environment.safeParse(Object.fromEntries(set))
  for (const { path, message } of error?.issues ?? []) {
    const [variable = '', ...within] = path.map(String)
    if (!invalid.has(variable)) invalid.set(variable, findProblem(variable, within, message, set.get(variable)))
  }
  for (const variable of invalid.keys()) set.delete(variable)
  if (set.has('SMTP_URL') && !set.has('MAIL_FROM')) {
    const rule = 'name the sender of the e-mails that go to SMTP_URL, like hooks@example.org'
    if (!invalid.has('MAIL_FROM')) invalid.set('MAIL_FROM', findProblem('MAIL_FROM', [], rule, undefined))
    set.delete('SMTP_URL')
  }
  return { config: nameSender(Environment.parse(Object.fromEntries(set))), invalid }
}
