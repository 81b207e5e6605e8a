import type { AppRouter } from '@basketball-data/core'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expectTypeOf } from 'vitest'
import type { BasketballData, Call, List } from './index.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

/** What the client calls otherwise than the router, which has no group of one, and groups by resource. */
type Renamed = { 'standings.get': 'standings'; 'leaders.get': 'stats.leaders' }
type NameOf<Name extends string> = Name extends keyof Renamed ? Renamed[Name] : Name

/** An operation, or a method, by its whole name: `games.list`. */
type Names<Tree, Leaf> = {
  [Name in keyof Tree & string]: Tree[Name] extends Leaf ? Name : `${Name}.${keyof Tree[Name] & string}`
}[keyof Tree & string]
type At<Tree, Name extends string> = Name extends `${infer Group}.${infer Method}`
  ? Group extends keyof Tree
    ? Method extends keyof Tree[Group]
      ? Tree[Group][Method]
      : never
    : never
  : Name extends keyof Tree
    ? Tree[Name]
    : never

type Answer = { data: unknown; meta: unknown }
type Operations = Names<Outputs, Answer>
type Methods = Names<BasketballData, (...parameters: never) => unknown>

// Every operation of the router has a method, every method an operation; the document is no operation of the router.
expectTypeOf<Exclude<Methods, 'openapi'>>().toEqualTypeOf<NameOf<Operations>>()

type MethodOf<Name extends Operations> = At<BasketballData, NameOf<Name>>
type Returned<Name extends Operations> =
  MethodOf<Name> extends (...parameters: never) => Call<infer Data>
    ? Data
    : MethodOf<Name> extends (...parameters: never) => List<infer Item>
      ? Item[]
      : 'neither a call nor a list'
type Answered<Name extends Operations> = At<Outputs, Name> extends { data: infer Data } ? Data : never

/** The one whose answer is more than the record: it has the secret for certain. */
type Told = Exclude<Operations, 'webhooks.create'>

// What a method gives is what its operation answers.
expectTypeOf<{ [Name in Told]: Returned<Name> }>().toEqualTypeOf<{ [Name in Told]: Answered<Name> }>()
expectTypeOf<Returned<'webhooks.create'>>().toExtend<Answered<'webhooks.create'>>()

type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] }
type FirstOf<Name extends Operations> = MethodOf<Name> extends (...parameters: infer All) => unknown ? All : never
/** What a method accepts beside the id and the options, which are its first and last parameter. */
type Accepted<Name extends Operations> =
  At<Inputs, Name> extends { id: string }
    ? FirstOf<Name> extends [string, (infer Parameters)?, unknown?]
      ? Parameters
      : never
    : FirstOf<Name> extends [(infer Parameters)?, unknown?]
      ? Parameters
      : never
type WithParameters = {
  [Name in Operations]: [keyof Omit<At<Inputs, Name>, 'id'>] extends [never]
    ? never
    : [string] extends [keyof At<Inputs, Name>]
      ? never
      : Name
}[Operations]

/** Those whose parameters say what goes together; the records' test holds them to the contract. */
type InForms = 'games.list' | 'players.list'
type Plain = Exclude<WithParameters, InForms>

// What a method accepts is what its operation takes.
expectTypeOf<{ [Name in InForms]: Accepted<Name> }>().toExtend<{ [Name in InForms]: At<Inputs, Name> | undefined }>()
expectTypeOf<{ [Name in Plain]: Flat<Exclude<Accepted<Name>, undefined>> }>().toEqualTypeOf<{
  [Name in Plain]: Flat<Omit<At<Inputs, Name>, 'id'>>
}>()
expectTypeOf<WithParameters>().toEqualTypeOf<
  | 'competitions.list'
  | 'seasons.list'
  | 'teams.list'
  | 'teams.roster'
  | 'teams.form'
  | 'teams.headToHead'
  | 'teams.trends'
  | 'players.list'
  | 'players.games'
  | 'players.seasons'
  | 'players.splits'
  | 'standings.get'
  | 'leaders.get'
  | 'games.list'
  | 'games.prices'
  | 'results.yesterday'
  | 'webhooks.create'
>()
