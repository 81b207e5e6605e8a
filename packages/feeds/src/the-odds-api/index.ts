import { basename } from 'node:path'
import { FeedError, toReason, type FeedPrices, type FeedProblem, type PriceFeed } from '../feed.ts'
import { filesAt, nothingFoundError, readHead, readText } from '../files.ts'
import { BY_BOOKMAKER_COLUMNS, EUROPEAN_COLUMNS, eventsByBookmaker, readEuropeanEvents } from './closing-csv.ts'
import { parseHeader } from '../csv.ts'
import { readOpenCloseEvents, readSnapshotEvents, OPEN_CLOSE_COLUMNS, SNAPSHOT_COLUMNS } from './snapshots-csv.ts'
import { readJsonEvents } from './snapshots-json.ts'

export { nameAdder, readAliases, type Alias } from './aliases.ts'
export { FeedError, type FeedPrices, type FeedProblem, type SkippedPrices, type PriceFeed } from '../feed.ts'

/** The CSV formats; a file has the first format whose columns it has. */
const TABLES = [
  { columns: SNAPSHOT_COLUMNS, read: readSnapshotEvents },
  { columns: OPEN_CLOSE_COLUMNS, read: readOpenCloseEvents },
  { columns: BY_BOOKMAKER_COLUMNS, read: eventsByBookmaker },
  { columns: EUROPEAN_COLUMNS, read: readEuropeanEvents },
]

/** Files in a row without prices, after which a path is taken for the wrong one. */
const MAX_OTHERS = 100

const findFiles = async (path: string, signal?: AbortSignal): Promise<string[]> => {
  const files = await filesAt(path, (each) => /\.(json|csv)(\.gz)?$/i.test(each), signal)
  if (files.length === 0) throw await nothingFoundError(path, 'expected .json, .csv, .json.gz or .csv.gz files')
  return files
}

/** Describes the table that a header is closest to with its missing columns, or all tables if none is close. */
const expectedTable = (header: readonly string[]): string => {
  const toTitle = (columns: readonly string[]) => `${columns.slice(0, 4).join(', ')} …`
  const candidates = TABLES.map(({ columns }) => ({
    columns,
    missing: columns.filter((column) => !header.includes(column)),
  }))
  const [closest] = candidates
    .filter(({ columns, missing }) => missing.length <= columns.length / 2)
    .toSorted((a, b) => a.missing.length - b.missing.length)
  if (closest === undefined) return `a table of ${TABLES.map(({ columns }) => toTitle(columns)).join('; ')}`
  const { columns, missing } = closest
  return `a table of ${toTitle(columns)}: missing column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
}

const isJson = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text)

/**
 * The table of a CSV file, by its header.
 *
 * @throws {FeedError} if there is none
 */
const findTable = (text: string, name: string) => {
  const { columns: header } = parseHeader(text)
  const table = TABLES.find(({ columns }) => columns.every((column) => header.includes(column)))
  if (table !== undefined) return table
  throw new FeedError(name, `neither a response of the odds endpoints nor ${expectedTable(header)}`)
}

/**
 * Reads a file: a JSON response of the odds endpoints, or a CSV table recognized by its columns.
 *
 * @throws {FeedError} if the text is neither.
 */
export const readTextEvents = (text: string, name: string): Generator<FeedPrices> => {
  if (isJson(text)) return readJsonEvents(text.replace(/^\uFEFF/, ''), name)
  return findTable(text, name).read(text, name)
}

/** Reads a file if its start, which is read first, is that of a table or of an event; a short one is read anyway. */
const readPrices = async (path: string, signal?: AbortSignal): Promise<string> => {
  const head = await readHead(path, signal)
  if (head.length > 10_000) {
    if (!isJson(head)) findTable(head, basename(path))
    else if (!/"(?:home_team|sport_key|bookmakers|commence_time)"\s*:/.test(head))
      throw new FeedError(basename(path), 'contains no events of The Odds API at its start')
  }
  return readText(path, signal)
}

/** The error if none of the files can be read. */
const noPrices = (problems: readonly FeedProblem[]): FeedError => {
  const [first = { location: '', reason: '' }, ...others] = problems
  return new FeedError(first.location, `${first.reason}${others.length === 0 ? '' : ` (and ${others.length} more)`}`)
}

/**
 * Yields an event once per file that contains it. A file that cannot be read is one error, and the others are read.
 *
 * @throws {FeedError} before the first item, if none of the files, or of the first hundred, can be read
 */
async function* read(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FeedPrices> {
  const files: string[] = []
  for (const path of paths) files.push(...(await findFiles(path, signal)))
  /** The files before the first one that can be read. */
  const others: FeedProblem[] = []
  let isRead = false
  for (const path of files) {
    signal?.throwIfAborted()
    try {
      const items = readTextEvents(await readPrices(path, signal), basename(path))
      for (let next = items.next(); !next.done || !isRead; next = items.next()) {
        signal?.throwIfAborted()
        if (!isRead) for (const error of others) yield { error }
        isRead = true
        if (!next.done) yield next.value
      }
    } catch (error) {
      if (signal?.aborted) throw error
      const problem = { location: path, reason: toReason(error) }
      if (isRead) yield { error: problem }
      else others.push(problem)
    }
    if (!isRead && others.length === Math.min(files.length, MAX_OTHERS)) throw noPrices(others)
  }
}

/** Prices of The Odds API and tables of closing prices, as events for `core.ingestQuotes()`. */
export const theOddsApi: PriceFeed = {
  name: 'odds',
  read,
}
