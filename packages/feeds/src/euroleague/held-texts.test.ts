import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HeldTexts } from './held-texts.ts'

test('texts beyond the limit are in a temporary file without a name, and are the same when they are taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'held-texts-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const held = new HeldTexts(10)
  const texts = ['short', 'a text beyond the limit', 'Dončić 🏀', '', 'more']
  for (const [at, text] of texts.entries()) await held.put(String(at), text)
  expect(held.size).toBe('short'.length + 'more'.length)
  expect(readdirSync(folder)).toEqual([])
  for (const at of [4, 1, 3, 0, 2]) expect(await held.take(String(at))).toBe(texts[at])
  expect(held.size).toBe(0)
  expect(await held.take('1')).toBeUndefined()
  await held.close()
})
