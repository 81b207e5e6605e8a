import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { openBrowser } from '../../pages/src/testing/browser.js'
import { testDatabase } from '../../http/src/testing/databases.js'
import { openMailer, sendLater } from './email.ts'
import { startCli, startCommand, type CliProcess } from './testing/run-cli.ts'

/** A database with a game of another world than the demo's, and an account. */
const filled = async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  for (const bundle of simulate({ seed: 'another', day: '2026-11-20', games: 1, detail: 'result' }))
    await core.ingest(bundle)
  await core.accounts.create({ email: 'holder@example.org', plan: 'live' })
  await core.close()
  return database
}

/** The pages of what a command serves. */
const visit = async ({ waitFor }: Pick<CliProcess, 'waitFor'>) => {
  const printed: { url: string; sign_in?: string } = JSON.parse(await waitFor('stdout', /\n/))
  const { origin } = new URL(printed.url)
  const newBrowser = () => openBrowser((request) => fetch(request), origin)
  /** Asks for a link in a new browser, and signs in with the one that is written to standard error. */
  const signIn = async (email: string) => {
    const browser = newBrowser()
    const written = waitFor('stderr', /\/account\/sign-in\/[\w-]{43}/)
    const sent = await browser.submit(await browser.open('/account/sign-in'), 'request', { email })
    const [link = ''] = /\/account\/sign-in\/[\w-]{43}/.exec(await written) ?? []
    return { sent, link, home: await browser.submit(await browser.open(link), 'use') }
  }
  return { printed, newBrowser, signIn }
}

const QUIET = { LOG_LEVEL: 'error' }

const listening = async (command: 'start' | 'serve') => [
  command,
  '--port',
  '0',
  '--json',
  '--no-worker',
  '--database',
  await filled(),
]

test('start prints a link that signs in to the account on plan complete, which is an operator', async () => {
  const { printed, newBrowser } = await visit(startCommand(await listening('start'), { env: QUIET }))
  const { pathname, origin } = new URL(printed.sign_in ?? '')
  expect(origin).toBe(new URL(printed.url).origin)
  const browser = newBrowser()
  const home = await browser.submit(await browser.open(pathname), 'use')
  expect(home).toMatchObject({ path: '/account', status: 200 })
  expect(home.text).toMatch(/demo-complete@example\.org.+Plan: Complete, operator/)
})

test('start prints the e-mails with links in the terminal', async () => {
  const { signIn } = await visit(startCommand(await listening('start'), { env: QUIET }))
  const { sent, home } = await signIn('holder@example.org')
  expect(sent.text).toContain('printed in the terminal')
  expect(home.text).toContain('holder@example.org')
})

test('serve writes them to its log at level warn, and no other line has the link; with SIGN_UP=open a link creates an account', async () => {
  const running = startCli(await listening('serve'), { env: { SIGN_UP: 'open' } })
  const { signIn } = await visit(running)
  const { sent, link, home } = await signIn('holder@example.org')
  expect(sent.text).toContain('the link is in its log')
  expect(home.text).toContain('holder@example.org')
  const unknown = await signIn('new@example.org')
  expect(unknown.home.text).toMatch(/new@example\.org.+Plan: Free key/)
  running.process.kill('SIGINT')
  const { stderr } = await running.ended
  const lines = stderr.split('\n').filter((line) => line.includes(link.slice('/account/sign-in/'.length)))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, recipient: 'holder@example.org', subject: 'Sign in to Basketball Data' }),
  ])
  expect(stderr).toContain('"path":"/account/sign-in/…"')
})

test('with a mail server but without BASE_URL, serve warns of links that may lead nowhere', async () => {
  const { waitFor } = startCli(['serve', '--port', '0', '--no-worker', '--database', await testDatabase('Postgres')], {
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hooks@example.org' },
  })
  expect(await waitFor('stderr', /BASE_URL/)).toMatch(
    /"level":40.+links in e-mails begin with http:\/\/127\.0\.0\.1:\d+\./,
  )
})

test('a link is sent at a moment that does not depend on the request', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const sent: string[] = []
  const send = sendLater(async ({ recipient }) => void sent.push(recipient))
  const sending = send({ recipient: 'holder@example.org', subject: 'x', body: 'y' })
  await vi.advanceTimersByTimeAsync(199)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1001)
  expect(sent).toEqual(['holder@example.org'])
  await sending
  const failing = sendLater(() => Promise.reject(new Error('no mail server')))
  const failed = failing({ recipient: 'a@example.org', subject: 'x', body: 'y' }).catch(String)
  await vi.advanceTimersByTimeAsync(1200)
  expect(await failed).toBe('Error: no mail server')
})

test('with a mail server e-mails go there, and those that nobody is to get go nowhere', async () => {
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hooks@example.org' })
  const { sendEmail, discardEmail, linksGoTo } = await openMailer(config, pino({ level: 'silent' }), 'terminal')
  expect(linksGoTo).toBe('e-mail')
  const email = { recipient: 'holder@example.org', subject: 'x', body: 'y' }
  await expect(sendEmail(email)).rejects.toThrow('ECONNREFUSED')
  expect(await discardEmail(email)).toBeUndefined()
})
