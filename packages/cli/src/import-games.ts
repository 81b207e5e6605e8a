import type { CommandCore, GameBundle, IngestResult } from '@basketball-data/core'
import type { FeedGame, FeedProblem, GameFeed } from '@basketball-data/feeds'
import type { Importer } from './run-import.ts'
import { columns, counted } from './terminal.ts'

/** What an import of games did. All counts but `refused` are of accepted games. `lines` are box score lines. */
type Counts = { games: number; lines: number; events: number; shots: number; warnings: number; refused: number }

const summarize = (counts: Counts, outcomes: Record<string, number>): string => {
  const [created, updated, unchanged] = ['created', 'updated', 'unchanged'].map((name) =>
    outcomes[name]?.toLocaleString('en'),
  )
  const listedBy = (count: number, command: string) =>
    count === 0 ? '' : `listed by "basketball-data doctor ${command}"`
  const table = columns([
    ['games', counts.games, `${created} new, ${updated} corrected, ${unchanged} unchanged`],
    ['lines', counts.lines],
    ['events', counts.events],
    ['shots', counts.shots],
    ['warnings', counts.warnings, listedBy(counts.warnings, 'warnings')],
    ['refused', counts.refused, listedBy(counts.refused, 'refusals')],
  ])
  return `${table.replace(/^/gm, '  ')}\n`
}

/**
 * Ingests the games of a feed and counts them.
 *
 * @param options `notify`: whether webhook events are sent; `about`: what the games are of, and where they are stored
 */
export const importGames = (
  core: CommandCore,
  { name, locationPrefix }: Pick<GameFeed, 'name' | 'locationPrefix'>,
  { notify, about }: { notify: boolean; about?: string },
): Importer<FeedGame> => {
  const counts: Counts = { games: 0, lines: 0, events: 0, shots: 0, warnings: 0, refused: 0 }
  const outcomes = { created: 0, updated: 0, unchanged: 0 }
  /** Why the first one was refused; empty if that is printed already. */
  let firstReason: string | undefined

  const countRefusal = (reason: string): void => {
    counts.refused += 1
    firstReason ??= reason
  }

  const countGame = (result: Exclude<IngestResult, { outcome: 'refused' }>): void => {
    outcomes[result.outcome] += 1
    counts.games += 1
    counts.lines += result.lines
    counts.events += result.events
    counts.shots += result.shots
    counts.warnings += result.warnings.length
  }

  /** Lists a problem for `basketball-data doctor refusals`. Feeds that list problems by location also print them. */
  const refuse = async ({ location, reason }: FeedProblem): Promise<string | undefined> => {
    countRefusal(locationPrefix === undefined ? `${location}: ${reason}` : '')
    if (locationPrefix === undefined) {
      await core.refuse(name, location, reason)
      return undefined
    }
    await core.refuseInput(location, reason)
    return `${location}: ${reason}`
  }

  return {
    record: counts,
    importAll: async (items, onStep) => {
      /** Items that have been read but not counted, in their order. */
      const waiting: FeedGame[] = []
      const locations = new Map<number, string | undefined>()
      let read = 0
      let counted = 0

      /** Counts the items that cannot be read, up to the next game. */
      const countProblems = async (): Promise<void> => {
        for (let item = waiting[0]; item?.error; item = waiting[0]) {
          waiting.shift()
          const problem = await refuse(item.error)
          onStep({ games: counts.games, progress: item.progress, problem })
        }
      }
      async function* bundles(): AsyncGenerator<GameBundle> {
        for await (const item of items) {
          waiting.push(item)
          if (item.error) await countProblems()
          else {
            locations.set(read++, item.location)
            yield item.bundle
          }
        }
      }
      for await (const result of core.ingestAll(bundles(), { notify, location: (index) => locations.get(index) })) {
        locations.delete(counted++)
        if (result.outcome === 'refused') countRefusal(`${result.external_id}: ${result.reason}`)
        else countGame(result)
        const { progress = null } = waiting.shift() ?? {}
        onStep({ games: counts.games, progress, problem: undefined })
        await countProblems()
      }
    },
    summary: ({ seconds, interrupted }) =>
      `${interrupted ? 'Stopped' : 'Done'} after ${seconds.toFixed(1)} s${about === undefined ? '' : `: ${counted(counts.games, 'game')} ${about}`}\n\n${summarize(counts, outcomes)}`,
    failure: () =>
      counts.games === 0 && firstReason !== undefined
        ? `No game was accepted${firstReason === '' ? '.' : `; the first was refused: ${firstReason}`}`
        : undefined,
  }
}
