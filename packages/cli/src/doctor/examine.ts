import { verifySmtp } from '@basketball-data/core'
import { SURPLUS } from '@basketball-data/http'
import { z } from 'zod'
import { BadConfig, createConfiguredPages, listMisspelt, type Config, type ValidConfig } from '../config.ts'
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
      ? ok('BASE_URL is not set, so links have the address that the service listens on.')
      : warning(
          `BASE_URL is not set, so links point to ${HOST}.`,
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
    return warning('SMTP_URL is not set, so sign-in links are written to the log.', 'Set SMTP_URL and MAIL_FROM.')
  try {
    await verifySmtp(SMTP_URL)
    return ok('The mail server accepts connections.')
  } catch (error) {
    return problem(`The mail server cannot be used (${toReason(error)}).`, 'Correct SMTP_URL.')
  }
}

const examineLook = async (config: Config): Promise<State | null> => {
  try {
    await createConfiguredPages(config)
    return null
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return problem(error.message, 'Correct it: "serve" does not start until then.')
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
  const message = `A process of this shell can open ${limit.toLocaleString('en')} files; "serve" may need ${needed.toLocaleString('en')}. Under systemd and in containers, another limit applies.`
  if (limit >= needed) return ok(message)
  const raise = 'Raise the limit (ulimit -n, LimitNOFILE in systemd, ulimits in a container), or lower MAX_CONNECTIONS.'
  return warning(message, raise)
}

const PRIVATE_WEBHOOKS = warning(
  'WEBHOOKS_ALLOW_PRIVATE lets anyone with a key make this machine call others in its network.',
  'Unset it, except for development.',
)

const examineWebhooks = ({ WEBHOOKS_ALLOW_PRIVATE, HOST }: Config): State | null =>
  WEBHOOKS_ALLOW_PRIVATE && !LOOPBACK.has(HOST) ? PRIVATE_WEBHOOKS : null

const examineStorage = async (config: Config): Promise<State | Finding[]> => {
  try {
    return await examineDatabase(config)
  } catch (error) {
    const { message } = await toFailure(error)
    return problem(message, 'Fix this first; the rest of the database was not checked.')
  }
}

const examineSettings = async (invalid: ValidConfig['invalid']): Promise<Finding[]> => {
  const remedy = 'Correct it: no process starts until then, and checks that depend on it are skipped.'
  const states = [
    ...Array.from(invalid.values(), (message) => problem(message, remedy)),
    ...(await listMisspelt()).map((message) => warning(message, 'Rename the variable, or unset it.')),
  ]
  return (states.length === 0 ? [ok('All settings are valid.')] : states).map((state) => ({
    subject: 'settings',
    ...state,
  }))
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
    about('pages', [], examineLook),
    about('e-mail', ['SMTP_URL', 'MAIL_FROM'], examineMail),
    about('open files', ['MAX_CONNECTIONS'], examineFiles),
    about('webhooks', [], examineWebhooks),
  ])
  return [await examineSettings(invalid), ...findings].flat()
}
