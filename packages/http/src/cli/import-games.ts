import type { Core, GameBundle, IngestResult } from '@basketball-data/core'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { runImport, type Ended } from './import-run.ts'
import { answer, withCore } from './session.ts'
import { columns } from './terminal.ts'

/**
 * What a source has at one place: a game, a game that its feed does not let us read, or what is no game at all. A game
 * that does not name itself is listed under its place.
 */
export type ImportItem =
  | { kind: 'game'; bundle: GameBundle; place?: string }
  | { kind: 'refused'; source: string; external_id: string; reason: string }
  | { kind: 'unreadable'; place: string; problem: string }

/** An item, and how much of the source is read with it (from 0 to 1; null where nobody knows). */
export type ImportStep = ImportItem & { part: number | null }

/** How games are taken in. */
export type Importing = {
  /** What to call it while it runs. */
  label: string
  /** Whether webhooks are told of the games. */
  announced: boolean
  /** How the places of the source begin: those refused the last time are listed anew. */
  places?: string
}

/** What an import did; the counts are those of accepted games, whether they were new or not. */
type Report = {
  counts: { games: number; lines: number; events: number; shots: number; warnings: number; refused: number }
  outcomes: Record<Exclude<IngestResult['outcome'], 'refused'>, number>
  /** Why the first refused one was refused. */
  reason: string | null
}

const emptyReport = (): Report => ({
  counts: { games: 0, lines: 0, events: 0, shots: 0, warnings: 0, refused: 0 },
  outcomes: { created: 0, updated: 0, unchanged: 0 },
  reason: null,
})

const refuse = (report: Report, reason: string): void => {
  report.counts.refused += 1
  report.reason ??= reason
}

const accept = ({ counts, outcomes }: Report, result: Exclude<IngestResult, { outcome: 'refused' }>): void => {
  outcomes[result.outcome] += 1
  counts.games += 1
  counts.lines += result.lines
  counts.events += result.events
  counts.shots += result.shots
  counts.warnings += result.warnings.length
}

/** Takes an item in; gives what is to be said of it at once. */
const take = async (core: Core, report: Report, item: ImportItem, announced: boolean): Promise<string | undefined> => {
  switch (item.kind) {
    case 'game': {
      const result = await core.ingest(item.bundle, { announced, place: item.place })
      if (result.outcome === 'refused') refuse(report, `${result.external_id}: ${result.reason}`)
      else accept(report, result)
      return undefined
    }
    case 'refused':
      await core.refuse(item.source, item.external_id, item.reason)
      refuse(report, `${item.external_id}: ${item.reason}`)
      return undefined
    case 'unreadable': {
      await core.refusePlace(item.place, item.problem)
      const said = `${item.place} ${item.problem}`
      refuse(report, said)
      return said
    }
  }
}

const written = (count: number): string => count.toLocaleString('en')

/** A report in a few aligned lines. */
const summary = ({ counts, outcomes }: Report, { seconds, interrupted }: Ended): string => {
  const [created, updated, unchanged] = [outcomes.created, outcomes.updated, outcomes.unchanged].map(written)
  const list = (count: number, command: string) => (count === 0 ? '' : `listed by "basketball-data ${command}"`)
  const table = columns([
    ['games', counts.games, `${created} new, ${updated} corrected, ${unchanged} unchanged`],
    ['lines', counts.lines],
    ['events', counts.events],
    ['shots', counts.shots],
    ['warnings', counts.warnings, list(counts.warnings, 'warnings')],
    ['refused', counts.refused, list(counts.refused, 'refusals')],
  ])
  return `${interrupted ? 'Stopped' : 'Done'} after ${seconds.toFixed(1)} s\n\n${table.replace(/^/gm, '  ')}\n`
}

/**
 * Ingests what a source holds and `tell`s the report. The source hears of Ctrl-C by the signal, for when it waits for
 * input.
 *
 * @throws Interrupted after Ctrl-C; what is committed stays.
 * @throws Failed when games were refused and none was accepted.
 */
export const ingestFrom = async (
  core: Core,
  { label, announced, places }: Importing,
  open: (signal: AbortSignal) => AsyncIterable<ImportStep>,
  tell: (counts: Report['counts'], text: string) => void,
): Promise<void> => {
  const report = emptyReport()
  const { counts } = report
  if (places !== undefined) await core.forgetPlaces(places)
  await runImport({
    label,
    brings: 'games',
    open,
    take: async (step, complain) => {
      const said = await take(core, report, step, announced)
      if (said !== undefined) complain(said)
      return { games: counts.games, part: step.part }
    },
    tell: (ended) => tell(counts, summary(report, ended)),
  })
  if (counts.games === 0 && report.reason !== null)
    throw new Failed(`No game was accepted; the first was refused: ${report.reason}`)
}

/** What of an import can be chosen. */
export type ImportOptions = { announce: boolean }

/** Adds the options of commands that import. */
export const withAnnouncing = (command: Command): Command =>
  command.option('--no-announce', 'do not tell webhooks of these games: for what happened long ago')

/** The whole of an import command: its counts are the answer. */
export const importGames = (
  command: Command,
  importing: Importing,
  open: (signal: AbortSignal) => AsyncIterable<ImportStep>,
): Promise<void> =>
  withCore(command, (core) => ingestFrom(core, importing, open, (counts, text) => answer(command, counts, text)))
