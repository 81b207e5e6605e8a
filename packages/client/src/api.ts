import { BasketballDataError, ConnectionError } from './errors.ts'
import type { CallOptions, ClientSettings, Paging } from './options.ts'
import { createList, type List, type Page } from './paging.ts'
import type { ApiRequest, Method, Path } from './request.ts'
import { type Call, toCall, type WithResponse } from './response.ts'
import { createSend, type LinesBody, type PictureBody } from './send.ts'

/** Functions that the methods of the client call. */
export interface Api {
  /** Resolves to the `data` of the response. */
  call: <Data>(
    method: Method,
    path: Path,
    request?: Omit<ApiRequest, 'method' | 'path'>,
    options?: CallOptions,
  ) => Call<Data>
  /** A list that takes paging parameters. */
  list: <Item, More extends object = object>(path: Path, parameters?: Paging, options?: CallOptions) => List<Item, More>
  /** A list without paging parameters, which the service sends whole. */
  wholeList: <Item>(path: Path, query?: object, options?: CallOptions) => List<Item>
  /** Resolves to the `data` and `meta` of the response. */
  page: <Body extends { data: unknown; meta: unknown }>(path: Path, query?: object, options?: CallOptions) => Call<Body>
  /** Resolves to an SVG document. */
  picture: (path: Path, query?: object, options?: CallOptions) => Call<string>
  /** Resolves to the lines of a response, of which there are `count`. */
  lines: (
    path: Path,
    request: Omit<ApiRequest, 'method' | 'path'>,
    count: number,
    options?: CallOptions,
  ) => Promise<unknown[]>
  /** Resolves to the whole body of a response that has no `data` and `meta`. */
  document: (path: Path, options?: CallOptions) => Call<Record<string, unknown>>
}

/** The largest page. Every request is a counted call, so a whole list is read in pages of this size. */
const MAX_PER_PAGE = 200

/** Whether a body has `data` and `meta`. Their contents are not validated. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller passes the type of the body
const isEnvelope = <Body>(body: object): body is Body & { data: unknown } => 'data' in body && 'meta' in body

const isPicture = (body: object): body is PictureBody => 'svg' in body
const isLines = (body: object): body is LinesBody => 'lines' in body

export const createApi = (client: CallOptions, settings: ClientSettings): Api => {
  const send = createSend(client, settings)

  const request = async <Body>(request: ApiRequest, options?: CallOptions): Promise<WithResponse<Body>> => {
    const { data, response } = await send(request, options)
    if (!isEnvelope<Body>(data)) throw new ConnectionError('unexpected_response', settings.origin, response)
    return { data, response }
  }

  const requestList = <Item, More extends object>(
    path: Path,
    { page, cursor, per_page, ...filters }: Paging,
    maxPerPage: number | undefined,
    options?: CallOptions,
  ): List<Item, More> => {
    const requestPage = async (paging: Paging) => {
      const query = { ...filters, ...paging }
      return request<Page<Item, More>>({ method: 'GET', path, query }, options).catch((error: unknown) => {
        if (error instanceof BasketballDataError) error.cursor = paging.cursor
        throw error
      })
    }
    return createList({
      request: (paging) => toCall(requestPage(paging)),
      start: { page, cursor, per_page },
      maxPerPage,
      signals: [client.signal, options?.signal],
    })
  }

  return {
    call: <Data>(method: Method, path: Path, rest = {}, options?: CallOptions): Call<Data> => {
      const body = request<{ data: Data }>({ method, path, ...rest }, options)
      return toCall(body.then(({ data: { data }, response }) => ({ data, response })))
    },
    list: (path, parameters = {}, options) => requestList(path, parameters, MAX_PER_PAGE, options),
    wholeList: (path, query = {}, options) => requestList(path, query, undefined, options),
    page: (path, query = {}, options) => toCall(request({ method: 'GET', path, query: { ...query } }, options)),
    picture: (path, query = {}, options) => {
      const sent = send({ method: 'GET', path, query: { ...query }, format: 'svg' }, options)
      return toCall(
        sent.then(({ data, response }) => {
          if (!isPicture(data)) throw new ConnectionError('unexpected_response', settings.origin, response)
          return { data: data.svg, response }
        }),
      )
    },
    lines: async (path, rest, count, options) => {
      const { data, response } = await send({ method: 'POST', path, ...rest, format: 'ndjson' }, options)
      if (!isLines(data) || data.lines.length !== count)
        throw new ConnectionError('unexpected_response', settings.origin, response)
      return data.lines
    },
    document: (path, options) =>
      toCall(send({ method: 'GET', path }, options).then(({ data, response }) => ({ data: { ...data }, response }))),
  }
}
