import { sign as signOurs, verify } from '@basketball-data/webhooks'
import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'

const SECRET = 'whsec_0123456789abcdef0123456789abcdef'
/** The same number of bytes; standardwebhooks requires base64. */
const STANDARD_SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

/** The headers of a request besides the signature. */
const HEADERS = {
  host: 'receiver.example',
  connection: 'close',
  'content-type': 'application/json',
  'content-length': '1000',
  'user-agent': 'webhooks/1',
  accept: '*/*',
  'accept-encoding': 'gzip, br',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
}

/** A library that verifies a delivery and returns the parsed event. */
export type Verifier = { name: string; verify: () => unknown }

/** Creates the verifiers of a body, each with a valid signature in its own scheme. */
export const createVerifiers = async (text: string, body: string | Buffer): Promise<Verifier[]> => {
  const ours = { ...HEADERS, 'x-service-signature': await signOurs({ body: text, secret: SECRET }) }
  const { webhooks } = new Stripe('sk_test_unused')
  const stripeHeader = webhooks.generateTestHeaderString({ payload: text, secret: SECRET })
  const standard = new Webhook(STANDARD_SECRET)
  const now = new Date()
  const standardHeaders = {
    ...HEADERS,
    'webhook-id': 'evt_7b21c40d9ae65f83',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': standard.sign('evt_7b21c40d9ae65f83', now, text),
  }
  return [
    { name: 'ours', verify: () => verify({ body, headers: ours, secret: SECRET }) },
    { name: 'stripe', verify: () => webhooks.constructEvent(body, stripeHeader, SECRET) },
    { name: 'standardwebhooks', verify: () => standard.verify(body, standardHeaders) },
  ]
}
