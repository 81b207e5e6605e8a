import type { CommandCore, Delivery, DeliveryFilter, DeliverySummary, StoredAttempt } from '@basketball-data/core'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { ACCOUNT_NAME, withAccount } from './accounts.ts'
import { addHelp } from './command-groups.ts'
import { DELIVERY_FILTERS } from './contract-values.ts'
import { UsageError } from './failures.ts'
import { wholeNumber } from './option-values.ts'
import { print, withExistingCore } from './session.ts'
import { counted, table } from './terminal.ts'

const formatResult = (attempt: StoredAttempt | null): string =>
  attempt === null ? '' : (attempt.error ?? `HTTP ${attempt.status ?? ''}`)

const toRow = ({ at, state, webhook, event, type, game, test, last_attempt }: DeliverySummary) => [
  at?.toISOString() ?? '',
  state,
  webhook,
  event,
  `${type}${test ? ' (test)' : ''}`,
  `${game.home} – ${game.away}`,
  last_attempt?.number ?? 0,
  formatResult(last_attempt),
]

const listText = (deliveries: readonly DeliverySummary[], next: string | null): string =>
  table(
    ['at', 'state', 'webhook', 'event', 'type', 'game', 'attempts', 'last result'],
    deliveries.map(toRow),
    'There are no such deliveries.',
  ) + (next === null ? '' : `\n\nMore: add --before ${next}`)

const showText = ({ state, event, webhook, type, created_at, attempts, body }: Delivery): string =>
  [
    `Delivery of ${type} ${event} of ${created_at.toISOString()} to webhook ${webhook}: ${state}.`,
    table(
      ['attempt', 'at', 'ms', 'result'],
      attempts.map((attempt) => [attempt.number, attempt.at.toISOString(), attempt.duration, formatResult(attempt)]),
      'There were no attempts yet.',
    ),
    body,
  ].join('\n\n')

/** @throws InvalidArgumentError */
const readMoment = (text: string): Date => {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('Use a moment like 2026-11-20T18:00:00Z.')
  return moment
}

type ResendOptions = { account?: string; failedSince?: Date }
type ListOptions = { account?: string; webhook?: string; state?: DeliveryFilter; limit?: number; before?: string }

const ACCOUNT = ['--account <account>', `${ACCOUNT_NAME}; by default that of the webhook`] as const

/**
 * Opens the core for a command about the deliveries of an account: the one that is named, or else that of the webhook.
 * @throws UsageError without either, ServiceError not_found
 */
const withOwner = async <Result>(
  command: Command,
  account: string | undefined,
  webhook: string | undefined,
  run: (core: CommandCore, account: string) => Promise<Result>,
): Promise<Result> => {
  if (account !== undefined) return withAccount(command, account, run)
  if (webhook === undefined) throw new UsageError('Name an account with --account, or a webhook with --webhook.')
  return withExistingCore(command, async (core) => run(core, await core.deliveries.getAccount(webhook)))
}

/** `deliveries …` */
export const defineDeliveries = (group: Command): void => {
  group
    .command('list')
    .description(
      'Lists deliveries of the last 30 days (DELIVERY_DAYS), the latest first; those that wait by when they are due.',
    )
    .option(...ACCOUNT)
    .option('--webhook <id>', 'only those of this webhook')
    .addOption(new Option('--state <state>', 'only those in this state').choices(DELIVERY_FILTERS))
    .option('--limit <number>', 'how many, 1 to 200 (default: 50)', wholeNumber(1, 200))
    .option('--before <position>', 'continues a list')
    .action(async ({ account, ...options }: ListOptions, command: Command) => {
      const list = await withOwner(command, account, options.webhook, (core, id) => core.deliveries.list(id, options))
      print(command, list, listText(list.deliveries, list.next))
    })
  group
    .command('show')
    .description('Shows a delivery with every attempt, and the body as it was sent.')
    .argument('<webhook>', 'id of the webhook')
    .argument('<event>', 'id of the event')
    .option(...ACCOUNT)
    .action(async (webhook: string, event: string, { account }: { account?: string }, command: Command) => {
      const delivery = await withOwner(command, account, webhook, (core, id) => core.deliveries.get(id, webhook, event))
      print(command, delivery, showText(delivery))
    })
  group
    .command('resend')
    .description(
      'Has a delivery sent again by a worker, or all of a webhook that have failed since a moment, once each.',
    )
    .argument('<webhook>', 'id of the webhook')
    .argument('[event]', 'id of the event')
    .option(...ACCOUNT)
    .option('--failed-since <moment>', 'all that have failed since, instead of one event', readMoment)
    .action(async (webhook: string, event: string | undefined, options: ResendOptions, command: Command) => {
      const { account: name, failedSince: since } = options
      if ((event === undefined) === (since === undefined))
        throw new UsageError('Name an event, or --failed-since. See "basketball-data deliveries resend --help".')
      const { account, resent } = await withOwner(command, name, webhook, async (core, id) => {
        if (since !== undefined) return { account: id, resent: await core.deliveries.resendFailed(id, webhook, since) }
        await core.deliveries.resend(id, webhook, event ?? '')
        return { account: id, resent: 1 }
      })
      const text = `${counted(resent, 'delivery', 'deliveries')} to webhook ${webhook} will be sent again.`
      print(command, { account, webhook, resent }, text)
    })
  addHelp(group)
}
