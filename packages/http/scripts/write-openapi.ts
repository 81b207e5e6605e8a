// Captures the examples and writes the OpenAPI document; --check only compares the two committed files.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { captureExamples } from './capture-examples.ts'
import { buildDocument } from '../src/openapi/document.ts'
import { buildWriteDocument } from '../src/openapi/write-document.ts'
import { CAPTURED_SERVICE } from '../src/openapi/examples.ts'

const HOME = 'http://127.0.0.1:3000'
const SERVICE = { name: 'Basketball Data', base: `${HOME}/v1`, docs: `${HOME}/docs`, pricing: `${HOME}/docs#plans` }
const check = process.argv.includes('--check')

const write = async (path: string, value: unknown): Promise<void> => {
  const file = fileURLToPath(new URL(path, import.meta.url))
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (!check) return writeFile(file, text)
  if ((await readFile(file, 'utf8')) === text) return
  console.error(`${file} is out of date: run "npm run generate"`)
  process.exitCode = 1
}

const examples = await captureExamples(CAPTURED_SERVICE)
await write('../src/openapi/examples.generated.json', examples)
await write('../../../docs/openapi.json', buildDocument(SERVICE, examples))
await write('../../../docs/openapi-ingest.json', buildWriteDocument(SERVICE, examples))
