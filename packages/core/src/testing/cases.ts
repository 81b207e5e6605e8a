import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GameBundle } from '../contract/index.ts'

const CASES = new URL('../../../../../shared/data/cases/', import.meta.url)

/** Whether the folder of small imports is missing: a test that reads it is skipped without ../shared/data. */
export const hasNoCases = !existsSync(fileURLToPath(CASES))

/** The bundles of a file in that folder. */
export const readCase = (path: string): GameBundle[] =>
  readFileSync(new URL(path, CASES), 'utf8')
    .trim()
    .split('\n')
    .map((line): GameBundle => JSON.parse(line))
