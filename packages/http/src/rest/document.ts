import type { Core } from '@basketball-data/core'
import { NoParameters } from '@basketball-data/core/contract'
import { refuseBody } from '../body/read.ts'
import { refuseKeyInQuery } from '../call/key.ts'
import type { OpenApiDocument } from '../openapi/types.ts'
import type { Handler } from '../request-log.ts'
import { jsonAnswer } from './answer.ts'
import { answering } from './mount.ts'
import { queryReader } from './query.ts'

/** Answers with the machine-readable description, for which no key is needed. */
export const documentHandler = (core: Core, document: OpenApiDocument): Handler => {
  const text = JSON.stringify(document)
  const readQuery = queryReader(NoParameters, [])
  return (context) =>
    answering(core, context, async () => {
      const { request, query, headers } = context
      refuseKeyInQuery(query)
      refuseBody(request)
      readQuery(query, {})
      return jsonAnswer(request.headers, text, { ...headers, 'cache-control': 'public, max-age=300' })
    })
}
