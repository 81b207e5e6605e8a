import { createHash } from 'node:crypto'
import { z } from 'zod'

/*
 * A backup is gzip of lines of JSON, the same for Postgres and the embedded database:
 *
 *   {"backup":"basketball-data","format":1,…}     what was backed up, when, and its migrations
 *   {"table":"teams","columns":["id",…]}          then a line for each row of the table:
 *   ["tm_cw5y1rg5","Alpha",…]                     its values as Postgres writes them as text, or null
 *   {"sequences":{…}}                             the last values of sequences, after the last table
 *   {"rows":{"teams":18,…},"sha256":"…"}          the number of rows of each table, and the hash of all lines before
 *
 * Values are text because every type of Postgres reads the text that it writes without a loss.
 */

/** A file that cannot be restored. The message says why. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

/** The version of the format. */
export const FORMAT = 1

/** The first line. */
export const Header = z.object({
  backup: z.literal('basketball-data'),
  format: z.int(),
  /** The version of this software that made the backup. */
  software: z.string(),
  /** When the snapshot was taken. */
  taken_at: z.iso.datetime(),
  /** The creation times of the migrations that the database has, oldest first. */
  migrations: z.array(z.int()),
  /** The key that encrypts the secrets of webhooks, if it was in the folder of the database. */
  secrets_key: z.string().nullable(),
})
export type Header = z.infer<typeof Header>

/** The line before the rows of a table. */
export const TableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) })
export type TableLine = z.infer<typeof TableLine>

/** The line after the last table: by name of the sequence its last value, null before its first one. */
export const SequencesLine = z.strictObject({ sequences: z.record(z.string(), z.string().nullable()) })
export type SequencesLine = z.infer<typeof SequencesLine>

/** The last line. */
export const LastLine = z.strictObject({ rows: z.record(z.string(), z.int()), sha256: z.string() })

/** What a backup contains: the number of rows of each table. */
export type RowCounts = Record<string, number>

/** Adds up the hash of lines without their last one. */
export const lineHash = () => {
  const hash = createHash('sha256')
  return {
    add: (line: string | Uint8Array) => hash.update(line).update('\n'),
    hex: () => hash.digest('hex'),
  }
}
