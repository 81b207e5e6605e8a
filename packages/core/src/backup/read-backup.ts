import { pipeline, type Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { BadBackup, FORMAT, Header, LastLine, lineHash, SequencesLine, TableLine, type RowCounts } from './format.ts'

/** A part of a backup after its header, in the order of the file. `rows` is a JSON array of rows of the latest table. */
export type Part =
  | { kind: 'table'; table: TableLine }
  | { kind: 'rows'; rows: string; count: number }
  | { kind: 'sequences'; sequences: SequencesLine['sequences'] }
  | { kind: 'end'; rows: RowCounts }

/** The error for a backup with a format or tables that this version does not know. */
export const newerBackup = (software: string) =>
  new BadBackup(
    `The backup was made by version ${software} of this software, which is newer than this one: restore it with that version.`,
  )

const foreign = (cause?: unknown) => new BadBackup('This is not a backup of this service.', { cause })
const truncated = (cause?: unknown) =>
  new BadBackup('The backup is not complete: its end is missing. Use another one.', { cause })
const altered = (cause?: unknown) =>
  new BadBackup('The backup is damaged: it is not as it was written. Use another one.', { cause })

/** Longer lines are not those of a backup. A value of the largest games has 1 MB. */
const MAX_LINE = 2 ** 28
const MAX_HEADER = 2 ** 20
const NEWLINE = 10

/** The lines of a gzip stream without their ends. */
async function* splitLines(input: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let [parts, length, max]: [Buffer[], number, number] = [[], 0, MAX_HEADER]
  try {
    for await (const chunk of pipeline(input, gunzip, () => {})) {
      let rest: Buffer = chunk
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        yield Buffer.concat([...parts, rest.subarray(0, end)])
        rest = rest.subarray(end + 1)
        ;[parts, length, max] = [[], 0, MAX_LINE]
      }
      parts.push(rest)
      length += rest.length
      if (length > max) throw foreign()
    }
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'Z_BUF_ERROR') throw truncated(error)
    if (code === 'Z_DATA_ERROR') throw max === MAX_HEADER ? foreign(error) : altered(error)
    throw error
  } finally {
    input.destroy()
    gunzip.destroy()
  }
  if (length > 0) throw max === MAX_HEADER ? foreign() : truncated()
}

/** The first line of any version. */
const AnyHeader = z.object({ backup: z.literal('basketball-data'), format: z.int(), software: z.string() })

const parseHeader = (line: Buffer): Header => {
  const json = parseJson(line, foreign)
  const { data, error } = AnyHeader.safeParse(json)
  if (error) throw foreign(error)
  if (data.format > FORMAT) throw newerBackup(data.software)
  return parse(Header, json)
}

const parseJson = (line: Buffer, refuse: (cause: unknown) => BadBackup): unknown => {
  try {
    return JSON.parse(line.toString())
  } catch (error) {
    throw refuse(error)
  }
}

const parse = <Line>(schema: z.ZodType<Line>, json: unknown): Line => {
  const { data, error } = schema.safeParse(json)
  if (error) throw altered(error)
  return data
}

const AnyLine = z.union([TableLine, SequencesLine, LastLine])

/** Rows, in characters, that are passed on together. */
const BATCH = 2 ** 20
const MAX_ROWS = 2000
const BRACKET = '['.charCodeAt(0)

/** Reads the lines after the header. */
async function* readParts(first: Buffer, lines: AsyncGenerator<Buffer>): AsyncGenerator<Part> {
  const hash = lineHash()
  hash.add(first)
  const counts: RowCounts = {}
  let [table, ended]: [string | undefined, boolean] = [undefined, false]
  let [rows, size]: [string[], number] = [[], 0]
  const takeRows = (): Part[] => {
    const parts: Part[] = rows.length === 0 ? [] : [{ kind: 'rows', rows: `[${rows.join(',')}]`, count: rows.length }]
    ;[rows, size] = [[], 0]
    return parts
  }
  for await (const line of lines) {
    if (ended) throw altered()
    if (line[0] === BRACKET) {
      if (table === undefined) throw altered()
      hash.add(line)
      counts[table] = (counts[table] ?? 0) + 1
      rows.push(line.toString())
      size += line.length
      if (size >= BATCH || rows.length === MAX_ROWS) yield* takeRows()
    } else {
      yield* takeRows()
      const parsed = parse(AnyLine, parseJson(line, altered))
      if ('table' in parsed) {
        table = parsed.table
        counts[table] = 0
        yield { kind: 'table', table: parsed }
      } else if ('sequences' in parsed) {
        table = undefined
        yield { kind: 'sequences', sequences: parsed.sequences }
      } else {
        if (parsed.sha256 !== hash.hex() || !isDeepStrictEqual(parsed.rows, counts)) throw altered()
        ended = true
        yield { kind: 'end', rows: counts }
        continue
      }
      hash.add(line)
    }
  }
  if (!ended) throw truncated()
}

/**
 * Reads the header of a backup; `parts` reads the rest and checks that it is complete and unchanged, which is certain after its
 * last part only.
 * @throws BadBackup
 */
export const readBackup = async (input: Readable): Promise<{ header: Header; parts: AsyncGenerator<Part> }> => {
  const lines = splitLines(input)
  try {
    const { value: first } = await lines.next()
    if (first === undefined) throw foreign()
    return { header: parseHeader(first), parts: readParts(first, lines) }
  } catch (error) {
    await lines.return(undefined)
    throw error
  }
}
