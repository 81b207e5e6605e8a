import type { Operation } from '@basketball-data/core'

/** The headers that tell caches what to do with a response. */
export type CachingHeaders = { 'cache-control': string; vary?: string }

/** A response to a key: a copy may be kept, but must be revalidated with its ETag before each use. */
export const REVALIDATED: CachingHeaders = { 'cache-control': 'private, no-cache' }

/** A response that shows a secret, or that is about no valid key. */
export const NOT_STORED: CachingHeaders = { 'cache-control': 'no-store' }

/** A response that is the same for everyone, and that shared caches may store for five minutes. */
export const SHARED: CachingHeaders = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' }

/** The caching headers of the successful responses of an operation. */
export const getCachingHeaders = ({
  plan,
  showsSecret,
  write,
}: Pick<Operation, 'plan' | 'showsSecret' | 'write'>): CachingHeaders => {
  if (write !== null) return NOT_STORED
  if (plan === null) return SHARED
  return showsSecret ? NOT_STORED : REVALIDATED
}
