import { operations, type HttpMethod, type Operation } from '@basketball-data/core'
import { getEventSchema, isPicture } from '@basketball-data/core/contract'
import type { Examples } from './examples.ts'
import { requestHeaders } from './headers.ts'
import { collectParameters, listParameters } from './parameters.ts'
import { otherResponses, successResponse, type Traits } from './responses.ts'
import { resolve, type Schemas } from './schemas.ts'
import { callbacks } from './webhooks.ts'
import type { Content, Method, OpenApiDocument, OperationObject, RequestBody, Schema } from './types.ts'

/** Methods as the document writes them. */
export const METHODS = {
  GET: 'get',
  PUT: 'put',
  POST: 'post',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Record<HttpMethod, Method>

/** Parameters that refer to a record. If it does not exist, a list is empty, and any other response is an error. */
const RECORD_PARAMETERS = ['competition', 'season', 'opponent']

const getTraits = ({ plan, method, path, output: contract }: Operation, input: Schema, output: Schema): Traits => {
  const names = Object.keys(input.properties ?? {})
  const isList = output.properties?.['data']?.type === 'array'
  const isStream = getEventSchema(contract) !== undefined
  return {
    needsKey: plan !== null,
    readOnly: method === 'GET',
    isStream,
    isPicture: isPicture(contract),
    hasBody: method !== 'GET' && names.some((name) => !path.includes(`{${name}}`)),
    hasId: path.includes('{'),
    looksUpParameter: !isList && !isStream && RECORD_PARAMETERS.some((name) => names.includes(name)),
  }
}

/** The body of a request, with an example. */
export const requestBody = (
  schema: Schema,
  description: string,
  example: unknown,
  type: keyof Content = 'application/json',
): RequestBody => ({
  required: true,
  description,
  content: { [type]: { schema, examples: { request: { summary: description, value: example } } } },
})

/** Every operation of the router at its path, in its order, and the parameters that they refer to. */
export const buildPaths = ({ inputs, outputs, components }: Schemas, examples: Examples) => {
  const parameters = collectParameters()

  const describe = (operation: Operation): OperationObject => {
    const { name, operationId, plan, path, tag, summary, description, status, extension } = operation
    const [inputSchema = {}, output = {}] = [inputs[name], outputs[name]]
    const input = resolve(inputSchema, components)
    const traits = getTraits(operation, input, resolve(output, components))
    const example = examples.operations[name]
    return {
      operationId,
      summary,
      description,
      tags: [tag],
      'x-minimum-plan': plan,
      ...(extension && { 'x-extension': true as const }),
      ...(!traits.needsKey && { security: [] }),
      parameters: [
        ...parameters.add(traits.hasBody ? [] : listParameters(path, input, components), operationId),
        ...(status === 201 ? [{ $ref: '#/components/parameters/IdempotencyKeyParameter' }] : []),
        ...requestHeaders(traits),
      ],
      ...(traits.hasBody && { requestBody: requestBody(inputSchema, input.description ?? '', example?.body) }),
      responses: {
        [status]: successResponse(summary, traits, output, example?.response),
        ...otherResponses(traits),
      },
      ...(operation.callbacks && { callbacks: callbacks(examples) }),
    }
  }

  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [METHODS[method]]: describe(operation) }
  }
  return { paths, parameters: parameters.components }
}
