import { randomUUID } from 'node:crypto'
import type { WriteKey } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import { keyName, revoke, showNewKey } from '../keys.ts'
import type { AccountPage, AccountRequest } from '../page.ts'

const PATH = '/account/operator/write-keys'

const LABELS = { name: 'Name', source: 'Source', competition: 'Competition' }

const keyTable = (request: AccountRequest, keys: readonly WriteKey[]): Markup =>
  ui.table(
    'Write keys',
    ['Name', 'Key', 'Source', 'Competition', 'Created', 'Last used', { title: 'Revoke', hiddenTitle: true }],
    keys.map((key) => [
      keyName(key),
      html`<code>${key.hint}</code>`,
      key.source,
      key.competition ?? html`<span class="none">all</span>`,
      ui.day(key.created_at),
      ui.last(key.last_used_at),
      key.revoked_at === null ? revoke(request, key) : html`revoked ${ui.day(key.revoked_at)}`,
    ]),
  )

/** Sent again, by a reload or several times at once, the form has the same `repeat`, which creates one key. */
const createForm = (request: AccountRequest): Markup => {
  const { form, problem } = request
  const field = (name: keyof typeof LABELS, options: { hint?: string; required?: boolean } = {}): Markup =>
    ui.field({ label: LABELS[name], name, value: form.get(name) ?? '', maxLength: 100, problem, ...options })
  const fields = html`${ui.hidden('repeat', randomUUID())}
    <div class="inline">
      ${field('name')} ${field('source', { required: true, hint: 'It writes only records of this source.' })}
      ${field('competition', { hint: 'Its external id, if it is the only one that the key writes.' })}
      ${ui.button('Create write key')}
    </div>`
  return ui.card('New write key', ui.form(request, 'create', fields))
}

/** For operators: the keys that write games. Create one, see which are in use, revoke one. */
export const writeKeysPage = (ingest: boolean): AccountPage => ({
  path: PATH,
  tab: 'writeKeys',
  fields: LABELS,
  show: async (request) => {
    const keys = await request.core.writeKeys.list()
    const activeFirst = keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))
    return {
      title: 'Write keys',
      body: html`${ui.heading('Write keys', html`A program that <a href="/docs/write-api">writes games</a> needs one.`)}
      ${ingest ? '' : ui.message('hint', 'The write API is off: start the service with INGEST=on to use these keys.')}
      ${createForm(request)} ${keys.length === 0 ? '' : ui.card('All write keys', keyTable(request, activeFirst))}`,
    }
  },
  actions: {
    create: async ({ core, account, form }) => {
      const read = (name: keyof typeof LABELS): string => form.get(name)?.trim() ?? ''
      const [name, competition] = [read('name'), read('competition')]
      const scope = { source: read('source'), competition: competition === '' ? null : competition }
      const created = await core.writeKeys.createOnce(form.get('repeat') ?? '', { ...scope, name, by: account.id })
      if (created === null) return { to: PATH, notice: 'key_exists' }
      const game = `${core.service.base.replace(/\/v1$/, '/ingest/v1')}/games/game-17?dry_run=true`
      const call = `curl -T game.json -H 'Authorization: Bearer ${created.key}' \\\n  -H 'Content-Type: application/json' '${game}'`
      return showNewKey(name, created.key, { call, path: PATH })
    },
    revoke: async ({ core, account, form }) => {
      await core.writeKeys.revoke(form.get('key') ?? '', { by: account.id })
      return { to: PATH, notice: 'key_revoked' }
    },
  },
})
