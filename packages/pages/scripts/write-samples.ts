// Writes the TypeScript samples of the documentation from packages/client/src/samples, where they are compiled; --check only
// compares the committed file.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8')
const file = 'packages/pages/src/docs/typescript.generated.json'

/** A function of endpoints.ts and chapters.ts: its name, and its lines, which are indented by four spaces. */
const FUNCTION = /^ {2}(\w+): async \(\) => \{\n([^]*?)^ {2}\},$/gm

const readSamples = async (name: string) =>
  Object.fromEntries(
    Array.from(
      (await read(`packages/client/src/samples/${name}.ts`)).matchAll(FUNCTION),
      ([, name = '', lines = '']) => [name, lines.replaceAll(/^ {4}/gm, '').trimEnd()],
    ),
  )
const setUp = (await read('packages/client/src/samples/set-up.ts')).trimEnd()
const text = `${JSON.stringify({ setUp, endpoints: await readSamples('endpoints'), chapters: await readSamples('chapters') }, null, 2)}\n`

if (!process.argv.includes('--check')) await writeFile(new URL(file, root), text)
else if ((await read(file)) !== text) {
  console.error(`${fileURLToPath(new URL(file, root))} is out of date: run "npm run generate"`)
  process.exitCode = 1
}
