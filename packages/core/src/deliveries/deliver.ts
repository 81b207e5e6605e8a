import { type AttemptError, send, type Attempt, type SendOptions } from './send.ts'
import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { createOutageReport, measure, failSpan, inSpan, traceHeaders, type SpanDescription } from '../telemetry.ts'
import { batched, type Store } from '../store/index.ts'
import { recordAttempts, type EndedAttempt } from './attempt-queries.ts'
import type { ClaimedDelivery } from './claim-queries.ts'
import { nextStep, NO_RETRY, type RetrySchedule } from './retry.ts'
import { decryptSecret, signBody } from './secrets.ts'
import type { TargetRules } from './target.ts'

/** One attempt of a delivery, for logs. The address is left out because it may contain secrets. */
export type DeliveryAttempt = {
  /** The webhook's id. */
  webhook: string
  /** The event's id, which is also that of the delivery. */
  delivery: string
  /** Counts the attempts of the delivery, from 1. */
  number: number
  /** Whether it is a test delivery, which a call sends and not a worker. */
  test: boolean
  /** Whether somebody asked for it: such an attempt is not retried. */
  resent: boolean
  /** The HTTP status of the response; null without one. */
  status: number | null
  /** Why there is no status; null with one. */
  error: AttemptError | null
  /** Milliseconds. */
  duration: number
}

/** An event for one webhook, whose secret is encrypted. */
export type Delivery = Pick<ClaimedDelivery, 'url' | 'secret' | 'event_id' | 'type' | 'body'>

const signAndSend = async (delivery: Delivery, key: KeyObject, options: SendOptions): Promise<Attempt> => {
  const { url, event_id, type, body } = delivery
  const secret = decryptSecret(key, delivery.secret)
  if (secret === null) return { at: new Date(), duration: 0, status: null, error: 'secret', retry_after: null }
  const headers = {
    'x-service-signature': signBody(secret, Math.floor(Date.now() / 1000), body),
    'x-service-event': type,
    'x-service-delivery': event_id,
    ...traceHeaders(),
  }
  return send({ url, headers, body }, options)
}

/** The span of an attempt. Of the address it has only the host, because the path may be a secret. */
const describeSpan = ({ url, event_id, type }: Delivery): SpanDescription => {
  const { hostname, port, protocol } = new URL(url)
  return {
    name: 'POST webhook',
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      'basketball_data.event': type,
      'basketball_data.delivery': event_id,
    },
  }
}

/** Signs a delivery with the current time and sends it once. Sends nothing if the secret cannot be decrypted. */
export const sendSigned = (delivery: Delivery, key: KeyObject, options: SendOptions): Promise<Attempt> =>
  inSpan(
    () => describeSpan(delivery),
    async (span) => {
      const attempt = await signAndSend(delivery, key, options)
      const { status, error } = attempt
      if (status !== null) span?.setAttribute('http.response.status_code', status)
      if (span !== null && (status === null || status >= 400)) failSpan(span, error ?? String(status))
      return attempt
    },
  )

const formatResult = ({ status, error }: Pick<Attempt, 'status' | 'error'>): string =>
  status === null ? (error ?? 'response') : `${Math.floor(status / 100)}xx`

/** Milliseconds before recording is repeated after an error of the database. */
const RECORD_RETRY_DELAY = 500

/**
 * Creates a function that records an attempt. Attempts that end at the same time are recorded together. Errors of the
 * database are retried until the worker stops, because the receiver should not get the delivery twice: the lease is
 * renewed as long as the worker and the database live, and if another worker has claimed the delivery since, recording
 * changes nothing. Of consecutive errors, the first is logged.
 */
const createRecorder = (store: Store, onError: (error: unknown) => void, stopping: AbortSignal) => {
  const outages = createOutageReport(onError)
  const record = batched(async (ended: EndedAttempt[]) => {
    try {
      await recordAttempts(store, ended)
      outages.succeeded()
    } catch (cause) {
      outages.failed(new Error('Attempts could not be recorded; this is repeated.', { cause }))
      throw cause
    }
    return ended.map(() => true as const)
  })
  return async (ended: EndedAttempt): Promise<void> => {
    for (;;) {
      try {
        await record(ended)
        return
      } catch (error) {
        if (stopping.aborted) throw error
      }
      await sleep(RECORD_RETRY_DELAY)
    }
  }
}

type DeliverOptions = {
  store: Store
  key: KeyObject
  rules: TargetRules
  /** Milliseconds for the whole response. */
  timeout: number
  schedule: RetrySchedule
  onAttempt: (attempt: DeliveryAttempt) => void
  onError: (error: unknown) => void
}

/**
 * Creates a function that attempts a claimed delivery once and records the result. The function throws an Error that
 * names the delivery.
 */
export const createDeliver = (options: DeliverOptions, stopping: AbortSignal) => {
  const { store, key, rules, timeout, schedule, onAttempt, onError } = options
  const record = createRecorder(store, onError, stopping)
  return async (claim: ClaimedDelivery): Promise<void> => {
    const { webhook_id: webhook, event_id: delivery, resends, resent } = claim
    const number = claim.attempts + 1
    try {
      const attempt = await sendSigned(claim, key, { rules, timeout })
      const { status, error, duration } = attempt
      measure('attempt', () => ({ result: formatResult({ status, error }), duration }))
      onAttempt({ webhook, delivery, number, test: false, resent, status, error, duration })
      const next = resent ? nextStep(attempt, 1, NO_RETRY) : nextStep(attempt, number - resends, schedule)
      await record({ claim, resent, attempt, next })
    } catch (cause) {
      throw new Error(`Delivery ${delivery} to webhook ${webhook} failed on this side; it will be retried.`, { cause })
    }
  }
}
