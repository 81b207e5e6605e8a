import { unknownParameter } from '@basketball-data/core'

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
  if (unknown.length > 0) throw unknownParameter(unknown, accepted, kind)
}
