import type { CommandCore, IngestResult } from '@basketball-data/core'
import { joinMistakes, listRefusedRows } from '@basketball-data/core/contract'
import type { FeedGame } from '@basketball-data/feeds'
import {
  nameFromPath,
  readSheetFiles,
  readSheets,
  type ReadSheets,
  type SheetFile,
  type SheetOptions,
} from '@basketball-data/feeds/sheets'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { importGames } from './import-games.ts'
import { runImport } from './run-import.ts'
import { describeDatabase, print, readCommandConfig, withCore, withExistingCore, withOwnCore } from './session.ts'
import { columns, counted, table } from './terminal.ts'

/** The options of `import sheets`. */
export type SheetImportOptions = Pick<SheetOptions, 'dates' | 'competition' | 'season' | 'source'> & {
  timeZone?: string
  dryRun?: boolean
  announce: boolean
}

/** Prints the mistakes of sheets. @throws Failed if there are any */
const requireNoMistakes = (
  command: Command,
  { mistakes, mistake_count }: Pick<ReadSheets, 'mistakes' | 'mistake_count'>,
): void => {
  if (mistake_count === 0) return
  const more = mistake_count - mistakes.length
  const listedRows = joinMistakes(mistakes).map(({ sheet, rows, column, message }) => [sheet, rows, column, message])
  const listed = table(['sheet', 'row', 'column', 'mistake'], listedRows, '')
  const rest = more > 0 ? `\n… and ${counted(more, 'more mistake')}` : ''
  print(command, { games: 0, mistakes, mistake_count }, `${listed}${rest}\n`)
  throw new Failed(`Nothing was imported: ${counted(mistake_count, 'mistake')} in the sheets.`)
}

/** Games that a dry run lists. */
const MAX_LISTED = 100

/** What an import would do with each game. It writes nothing. */
const rehearse = async (core: CommandCore, { bundles }: ReadSheets): Promise<IngestResult[]> => {
  const results: IngestResult[] = []
  for await (const result of core.ingestAll(bundles, { dryRun: true })) results.push(result)
  return results
}

/** Prints what an import would do with games of which none is refused. */
const printRehearsal = (command: Command, { bundles }: ReadSheets, results: readonly IngestResult[]): void => {
  const outcomes = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const changes: { outcome: string; game: string; warnings: string[] }[] = []
  for (const [at, bundle] of bundles.entries()) {
    const result = results[at]
    if (result === undefined || result.outcome === 'refused') continue
    outcomes[result.outcome] += 1
    const warnings = result.warnings.map(({ message }) => message)
    const game = `${bundle.game.date} ${bundle.home.team.name} – ${bundle.away.team.name}`
    if (result.outcome !== 'unchanged') changes.push({ outcome: result.outcome, game, warnings })
  }
  const listed = changes.slice(0, MAX_LISTED).map(({ outcome, game, warnings }) => [outcome, game, warnings.join(' ')])
  const rest = changes.length - listed.length
  const more = rest > 0 ? [`… and ${counted(rest, 'more game')}`] : []
  const text = [
    `Nothing is written (--dry-run): ${outcomes.created} new, ${outcomes.updated} corrected, ${outcomes.unchanged} unchanged, 0 refused`,
    ...(listed.length > 0 ? ['', columns(listed)] : []),
    ...more,
  ]
  print(command, { ...outcomes, changes }, `${text.join('\n')}\n`)
}

/** Warnings that an import prints. */
const MAX_WARNINGS = 5

const listWarnings = ({ rows }: ReadSheets, results: readonly IngestResult[]): string =>
  results
    .flatMap((result, at) => {
      const { sheet, row } = rows[at] ?? {}
      const warnings = result.outcome === 'refused' ? [] : result.warnings
      return warnings.map(({ message }) => `  ${sheet} row ${row}: ${message}\n`)
    })
    .slice(0, MAX_WARNINGS)
    .join('')

async function* toItems(bundles: ReadSheets['bundles']): AsyncGenerator<FeedGame> {
  for (const [at, bundle] of bundles.entries()) yield { bundle, progress: at / bundles.length }
}

/** Opens the database for a command. An import that only looks creates none: it finds an empty one. */
const openCore = async (command: Command, dryRun: boolean, run: Parameters<typeof withCore>[1]): Promise<void> => {
  if (!dryRun) return void (await withCore(command, run))
  const { isMissingFolder } = await import('@basketball-data/core')
  const { DATABASE_URL } = await readCommandConfig(command)
  if (isMissingFolder(DATABASE_URL)) await withOwnCore(command, run, { database: 'memory://' })
  else await withExistingCore(command, run)
}

/** `import sheets` */
export const importSheets = async (
  command: Command,
  path: string,
  { timeZone, dryRun = false, announce, ...options }: SheetImportOptions,
): Promise<void> => {
  const files: SheetFile[] = await readSheetFiles(path)
  const database = await describeDatabase(command)
  await openCore(command, dryRun, async (core) => {
    const read = await readSheets(files, {
      ...options,
      competition: options.competition ?? nameFromPath(path),
      time_zone: timeZone,
      known: (source, season) => core.sourceRecords(source, season),
    })
    requireNoMistakes(command, read)
    for (const name of read.ignored) process.stderr.write(`basketball-data: not imported: ${name}\n`)
    const results = await rehearse(core, read)
    requireNoMistakes(command, listRefusedRows(read.rows, results))
    if (dryRun) return printRehearsal(command, read, results)
    const [first] = read.bundles
    const league = first === undefined ? '' : `of ${first.competition.name} ${first.season.name} `
    await runImport<FeedGame>(command, {
      name: 'sheets',
      read: () => toItems(read.bundles),
      open: async (run) => {
        const importer = importGames(core, { name: 'sheets' }, { notify: announce, about: `${league}in ${database}` })
        const warnings = listWarnings(read, results)
        const summary: typeof importer.summary = (ended) => importer.summary(ended) + (warnings && `\n${warnings}`)
        await run({ ...importer, summary })
        await core.closeUnplayed()
        await core.refreshStandings()
      },
    })
  })
}
