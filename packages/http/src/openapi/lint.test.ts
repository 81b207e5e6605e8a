import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const REDOCLY = join(ROOT, 'node_modules', '.bin', 'redocly')

const Committed = z.looseObject({ info: z.looseObject({}) })

/** The exit code of the linter for a committed document with a change of its `info`. */
const lint = (name: string, change: (info: Record<string, unknown>) => void): number | null => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const document = Committed.parse(JSON.parse(readFileSync(join(ROOT, 'docs', name), 'utf8')))
  change(document.info)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return spawnSync(REDOCLY, ['lint', file, '--config', join(ROOT, 'redocly.yaml')], { env }).status
}

test.each(['openapi.json', 'openapi-ingest.json'])('%s passes the linter, whose recommendations are errors', (name) => {
  expect(lint(name, () => {})).toBe(0)
  expect(lint(name, (info) => delete info['license'])).toBe(1)
})
