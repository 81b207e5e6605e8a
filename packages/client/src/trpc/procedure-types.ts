import type { TRPCMutationProcedure, TRPCQueryProcedure, TRPCSubscriptionProcedure } from '@trpc/server'

/** An object without fields. */
export type Nothing = Record<string, never>

/** The id in the path of an endpoint. */
export interface Id {
  id: string
}

/** A procedure that reads. */
export type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
/** A procedure that changes something. */
export type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>

/** A subscription to tracked events. */
export type Subscription<Input, Event> = TRPCSubscriptionProcedure<{
  input: Input
  output: AsyncIterable<{ id: string; data: Event }, void>
  meta: object
}>
