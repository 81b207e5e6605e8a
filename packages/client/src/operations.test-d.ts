import type { AppRouter } from '@basketball-data/core'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expectTypeOf } from 'vitest'
import type {
  BasketballData,
  Call,
  Change,
  ChangeList,
  ChangesPage,
  Game,
  List,
  ListGames,
  ListPlayers,
  Page,
} from './index.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

/** The operations whose method has a different name. */
type Renamed = {
  'standings.get': 'standings'
  'standings.race': 'race'
  'standings.whatIf': 'whatIf'
  'forecasts.get': 'forecasts'
  'leaders.get': 'stats.leaders'
}
type MethodName<Name extends string> = Name extends keyof Renamed ? Renamed[Name] : Name

/** The full names of operations or methods, such as `games.list`. */
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

type Operations = Names<Outputs, { data: unknown; meta: unknown } | AsyncIterable<unknown> | string>
type Methods = Names<BasketballData, (...parameters: never) => unknown>

// Every operation of the router has a method, and every method an operation. The OpenAPI document is not an operation.
expectTypeOf<Exclude<Methods, 'openapi'>>().toEqualTypeOf<MethodName<Operations>>()

type ClientMethod<Name extends Operations> = At<BasketballData, MethodName<Name>>
type Returned<Name extends Operations> =
  ClientMethod<Name> extends (...parameters: never) => List<infer Item>
    ? Item[]
    : ClientMethod<Name> extends (...parameters: never) => ChangeList
      ? Change[]
      : ClientMethod<Name> extends (...parameters: never) => Call<infer Data>
        ? Data
        : 'neither a call nor a list'
/** The data of an envelope; a picture has none. */
type Output<Name extends Operations> =
  At<Outputs, Name> extends { data: infer Data } ? Data : At<Outputs, Name> extends string ? string : never

// A list of any kind is a promise of its first page.
expectTypeOf<Awaited<ReturnType<BasketballData['games']['list']>>>().toEqualTypeOf<Page<Game>>()
expectTypeOf<Awaited<ReturnType<BasketballData['changes']['list']>>>().toEqualTypeOf<ChangesPage>()

/** Compares by structure: some types are nested in the contract and flat in the client. */
type Flat<T> = T extends object ? { [Name in keyof T]: Flat<T[Name]> } : T

// A method resolves to the data of its operation. webhooks.create is narrower: its secret is always present.
type Unchanged = Exclude<Operations, 'webhooks.create' | Streams>
expectTypeOf<{ [Name in Unchanged]: Flat<Returned<Name>> }>().toEqualTypeOf<{
  [Name in Unchanged]: Flat<Output<Name>>
}>()
expectTypeOf<Returned<'webhooks.create'>>().toExtend<Output<'webhooks.create'>>()

// A stream has the events of its operation; the start of the stream of all games is not passed on.
type Streams = 'games.stream' | 'stream'
type Events<Stream> = Stream extends AsyncIterable<infer Event> ? Event : never
type Streamed<Name extends Streams> = Events<ReturnType<ClientMethod<Name>>>
type Tracked<Name extends Streams> = Events<At<Outputs, Name>> extends { data: infer Event } ? Event : never
type ByName<Event extends { event: string }> = { [Each in Event as Each['event']]: Flat<Each> }
expectTypeOf<Streamed<'games.stream'>['event']>().toEqualTypeOf<Tracked<'games.stream'>['event']>()
expectTypeOf<Streamed<'stream'>['event'] | 'start'>().toEqualTypeOf<Tracked<'stream'>['event']>()
expectTypeOf<ByName<Tracked<'games.stream'>>>().toExtend<ByName<Streamed<'games.stream'>>>()
expectTypeOf<ByName<Tracked<'stream'>>>().toExtend<ByName<Streamed<'stream'>>>()

/** The parameters of a method: its argument before the options, after the id if it has one. */
type Parameters<Name extends Operations> =
  ClientMethod<Name> extends (...parameters: infer All) => unknown
    ? At<Inputs, Name> extends { id: string }
      ? All extends [string, (infer First)?, unknown?]
        ? First
        : never
      : All extends [(infer First)?, unknown?]
        ? First
        : never
    : never
type Input<Name extends Operations> = Omit<At<Inputs, Name>, 'id'>
type WithParameters = {
  [Name in Operations]: [keyof Input<Name>] extends [never]
    ? never
    : [string] extends [keyof At<Inputs, Name>]
      ? never
      : Name
}[Operations]

// A method accepts the parameters of its operation. Two of them also rule out combinations that the service rejects.
type Narrowed = 'games.list' | 'players.list'
type Same = Exclude<WithParameters, Narrowed | Streams>
expectTypeOf<{ [Name in Same]: Flat<Exclude<Parameters<Name>, undefined>> }>().toEqualTypeOf<{
  [Name in Same]: Flat<Input<Name>>
}>()
expectTypeOf<{ [Name in Streams]: Input<Name> }>().toExtend<{ [Name in Streams]: Parameters<Name> }>()
expectTypeOf<{ [Name in Narrowed]: Parameters<Name> }>().toExtend<{ [Name in Narrowed]: Input<Name> | undefined }>()
expectTypeOf<WithParameters>().not.toBeNever()

expectTypeOf<{ date: string; from: string }>().not.toExtend<ListGames>()
expectTypeOf<{ date: string; status: 'final' }>().toExtend<ListGames>()
expectTypeOf<{ from: string; to: string; status: 'final' }>().toExtend<ListGames>()
expectTypeOf<{ competition: string }>().not.toExtend<ListPlayers>()
expectTypeOf<{ team: string; season: string }>().toExtend<ListPlayers>()
expectTypeOf<{ q: string; season: string }>().toExtend<ListPlayers>()

// An object with the methods of a client, such as a fake in a test, is a BasketballData.
expectTypeOf<{ [Name in keyof BasketballData]: BasketballData[Name] }>().toExtend<BasketballData>()
