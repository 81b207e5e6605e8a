import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDocument } from './document.ts'

const HOME = 'http://127.0.0.1:3000'
const COMMITTED = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url))

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, file: { type: 'string', default: COMMITTED } },
})
const { check, file } = values
const document = buildDocument({
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
})
const text = `${JSON.stringify(document, null, 2)}\n`

if (!check) await writeFile(file, text)
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error(`${file} is not what the code describes; write it with: node packages/http/src/openapi/write.ts`)
  process.exitCode = 1
}
