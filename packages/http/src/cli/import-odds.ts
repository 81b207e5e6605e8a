import { access } from 'node:fs/promises'
import type { Core } from '@basketball-data/core'
import { eventsFromFiles, type FeedItem } from '@basketball-data/feeds/the-odds-api'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { runImport } from './import-run.ts'
import { answer, withCore } from './session.ts'
import { columns } from './terminal.ts'

/** An event that is no game of ours, and why. */
type Unmatched = { source: string; external_id: string; reason: string }

/** What an import of prices did. An event that stands in two files counts twice. */
type Report = {
  events: number
  matched: number
  /** Quotes of matched events, and how many of them were not known yet. */
  quotes: number
  new_quotes: number
  unmatched: number
  /** Places of a file that could not be read. */
  unreadable: number
  /** Prices that are not kept: to lay, without a profit, of parts of a game. */
  lay: number
  no_price: number
  other_market: number
  reasons: Unmatched[]
}

const emptyReport = (): Report => ({
  events: 0,
  matched: 0,
  quotes: 0,
  new_quotes: 0,
  unmatched: 0,
  unreadable: 0,
  lay: 0,
  no_price: 0,
  other_market: 0,
  reasons: [],
})

const take = async (core: Core, report: Report, { event, left_out }: Extract<FeedItem, { event: object }>) => {
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

/** Takes in what the files hold, and `tell`s the report. @throws Interrupted, Failed when nothing was matched. */
const ingestFrom = async (core: Core, paths: string[], tell: (report: Report) => void): Promise<void> => {
  const report = emptyReport()
  await runImport({
    label: 'odds',
    brings: 'prices',
    open: () => eventsFromFiles(paths),
    take: async (found, complain) => {
      if ('problem' in found) {
        report.unreadable += 1
        complain(`${found.place}: ${found.problem}`)
      } else await take(core, report, found)
      return { games: report.matched, part: null }
    },
    tell: () => tell(report),
  })
  const [first] = report.reasons
  if (report.matched === 0 && (first !== undefined || report.unreadable > 0))
    throw new Failed(`No event was matched${first === undefined ? '' : `; the first: ${first.reason}`}.`)
}

/** How many unmatched events are shown with their reasons. */
const LISTED = 20

const summary = (report: Report): string => {
  const { lay, no_price, other_market, reasons } = report
  const table = columns([
    ['events', report.events],
    ['matched', report.matched],
    ['quotes', report.quotes, `${report.new_quotes.toLocaleString('en')} new`],
    [
      'left out',
      lay + no_price + other_market,
      `${lay} to lay, ${no_price} no price, ${other_market} of other markets`,
    ],
    ['unmatched', report.unmatched],
    ['unreadable', report.unreadable],
  ])
  const listed = reasons.slice(0, LISTED).map(({ external_id, reason }) => [external_id, reason])
  const rest = reasons.length - listed.length
  const more = rest > 0 ? [`… and ${rest.toLocaleString('en')} more, listed by "basketball-data refusals"`] : []
  return [table, ...(listed.length > 0 ? ['', columns(listed)] : []), ...more].join('\n').replace(/^(?=.)/gm, '  ')
}

/** `import odds <path…>` */
export const addImportOdds = (parent: Command): Command =>
  parent
    .command('odds')
    .description('Imports prices of bookmakers for games that are in, matched by teams and tip-off.')
    .argument('<path...>', 'folders or files: answers of the-odds-api (.json) or tables of prices (.csv), also .gz')
    .action(async (paths: string[], _options: object, command: Command) => {
      await Promise.all(paths.map((path) => access(path))) // before the database, which takes seconds to open
      await withCore(command, (core) => ingestFrom(core, paths, (report) => answer(command, report, summary(report))))
    })
