import type { CreateOptions } from './api.ts'
import { type Call, callOf, type WithResponse } from './call.ts'
import { BasketballDataError, ConnectionError } from './errors.ts'
import type { CallOptions } from './options.ts'
import { type List, listOf, type Page, type Paging } from './paging.ts'
import type { Ask } from './ask.ts'
import type { Send } from './request.ts'

/** Every call counts, so a whole list is read in the largest pages. */
const LARGEST_PAGE = 200

/** Not crypto.randomUUID: pages that are not served by https have none. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** An id goes into a path: `..` would lead to another endpoint. Callers without types may give anything. */
const pathOf = (template: string, id: unknown): string => {
  if (typeof id !== 'string' || !/^\w+$/.test(id)) throw new TypeError(`Not an id: ${String(id)}`)
  return template.replace('{id}', id)
}

/** Every body of a record or a list has these two; the contract, not this check, vouches for their fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the record it asked for
const isAnswer = <Answer>(body: object): body is Answer & { data: unknown } => 'data' in body && 'meta' in body

/** What is to be asked, made up when the call is made, so that a wrong id rejects it. */
type Asking = () => Ask

/**
 * What endpoints are made of, over one way to the service.
 * @param ofClient the signal that ends every call
 */
export const endpointsOver = (send: Send, ofClient: AbortSignal | undefined) => {
  const ask = async <Body>(asking: Asking, options?: CallOptions): Promise<WithResponse<Body>> => {
    const { data: body, response } = await send(asking(), options)
    if (!isAnswer<Body>(body)) throw new ConnectionError('foreign_answer', response)
    return { data: body, response }
  }

  const call = <Data>(asking: Asking, options?: CallOptions): Call<Data> =>
    callOf(ask<{ data: Data }>(asking, options).then(({ data: { data }, response }) => ({ data, response })))

  const pagesOf = <Item>(asking: (paging: Paging) => Ask, start: Paging, largest?: number, options?: CallOptions) => {
    const answered = async (paging: Paging) =>
      ask<Page<Item>>(() => asking(paging), options).catch((error: unknown) => {
        if (error instanceof BasketballDataError) error.cursor = paging.cursor
        throw error
      })
    const askPage = (paging: Paging) => callOf(answered(paging))
    return listOf({ ask: askPage, start, largest, signals: [ofClient, options?.signal] })
  }

  /** A list in pages: `path` is made up when a page is asked for. */
  const list = <Item>(path: () => string, parameters: Paging = {}, options?: CallOptions): List<Item> => {
    const { page, cursor, per_page, ...filters } = parameters
    const asking = (paging: Paging) => ({ path: path(), query: { ...filters, ...paging } })
    return pagesOf(asking, { page, cursor, per_page }, LARGEST_PAGE, options)
  }

  return {
    /** Reads a record by parameters alone. */
    find:
      <Data>(path: string) =>
      (parameters: object, options?: CallOptions): Call<Data> =>
        call(() => ({ path, query: parameters }), options),
    /** Reads something there is one of. */
    one:
      <Data>(path: string) =>
      (options?: CallOptions): Call<Data> =>
        call(() => ({ path }), options),
    /** Reads, or changes, a record by its id. */
    byId:
      <Data>(path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
      (id: string, options?: CallOptions): Call<Data> =>
        call(() => ({ method, path: pathOf(path, id) }), options),
    /** Reads what there is of a record, by its id. */
    partOf:
      <Data>(path: string) =>
      (id: string, parameters?: object, options?: CallOptions): Call<Data> =>
        call(() => ({ path: pathOf(path, id), query: parameters }), options),
    list:
      <Item>(path: string) =>
      (parameters?: Paging, options?: CallOptions): List<Item> =>
        list(() => path, parameters, options),
    /** Lists what there is of a record, by its id. */
    listOf:
      <Item>(path: string) =>
      (id: string, parameters?: Paging, options?: CallOptions): List<Item> =>
        list(() => pathOf(path, id), parameters, options),
    /** A list that takes no paging parameters: it is answered whole. */
    whole:
      <Item>(path: string) =>
      (options?: CallOptions): List<Item> =>
        pagesOf(() => ({ path }), {}, undefined, options),
    /** Such a list of what there is of a record, by its id. */
    wholeOf:
      <Item>(path: string) =>
      (id: string, parameters?: object, options?: CallOptions): List<Item> =>
        pagesOf(() => ({ path: pathOf(path, id), query: parameters }), {}, undefined, options),
    /** Makes a record of what is sent. */
    create:
      <Data>(path: string) =>
      (body: object, { idempotencyKey = newKey(), ...options }: CreateOptions = {}): Call<Data> =>
        call(() => ({ method: 'POST', path, body, idempotencyKey }), options),
  }
}
