import { randomUUID } from 'node:crypto'
import type { ApiKey } from '@basketball-data/core'
import { MAX_ACTIVE_KEYS } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { shellBlock } from '../page/code.ts'
import { COPY_SCRIPT } from '../page/browser-files.ts'
import * as ui from './components.ts'
import type { AccountPage, AccountRequest, View } from './page.ts'

/** The name of a key, or what stands for it. */
export const keyName = ({ name }: Pick<ApiKey, 'name'>): Markup =>
  name === '' ? html`<span class="none">Unnamed</span>` : html`${name}`

/** A button that revokes a key; the page has the action `revoke`. */
export const revoke = (request: AccountRequest, key: Pick<ApiKey, 'id' | 'name' | 'hint'>): Markup =>
  ui.confirmation({
    id: key.id,
    label: html`Revoke<span class="read-out"> ${key.name} ${key.hint}</span>`,
    title: 'Revoke this key?',
    text: html`${keyName(key)} <code>${key.hint}</code>: every call with it gets 401 from that moment on. This cannot be
      undone.`,
    form: ui.form(request, 'revoke', html`${ui.hidden('key', key.id)}${ui.button('Revoke key', 'danger')}`),
  })

/** Keys with a form that revokes them; the page has the action `revoke`. */
const keyTable = (request: AccountRequest, keys: readonly ApiKey[]): Markup =>
  ui.table(
    'Active keys',
    ['Name', 'Key', 'Created', 'Last used', { title: 'Revoke', hiddenTitle: true }],
    keys.map((key) => [
      keyName(key),
      html`<code>${key.hint}</code>`,
      ui.day(key.created_at),
      ui.last(key.last_used_at),
      revoke(request, key),
    ]),
  )

const revokedTable = (keys: readonly ApiKey[]): Markup =>
  ui.table(
    'Revoked keys',
    ['Name', 'Key', 'Created', 'Revoked'],
    keys.map((key) => [
      keyName(key),
      html`<code>${key.hint}</code>`,
      ui.day(key.created_at),
      key.revoked_at === null ? '' : ui.day(key.revoked_at),
    ]),
  )

const isActive = ({ revoked_at }: ApiKey): boolean => revoked_at === null

/** The keys of an account, the revoked ones folded up; `none` stands for active keys if there are none. */
export const keyCards = (request: AccountRequest, keys: readonly ApiKey[], none: Markup): Markup => {
  const active = keys.filter(isActive)
  const revoked = keys.filter((key) => !isActive(key))
  return html`${ui.card(
    `Active keys, ${active.length} of ${MAX_ACTIVE_KEYS}`,
    active.length === 0 ? none : keyTable(request, active),
  )}
  ${
    revoked.length === 0
      ? ''
      : html`<details class="card">
          <summary>Revoked keys (${revoked.length})</summary>
          ${revokedTable(revoked)}
        </details>`
  }`
}

/** Sent again, by a reload or several times at once, the form has the same `repeat`, which creates one key. */
const createForm = (request: AccountRequest): Markup =>
  ui.card(
    'New key',
    ui.form(
      request,
      'create',
      html`${ui.hidden('repeat', randomUUID())}
        <div class="inline">
          ${ui.field({
            label: 'Name',
            name: 'name',
            value: request.form.get('name') ?? '',
            maxLength: 100,
            placeholder: 'Production, laptop, …',
          })}
          ${ui.button('Create key')}
        </div>`,
    ),
  )

const noKeys = ui.emptyState('No keys yet', 'Every call needs a key. Create one above: it is shown once.')

/** Shows a key that was just created; `call` is an example, and `path` the page of the keys. */
export const showNewKey = (name: string, key: string, { call, path }: { call: string; path: string }): View => ({
  title: 'Your new key',
  script: COPY_SCRIPT,
  body: html`${ui.heading('Your new key', 'Copy it now: it is shown this once, and only a fingerprint of it is stored.')}
  ${ui.card(
    name === '' ? 'Key' : name,
    html`<div class="content">${ui.shownOnce('Key', key)} ${shellBlock('A first call', call)}</div>`,
  )}
  ${ui.buttonLink(path, 'I have copied it', 'primary')}`,
})

/** The keys of the account: create one, see which are in use, revoke one. */
export const keysPage: AccountPage = {
  path: '/account/keys',
  tab: 'keys',
  show: async (request) => {
    const keys = await request.core.keys.list(request.account.id)
    return {
      title: 'Keys',
      body: html`${ui.heading('Keys', 'A key is sent with every call. All keys of the account share its plan and its limit per day.')}
      ${
        keys.filter(isActive).length >= MAX_ACTIVE_KEYS
          ? ui.message(
              'hint',
              `You have ${MAX_ACTIVE_KEYS} active keys, the most an account can have. Revoke one to create another.`,
            )
          : createForm(request)
      }
      ${keyCards(request, keys, noKeys)}`,
    }
  },
  actions: {
    create: async ({ core, account, form: fields }) => {
      const options = { name: fields.get('name') ?? '', by: account.id }
      const created = await core.keys.createOnce(account.id, fields.get('repeat') ?? '', options)
      if (created === null) return { to: '/account/keys', notice: 'key_exists' }
      const { key, name } = created
      const call = `curl -H 'Authorization: Bearer ${key}' \\\n  '${core.service.base}/games?per_page=3'`
      return showNewKey(name, key, { call, path: '/account/keys' })
    },
    revoke: async ({ core, account, form: fields }) => {
      await core.keys.revoke(fields.get('key') ?? '', { by: account.id, account: account.id })
      return { to: '/account/keys', notice: 'key_revoked' }
    },
  },
}
