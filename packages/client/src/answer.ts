import type { Prepared } from './ask.ts'
import { keep } from './cache.ts'
import type { WithResponse } from './call.ts'
import { ConnectionError, serviceErrorOf } from './errors.ts'
import type { Received } from './receive.ts'
import { responseInfo, type ResponseInfo } from './response.ts'

/** What came of one try: the body of an answer, or why there is none. */
export type Outcome =
  | (WithResponse<object> & { error?: undefined })
  | { data?: undefined; error: unknown; response: ResponseInfo | null }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws ServiceError for a refusal, ConnectionError for what is no answer of the service */
const bodyOf = ({ answer, text }: Received): object => {
  const body = parse(text)
  if (typeof body !== 'object' || body === null) throw new ConnectionError('foreign_answer', answer)
  if (answer.ok) return body
  throw serviceErrorOf(body, answer.status, answer.headers) ?? new ConnectionError('foreign_answer', answer)
}

/** What an answer comes to: its own body, or that of the answer which is kept and still holds. */
export const outcomeOf = async (received: Received, { url, cache, kept }: Prepared): Promise<Outcome> => {
  const { answer, text } = received
  const response = responseInfo(answer)
  try {
    if (kept && answer.status === 304) return { data: bodyOf({ answer: new Response(), text: kept.text }), response }
    const data = bodyOf(received)
    await keep(cache, url, { etag: answer.headers.get('etag'), text })
    return { data, response }
  } catch (error) {
    return { error, response }
  }
}
