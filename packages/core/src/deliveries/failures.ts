import type { Email } from '../mail/mailer.ts'
import { RESPONSE_TIMEOUT } from './send.ts'

type FailingWebhook = { id: string; url: string; email: string }

/** Only the origin is shown: the path and the query of an address may contain secrets. */
const getOrigin = (url: string): string => new URL(url).origin

/** Warns that deliveries fail, before the webhook is disabled. */
export const warningEmail = ({ id, url, email }: FailingWebhook): Email => ({
  recipient: email,
  subject: `Your webhook ${id} is failing`,
  body: `The last ${WARN_AFTER_FAILURES} deliveries to your webhook ${id} at ${getOrigin(url)} have failed.

After ${DISABLE_AFTER_FAILURES} consecutive failures it is disabled, and waiting deliveries are cancelled. Check how the address responds:
any 2xx within ${RESPONSE_TIMEOUT / 1000} seconds counts as delivered. "POST /webhooks/${id}/test" sends a test delivery.
`,
})

/** Says that a webhook was disabled. */
export const disabledEmail = ({ id, url, email }: FailingWebhook): Email => ({
  recipient: email,
  subject: `Your webhook ${id} was disabled`,
  body: `${DISABLE_AFTER_FAILURES} consecutive deliveries to your webhook ${id} at ${getOrigin(url)} have failed. It is disabled now, and
waiting deliveries have been cancelled.

Once the address responds again, create a new webhook with "POST /webhooks", and read the scores that you
have missed from "GET /games".
`,
})

/** Consecutive failed deliveries after which the account holder is warned. */
export const WARN_AFTER_FAILURES = 10
/** Consecutive failed deliveries after which a webhook is disabled. */
export const DISABLE_AFTER_FAILURES = 20

/** The consecutive failures of a webhook, and what they lead to. */
export type ConsecutiveFailures = {
  count: number
  /** Whether the count has just reached WARN_AFTER_FAILURES. */
  warn: boolean
  disable: boolean
}

/**
 * Counts consecutive failures on from `count` with the outcomes of deliveries, oldest first. A delivered one resets the
 * count. Outcomes after the webhook is disabled are ignored.
 */
export const countFailures = (count: number, outcomes: readonly ('delivered' | 'failed')[]): ConsecutiveFailures => {
  const failures = { count, warn: false, disable: count >= DISABLE_AFTER_FAILURES }
  for (const outcome of outcomes) {
    if (failures.disable) return failures
    failures.count = outcome === 'delivered' ? 0 : failures.count + 1
    failures.warn ||= failures.count === WARN_AFTER_FAILURES
    failures.disable = failures.count >= DISABLE_AFTER_FAILURES
  }
  return failures
}
