import type { KeyObject } from 'node:crypto'
import { badRequest, type ServiceError } from '../errors.ts'
import type { TargetRules } from './target.ts'

/** Active webhooks an account may have. */
export const MAX_ACTIVE_WEBHOOKS = 10
/** Deliveries that may be under way to one webhook at a time, over all processes, beside a test. */
export const PER_WEBHOOK = 4
/** Milliseconds that a receiver has for the whole answer. */
export const ANSWER_TIME = 10_000
/** Milliseconds that a claim outlasts that time, to be acknowledged in: then another worker may send it again. */
export const MARGIN = 20_000
/** Seconds of a claim. */
export const LEASE = (ANSWER_TIME + MARGIN) / 1000

/** What an operator settles of webhooks. */
export type WebhookSettings = {
  /** Encrypts the secrets; null: there is no SECRETS_KEY, and webhooks can be neither made nor sent. */
  key: KeyObject | null
  rules: TargetRules
}

/** @throws ServiceError bad_request where webhooks are not set up: what the caller asks for cannot be had here. */
export const requireSecretsKey = ({ key }: WebhookSettings): KeyObject => {
  if (key === null) throw badRequest('Webhooks are not set up on this server: its operator has to set SECRETS_KEY.')
  return key
}

/** The secret of a webhook was encrypted under another key, or damaged: only a new webhook has one that can be read. */
export const unreadableSecret = (id: string): ServiceError =>
  badRequest(`The secret of webhook ${id} cannot be read any more; add a new webhook in its place.`)
