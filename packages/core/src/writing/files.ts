import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  envelopeSchema,
  FilesToImport,
  ImportedFiles,
  MAX_GAMES_TOGETHER,
  MAX_SHEET_MISTAKES,
  type ErrorDetail,
  type ReadSheets,
  type SheetMistake,
  type SourceRecords,
  type SourceSeason,
} from '../contract/index.ts'
import { badRequest, FilesRefused, toPointer } from '../errors.ts'
import { selectSourceRecords } from '../ingest/identify/source-records.ts'
import { ingestTogether } from '../ingest/ingest.ts'
import { withSavepoints } from '../ingest/rehearse.ts'
import type { IngestResult } from '../ingest/result.ts'
import { checkBundle } from '../ingest/validate.ts'
import type { Database } from '../store/index.ts'
import { write } from '../trpc.ts'
import { toWritten } from './games.ts'
import { writeOnce, type WriteContext } from './once.ts'

/** Bytes of a body at most: the files together, and the form around them. */
const MAX_FORM_BYTES = 8 * 2 ** 20
/** Characters of a name or a message in a response at most. */
const MAX_NAME = 500
const MAX_MESSAGE = 2000

const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()

const requireReader = ({ readSheets }: WriteContext): ReadSheets => {
  if (readSheets !== null) return readSheets
  throw badRequest(
    'This service reads no sheets: its core was created without `readSheets`. Send the games as bundles, with PUT /games/{external_id} or POST /games.',
  )
}

type Sheets = Awaited<ReturnType<ReadSheets>>

/** Sheets as they read beside what their source had named at that moment. */
type SheetsRead = Sheets & { isCurrent: (tx: Database) => Promise<boolean> }

const readFiles = async (
  readSheets: ReadSheets,
  db: Database,
  { source }: WriteContext['writer'],
  { files, dry_run: _, ...options }: FilesToImport,
): Promise<SheetsRead> => {
  const seen: { of: SourceSeason; records: SourceRecords }[] = []
  /** A sheet that names another source is refused; it shows nothing of that one's names. */
  const known = async (_source: string, of: SourceSeason): Promise<SourceRecords> => {
    const records = await selectSourceRecords({ db }, source, of)
    seen.push({ of, records })
    return records
  }
  const isCurrent = async (tx: Database): Promise<boolean> => {
    for (const { of, records } of seen)
      if (!isDeepStrictEqual(await selectSourceRecords({ db: tx }, source, of), records)) return false
    return true
  }
  return { ...(await readSheets(files, { ...options, source, known })), isCurrent }
}

const toDetail = ({ sheet, row, column, message }: SheetMistake): ErrorDetail => ({
  pointer: toPointer([sheet, row, column].filter((part) => part !== null)),
  message: cut(message, MAX_MESSAGE),
  sheet: cut(sheet, MAX_NAME),
  row,
  column: column && cut(column, MAX_NAME),
})

/** The error for sheets of which nothing was imported. */
const refuse = (details: readonly ErrorDetail[], count: string): FilesRefused => {
  const { sheet, row, column, message = '' } = details[0] ?? {}
  const place = [sheet, row && `row ${row}`, column].filter((part) => part != null).join(', ')
  const first = `${place === '' ? '' : `${place}: `}${message.slice(0, MAX_NAME)}`
  return new FilesRefused(422, `Nothing was imported because of ${count}. The first one: ${first}`, [...details])
}

/** @throws FilesRefused */
const requireNoMistakes = ({ mistakes, mistake_count, bundles }: Sheets): void => {
  if (mistake_count > 0)
    throw refuse(
      mistakes.slice(0, MAX_SHEET_MISTAKES).map(toDetail),
      mistake_count === 1 ? '1 mistake' : `${mistake_count} mistakes`,
    )
  if (bundles.length > MAX_GAMES_TOGETHER)
    throw new FilesRefused(
      413,
      `The sheets have ${bundles.length} games; at most ${MAX_GAMES_TOGETHER} are imported with one call. Send a part of the season at a time.`,
    )
}

/** What importing games has done. @throws FilesRefused if one of them is refused; what is wrong with several alike is listed once */
const toImported = ({ bundles, rows, ignored }: Sheets, results: readonly IngestResult[]): ImportedFiles => {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const refusals = new Map<string, ErrorDetail>()
  const games = bundles.flatMap((bundle, at) => {
    const result = results[at]
    if (result === undefined) throw new RangeError('a bundle has no outcome')
    if (result.outcome === 'refused') {
      for (const { pointer, message } of result.details) {
        const problem = `${pointer} ${message}`.trim()
        const { sheet = '', row = null } = rows[at] ?? {}
        if (!refusals.has(problem)) refusals.set(problem, toDetail({ sheet, row, column: null, message: problem }))
      }
      return []
    }
    counts[result.outcome] += 1
    const { game, home, away } = bundle
    const { external_id, date } = game
    return { external_id, date, home: home.team.name, away: away.team.name, ...toWritten(result) }
  })
  const refused = bundles.length - games.length
  if (refused > 0)
    throw refuse(
      [...refusals.values()].slice(0, MAX_SHEET_MISTAKES),
      refused === 1 ? '1 game that is refused' : `${refused} games that are refused`,
    )
  return { ...counts, games, ignored: ignored.map((name) => cut(name, MAX_NAME)) }
}

/** The input of an import with hashes of its files, for the hash of the whole call. */
const withHashes = ({ files, ...input }: FilesToImport) => ({
  ...input,
  files: files.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
})

export const importFiles = write
  .meta({
    plan: null,
    write: { form: true, maxBytes: MAX_FORM_BYTES },
    openapi: {
      operationId: 'importFiles',
      method: 'POST',
      path: '/files',
      tags: ['Files'],
      summary: 'Import sheets',
      description: `Imports the games of a workbook (.xlsx) or of CSV files, with their teams, players and box scores: all of them, or none. If there are mistakes, it responds with 422, and \`error.details\` has all of them by sheet, row and column, up to ${MAX_SHEET_MISTAKES}. Files of more than ${MAX_FORM_BYTES / 2 ** 20} MB together, or of more than ${MAX_GAMES_TOGETHER} games, are 413. The same files again change nothing.`,
    },
  })
  .input(FilesToImport)
  .output(envelopeSchema(ImportedFiles))
  .mutation(async ({ ctx, input }) => {
    const readSheets = requireReader(ctx)
    // Other writers do not wait while sheets are read, unless those have named something meanwhile.
    const early = await readFiles(readSheets, ctx.store.db, ctx.writer, input)
    return writeOnce(ctx, ImportedFiles, withHashes(input), async (tx) => {
      const sheets = (await early.isCurrent(tx)) ? early : await readFiles(readSheets, tx, ctx.writer, input)
      requireNoMistakes(sheets)
      const entries = sheets.bundles.map((bundle) => checkBundle(bundle, undefined, ctx.writer))
      const results = await ingestTogether(withSavepoints(ctx.store, tx), { notify: true, now: ctx.now }, entries)
      return toImported(sheets, results)
    })
  })
