import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createFrequentHistogram } from './frequent-histogram.ts'

const LIMITS = [0.001, 0.25, 1, 64]

test('its text is that of the histogram of prom-client', async () => {
  const observation = fc.record({
    label: fc.constantFrom('GET /games', 'GET /games/{id}', 'a "quote", a \\ and\na line'),
    value: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constantFrom(0, ...LIMITS)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(observation), async (observations) => {
      const histogram = createFrequentHistogram('call_seconds', 'Time of a call.', 'endpoint', LIMITS)
      const registry = new Registry()
      const described = { name: 'call_seconds', help: 'Time of a call.', labelNames: ['endpoint'], buckets: LIMITS }
      const theirs = new Histogram({ ...described, registers: [registry] })
      for (const { label, value } of observations) {
        histogram.observe(label, value)
        theirs.observe({ endpoint: label }, value)
      }
      const lines = (text: string) => text.replaceAll(/\{(le="[^"]*"),(.*)\}/g, '{$2,$1}').split('\n')
      expect(lines(histogram.text()).toSorted()).toEqual(lines(await registry.metrics()).toSorted())
    }),
  )
})

test('a known value of the label is written from the start, with 0', () => {
  const histogram = createFrequentHistogram('statement_seconds', 'Time of a statement.', 'result', [1], ['failed'])
  expect(histogram.text()).toContain('statement_seconds_count{result="failed"} 0')
  histogram.observe('failed', 0.5)
  expect(histogram.text()).toContain('statement_seconds_bucket{result="failed",le="1"} 1')
})
