import type { CreatedWebhook, NewWebhook, Page, Plan, Webhook, WebhookEventType } from '@basketball-data/client'
import { league } from './league.ts'
import { checkId, Query } from './query.ts'
import { badRequest, notFound } from './refusal.ts'
import { checkedTarget } from './target.ts'

const SECRET = `whsec_${'Zml4dHVyZS'.repeat(5)}`.slice(0, 49)
const EVENTS: readonly WebhookEventType[] = ['game.final', 'game.period']
/** Active webhooks that an account may have. */
const MOST = 10

type Wanted = Required<NewWebhook> & { events: WebhookEventType[]; competitions: string[] }

const textsIn = (name: string, value: unknown): string[] => {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw badRequest(`${name} must be a list of texts.`)
  return [...new Set(value)]
}

const eventsIn = (value: unknown): WebhookEventType[] => {
  if (value === undefined) return [...EVENTS]
  const names = textsIn('events', value)
  if (names.length === 0) throw badRequest('events must not be empty.')
  return names.map((name) => {
    const known = EVENTS.find((event) => event === name)
    if (known === undefined) throw badRequest(`events must be one of ${EVENTS.join(', ')}.`, EVENTS)
    return known
  })
}

const competitionsIn = (value: unknown): string[] => {
  const ids = value === undefined ? [] : textsIn('competitions', value)
  for (const id of ids) checkId(id, 'cp_')
  return ids
}

const wantedOf = ({ url, events, competitions }: Record<string, unknown>): Wanted => {
  if (typeof url !== 'string') throw badRequest('url is required, and a text.')
  return { url, events: eventsIn(events), competitions: competitionsIn(competitions) }
}

/** @throws Refusal bad_request */
const checkKeyForm = (key: string | null): void => {
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters without blanks.')
}

const checkCompetitions = (ids: string[]): void => {
  const unknown = ids.find((id) => !league.competitions.some((each) => each.id === id))
  if (unknown !== undefined) throw badRequest(`competitions: there is no competition ${unknown}.`)
}

/** The webhooks of the account, kept as long as the handlers are. */
export class WebhookStore {
  private kept: Webhook[] = []
  private made = 0
  /** What was asked for and made under a name. */
  private readonly named = new Map<string, { wanted: string; id: string }>()

  list(plan: Plan): Page<Webhook> {
    return new Query(new URLSearchParams(), []).page(this.kept, plan)
  }

  /** @param key names the call: with it, and the same body, nothing is made a second time */
  create(body: Record<string, unknown>, key: string | null): CreatedWebhook {
    const wanted = wantedOf(body)
    checkKeyForm(key)
    const again = key === null ? undefined : this.repeated(key, wanted)
    if (again) return again
    checkCompetitions(wanted.competitions)
    if (this.kept.length >= MOST) throw badRequest(`The account has ${MOST} active webhooks already; delete one first.`)
    const webhook = this.add(wanted)
    if (key !== null) this.named.set(key, { wanted: JSON.stringify(wanted), id: webhook.id })
    return { ...webhook, secret: SECRET }
  }

  remove(id: string): Webhook {
    const webhook = this.find(id)
    this.kept = this.kept.filter((each) => each !== webhook)
    return webhook
  }

  /** Nothing is sent: the record says that it was, and arrived. */
  test(id: string): Webhook {
    const webhook = this.find(id)
    const covered = ({ status, competition }: (typeof league.games)[number]) =>
      status === 'final' && (webhook.competitions.length === 0 || webhook.competitions.includes(competition.id))
    if (!league.games.some(covered)) throw notFound(`final game that webhook ${id} covers`)
    return Object.assign(webhook, { last_delivery_at: league.today, last_status: 204 })
  }

  private add({ url, events, competitions }: Wanted): Webhook {
    const href = checkedTarget(url)
    this.made += 1
    const webhook: Webhook = {
      id: `wh_${String(this.made).padStart(16, '0')}`,
      url: href,
      events,
      competitions,
      status: 'active',
      secret_prefix: SECRET.slice(0, 10),
      last_delivery_at: null,
      last_status: null,
      last_24_hours: { delivered: 0, failed: 0, waiting: 0 },
      created_at: league.today,
    }
    this.kept = [webhook, ...this.kept]
    return webhook
  }

  private repeated(key: string, wanted: Wanted): CreatedWebhook | undefined {
    const earlier = this.named.get(key)
    if (earlier && earlier.wanted !== JSON.stringify(wanted))
      throw badRequest('Idempotency-Key was sent with another body before; use a new one for a new webhook.')
    const webhook = this.kept.find(({ id }) => id === earlier?.id)
    return webhook && { ...webhook, secret: SECRET }
  }

  private find(id: string): Webhook {
    const webhook = this.kept.find((each) => each.id === id)
    if (webhook === undefined) throw notFound(`webhook ${id}`)
    return webhook
  }
}
