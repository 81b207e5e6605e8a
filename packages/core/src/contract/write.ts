import { z } from 'zod'
import { ErrorDetail, ErrorCode } from './errors.ts'
import { BundleGame, type GameBundle } from './game-bundle.ts'
import { GameId, type RecordKind } from './identifiers.ts'
import { CalendarDate, Count, ExternalName, Name, record, Text } from './scalars.ts'
import { DateOrder, type UploadedFile } from './sheets.ts'

/** Bytes that the body of a game has at most, in a stream its line: a long play-by-play with its shots has half of it. */
export const MAX_BUNDLE_BYTES = 8 * 2 ** 20

/** A game bundle as a write key sends it: the source is that of the key, and the game that of the path. */
export type BundleBody = Omit<GameBundle, 'source' | 'game'> & {
  source?: string
  game: Omit<GameBundle['game'], 'external_id'> & { external_id?: string }
}

/** A game bundle in a stream, which names its game itself; or why a line cannot be read, which costs only that line. */
export type StreamedBundle = { bundle: unknown } | { problem: string }

/** A parameter of every call that writes. */
export const DryRun = z
  .boolean()
  .meta({ id: 'DryRun', description: 'With `true` the response is the same, and nothing is written.', example: true })

/** The external id of a game as a path has it. */
export const GameExternalId = ExternalName.meta({
  id: 'GameExternalId',
  description: 'Your identifier of the game, percent-encoded.',
  example: 'game-1',
})

/** One game, and whether its write is only tried. */
export const OneWrittenGame = z.strictObject({ external_id: GameExternalId, dry_run: DryRun.optional() })

const Warning = record('GameWarning', 'A contradiction in a stored game.', {
  code: Text.describe('Kind of the warning.'),
  message: z.string().max(10_000).describe('What contradicts what.'),
})

const outcome = <const Outcome extends string>(...outcomes: readonly Outcome[]) =>
  z.enum(outcomes).describe('What was done, or with `dry_run` what would be.')

/** What writing a game has done. */
export const WrittenGame = record('WrittenGame', 'What writing a game has done.', {
  id: GameId,
  outcome: outcome('created', 'updated', 'unchanged'),
  warnings: z.array(Warning).max(100_000).describe('All current warnings of the game.'),
})
export type WrittenGame = z.infer<typeof WrittenGame>

/** What removing a game has done. */
export const RemovedGame = record('RemovedGame', 'A game that was removed.', {
  id: GameId,
  outcome: outcome('removed'),
})
export type RemovedGame = z.infer<typeof RemovedGame>

const MergedKind = z.enum(['competition', 'season', 'team', 'player', 'game'] satisfies RecordKind[])

/** Two records that are one. */
export const RecordsToMerge = z
  .strictObject({
    kind: MergedKind.describe('Kind of the two records.'),
    from: ExternalName.describe('Your identifier of the record that goes.'),
    into: ExternalName.describe('Your identifier of the record that stays.'),
    dry_run: DryRun.optional(),
  })
  .meta({ id: 'RecordsToMerge', description: 'Two records of one kind that are one.' })
export type RecordsToMerge = z.infer<typeof RecordsToMerge>

/** What merging two records has done. */
export const MergedRecord = record('MergedRecord', 'The record that stays.', {
  id: z.string().max(11).describe('Its identifier; that of the other one answers with this record.'),
  outcome: outcome('merged', 'unchanged'),
})
export type MergedRecord = z.infer<typeof MergedRecord>

const WriteError = record('WriteError', 'Why a line was not written.', {
  code: ErrorCode,
  message: z.string().max(2000).describe('Human-readable explanation of the error and how to fix it.'),
  details: z.array(ErrorDetail).max(20).optional().describe('What is wrong with the bundle, value by value.'),
})

/** The outcome for a line of a stream of games. */
export const WrittenLine = z
  .union([
    record('AcceptedLine', 'What writing the game of a line has done.', {
      external_id: ExternalName.describe('Your identifier of the game.'),
      ...WrittenGame.shape,
    }),
    record('RefusedLine', 'A line that was not written.', {
      external_id: ExternalName.nullable().describe('Your identifier of the game; null if the line has none.'),
      outcome: z.literal('refused').describe('Always `refused`.'),
      error: WriteError,
    }),
  ])
  .meta({ id: 'WrittenLine', description: 'The outcome for one line, in the order of the lines.' })
