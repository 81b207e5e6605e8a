// Measures the line-ups and possessions of a database, and writes docs/accuracy.md.
// Usage: npm run lab -- accuracy <database>   (a folder, or the address of a Postgres, with the games of the EuroLeague and the EuroCup)
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCore, type SeasonAccuracy } from '@basketball-data/core'
import { toPage } from './accuracy-page.ts'

const [, , database] = process.argv
if (database === undefined) throw new Error('name a database: a folder, or the address of a Postgres')

const core = await createCore({ database, migrate: false })
const seasons: SeasonAccuracy[] = []
for await (const season of core.accuracy()) seasons.push(season)
await core.close()
await writeFile(join(import.meta.dirname, '..', 'docs', 'accuracy.md'), toPage(seasons))
