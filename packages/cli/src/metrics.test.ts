import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { WEBHOOKS } from '../../http/src/testing/services.js'
import { runCommand, startCli } from './testing/run-cli.ts'

/** The address that a process names in its log. */
const metricsUrl = async ({ waitFor }: ReturnType<typeof startCli>): Promise<string> => {
  const log = await waitFor('stderr', /Metrics are served/)
  return /"url":"([^"]+\/metrics)"/.exec(log)?.[1] ?? expect.unreachable(log)
}

const METRICS = { METRICS_PORT: '0', LOG_FORMAT: 'json', SECRETS_KEY: WEBHOOKS.secretsKey }

/** A port that another process uses, as far as a command can see. */
const takenPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : expect.unreachable()
}

test('serve has metrics on a port of its own, which has a health check beside them and ends with it', async () => {
  const database = await testDatabase('Postgres')
  const serving = startCli(['serve', '--port', '0', '--json', '--database', database], { env: METRICS })
  const ready = serving.waitFor('stdout', /\n/)
  const url = await metricsUrl(serving)
  const service = new URL(JSON.parse(await ready).url)
  expect(new URL(url).port).not.toBe(service.port)
  await fetch(`${service.origin}/v1`)
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const text = await response.text()
  expect(text).toContain('basketball_data_calls_total{endpoint="GET /",status="200",plan="none"} 1')
  expect(text).toContain('basketball_data_http_responses_total{status="200"} 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect((await fetch(new URL('/healthz', url))).status).toBe(200)
  for (const path of ['/', '/v1', '/readyz', '/metrics/x', '/healthz/x'])
    expect((await fetch(new URL(path, url))).status, path).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${service.origin}/metrics`)).status).toBe(404)
  serving.process.kill('SIGINT')
  expect((await serving.ended).code).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('serve has its metrics until it has stopped serving, so that the calls of its last seconds are scraped', async () => {
  const database = await testDatabase('Postgres')
  const env = { ...METRICS, DRAIN_SECONDS: '3600' }
  const serving = startCli(['serve', '--port', '0', '--json', '--database', database], { env })
  const ready = serving.waitFor('stdout', /\n/)
  const draining = serving.waitFor('stderr', /Stopping/)
  const url = await metricsUrl(serving)
  const service = new URL(JSON.parse(await ready).url)
  serving.process.kill('SIGTERM')
  await draining
  expect((await fetch(`${service.origin}/v1`)).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain(
    'basketball_data_calls_total{endpoint="GET /",status="200",plan="none"} 1',
  )
})

test.each([
  ['worker', ['worker']],
  ['follow', ['follow', 'euroleague', '--season', 'E2025', '--api', 'http://127.0.0.1:9']],
])('%s has its metrics too', async (_, command) => {
  const database = await testDatabase('Postgres')
  const running = startCli([...command, '--database', database], { env: METRICS })
  expect(await (await fetch(await metricsUrl(running))).text()).toContain('basketball_data_deliveries_waiting 0')
})

test('a port that cannot be used is refused with a sentence that names METRICS_PORT', async () => {
  const database = await testDatabase('Postgres')
  const serve = (METRICS_PORT: string, port = '0') =>
    runCommand(['serve', '--port', port, '--database', database], { env: { METRICS_PORT } })
  expect(await serve('4100', '4100')).toMatchObject({
    code: 2,
    stderr: 'basketball-data: METRICS_PORT is 4100, the port of the service: choose another one.\n',
  })
  expect(await serve('many')).toMatchObject({
    code: 2,
    stderr: 'basketball-data: METRICS_PORT is "many": use a whole number from 0 to 65535 (0 picks a free port).\n',
  })
  const taken = await takenPort()
  const { code, stderr } = await serve(String(taken))
  expect(code).toBe(1)
  expect(stderr).toContain(
    `Cannot serve metrics on 127.0.0.1, port ${taken}: address already in use; choose with METRICS_PORT and HOST.`,
  )
})
