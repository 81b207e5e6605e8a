// Writes the TypeScript samples of the documentation page from packages/client/src/samples, where they are compiled and run;
// --check only compares the committed file.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const source = await readFile(new URL('packages/client/src/samples/endpoints.ts', root), 'utf8')
const file = fileURLToPath(new URL('packages/http/src/docs/typescript.generated.json', root))

/** A function of the file: its name, and its lines, which are indented by four spaces. */
const FUNCTION = /^ {2}(\w+): async \(\) => \{\n([^]*?)^ {2}\},$/gm

const samples = Array.from(source.matchAll(FUNCTION), ([, name = '', lines = '']) => [
  name,
  lines.replaceAll(/^ {4}/gm, '').trimEnd(),
])
const text = `${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`

if (!process.argv.includes('--check')) await writeFile(file, text)
else if ((await readFile(file, 'utf8')) !== text) {
  console.error(`${file} is out of date: run "npm run generate"`)
  process.exitCode = 1
}
