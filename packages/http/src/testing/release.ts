import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { GameBundle } from '@basketball-data/core'
import { z } from 'zod'

/** The folder with a folder for each release, named by its version. */
export const RELEASES = fileURLToPath(new URL('../../../../testbed/releases/', import.meta.url))

/** What a release leaves to the next one, beside its database: everything that has to be the same after the upgrade. */
export const Release = z.object({
  /** The time at which the responses were recorded. */
  now: z.iso.datetime(),
  /** The SECRETS_KEY of the service. */
  secretsKey: z.string(),
  /** An API key of plan complete. */
  key: z.string(),
  webhook: z.object({ id: z.string(), secret: z.string() }),
  /** The games, as they were ingested. */
  games: z.array(GameBundle),
  /** What `recordable` makes of the response to each GET request, by path and query after /v1. */
  responses: z.record(z.string(), z.unknown()),
})
export type Release = z.infer<typeof Release>

/** The status and the body of a response; of a picture only the type, because drawings may change. */
export const recordable = async (response: Response): Promise<{ status: number; type: string; body: unknown }> => {
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const text = await response.text()
  return { status: response.status, type, body: type === 'application/json' ? JSON.parse(text) : null }
}

/** The files of a release: the backup of its database, and a `Release` as compressed JSON. */
export const getReleaseFiles = (version: string): { database: string; release: string } => ({
  database: `${RELEASES}${version}/database.backup`,
  release: `${RELEASES}${version}/release.json.gz`,
})

/** Reads what a release left. */
export const readRelease = async (version: string): Promise<Release> => {
  const file = await readFile(getReleaseFiles(version).release)
  return Release.parse(JSON.parse((await promisify(gunzip)(file)).toString()))
}

const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
const RowLine = z.array(z.string().nullable())

/** The rows of a backup by table: the values of each column, as text. */
export const readTables = async (backup: Readable): Promise<Map<string, Record<string, string | null>[]>> => {
  const tables = new Map<string, Record<string, string | null>[]>()
  let columns: string[] = []
  let rows: Record<string, string | null>[] = []
  for await (const line of createInterface({ input: backup.pipe(createGunzip()) })) {
    const json: unknown = JSON.parse(line)
    const table = TableLine.safeParse(json).data
    const row = RowLine.safeParse(json).data
    if (table !== undefined) {
      ;({ columns } = table)
      tables.set(table.table, (rows = []))
    } else if (row !== undefined)
      rows.push(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
  }
  return tables
}

/** The versions that were recorded. */
export const recordedReleases = async (): Promise<string[]> => (existsSync(RELEASES) ? readdir(RELEASES) : [])
