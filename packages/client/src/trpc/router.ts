import type * as api from '@basketball-data/client'
import type { TRPCBuiltRouter, TRPCDefaultErrorShape } from '@trpc/server'
import type { Procedures } from './procedures.generated.ts'

/** What is the same for all procedures. The context belongs to the service; a client has no use for it. */
interface Root {
  ctx: object
  meta: object
  errorShape: TRPCDefaultErrorShape & { error: Omit<api.ErrorFields, 'message'> }
  transformer: true
}

/**
 * The type of the service's tRPC router, for tRPC clients, with the records and parameters of BasketballData: a program
 * needs no package of the service for it.
 * @example const trpc = createTRPCClient<AppRouter>({ links: [trpcLink({ apiKey: 'bd_…' })] })
 */
export type AppRouter = TRPCBuiltRouter<Root, { [Name in keyof Procedures]: Procedures[Name] }>
