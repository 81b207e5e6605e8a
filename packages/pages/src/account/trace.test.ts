import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, onTestFinished, test } from 'vitest'
import { testAccountPages } from '../testing/account-pages.ts'

test('signing in leaves neither the e-mail nor the link in a span', async () => {
  const exporter = new InMemorySpanExporter()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  onTestFinished(() => {
    context.disable()
    trace.disable()
  })
  const pages = await testAccountPages('embedded')
  const account = await pages.newAccount()
  exporter.reset()
  const browser = pages.newBrowser()
  await browser.submit(await browser.open('/account/sign-in'), 'request', { email: account.email })
  const [link = ''] = /(?<=\/sign-in\/)\S+/.exec(pages.emails[0]?.body ?? '') ?? []
  await browser.submit(await browser.open(`/account/sign-in/${link}`), 'use')
  const spans = exporter.getFinishedSpans()
  expect(spans.filter(({ name }) => name === 'INSERT').length).toBeGreaterThan(0)
  expect(link.length).toBeGreaterThan(20)
  const contents = JSON.stringify(
    spans.map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  )
  for (const secret of [link, account.email]) expect(contents).not.toContain(secret)
})
