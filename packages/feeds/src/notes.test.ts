import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTE_CODES } from './notes.ts'

/** The source of a folder without the list of the codes. */
const readSource = (folder: string): string =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8'))
    .join('\n')
    .replace(/NOTE_CODES = \[[^\]]*\]/, '')

const SHARED = readSource('./')
const EUROLEAGUE = readSource('./euroleague/')
const NBA = readSource('./nba/')

/** The feeds that use a code, by the folders whose source has it. */
const listFeeds = (code: string): string => {
  const uses = (source: string) => source.includes(`'${code}'`)
  const feeds = [
    ...(uses(SHARED) || uses(EUROLEAGUE) ? ['EuroLeague'] : []),
    ...(uses(SHARED) || uses(NBA) ? ['NBA'] : []),
  ]
  return feeds.join(', ')
}

const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
const [, section = ''] = page.split('\n## Feed notes\n')
const rows = Array.from(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm) ?? [])

test('docs/importing.md lists every note code and the feeds that use it', () => {
  expect(rows.map(([, code, feeds]) => [code, feeds])).toEqual(NOTE_CODES.map((code) => [code, listFeeds(code)]))
})
