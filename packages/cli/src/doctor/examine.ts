import { verifySmtp } from '@basketball-data/core'
import { SURPLUS } from '@basketball-data/http'
import { z } from 'zod'
import type { Config, ValidConfig } from '../config.ts'
import { failureOf } from '../failures.ts'
import { examineDatabase } from './database.ts'
import { finding, toReason, type Finding } from './finding.ts'

/** Milliseconds in which the public address responds. */
const DEADLINE = 5000
/** File descriptors that a process needs beside its connections. */
const OTHER_FILES = 200

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether the public address leads to this service. A redirect is none: clients would lose their keys on the way. */
const examineBase = async ({ BASE_URL, HOST }: Config): Promise<Finding> => {
  const subject = 'public address'
  if (BASE_URL === undefined)
    return LOOPBACK.has(HOST)
      ? finding.ok(subject, 'BASE_URL is not set; links name the address where the service listens.')
      : finding.warning(
          subject,
          `BASE_URL is not set, so links name ${HOST}.`,
          'Set it to the address by which clients reach the service, like https://data.example.org/v1.',
        )
  const start = 'Start "basketball-data serve", or correct BASE_URL, the proxy or the DNS.'
  try {
    const response = await fetch(BASE_URL, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) })
    const text = await response.text()
    if (response.status !== 200) return finding.problem(subject, `${BASE_URL} responds with ${response.status}.`, start)
    return text.includes(BASE_URL)
      ? finding.ok(subject, `${BASE_URL} leads to the service.`)
      : finding.problem(subject, `${BASE_URL} leads to something else.`, start)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? `no response within ${DEADLINE / 1000} s` : toReason(error)
    return finding.problem(subject, `${BASE_URL} cannot be reached (${reason}).`, start)
  }
}

const examineMail = async ({ SMTP_URL }: Config): Promise<Finding> => {
  if (SMTP_URL === undefined)
    return finding.warning(
      'e-mail',
      'SMTP_URL is not set, so links that sign in are written to the log.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  try {
    await verifySmtp(SMTP_URL)
    return finding.ok('e-mail', 'The mail server accepts the connection.')
  } catch (error) {
    return finding.problem('e-mail', `The mail server cannot be used (${toReason(error)}).`, 'Correct SMTP_URL.')
  }
}

const Limits = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number() }) }) })

/** The number of files that this process may open; null if there is no limit, or the system does not say. */
const openFiles = (): number | null =>
  Limits.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? null

const examineFiles = ({ MAX_CONNECTIONS }: Config): Finding[] => {
  const limit = openFiles()
  if (limit === null) return []
  const needed = MAX_CONNECTIONS + SURPLUS + OTHER_FILES
  const message = `This shell lets a process open ${limit.toLocaleString('en')} files, and "serve" may need ${needed.toLocaleString('en')}; under systemd and in containers another limit holds.`
  return [
    limit < needed
      ? finding.warning(
          'open files',
          message,
          'Raise the limit (ulimit -n, LimitNOFILE in systemd, ulimits in a container), or lower MAX_CONNECTIONS.',
        )
      : finding.ok('open files', message),
  ]
}

const examineWebhooks = ({ WEBHOOKS_ALLOW_PRIVATE, HOST }: Config): Finding[] => {
  if (!WEBHOOKS_ALLOW_PRIVATE || LOOPBACK.has(HOST)) return []
  return [
    finding.warning(
      'webhooks',
      'WEBHOOKS_ALLOW_PRIVATE lets whoever has a key make this machine call others in its network.',
      'Leave it out, except for development.',
    ),
  ]
}

const examineStorage = async (config: Config): Promise<Finding[]> => {
  try {
    return await examineDatabase(config)
  } catch (error) {
    const { message } = await failureOf(error)
    return [finding.problem('database', message, 'Mend this first; the rest of the database was not examined.')]
  }
}

const examineSettings = ({ invalid }: ValidConfig): Finding[] => {
  if (invalid.size === 0) return [finding.ok('settings', 'All of them are valid.')]
  const remedy = 'Correct it: until then no process starts, and what depends on it is not examined.'
  return [...invalid.values()].map((problem) => finding.problem('settings', problem, remedy))
}

/** Examines the settings, the database and what surrounds the service: its public address, the mail server, limits of the system. */
export const examine = async (settings: ValidConfig): Promise<Finding[]> => {
  const { config, invalid } = settings
  const unless = async (variables: string[], run: () => Promise<Finding[]>): Promise<Finding[]> =>
    variables.some((variable) => invalid.has(variable)) ? [] : run()
  const findings = await Promise.all([
    unless(['DATABASE_DIRECT_URL', 'PREPARE'], () => examineStorage(config)),
    unless(['BASE_URL'], async () => [await examineBase(config)]),
    unless(['SMTP_URL', 'MAIL_FROM'], async () => [await examineMail(config)]),
    unless(['MAX_CONNECTIONS'], async () => examineFiles(config)),
  ])
  return [examineSettings(settings), ...findings, examineWebhooks(config)].flat()
}
