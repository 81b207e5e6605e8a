import type { Core, GameBundle } from '@basketball-data/core'
import { copyBundles, countRows, createPlainTables, openForCopy } from './copy-reference.ts'
import { median } from './report.ts'

/** Rows per second, and CPU time of this process per row in microseconds. */
export type ImportRate = { rows_per_second: number; cpu: number }

/** The rates of ingest and of a plain COPY of the same rows. */
export type ImportResult = { games: number; rows: number; ours: ImportRate; copy: ImportRate }

const GAMES_PER_ROUND = 50

const measure = async (rows: number, work: () => Promise<void>): Promise<ImportRate> => {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  return { rows_per_second: rows / seconds, cpu: (user + system) / rows }
}

const medianRate = (rates: readonly ImportRate[]): ImportRate => ({
  rows_per_second: median(rates.map((rate) => rate.rows_per_second)),
  cpu: median(rates.map((rate) => rate.cpu)),
})

/** Alternates between ingesting games, as the importer does, and copying their rows into plain tables. */
export const measureImport = async (
  core: Core,
  database: string,
  bundles: readonly GameBundle[],
): Promise<ImportResult> => {
  const sql = openForCopy(database)
  await createPlainTables(sql)
  const ours: ImportRate[] = []
  const copy: ImportRate[] = []
  for (let start = 0; start < bundles.length; start += GAMES_PER_ROUND) {
    const batch = bundles.slice(start, start + GAMES_PER_ROUND)
    const rows = countRows(batch)
    ours.push(
      await measure(rows, async () => {
        for await (const result of core.ingestAll(batch))
          if (result.outcome !== 'created') throw new Error(`a game is ${result.outcome}: ${JSON.stringify(result)}`)
      }),
    )
    copy.push(await measure(rows, () => copyBundles(sql, batch)))
  }
  await sql.end()
  return { games: bundles.length, rows: countRows(bundles), ours: medianRate(ours), copy: medianRate(copy) }
}
