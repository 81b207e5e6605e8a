import type { ErrorCode, Plan } from '@basketball-data/client'
import { readBody } from './body.ts'
import { rateHeaders } from './limits.ts'
import { Query } from './query.ts'
import { badRequest, Refusal } from './refusal.ts'
import { checkPathId, type Place, placeOf, type Route } from './routes.ts'
import type { WebhookStore } from './webhooks.ts'

/** An answer before it is written out. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Empty where there is no body. */
  text: string
  /** null for a success. */
  refused: ErrorCode | null
}

/** The account that every key is of, and where the service is. */
export interface Account {
  plan: Plan
  webhooks: WebhookStore
  /** Calls counted so far. */
  used: number
  base: string
  /** Where plans and errors are described. */
  docs: string
}

const PLANS: Plan[] = ['free', 'live', 'archive', 'complete']
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
const NOT_KEPT = { ...JSON_TYPE, 'Cache-Control': 'no-store' }

/** Names an answer by its text. */
const tagOf = (text: string): string => {
  let hash = 5381
  for (let i = 0; i < text.length; i++) hash = (hash * 33 + text.charCodeAt(i)) % 4_294_967_296
  return `"${hash.toString(36)}-${text.length.toString(36)}"`
}

/** @throws Refusal bad_request for a key where logs and histories would keep it */
const refuseKeyIn = (query: URLSearchParams): void => {
  if (query.has('key') || query.has('api_key'))
    throw badRequest('Send the key in the Authorization or X-API-Key header, never in the address.')
}

const keyIn = (headers: Headers): string | null => {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  const plain = headers.get('x-api-key') ?? undefined
  if (bearer !== undefined && plain !== undefined && bearer !== plain)
    throw badRequest('Authorization and X-API-Key carry different keys; send one of them.')
  return bearer ?? plain ?? null
}

/** The route that is to answer. @throws Refusal for a method that the path does not answer */
const routeAt = ({ route, methods }: Place, method: string): Route => {
  const found = route(method)
  if (found) return found
  const allow = { Allow: methods.join(', ') }
  throw new Refusal('bad_request', `This path answers ${allow.Allow} only.`, { allowed: methods }, allow)
}

/** @throws Refusal upgrade_required */
const checkPlan = (needed: Plan, plan: Plan): void => {
  if (PLANS.indexOf(plan) < PLANS.indexOf(needed))
    throw new Refusal('upgrade_required', `This endpoint needs plan ${needed} or higher.`, { plan: needed })
}

const read = (request: Request, text: string): Answer => {
  const kept = { ETag: tagOf(text), 'Cache-Control': 'private, max-age=10' }
  if (request.headers.get('if-none-match') === kept.ETag) return { status: 304, headers: kept, text: '', refused: null }
  return { status: 200, headers: { ...kept, ...JSON_TYPE }, text, refused: null }
}

/** The error that a refusal is answered with; what is no refusal is thrown on. */
const refuse = (error: unknown, { docs }: Account): Answer => {
  if (!(error instanceof Refusal)) throw error
  const { code, message, extras, status, headers } = error
  const pricing = (code === 'upgrade_required' || code === 'quota_exceeded') && { pricing: `${docs}#plans` }
  const text = JSON.stringify({ error: { code, message, ...extras, ...pricing, docs: `${docs}#error-${code}` } })
  return { status, headers: { ...NOT_KEPT, ...headers }, text, refused: code }
}

/** A call that has passed the key, with the plan, the parameters and the record still to be checked. */
const answerBy = async (route: Route, id: string, request: Request, account: Account): Promise<Answer> => {
  checkPlan(route.plan ?? 'free', account.plan)
  const query = new Query(new URL(request.url).searchParams, route.parameters)
  checkPathId(route, id)
  const body = await readBody(request, route.fields)
  const idempotencyKey = request.headers.get('idempotency-key')
  const text = JSON.stringify(route.answer({ ...account, query, id, body, idempotencyKey }))
  return route.method === 'GET' ? read(request, text) : { status: route.status, headers: NOT_KEPT, text, refused: null }
}

/** Counts a call with a key, unless it costs nothing, and says what is left. */
const count = ({ path }: Route, answer: Answer, account: Account): Answer => {
  const isFree = path === '/usage' || answer.status === 304 || answer.status === 429 || answer.status >= 500
  if (!isFree) account.used += 1
  return { ...answer, headers: { ...answer.headers, ...rateHeaders(account.plan, account.used, answer.refused) } }
}

/**
 * Answers in the order in which the service checks: path, method, key in the address, key, plan, parameters, record.
 * @param failure what the call is to be refused for
 */
export const answerTo = async (request: Request, account: Account, failure: Refusal | null): Promise<Answer> => {
  const { pathname, searchParams } = new URL(request.url)
  const refusing = (error: unknown) => refuse(error, account)
  try {
    const place = placeOf(pathname.slice(new URL(account.base).pathname.length) || '/')
    if (request.method === 'OPTIONS')
      return { status: 204, headers: { Allow: place.methods.join(', ') }, text: '', refused: null }
    const route = routeAt(place, request.method)
    refuseKeyIn(searchParams)
    const answer = async () => {
      if (failure) throw failure
      return answerBy(route, place.id, request, account)
    }
    if (route.plan === null) return await answer()
    if (keyIn(request.headers) === null || failure?.code === 'unauthorized')
      throw new Refusal('unauthorized', 'Send a valid key in the Authorization or X-API-Key header.')
    return count(route, await answer().catch(refusing), account)
  } catch (error) {
    return refusing(error)
  }
}
