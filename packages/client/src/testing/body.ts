import { badRequest, refuseUnknown } from './refusal.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not JSON.')
  }
}

/**
 * The fields of the JSON object that a request carries; none where `accepted` are none.
 * @throws Refusal unknown_parameter or bad_request
 */
export const readBody = async (request: Request, accepted: readonly string[]): Promise<Record<string, unknown>> => {
  const text = await request.text()
  if (accepted.length === 0) {
    if (text !== '') throw badRequest('This path takes no body.')
    return {}
  }
  const body = parsed(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be a JSON object.')
  refuseUnknown(Object.keys(body), accepted)
  if (!/^\s*application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badRequest('The body must be sent with "Content-Type: application/json".')
  return { ...body }
}
