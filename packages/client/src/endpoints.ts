import type { CreateOptions } from './api.ts'
import { type Call, callOf, type WithResponse } from './call.ts'
import { ConnectionError } from './errors.ts'
import type { CallOptions } from './options.ts'
import { type List, listOf, type Page, type Paging } from './paging.ts'
import type { Ask, Send } from './request.ts'

/** Every call counts, so a whole list is read in the largest pages. */
const LARGEST_PAGE = 200

/** Not crypto.randomUUID: pages that are not served by https have none. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** An id goes into a path: `..` would lead to another endpoint. */
const pathOf = (template: string, id: string): string => {
  if (!/^\w+$/.test(id)) throw new TypeError(`Not an id: ${id}`)
  return template.replace('{id}', id)
}

/** Every body of a record or a list has these two; the contract, not this check, vouches for their fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the record it asked for
const isAnswer = <Answer>(body: object): body is Answer & { data: unknown } => 'data' in body && 'meta' in body

/** What endpoints are made of, over one way to the service. */
export const endpointsOver = (send: Send) => {
  const ask = async <Body>(asked: Ask, options?: CallOptions): Promise<WithResponse<Body>> => {
    const { data: body, response } = await send(asked, options)
    if (!isAnswer<Body>(body)) throw new ConnectionError('foreign_answer', response.status)
    return { data: body, response }
  }

  /** One record; the id, where the path has one, is put in when the call is made, so that a wrong one rejects. */
  const call = <Data>(asked: Ask, options?: CallOptions, id?: string): Call<Data> => {
    const answered = async () => {
      const path = id === undefined ? asked.path : pathOf(asked.path, id)
      const { data: body, response } = await ask<{ data: Data }>({ ...asked, path }, options)
      return { data: body.data, response }
    }
    return callOf(answered())
  }

  const list = <Item>(path: string, parameters: Paging = {}, options?: CallOptions, id?: string): List<Item> => {
    const { page, cursor, per_page, ...filters } = parameters
    const askPage = (paging: Paging) => {
      const answered = async () =>
        ask<Page<Item>>({ path: id === undefined ? path : pathOf(path, id), query: { ...filters, ...paging } }, options)
      return callOf(answered())
    }
    return listOf(askPage, { page, cursor, per_page }, LARGEST_PAGE)
  }

  return {
    /** Reads a record by parameters alone. */
    find:
      <Data>(path: string) =>
      (parameters: object, options?: CallOptions): Call<Data> =>
        call({ path, query: parameters }, options),
    /** Reads something there is one of. */
    one:
      <Data>(path: string) =>
      (options?: CallOptions): Call<Data> =>
        call({ path }, options),
    /** Reads, or changes, a record by its id. */
    byId:
      <Data>(path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
      (id: string, options?: CallOptions): Call<Data> =>
        call({ method, path }, options, id),
    /** Reads what there is of a record, by its id. */
    partOf:
      <Data>(path: string) =>
      (id: string, parameters?: object, options?: CallOptions): Call<Data> =>
        call({ path, query: parameters }, options, id),
    list:
      <Item>(path: string) =>
      (parameters?: Paging, options?: CallOptions): List<Item> =>
        list(path, parameters, options),
    /** Lists what there is of a record, by its id. */
    listOf:
      <Item>(path: string) =>
      (id: string, parameters?: Paging, options?: CallOptions): List<Item> =>
        list(path, parameters, options, id),
    /** A list that takes no paging parameters: it is answered whole. */
    whole:
      <Item>(path: string) =>
      (options?: CallOptions): List<Item> =>
        listOf(() => callOf(ask<Page<Item>>({ path }, options)), {}, undefined),
    /** Such a list of what there is of a record, by its id. */
    wholeOf:
      <Item>(path: string) =>
      (id: string, parameters?: object, options?: CallOptions): List<Item> => {
        const answered = async () => ask<Page<Item>>({ path: pathOf(path, id), query: parameters }, options)
        return listOf(() => callOf(answered()), {}, undefined)
      },
    /** Makes a record of what is sent. */
    create:
      <Data>(path: string) =>
      (body: object, { idempotencyKey = newKey(), ...options }: CreateOptions = {}): Call<Data> =>
        call({ method: 'POST', path, body, idempotencyKey }, options),
  }
}
