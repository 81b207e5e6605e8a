import { basename } from 'node:path'
import { FeedError, reasonOf, type FeedPrices, type PriceFeed } from '../feed.ts'
import { filesAt, readText } from '../files.ts'
import { BY_BOOKMAKER_COLUMNS, EUROPEAN_COLUMNS, eventsByBookmaker, eventsOfEurope } from './closing-csv.ts'
import { headerOf } from './csv.ts'
import { eventsOfOpenClose, eventsOfSnapshots, OPEN_CLOSE_COLUMNS, SNAPSHOT_COLUMNS } from './snapshots-csv.ts'
import { eventsOfJson } from './snapshots-json.ts'

export { FeedError, type FeedPrices, type FeedProblem, type LeftOutPrices, type PriceFeed } from '../feed.ts'

/** The CSV formats; a file has the first format whose columns it has. */
const TABLES = [
  { columns: SNAPSHOT_COLUMNS, read: eventsOfSnapshots },
  { columns: OPEN_CLOSE_COLUMNS, read: eventsOfOpenClose },
  { columns: BY_BOOKMAKER_COLUMNS, read: eventsByBookmaker },
  { columns: EUROPEAN_COLUMNS, read: eventsOfEurope },
]

const findFiles = async (path: string): Promise<string[]> => {
  const files = await filesAt(path, /\.(json|csv)(\.gz)?$/i)
  if (files.length === 0) throw new FeedError(path, 'contains no .json, .csv, .json.gz or .csv.gz file')
  return files
}

/** Describes the table that a header is closest to with its missing columns, or all tables if none is close. */
const expectedTable = (header: readonly string[]): string => {
  const titleOf = (columns: readonly string[]) => `${columns.slice(0, 4).join(', ')} …`
  const candidates = TABLES.map(({ columns }) => ({
    columns,
    missing: columns.filter((column) => !header.includes(column)),
  }))
  const [closest] = candidates
    .filter(({ columns, missing }) => missing.length <= columns.length / 2)
    .toSorted((a, b) => a.missing.length - b.missing.length)
  if (closest === undefined) return `a table of ${TABLES.map(({ columns }) => titleOf(columns)).join('; ')}`
  const { columns, missing } = closest
  return `a table of ${titleOf(columns)}: missing column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
}

/**
 * Reads a file: a JSON response of the odds endpoints, or a CSV table recognized by its columns.
 *
 * @throws {FeedError} if the text is neither.
 */
export const eventsOfText = (text: string, name: string): Generator<FeedPrices> => {
  if (/^\uFEFF?\s*[[{]/.test(text)) return eventsOfJson(text.replace(/^\uFEFF/, ''), name)
  const { columns: header } = headerOf(text)
  const table = TABLES.find(({ columns }) => columns.every((column) => header.includes(column)))
  if (table === undefined)
    throw new FeedError(name, `neither a response of the odds endpoints nor ${expectedTable(header)}`)
  return table.read(text, name)
}

/** Yields an event once per file that contains it. A file that cannot be read is one error; the others are read. */
async function* read(paths: readonly string[]): AsyncGenerator<FeedPrices> {
  for (const path of (await Promise.all(paths.map(findFiles))).flat()) {
    try {
      yield* eventsOfText(await readText(path), basename(path))
    } catch (error) {
      yield { error: { location: path, reason: reasonOf(error) } }
    }
  }
}

/** Prices of The Odds API and tables of closing prices, as events for `core.ingestQuotes()`. */
export const theOddsApi: PriceFeed = {
  name: 'odds',
  description: "Imports bookmakers' prices for stored games, matched by teams and tip-off.",
  argument: '<path...>',
  paths: 'folders or files: responses of The Odds API (.json) or tables of prices (.csv), also .gz',
  read,
}
