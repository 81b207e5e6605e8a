import type { CreatedWebhook, NewWebhook, Page, Plan, Webhook } from '@basketball-data/client'
import { league } from './league.ts'
import { Query } from './query.ts'
import { badRequest, notFound, Refusal } from './refusal.ts'

const SECRET = `whsec_${'Zml4dHVyZS'.repeat(5)}`.slice(0, 49)

const FIELDS = ['url', 'events', 'competitions']

const isNew = (body: unknown): body is NewWebhook =>
  typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string'

/** The webhooks of the account, kept as long as the handlers are. */
export class WebhookStore {
  private kept: Webhook[] = []
  private made = 0

  list(plan: Plan): Page<Webhook> {
    const whole = new Query(new URLSearchParams(), []).page(this.kept, plan)
    return { data: whole.data, meta: whole.meta }
  }

  create(body: unknown): CreatedWebhook {
    const unknown = Object.keys(Object(body)).find((name) => !FIELDS.includes(name))
    if (unknown !== undefined)
      throw new Refusal('unknown_parameter', `Unknown field "${unknown}".`, { allowed: FIELDS })
    if (!isNew(body)) throw badRequest('url is required.')
    if (!URL.canParse(body.url) || new URL(body.url).protocol !== 'https:')
      throw badRequest('url must be an https address.')
    const { url, events = ['game.final', 'game.period'], competitions = [] } = body
    this.made += 1
    const webhook: Webhook = {
      id: `wh_${String(this.made).padStart(16, '0')}`,
      url,
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
    return { ...webhook, secret: SECRET }
  }

  remove(id: string): Webhook {
    const webhook = this.find(id)
    this.kept = this.kept.filter((each) => each !== webhook)
    return webhook
  }

  /** Nothing is sent: the record says that it was, and arrived. */
  test(id: string): Webhook {
    return Object.assign(this.find(id), { last_delivery_at: league.today, last_status: 204 })
  }

  private find(id: string): Webhook {
    const webhook = this.kept.find((each) => each.id === id)
    if (webhook === undefined) throw notFound(`webhook ${id}`)
    return webhook
  }
}
