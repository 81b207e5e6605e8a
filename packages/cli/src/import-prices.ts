import { ServiceError, type CommandCore } from '@basketball-data/core'
import type { FeedPrices } from '@basketball-data/feeds'
import { nameAdder, type Alias } from '@basketball-data/feeds/the-odds-api'
import { Failed } from './failures.ts'
import type { Importer } from './run-import.ts'
import { columns } from './terminal.ts'

/** What an import of prices has done. An event that is in two files counts twice. */
const createReport = (reasons: { source: string; external_id: string; reason: string }[] = []) => ({
  events: 0,
  matched: 0,
  /** Quotes of matched events, and how many of them were not stored yet. */
  quotes: 0,
  new_quotes: 0,
  unmatched: 0,
  /** Locations that could not be read. */
  unreadable: 0,
  /** Prices that are not imported: to lay, without a profit, of other markets. */
  lay: 0,
  no_price: 0,
  other_market: 0,
  /** Of the events that match no stored game. */
  reasons,
})

/** How many unmatched events are printed with their reasons. */
const MAX_LISTED = 20

const summarize = (report: ReturnType<typeof createReport>): string => {
  const { lay, no_price, other_market, reasons } = report
  const skipped = `${lay} to lay, ${no_price} no price, ${other_market} of other markets`
  const table = columns([
    ['events', report.events],
    ['matched', report.matched],
    ['quotes', report.quotes, `${report.new_quotes.toLocaleString('en')} new`],
    ['left out', lay + no_price + other_market, skipped],
    ['unmatched', report.unmatched],
    ['unreadable', report.unreadable],
  ])
  const listed = reasons.slice(0, MAX_LISTED).map(({ external_id, reason }) => [external_id, reason])
  const rest = reasons.length - listed.length
  const more = rest > 0 ? [`… and ${rest.toLocaleString('en')} more, listed by "basketball-data doctor refusals"`] : []
  return [table, ...(listed.length > 0 ? ['', columns(listed)] : []), ...more].join('\n').replace(/^(?=.)/gm, '  ')
}

const isSameName = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0

/**
 * The name of the stored team that an alias belongs to.
 *
 * @throws {Failed} if no stored team has this name or identifier
 */
const findTeamName = async (core: CommandCore, { team, location }: Alias): Promise<string> => {
  const { teams } = core.caller()
  try {
    if (team.startsWith('tm_')) return (await teams.get({ id: team })).data.name
    const { data } = await teams.list({ q: team, per_page: 100 })
    const found = data.find(({ name }) => isSameName(name, team))
    if (found !== undefined) return found.name
    const [near] = data
    throw new Failed(`${location}: no team is called ${team}${near === undefined ? '' : `; there is ${near.name}`}.`)
  } catch (error) {
    throw error instanceof ServiceError ? new Failed(`${location}: ${error.message}`, { cause: error }) : error
  }
}

/**
 * Ingests the prices of a feed and counts them.
 *
 * @param aliases further names of stored teams
 */
export const importPrices = (core: CommandCore, aliases: readonly Alias[]): Importer<FeedPrices> => {
  const report = createReport()

  const ingest = async ({ event, left_out }: Extract<FeedPrices, { left_out: object }>): Promise<void> => {
    const result = await core.ingestQuotes(event)
    report.events += 1
    report.lay += left_out.lay
    report.no_price += left_out.no_price
    report.other_market += left_out.other_market
    if (result.outcome === 'matched') {
      report.matched += 1
      report.quotes += event.quotes.length
      report.new_quotes += result.quotes
    } else {
      const { source, external_id, reason } = result
      report.unmatched += 1
      report.reasons.push({ source, external_id, reason })
    }
  }

  return {
    record: report,
    importAll: async (items, onStep) => {
      const named: Pick<Alias, 'alias' | 'team'>[] = []
      for (const alias of aliases) named.push({ ...alias, team: await findTeamName(core, alias) })
      const addNames = nameAdder(named)
      for await (const item of items) {
        if (item.error) report.unreadable += 1
        else await ingest({ ...item, event: addNames(item.event) })
        const problem = item.error && `${item.error.location}: ${item.error.reason}`
        onStep({ games: report.matched, progress: null, problem })
      }
    },
    summary: () => summarize(report),
    failure: () => {
      const [first] = report.reasons
      if (report.matched > 0 || (first === undefined && report.unreadable === 0)) return undefined
      return `No event was matched${first === undefined ? '' : `; the first: ${first.reason}`}.`
    },
  }
}
