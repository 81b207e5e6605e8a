import { basename } from 'node:path'
import { FeedError, type FeedPrices, type PriceFeed } from '../feed.ts'
import { filesAt, readText } from '../files.ts'
import { BY_BOOKMAKER_COLUMNS, EUROPEAN_COLUMNS, eventsByBookmaker, eventsOfEurope } from './closing-csv.ts'
import { headerOf } from './csv.ts'
import { eventsOfOpenClose, eventsOfSnapshots, OPEN_CLOSE_COLUMNS, SNAPSHOT_COLUMNS } from './snapshots-csv.ts'
import { eventsOfSnapshot } from './snapshots-json.ts'

const TABLES = [
  { columns: SNAPSHOT_COLUMNS, read: eventsOfSnapshots },
  { columns: OPEN_CLOSE_COLUMNS, read: eventsOfOpenClose },
  { columns: BY_BOOKMAKER_COLUMNS, read: eventsByBookmaker },
  { columns: EUROPEAN_COLUMNS, read: eventsOfEurope },
]

const oddsAt = async (path: string): Promise<string[]> => {
  const files = await filesAt(path, /\.(json|csv)(\.gz)?$/i)
  if (files.length === 0) throw new FeedError(path, 'no .json and no .csv in it, nor .gz of them')
  return files
}

/** Which table names of columns come nearest to, and what they lack of it. */
const noTable = (names: readonly string[]): string => {
  const lacking = TABLES.map(({ columns }) => ({ columns, missing: columns.filter((name) => !names.includes(name)) }))
  const [nearest] = lacking
    .filter(({ columns, missing }) => missing.length <= columns.length / 2)
    .toSorted((a, b) => a.missing.length - b.missing.length)
  if (nearest === undefined)
    return `a table of ${TABLES.map(({ columns }) => columns.slice(0, 4).join(', ')).join(' …; ')} …`
  const { columns, missing } = nearest
  return `a table of ${columns.slice(0, 4).join(', ')} …: it lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`
}

/**
 * The events of one text: an answer of the odds endpoints, or a table by the columns of its first line.
 *
 * @throws {FeedError} for a text that is neither.
 */
export const eventsOfText = (text: string, name: string): Generator<FeedPrices> => {
  if (/^\uFEFF?\s*[[{]/.test(text)) return eventsOfSnapshot(text.replace(/^\uFEFF/, ''), name)
  const { names } = headerOf(text)
  const table = TABLES.find(({ columns }) => columns.every((column) => names.includes(column)))
  if (table === undefined) throw new FeedError(name, `neither an answer of the odds endpoints nor ${noTable(names)}`)
  return table.read(text, name)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof FeedError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** An event that is in several files comes several times. A file that cannot be read is one problem; the others are read. */
async function* read(paths: readonly string[]): AsyncGenerator<FeedPrices> {
  for (const path of (await Promise.all(paths.map(oddsAt))).flat()) {
    try {
      yield* eventsOfText(await readText(path), basename(path))
    } catch (error) {
      yield { error: { location: path, reason: reasonOf(error) } }
    }
  }
}

/** Prices of The Odds API, and tables of closing prices, as events for `core.ingestQuotes()`. */
export const theOddsApi: PriceFeed = {
  name: 'odds',
  description: 'Imports prices of bookmakers for games that are in, matched by teams and tip-off.',
  argument: '<path...>',
  paths: 'folders or files: answers of the-odds-api (.json) or tables of prices (.csv), also .gz',
  read,
}
