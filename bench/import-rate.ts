import type { Core, GameBundle } from '@basketball-data/core'
import { median } from './median.ts'
import { copyBundles, countRows, makePlainTables, openForCopy } from './plain-rows.ts'

/** Rows per second and CPU of this process per row, microseconds. */
export type ImportRate = { rows_per_second: number; cpu: number }

/** How fast games were brought in, and how fast a plain COPY of the same rows was. */
export type ImportFigures = { games: number; rows: number; ours: ImportRate; copy: ImportRate }

const GAMES_PER_TURN = 25

const timed = async (rows: number, work: () => Promise<void>): Promise<ImportRate> => {
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

/** Ingests games one by one, as the importer does, and copies their rows into plain tables, in turns. */
export const measureImport = async (
  core: Core,
  database: string,
  bundles: readonly GameBundle[],
): Promise<ImportFigures> => {
  const sql = openForCopy(database)
  await makePlainTables(sql)
  const ours: ImportRate[] = []
  const copy: ImportRate[] = []
  for (let start = 0; start < bundles.length; start += GAMES_PER_TURN) {
    const some = bundles.slice(start, start + GAMES_PER_TURN)
    const rows = countRows(some)
    ours.push(
      await timed(rows, async () => {
        for (const bundle of some) await core.ingest(bundle)
      }),
    )
    copy.push(await timed(rows, () => copyBundles(sql, some)))
  }
  await sql.end()
  return { games: bundles.length, rows: countRows(bundles), ours: medianRate(ours), copy: medianRate(copy) }
}