export type WrittenLine = z.infer<typeof WrittenLine>

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A game to write; the bundle is validated when it is ingested. */
export const GameToWrite = OneWrittenGame.extend({
  bundle: z.custom<BundleBody>(isObject, 'must be a JSON object').meta({ description: 'The game bundle.' }),
})

/** Fields of the game of a bundle that change; omitted ones keep their value. */
export const GameToPatch = OneWrittenGame.extend({
  ...BundleGame.omit({ external_id: true }).partial().shape,
  reopen: z
    .boolean()
    .optional()
    .describe(
      'True: lets a final game, or one without a result, be scheduled again. Its score, periods, box score, play-by-play and shots are deleted. One that is scheduled or running stays as it is.',
    ),
}).meta({
  id: 'GameToPatch',
  description: 'Fields of a game that change. Omitted fields keep their value; null deletes it.',
})

/** Fields of a game that change, and whether it is scheduled again. */
export type GamePatch = Omit<z.output<typeof GameToPatch>, 'external_id' | 'dry_run'>

const isFile = (value: unknown): boolean =>
  isObject(value) && Object(value).bytes instanceof Uint8Array && Name.safeParse(Object(value).name).success

/** Files of sheets at most: one for the lines of each game, and the others. */
const MAX_FILES = 1000

/** Games that are written in one transaction at most: other writers of games wait for it. */
export const MAX_GAMES_TOGETHER = 500

/** Sheets to import, and what describes their competition where no sheet does. */
export const FilesToImport = z
  .strictObject({
    files: z
      .array(
        z
          .custom<UploadedFile>(isFile, 'must be a file with a name of at most 200 characters')
          .meta({ type: 'string', format: 'binary' }),
      )
      .min(1)
      .max(MAX_FILES)
      .describe('A workbook (.xlsx), or CSV files named games, lines, teams, players and competition.'),
    competition: Name.optional().describe('Name of the competition. Default: the name of the workbook.'),
    season: Name.optional().describe('Such as `2026-27`. Default: that of the days of the games.'),
    time_zone: Name.optional().describe('Such as `Europe/Madrid`; required if games have times.'),
    dates: DateOrder.optional().describe('Order of day, month and year, for columns that do not show it.'),
    dry_run: DryRun.optional(),
  })
  .meta({ id: 'FilesToImport', description: 'Sheets of a league: games, and what there is of box scores.' })
export type FilesToImport = z.infer<typeof FilesToImport>

const ImportedGame = record('ImportedGame', 'What importing a game has done.', {
  external_id: ExternalName.describe(
    'Your identifier of the game: its id in the sheet, or one made of its day and teams.',
  ),
  date: CalendarDate.describe('Day of the game.'),
  home: Name.describe('Name of the home team in the sheet.'),
  away: Name.describe('Name of the away team in the sheet.'),
  ...WrittenGame.shape,
})

/** What importing sheets has done. */
export const ImportedFiles = record('ImportedFiles', 'What importing sheets has done, or with `dry_run` would do.', {
  created: Count.describe('Number of new games.'),
  updated: Count.describe('Number of games that changed.'),
  unchanged: Count.describe('Number of games that were stored like that already.'),
  games: z.array(ImportedGame).max(MAX_GAMES_TOGETHER).describe('Every game of the sheets, in their order.'),
  ignored: z
    .array(Text)
    .max(200)
    .describe('Sheets and columns that are not imported, because their names are unknown.'),
})
export type ImportedFiles = z.infer<typeof ImportedFiles>

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Games to write, one after the other. */
export const GamesToWrite = z.strictObject({
  bundles: z.custom<AsyncIterable<StreamedBundle>>(isAsyncIterable, 'must be an asynchronous iterable of lines'),
  dry_run: DryRun.optional(),
})
export type GamesToWrite = z.infer<typeof GamesToWrite>

/** The outcomes for games, in their order, while they are written. `close` ends writing them. */
export type WrittenLines = AsyncIterable<WrittenLine> & { close: () => void }
export const WrittenLines = z.custom<WrittenLines>(isAsyncIterable)
