import type { AppRouter as ServiceRouter } from '@basketball-data/core'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expectTypeOf } from 'vitest'
import type { AppRouter } from './index.ts'

/** Compares by structure: some types are nested in the contract and flat in the client. */
type Flat<T> = T extends object ? { [Name in keyof T]: Flat<T[Name]> } : T

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type ServiceInputs = inferRouterInputs<ServiceRouter>
type ServiceOutputs = inferRouterOutputs<ServiceRouter>

/** The procedures of which the client knows more: combinations of inputs that the service rejects, and that a secret is there. */
type Narrower = 'games' | 'players' | 'webhooks'
type Others<Group, Narrower> = Flat<Omit<Group, Narrower & string>>

// The router of the client has the procedures of the service, with the same types.
expectTypeOf<keyof Inputs>().toEqualTypeOf<keyof ServiceInputs>()
expectTypeOf<Others<Inputs, Narrower>>().toEqualTypeOf<Others<ServiceInputs, Narrower>>()
expectTypeOf<Others<Outputs, Narrower>>().toEqualTypeOf<Others<ServiceOutputs, Narrower>>()
expectTypeOf<Others<Inputs['games'], 'list'>>().toEqualTypeOf<Others<ServiceInputs['games'], 'list'>>()
expectTypeOf<Others<Inputs['players'], 'list'>>().toEqualTypeOf<Others<ServiceInputs['players'], 'list'>>()
expectTypeOf<Flat<Inputs['webhooks']>>().toEqualTypeOf<Flat<ServiceInputs['webhooks']>>()
expectTypeOf<Flat<Outputs['games']>>().toEqualTypeOf<Flat<ServiceOutputs['games']>>()
expectTypeOf<Flat<Outputs['players']>>().toEqualTypeOf<Flat<ServiceOutputs['players']>>()
expectTypeOf<Others<Outputs['webhooks'], 'create'>>().toEqualTypeOf<Others<ServiceOutputs['webhooks'], 'create'>>()
expectTypeOf<Inputs['games']['list']>().toExtend<ServiceInputs['games']['list']>()
expectTypeOf<Inputs['players']['list']>().toExtend<ServiceInputs['players']['list']>()
expectTypeOf<Outputs['webhooks']['create']>().toExtend<ServiceOutputs['webhooks']['create']>()

// A query of one is a query of the other, a mutation a mutation.
type Kinds<Router extends { _def: { record: object } }> = {
  [Group in keyof Router['_def']['record']]: Router['_def']['record'][Group] extends { _def: { type: infer Kind } }
    ? Kind
    : { [Name in keyof Router['_def']['record'][Group]]: ProcedureKind<Router['_def']['record'][Group][Name]> }
}
type ProcedureKind<Procedure> = Procedure extends { _def: { type: infer Kind } } ? Kind : never
expectTypeOf<Kinds<AppRouter>>().toEqualTypeOf<Kinds<ServiceRouter>>()

// Errors have the shape that the service gives them, and are read as superjson writes them.
type RouterTypes<Router extends { _def: { _config: { $types: unknown } } }> = Router['_def']['_config']['$types']
expectTypeOf<RouterTypes<ServiceRouter>['errorShape']>().toExtend<RouterTypes<AppRouter>['errorShape']>()
expectTypeOf<keyof RouterTypes<AppRouter>['errorShape']>().toEqualTypeOf<
  keyof RouterTypes<ServiceRouter>['errorShape']
>()
expectTypeOf<RouterTypes<AppRouter>['transformer']>().toEqualTypeOf<RouterTypes<ServiceRouter>['transformer']>()
