import { expect, onTestFinished, test } from 'vitest'
import { startMetricsServer } from './server.ts'

test('a health check reads no metrics, whose event loop delay begins anew with each scrape', async () => {
  let scrapes = 0
  const metrics = {
    scrape: async () => `scrapes ${++scrapes}\n`,
    contentType: 'text/plain; version=0.0.4',
  }
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })
  onTestFinished(server.close)
  const health = new URL('/healthz', server.url)
  for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(health, { method })).status, method).toBe(200)
  expect((await fetch(health, { method: 'POST' })).status).toBe(404)
  expect(await (await fetch(server.url)).text()).toBe('scrapes 1\n')
})
