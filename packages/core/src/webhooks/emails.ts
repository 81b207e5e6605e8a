import { DISABLED_AT, WARNED_AT } from './failures.ts'
import { ANSWER_TIME } from './settings.ts'

/** An e-mail to an account holder. */
export type Email = { recipient: string; subject: string; body: string }

type Failing = { id: string; url: string; email: string }

/** Addresses may carry what is secret after their path. */
const shown = (url: string): string => new URL(url).origin

/** Says that deliveries fail, before the webhook is disabled. */
export const warningEmail = ({ id, url, email }: Failing): Email => ({
  recipient: email,
  subject: `Your webhook ${id} is failing`,
  body: `The last ${WARNED_AT} deliveries to your webhook ${id} at ${shown(url)} have failed.

After ${DISABLED_AT} in a row it is disabled, and what still waits for it is not sent. Look at what the address answers:
any 2xx within ${ANSWER_TIME / 1000} seconds counts as delivered. "POST /webhooks/${id}/test" sends a test delivery.
`,
})

/** Says that a webhook was disabled. */
export const disabledEmail = ({ id, url, email }: Failing): Email => ({
  recipient: email,
  subject: `Your webhook ${id} was disabled`,
  body: `${DISABLED_AT} deliveries in a row to your webhook ${id} at ${shown(url)} have failed. It is disabled now; what still waited
for it has been cancelled.

Once the address answers again, add a new webhook in its place with "POST /webhooks", and read the scores you
have missed from "GET /games".
`,
})
