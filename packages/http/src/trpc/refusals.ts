import { asServiceError, badRequest, ServiceError } from '@basketball-data/core'
import type { TRPCError } from '@trpc/server'

const ofProtocol = (error: TRPCError): ServiceError => {
  switch (error.code) {
    case 'NOT_FOUND':
      return new ServiceError('not_found', `${error.message}; procedures are called as in "games.list".`)
    case 'METHOD_NOT_SUPPORTED':
      return badRequest('Queries are called with GET, mutations with POST.', ['GET', 'POST'])
    case 'UNSUPPORTED_MEDIA_TYPE':
      return badRequest('The body must be sent with "Content-Type: application/json".')
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      // The words of whatever failed to read it may repeat what was sent.
      return badRequest('The call is not one that a tRPC client with superjson and a batch of the allowed size makes.')
    default:
      return asServiceError(error)
  }
}

/** What tRPC itself refuses, in the codes of the contract. */
export const serviceErrorOf = (error: TRPCError): ServiceError =>
  error instanceof ServiceError ? error : ofProtocol(error)
