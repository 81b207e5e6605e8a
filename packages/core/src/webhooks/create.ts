import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import { answerOf, NewWebhook, Webhook, WebhookEventType } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import type { Database } from '../store/index.ts'
import { action, type Context } from '../trpc.ts'
import { accountOf } from './account.ts'
import {
  countActive,
  insertRepeatable,
  insertWebhook,
  lockAccount,
  selectRepeated,
  selectUnknown,
  selectWebhook,
  selectWithSecret,
} from './queries.ts'
import { encrypt, newSecret, prefixOf, readSecret } from './secret.ts'
import { MAX_ACTIVE_WEBHOOKS, requireSecretsKey, unreadableSecret } from './settings.ts'
import { BadTarget, checkTarget } from './target.ts'

type Wanted = { url: string; events: WebhookEventType[]; competitions: string[] }

const wantedOf = ({ url, events, competitions }: NewWebhook): Wanted => ({
  url,
  events: events === undefined ? [...WebhookEventType.options] : [...new Set(events)],
  competitions: [...new Set(competitions)],
})

const hashOf = ({ url, events, competitions }: Wanted): Uint8Array<ArrayBuffer> =>
  createHash('sha256')
    .update(JSON.stringify([url, events.toSorted(), competitions.toSorted()]))
    .digest()

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

/** What the caller calls this request; null when it may not be repeated. @throws ServiceError bad_request */
const requestKey = ({ idempotencyKey }: Context): string | null => {
  if (idempotencyKey === null || KEY_FORM.test(idempotencyKey)) return idempotencyKey
  throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters without blanks.')
}

/**
 * What an earlier call of this name made; undefined when there was none.
 * @throws ServiceError bad_request when that one asked for something else, or what it made is gone or cannot be read
 */
const repeated = async (db: Database, account: string, name: string | null, wanted: Wanted, key: KeyObject) => {
  const earlier = name === null ? undefined : await selectRepeated(db, account, name)
  if (earlier === undefined) return undefined
  if (!Buffer.from(earlier.body_hash).equals(hashOf(wanted)))
    throw badRequest('Idempotency-Key was sent with another body before; use a new one for a new webhook.')
  const made = earlier.webhook === null ? undefined : await selectWithSecret(db, account, earlier.webhook)
  if (made === undefined)
    throw badRequest('Idempotency-Key made a webhook that has been removed since; use a new one for a new webhook.')
  const secret = readSecret(key, made.secret)
  if (secret === null) throw unreadableSecret(made.webhook.id)
  return { ...made.webhook, secret }
}

const requireCompetitions = async ({ store }: Context, ids: readonly string[]): Promise<void> => {
  const [unknown] = await selectUnknown(store, ids)
  if (unknown !== undefined) throw badRequest(`competitions: there is no competition ${unknown}.`)
}

/** The address as it is kept: as WHATWG writes it. */
const requireTarget = async ({ webhooks }: Context, url: string): Promise<string> => {
  try {
    return (await checkTarget(url, webhooks.rules)).url.href
  } catch (error) {
    throw error instanceof BadTarget ? badRequest(error.message) : error
  }
}

const requirePlace = async (db: Database, account: string): Promise<void> => {
  if ((await countActive(db, account)) >= MAX_ACTIVE_WEBHOOKS)
    throw badRequest(`The account has ${MAX_ACTIVE_WEBHOOKS} active webhooks already; delete one first.`)
}

const insert = async (tx: Database, account: string, wanted: Wanted, key: KeyObject): Promise<Webhook> => {
  await requirePlace(tx, account)
  const secret = newSecret()
  const id = `wh_${randomBytes(8).toString('hex')}`
  const encrypted = encrypt(key, secret)
  await insertWebhook(tx, { id, account_id: account, ...wanted, secret: encrypted, secret_prefix: prefixOf(secret) })
  const webhook = await selectWebhook(tx, account, id)
  if (webhook === undefined) throw new RangeError(`webhook ${id} is gone`)
  return { ...webhook, secret }
}

export const createWebhook = action(
  {
    method: 'POST',
    status: 201,
    plan: 'live',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Sends events to the URL from now on. Only this response contains the secret that signs the deliveries. Send an `Idempotency-Key` to repeat the call safely within 24 hours; after the webhook it created is deleted, the same key returns 400.',
    input: NewWebhook,
    output: answerOf(Webhook),
  },
  async ({ ctx, input }) => {
    const account = accountOf(ctx)
    const name = requestKey(ctx)
    const wanted = wantedOf(input)
    const key = requireSecretsKey(ctx.webhooks)
    const { db } = ctx.store
    const earlier = await repeated(db, account, name, wanted, key)
    if (earlier !== undefined) return { data: earlier, meta: {} }
    await requireCompetitions(ctx, wanted.competitions)
    await requirePlace(db, account)
    const url = await requireTarget(ctx, wanted.url)
    const data = await db.transaction(async (tx) => {
      await lockAccount(tx, account)
      const meanwhile = await repeated(tx, account, name, wanted, key)
      if (meanwhile !== undefined) return meanwhile
      const made = await insert(tx, account, { ...wanted, url }, key)
      if (name !== null)
        await insertRepeatable(tx, { account_id: account, key: name, body_hash: hashOf(wanted), webhook_id: made.id })
      return made
    })
    return { data, meta: {} }
  },
)
