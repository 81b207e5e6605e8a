import type { ServiceError } from '@basketball-data/core'
import { TRPCError } from '@trpc/server'
import type { RequestContext } from '../call/request-context.ts'
import { serviceErrorOf } from './refusals.ts'

/** The calls of one HTTP request, which one key makes. */
export type Batch = {
  context: RequestContext
  /** Why the body cannot be read; told to each call when its turn comes to read it. */
  unreadable: ServiceError | null
}

/** What a call of a batch was sent. @throws ServiceError where that cannot be read */
export const readInput = async ({ unreadable }: Batch, getRawInput: () => Promise<unknown>): Promise<unknown> => {
  if (unreadable !== null) throw unreadable
  try {
    return (await getRawInput()) ?? {}
  } catch (error) {
    throw error instanceof TRPCError ? serviceErrorOf(error) : error
  }
}
