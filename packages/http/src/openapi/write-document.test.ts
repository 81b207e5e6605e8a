import { writeOperations, writeRouter } from '@basketball-data/core'
import { ERROR_STATUS, ErrorBody } from '@basketball-data/core/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { finalGame, scheduledGame } from '../testing/databases.ts'
import { generateOpenApiDocument } from './trpc-to-openapi.ts'
import { buildDocument } from './document.ts'
import { componentName, listEndpoints, type OpenApiDocument, type Schema } from './types.ts'
import { buildWriteDocument } from './write-document.ts'

const HOME = 'https://data.example'
const service = { name: 'Data', base: `${HOME}/v1`, docs: `${HOME}/docs`, pricing: `${HOME}/pricing` }
const document = buildWriteDocument(service)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components })

test('the document has every operation of the write API, and the one that serves it', () => {
  const expected = writeOperations.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
  const described = listEndpoints(document).map(({ method, path }) => `${method} ${path}`)
  expect(described.toSorted()).toEqual([...expected, 'get /openapi.json'].toSorted())
  expect(document.servers).toEqual([{ url: `${HOME}/ingest/v1`, description: 'Version 1' }])
})

test('trpc-to-openapi describes the router to programs that embed it, but for streams', () => {
  const { paths = {} } = generateOpenApiDocument(writeRouter, { title: 'T', version: '1', baseUrl: HOME })
  expect(Object.keys(paths)).toEqual(
    [...new Set(writeOperations.map(({ path }) => path))].filter((path) => path !== '/games'),
  )
})

test.each(['games.put', 'games.putAll'])('the body of %s accepts bundles without a source', (name) => {
  const operation = writeOperations.find((each) => each.name === name)
  const { requestBody } =
    listEndpoints(document).find((each) => each.operation.operationId === operation?.operationId)?.operation ?? {}
  const [content] = Object.values(requestBody?.content ?? {})
  expect(content?.schema).toEqual({ $ref: '#/components/schemas/GameBundle' })
  const validate = ajv.getSchema('document#/components/schemas/GameBundle')
  const { source: _, ...bundle } = finalGame([8, 6])
  for (const valid of [bundle, scheduledGame()]) expect([validate?.(valid), validate?.errors]).toEqual([true, null])
  expect(validate?.({ ...bundle, typo: 1 })).toBe(false)
})

/** The objects of a body that accept fields they do not name, by their paths. */
const listOpenObjects = (within: OpenApiDocument, schema: Schema, path: string): string[] => {
  const { $ref, properties, additionalProperties, items, anyOf = [] } = schema
  const inner: [name: string, schema: Schema | undefined][] = [
    ['', $ref === undefined ? undefined : within.components.schemas[componentName($ref)]],
    ['[]', items],
    ...anyOf.map((each, index): [string, Schema] => [`(${index})`, each]),
    ...Object.entries(properties ?? {}).map(([name, each]): [string, Schema] => [`.${name}`, each]),
  ]
  return [
    ...(properties !== undefined && additionalProperties !== false ? [path] : []),
    ...inner.flatMap(([name, each]) => (each === undefined ? [] : listOpenObjects(within, each, path + name))),
  ]
}

test('no object of the body of a request accepts unknown fields, since the service refuses them', () => {
  const bodies = [document, buildDocument(service)].flatMap((each) =>
    listEndpoints(each).flatMap(({ operation: { operationId, requestBody } }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ each, operationId, schema })),
    ),
  )
  expect(bodies.map(({ operationId }) => operationId)).toContain('scoreGame')
  expect(bodies.flatMap(({ each, operationId, schema }) => listOpenObjects(each, schema, operationId))).toEqual([])
})

test('the examples of errors have a code of their status', () => {
  for (const { operation } of listEndpoints(document)) {
    const isUpload = operation.operationId === 'importFiles'
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!('$ref' in response) || Number(status) < 400) continue
      const { content } = document.components.responses[componentName(response.$ref)] ?? {}
      for (const { value } of Object.values(content?.['application/json']?.examples ?? {})) {
        const { code } = ErrorBody.parse(value).error
        const others = code === 'server_error' ? [503] : code === 'bad_request' && isUpload ? [413, 422] : []
        expect([ERROR_STATUS[code], ...others]).toContain(Number(status))
      }
    }
  }
})
