import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Parameter, Reference, Schema } from './document-types.ts'
import type { GeneratedParameter } from './generate.ts'
import { tidy } from './tidy.ts'

const pascal = (words: string): string => words.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const componentName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/**
 * Collects the parameters of all operations as named components. A parameter that is the same everywhere is one
 * component; one that means something else in an operation is named after that operation too.
 */
export const parameterComponents = (schemas: Record<string, Schema>) => {
  const components: Record<string, Parameter> = {}

  const describe = (parameter: GeneratedParameter, input: z.ZodObject): Parameter => {
    const { name, in: place, required = false, schema } = parameter
    const { description, ...plain } = tidy(schema)
    const said = input.shape[name]?.description ?? description
    const named = schemas[componentName(plain) ?? '']?.description
    return { name, in: place, ...(required && { required }), description: said ?? named ?? '', schema: plain }
  }

  const nameOf = (parameter: Parameter, operationId: string): string => {
    const { name, in: place, schema } = parameter
    const plain = place === 'path' ? (componentName(schema) ?? pascal(name)) : pascal(name)
    const known = components[plain]
    return known === undefined || isDeepStrictEqual(known, parameter) ? plain : `${pascal(operationId)}${plain}`
  }

  /** References to the parameters of an operation. */
  const refer = (found: GeneratedParameter[], input: z.ZodObject, operationId: string): Reference[] =>
    found.map((each) => {
      const parameter = describe(each, input)
      const name = nameOf(parameter, operationId)
      components[name] = parameter
      return { $ref: `#/components/parameters/${name}` }
    })

  return { components, refer }
}
