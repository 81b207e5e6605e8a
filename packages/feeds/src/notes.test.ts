import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTE_CODES } from './notes.ts'

const sourceOf = (folder: string): string =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'notes.ts')
    .map((name) => readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8'))
    .join('\n')

const SHARED = sourceOf('./')
const EUROLEAGUE = sourceOf('./euroleague/')
const NBA = sourceOf('./nba/')

/** Whose notes have a code, after the folders in which it stands. */
const feedsOf = (code: string): string => {
  const stands = (source: string) => source.includes(`'${code}'`)
  const feeds = [
    ...(stands(SHARED) || stands(EUROLEAGUE) ? ['EuroLeague'] : []),
    ...(stands(SHARED) || stands(NBA) ? ['NBA'] : []),
  ]
  return feeds.join(', ')
}

const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
const [, section = ''] = page.split('\n## What the feeds note\n')
const rows = Array.from(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm) ?? [])

test('docs/importing.md has every code that the feeds note, and whose it is', () => {
  expect(rows.map(([, code, feeds]) => [code, feeds])).toEqual(NOTE_CODES.map((code) => [code, feedsOf(code)]))
})
