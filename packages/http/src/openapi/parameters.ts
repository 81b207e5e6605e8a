import { isDeepStrictEqual } from 'node:util'
import { componentName, type Parameter, type Reference, type Schema } from './types.ts'

const pascalCase = (words: string): string => words.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const namesInPath = (path: string): Set<string> =>
  new Set([...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []))

/** The parameters of an operation, from the schema of its input. */
export const listParameters = (path: string, input: Schema, components: Record<string, Schema>): Parameter[] => {
  const { properties = {}, required = [] } = input
  const inPath = namesInPath(path)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    ...(required.includes(name) && { required: true }),
    description: description ?? components[componentName(schema.$ref ?? '')]?.description ?? '',
    schema,
  }))
}

/**
 * Collects the parameters of all operations as components. Operations with the same parameter share a component; if a
 * parameter differs, the name of its component includes the operation.
 */
export const collectParameters = () => {
  const components: Record<string, Parameter> = {}

  const getParameterName = (parameter: Parameter, operationId: string): string => {
    const { name, in: location, schema } = parameter
    const word = location === 'path' && schema.$ref !== undefined ? componentName(schema.$ref) : pascalCase(name)
    const plain = `${word}Parameter`
    const existing = components[plain]
    const shared = existing === undefined || isDeepStrictEqual(existing, parameter)
    return shared ? plain : `${pascalCase(operationId)}${plain}`
  }

  /** Adds the parameters of an operation; returns references to them. */
  const add = (parameters: Parameter[], operationId: string): Reference[] =>
    parameters.map((parameter) => {
      const name = getParameterName(parameter, operationId)
      components[name] = parameter
      return { $ref: `#/components/parameters/${name}` }
    })

  return { components, add }
}
