import { CompressedResponse } from '@basketball-data/core'
import { SECONDS_PER_DAY } from '@basketball-data/core/contract'

const SHORT = 'private, max-age=10'
const LONG = `private, max-age=${SECONDS_PER_DAY}`

const statusOf = (record: unknown): unknown => {
  if (typeof record !== 'object' || record === null) return undefined
  if ('status' in record && 'home_score' in record) return record.status
  return 'game' in record ? statusOf(record.game) : undefined
}

/** How long an answer may be kept: a day where it is about a final game, else seconds. Corrections do come. */
export const cacheControl = (answer: unknown): string => {
  if (answer instanceof CompressedResponse) return LONG
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  return statusOf(data) === 'final' ? LONG : SHORT
}
