import type { Endpoint, Method, OpenApiDocument } from './document-types.ts'

/** An endpoint with the place it has in the document. */
export type PlacedEndpoint = { path: string; method: Method; endpoint: Endpoint }

const METHODS = ['get', 'post', 'delete'] as const

/** Every endpoint of the document, in its order. */
export const endpointsOf = ({ paths }: Pick<OpenApiDocument, 'paths'>): PlacedEndpoint[] =>
  Object.entries(paths).flatMap(([path, ofPath]) =>
    METHODS.flatMap((method) => {
      const endpoint = ofPath[method]
      return endpoint === undefined ? [] : [{ path, method, endpoint }]
    }),
  )
