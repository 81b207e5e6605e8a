import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ServiceInfo } from '@basketball-data/core'
import { buildDocument } from './document.ts'

const HOME = 'http://127.0.0.1:3000'
const LOCAL: ServiceInfo = {
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
}

const FILE = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const text = `${JSON.stringify(buildDocument(LOCAL), null, 2)}\n`

if (!values.check) await writeFile(FILE, text)
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error('docs/openapi.json is not what the code describes: run "node packages/http/src/openapi/write.ts".')
  process.exitCode = 1
}
