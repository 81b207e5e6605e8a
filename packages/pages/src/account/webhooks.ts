import { randomUUID } from 'node:crypto'
import { MAX_ACTIVE_WEBHOOKS, ServiceError, type Account, type Core } from '@basketball-data/core'
import { DEFAULT_EVENT_TYPES, reaches, WebhookEventType, type Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { COPY_SCRIPT } from '../page/browser-files.ts'
import * as ui from './components.ts'
import type { AccountPage, AccountRequest } from './page.ts'

const PATH = '/account/webhooks'

export const webhookPath = (id: string): string => `${PATH}/${id}`

/** The webhooks of an account, newest first. @throws ServiceError upgrade_required for a plan without webhooks */
export const listWebhooks = async (core: Core, { id }: Account): Promise<Webhook[]> =>
  (await (await core.callerFor(id)).webhooks.list({})).data

/** A webhook of an account. @throws ServiceError not_found */
export const getWebhook = async (core: Core, account: Account, id: string): Promise<Webhook> => {
  const webhook = (await listWebhooks(core, account)).find((each) => each.id === id)
  if (webhook === undefined) throw new ServiceError('not_found', `There is no webhook ${id}.`)
  return webhook
}

/** Whether a receiver has accepted a delivery with this status; null: there was no response. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Whether the last attempt of an active webhook, tests included, had no 2xx response. */
export const isFailing = ({ status, last_delivery_at, last_status }: Webhook): boolean =>
  status === 'active' && last_delivery_at !== null && !isAccepted(last_status)

/** Whether a webhook receives events. A delivery whose last attempt failed may still be retried, and is not counted as failed. */
export const webhookBadge = (webhook: Webhook): Markup => {
  if (webhook.status === 'disabled') return ui.badge('Disabled', 'bad')
  return isFailing(webhook) ? ui.badge('Last attempt failed', 'bad') : ui.badge('Active', 'good')
}

export const EVENT_NAMES: Record<WebhookEventType, string> = {
  'game.final': 'Final scores',
  'game.period': 'Ends of periods',
  'game.started': 'Starts of games',
  'game.rescheduled': 'New dates and tip-offs',
  'game.no_result': 'Games without a result',
  'game.corrected': 'Corrections of final games',
}

const lastDay = ({ last_24_hours: counts }: Webhook): Markup => {
  const states = ['delivered', 'failed', 'waiting'] as const
  const parts = states.filter((state) => counts[state] > 0).map((state) => `${ui.count(counts[state])} ${state}`)
  return parts.length === 0 ? html`<span class="none">none</span>` : html`<span>${parts.join(', ')}</span>`
}

const lastDelivery = ({ last_delivery_at: at }: Webhook): Markup => ui.last(at === null ? null : new Date(at))

/** The fields that say themselves what is wrong with them. */
const FIELDS = { url: 'URL' }

const webhookList = (webhooks: readonly Webhook[]): Markup =>
  ui.card(
    'Your webhooks',
    webhooks.length === 0
      ? ui.emptyState('No webhooks yet', 'Add one above: it receives each final score within seconds of its import.')
      : ui.table(
          'Webhooks',
          ['URL', 'State', 'Deliveries of 24 hours', 'Last attempt'],
          webhooks.map((webhook) => [
            html`<a href="${webhookPath(webhook.id)}">${ui.breakableUrl(webhook.url)}</a>`,
            webhookBadge(webhook),
            lastDay(webhook),
            lastDelivery(webhook),
          ]),
        ),
  )

/** The most competitions that a page of them has. */
const COMPETITIONS = 100

/** Competitions by name, at most 100. */
const listCompetitionNames = async (core: Core) =>
  (await core.caller().competitions.list({ per_page: COMPETITIONS })).data.map(({ id, name }) => [id, name] as const)

/**
 * `newest` says which webhooks there were when the form was made: sent again by a reload, it creates no second one. Sent twice at
 * once, both times have the same `repeat`, the idempotency key, so that there is one webhook too.
 */
const createForm = (
  request: AccountRequest,
  [newest]: readonly Webhook[],
  competitions: readonly (readonly [string, string])[],
  like: Webhook | undefined,
): Markup => {
  const { form: sent, core } = request
  const { allowPrivate } = core.webhookRules
  const isSent = sent.has('url')
  const events = isSent ? sent.getAll('events') : (like?.events ?? DEFAULT_EVENT_TYPES)
  const chosen = isSent ? sent.getAll('competitions') : (like?.competitions ?? [])
  const content = html`${ui.hidden('newest', newest?.id ?? '')} ${ui.hidden('repeat', randomUUID())}
    <div class="stack">
      ${ui.field({
        label: FIELDS.url,
        name: 'url',
        type: 'url',
        value: sent.get('url') ?? like?.url ?? '',
        maxLength: 2048,
        required: true,
        placeholder: 'https://example.org/hooks',
        hint: allowPrivate ? 'http or https, on any port.' : 'https on port 443, reachable from the internet.',
        problem: request.problem,
      })}
      ${ui.checkboxes(
        'Events',
        'events',
        WebhookEventType.options.map((type) => [type, EVENT_NAMES[type]]),
        events,
      )}
      ${
        competitions.length < 2
          ? ''
          : html`<details ${chosen.length > 0 ? 'open' : ''}>
              <summary>Only some competitions</summary>
              ${ui.checkboxes('Competitions; all if none is chosen', 'competitions', competitions, chosen)}
            </details>`
      }
      ${ui.button('Add webhook')}
    </div>`
  return ui.card('New webhook', ui.form(request, 'create', content))
}

const upgrade = (): Markup =>
  ui.card(
    'Your webhooks',
    ui.emptyState(
      'Webhooks need plan Live',
      'They send what happens in games, such as each final score, to a URL of yours.',
      ui.buttonLink('/docs#plans', 'Compare plans', 'primary'),
    ),
  )

const HEADING = ui.heading(
  'Webhooks',
  'URLs of yours that receive final scores and other events as they happen, signed with a secret each.',
)

const toEventTypes = (fields: URLSearchParams): WebhookEventType[] =>
  WebhookEventType.options.filter((type) => fields.getAll('events').includes(type))

/** The webhooks of the account: add one, see whether deliveries arrive. */
export const webhooksPage: AccountPage = {
  path: PATH,
  tab: 'webhooks',
  fields: FIELDS,
  show: async (request) => {
    const { core, account, query } = request
    if (!reaches(account.plan, 'live')) return { title: 'Webhooks', body: html`${HEADING} ${upgrade()}` }
    const [webhooks, competitions] = await Promise.all([listWebhooks(core, account), listCompetitionNames(core)])
    const like = webhooks.find(({ id }) => id === query.get('like'))
    return {
      title: 'Webhooks',
      body: html`${HEADING}
      ${
        webhooks.filter(({ status }) => status === 'active').length >= MAX_ACTIVE_WEBHOOKS
          ? ui.message(
              'hint',
              `You have ${MAX_ACTIVE_WEBHOOKS} active webhooks, the most an account can have. Delete one to add another.`,
            )
          : createForm(request, webhooks, competitions, like)
      }
      ${webhookList(webhooks)}`,
    }
  },
  actions: {
    create: async ({ core, account, form: fields }) => {
      const [newest] = await listWebhooks(core, account)
      if (fields.get('newest') !== (newest?.id ?? '')) return { to: PATH, notice: 'webhook_exists' }
      const caller = await core.callerFor(account.id, { by: account.id, idempotencyKey: fields.get('repeat') })
      const { data: webhook } = await caller.webhooks.create({
        url: (fields.get('url') ?? '').trim(),
        events: toEventTypes(fields),
        competitions: fields.getAll('competitions'),
      })
      return {
        title: 'Your new webhook',
        script: COPY_SCRIPT,
        body: html`${ui.heading('Your new webhook', 'Copy its secret now: it is shown this once.')}
        ${ui.card(
          webhook.url,
          html`<div class="content">
            ${ui.shownOnce('Secret', webhook.secret ?? '')}
            <p>
              Every delivery is signed with it, so that you can tell that it comes from here:
              <a href="/docs#events">how to check the signature</a>.
            </p>
          </div>`,
        )}
        ${ui.buttonLink(webhookPath(webhook.id), 'I have copied it', 'primary')}`,
      }
    },
  },
}
