import { ServiceError } from '@basketball-data/core'

/**
 * Refuses what an endpoint does not take: nothing that was sent is silently ignored.
 * @throws ServiceError unknown_parameter, with the names that are accepted
 */
export const refuseUnknown = (
  kind: 'parameter' | 'field',
  sent: Iterable<string>,
  accepted: readonly string[],
): void => {
  const unknown = [...new Set(sent)].filter((name) => !accepted.includes(name))
  if (unknown.length === 0) return
  const names = unknown.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 50)))
  const listed = accepted.length === 0 ? 'This endpoint takes no parameters.' : `Accepted: ${accepted.join(', ')}.`
  throw new ServiceError('unknown_parameter', `Unknown ${kind} ${names.join(', ')}. ${listed}`, {
    allowed: [...accepted],
  })
}
