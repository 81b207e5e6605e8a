import { badRequest } from '../errors.ts'
import type { Context } from '../trpc.ts'

/** The account whose webhooks a call is about. @throws ServiceError bad_request for code that names none. */
export const accountOf = ({ caller: { admission, account = admission?.account_id } }: Context): string => {
  if (account === undefined)
    throw badRequest('Webhooks belong to an account: call as one, with core.callerOf(account).')
  return account
}
