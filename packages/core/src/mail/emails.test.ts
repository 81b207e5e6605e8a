import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { execute } from '../store/index.ts'
import { openTestCore } from '../testing/index.ts'
import { smtpMailer, verifySmtp } from './mailer.ts'
import { insertEmail } from './queries.ts'
import { LOCAL_WEBHOOKS, startTestWorker } from '../deliveries/testing/subscribers.ts'

type Sent = { from: string; to: string[]; text: string }

/** Starts an SMTP server that refuses e-mails while `refuses` returns true. */
const startSmtp = async (refuses: () => boolean) => {
  const sent: Sent[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuses()) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        sent.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = listener.address()
  return { url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, sent }
}

const EMAIL = { recipient: 'holder@example.org', subject: 'Your webhook wh_1 was disabled', body: 'Ünfortunately.\n' }

test('two workers send an e-mail once by SMTP; one that the server refuses is reported and due again 5 minutes later', async () => {
  let refusing = true
  const smtp = await startSmtp(() => refusing)
  const core = await openTestCore('Postgres', LOCAL_WEBHOOKS)
  await insertEmail(core.store.db, EMAIL)
  const errors: unknown[] = []
  const sendEmail = await smtpMailer({ smtp: smtp.url, from: 'Basketball Data <noreply@example.org>' })
  for (const _ of [1, 2]) await startTestWorker(core, { sendEmail, onError: (error) => errors.push(error) })
  await expect.poll(() => errors.length).toBe(1)
  const queued = () => execute(core.store.db, sql`select due_at > now() + interval '4 minutes' as later from emails`)
  expect(await queued()).toEqual([{ later: true }])

  refusing = false
  await execute(core.store.db, sql`update emails set due_at = now()`)
  await expect.poll(queued).toEqual([])
  expect(smtp.sent).toHaveLength(1)
  const [email] = smtp.sent
  expect(email).toMatchObject({ from: 'noreply@example.org', to: [EMAIL.recipient] })
  expect(email?.text).toMatch(/^Subject: Your webhook wh_1 was disabled\r?$/m)
  expect(email?.text).toMatch(/=C3=9Cnfortunately/)
})

test('verifySmtp connects to a mail server and sends nothing', async () => {
  const smtp = await startSmtp(() => false)
  await verifySmtp(smtp.url)
  expect(smtp.sent).toEqual([])
  await expect(verifySmtp('smtp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
})
