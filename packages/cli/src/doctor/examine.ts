import { verifySmtp } from '@basketball-data/core'
import { SURPLUS } from '@basketball-data/http'
import { z } from 'zod'
import type { Config, ValidConfig } from '../config.ts'
import { toFailure } from '../failures.ts'
import { examineDatabase } from './database.ts'
import { ok, problem, toReason, warning, type Finding, type State } from './finding.ts'

/** Milliseconds in which the public address responds. */
const DEADLINE = 5000
/** File descriptors that a process needs beside its connections. */
const OTHER_FILES = 200

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether the public address leads to this service. A redirect is none: clients would lose their keys on the way. */
const examineBase = async ({ BASE_URL, HOST }: Config): Promise<State> => {
  if (BASE_URL === undefined)
    return LOOPBACK.has(HOST)
      ? ok('BASE_URL is not set; links name the address where the service listens.')
      : warning(
          `BASE_URL is not set, so links name ${HOST}.`,
          'Set it to the address by which clients reach the service, like https://data.example.org/v1.',
        )
  const start = 'Start "basketball-data serve", or correct BASE_URL, the proxy or the DNS.'
  try {
    const response = await fetch(BASE_URL, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) })
    const text = await response.text()
    if (response.status !== 200) return problem(`${BASE_URL} responds with ${response.status}.`, start)
    return text.includes(BASE_URL)
      ? ok(`${BASE_URL} leads to the service.`)
      : problem(`${BASE_URL} leads to something else.`, start)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? `no response within ${DEADLINE / 1000} s` : toReason(error)
    return problem(`${BASE_URL} cannot be reached (${reason}).`, start)
  }
}

const examineMail = async ({ SMTP_URL }: Config): Promise<State> => {
  if (SMTP_URL === undefined)
    return warning('SMTP_URL is not set, so links that sign in are written to the log.', 'Set SMTP_URL and MAIL_FROM.')
  try {
    await verifySmtp(SMTP_URL)
    return ok('The mail server accepts the connection.')
  } catch (error) {
    return problem(`The mail server cannot be used (${toReason(error)}).`, 'Correct SMTP_URL.')
  }
}

const Limits = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number() }) }) })

/** The number of files that this process may open; null if there is no limit, or the system does not say. */
const openFiles = (): number | null =>
  Limits.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? null

const examineFiles = ({ MAX_CONNECTIONS }: Config): State | null => {
  const limit = openFiles()
  if (limit === null) return null
  const needed = MAX_CONNECTIONS + SURPLUS + OTHER_FILES
  const message = `This shell lets a process open ${limit.toLocaleString('en')} files, and "serve" may need ${needed.toLocaleString('en')}; under systemd and in containers another limit holds.`
  if (limit >= needed) return ok(message)
  const raise = 'Raise the limit (ulimit -n, LimitNOFILE in systemd, ulimits in a container), or lower MAX_CONNECTIONS.'
  return warning(message, raise)
}

const PRIVATE_WEBHOOKS = warning(
  'WEBHOOKS_ALLOW_PRIVATE lets whoever has a key make this machine call others in its network.',
  'Leave it out, except for development.',
)

const examineWebhooks = ({ WEBHOOKS_ALLOW_PRIVATE, HOST }: Config): State | null =>
  WEBHOOKS_ALLOW_PRIVATE && !LOOPBACK.has(HOST) ? PRIVATE_WEBHOOKS : null

const examineStorage = async (config: Config): Promise<State | Finding[]> => {
  try {
    return await examineDatabase(config)
  } catch (error) {
    const { message } = await toFailure(error)
    return problem(message, 'Mend this first; the rest of the database was not examined.')
  }
}

const examineSettings = (invalid: ValidConfig['invalid']): Finding[] => {
  const remedy = 'Correct it: until then no process starts, and what depends on it is not examined.'
  const states =
    invalid.size === 0
      ? [ok('All of them are valid.')]
      : Array.from(invalid.values(), (message) => problem(message, remedy))
  return states.map((state) => ({ subject: 'settings', ...state }))
}

type Found = State | Finding[] | null

/** Examines the settings, the database and what surrounds the service: its public address, the mail server, limits of the system. */
export const examine = async ({ config, invalid }: ValidConfig): Promise<Finding[]> => {
  const about = async (subject: string, variables: string[], run: (config: Config) => Found | Promise<Found>) => {
    const found = variables.some((variable) => invalid.has(variable)) ? null : await run(config)
    return Array.isArray(found) ? found : found === null ? [] : [{ subject, ...found }]
  }
  const findings = await Promise.all([
    about('database', ['DATABASE_DIRECT_URL', 'PREPARE'], examineStorage),
    about('public address', ['BASE_URL'], examineBase),
    about('e-mail', ['SMTP_URL', 'MAIL_FROM'], examineMail),
    about('open files', ['MAX_CONNECTIONS'], examineFiles),
    about('webhooks', [], examineWebhooks),
  ])
  return [examineSettings(invalid), ...findings].flat()
}
