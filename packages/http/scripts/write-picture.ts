// Draws docs/picture.svg, the picture of README.md: two charts of a game of the sample league, side by side, as the service draws
// them. --check only compares the committed file.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCore } from '@basketball-data/core'
import { SAMPLE_NOW, sampleGames } from '../src/sample-league/index.ts'

const FILE = fileURLToPath(new URL('../../../docs/picture.svg', import.meta.url))
const HEIGHT = 400
const GAP = 16

const core = await createCore({ database: 'memory://', now: () => SAMPLE_NOW })
for await (const _ of core.ingestAll(sampleGames(), { notify: false })) continue
const { games } = core.caller()
const { data: final } = await games.list({ status: 'final' })
const id = final.find(({ has }) => has.shots)?.id ?? ''
const charts = [await games.shotChart({ id, side: 'home' }), await games.flow({ id })]
await core.close()

let x = 0
/** Places a chart to the right of those before. Its classes get a name of their own, because styles hold for the whole picture. */
const place = (chart: string, index: number): string => {
  const [, width = 0, height = 1] = (/viewBox="0 0 (\S+) (\S+)"/.exec(chart) ?? []).map(Number)
  const shown = Math.round((width / height) * HEIGHT)
  const placed = chart
    .replace('<svg ', `<svg x="${x}" width="${shown}" height="${HEIGHT}" `)
    .replaceAll('bd-', `chart-${index}-`)
  x += shown + GAP
  return placed
}
const drawn = charts.map(place)
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x - GAP} ${HEIGHT}">${drawn.join('')}</svg>\n`

if (!process.argv.includes('--check')) await writeFile(FILE, picture)
else if ((await readFile(FILE, 'utf8')) !== picture) {
  console.error(`${FILE} is out of date: run "npm run generate"`)
  process.exitCode = 1
}
