import { html } from 'hono/html'
import { MAX_ACTIVE_KEYS } from '@basketball-data/core/contract'
import { card, count, emptyState, buttonLink, figure, heading, table } from './components.ts'
import { keyName, lastUsed } from './keys.ts'
import type { AccountPage } from './page.ts'

/** What somebody wants to know first: what is left of today, which keys are in use, whether deliveries arrive. */
export const homePage: AccountPage = {
  path: '/account',
  tab: 'home',
  show: async ({ core, account }) => {
    const active = (await core.keys.list(account.id)).filter(({ revoked_at }) => revoked_at === null)
    return {
      title: 'Overview',
      body: html`${heading('Overview')}
        <div class="figures">${figure('Keys', html`${count(active.length)} <small>of ${MAX_ACTIVE_KEYS}</small>`)}</div>
        ${card(
          'Keys',
          active.length === 0
            ? emptyState(
                'No keys yet',
                'Every call needs a key.',
                buttonLink('/account/keys', 'Create a key', 'primary'),
              )
            : table(
                'Active keys',
                [{ title: 'Name' }, { title: 'Key' }, { title: 'Last used' }],
                active.map((key) => [keyName(key), html`<code>${key.hint}</code>`, lastUsed(key)]),
              ),
          html`<a href="/account/keys">All keys</a>`,
        )}`,
    }
  },
}
