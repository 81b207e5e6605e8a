import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { read, readYaml, ROOT } from './testing/deploy-files.ts'
import { sharedService } from '../../http/src/testing/services.js'
import { createMetrics } from '@basketball-data/http/metrics'

const BOARDS = 'deploy/grafana/dashboards/'

const Board = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      description: z.string(),
      datasource: z.object({ uid: z.string() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
})
const boards = readdirSync(`${ROOT}${BOARDS}`).map((name) => Board.parse(JSON.parse(read(BOARDS + name))))

const Alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().regex(/^\d+m$/),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string().regex(/\.$/), action: z.string().regex(/\.$/) }),
})
const { groups } = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(Alert) })) })
  .parse(readYaml('deploy/prometheus/alerts.yaml'))
const alerts = groups.flatMap(({ rules }) => rules)

const expressions = [
  ...boards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ...alerts.map(({ expr }) => expr),
]

/** The labels of each metric, as the table of the documentation has them; a test beside holds it against the metrics. */
const labels = new Map(
  Array.from(
    read('docs/production.md').matchAll(/^\| `(basketball_data_\w+)` +\| \w+ +\| (.*?) +\|/gm),
    ([, name = '', own = '']) => [name, Array.from(own.matchAll(/`(\w+)`/g), ([, label = '']) => label)],
  ),
)

/** The metrics in an expression; a histogram has three series. */
const metricsIn = (expr: string): string[] =>
  Array.from(expr.matchAll(/\b(?:basketball_data|nodejs|process)_\w+/g), ([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )

const labelsIn = (expr: string): string[] => [
  ...Array.from(expr.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g), ([, list = '']) => list.split(/, ?/)).flat(),
  ...Array.from(expr.matchAll(/(\w+)(?:=~|!=|=)"/g), ([, label = '']) => label),
]

/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ['le', 'instance', 'job', 'process']

describe('the dashboard and the alerts', () => {
  const service = sharedService('embedded')
  let names: string[]
  beforeAll(() => {
    const metrics = createMetrics(service().core)
    names = metrics.names()
    metrics.stop()
  })

  test.each(expressions)('%s has metrics and labels that exist', (expr) => {
    const metrics = metricsIn(expr)
    expect(metrics.filter((name) => !names.includes(name))).toEqual([])
    expect(metrics.length > 0 || /\bup\b/.test(expr)).toBe(true)
    const known = new Set([...OF_PROMETHEUS, ...metrics.flatMap((name) => labels.get(name) ?? [])])
    expect(labelsIn(expr).filter((label) => !known.has(label))).toEqual([])
    for (const bracket of ['()', '{}', '[]'])
      expect(expr.split(bracket.charAt(0)).length).toBe(expr.split(bracket.charAt(1)).length)
  })

  test('every metric of the service is in one of them, but for those that explain another', () => {
    const used = new Set(expressions.flatMap(metricsIn))
    const unused = names.filter((name) => name.startsWith('basketball_data_') && !used.has(name))
    expect(unused.map((name) => name.slice('basketball_data_'.length))).toEqual([
      'ingest_warnings_total',
      'ingest_lag_seconds',
      'follow_duration_seconds',
      'delivery_duration_seconds',
      'response_cache_responses',
      'response_cache_bytes',
      'batch_size',
    ])
  })

  test('panels read the data source that is set up, and have ids of their own', () => {
    const source = z
      .object({ datasources: z.array(z.object({ uid: z.string() })) })
      .parse(readYaml('deploy/grafana/provisioning/datasources/prometheus.yaml'))
    for (const { panels } of boards) {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
      for (const { datasource } of panels) expect(datasource.uid).toBe(source.datasources[0]?.uid)
    }
  })

  test('Prometheus reads the alerts, which have different names', () => {
    const { rule_files } = z
      .object({ rule_files: z.array(z.string()) })
      .parse(readYaml('deploy/prometheus/prometheus.yaml'))
    expect(rule_files).toEqual(['/etc/prometheus/alerts.yaml'])
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    expect(alerts.length).toBeGreaterThan(8)
  })
})
