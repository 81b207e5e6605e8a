import type { PGlite } from '@electric-sql/pglite'
import type { Driver } from '../../store/store.ts'

/** The statements that can be prepared. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|values)\b/i

/** @throws TypeError for a value that no statement of the core has */
const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  throw new TypeError(`a parameter is of type ${typeof value}`)
}

/**
 * Statements on a connection of PGlite that are prepared once for all nights: most of their time is that of planning. One that
 * cannot be prepared is sent as it is.
 */
export const preparingDriver = (client: PGlite): Driver => {
  const prepared = new Map<string, string>()

  const nameOf = async (text: string): Promise<string> => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const name = `night_${prepared.size}`
    await client.exec(`prepare ${name} as ${text}`)
    prepared.set(text, name)
    return name
  }

  const run = async (text: string, parameters: readonly unknown[], rowMode: 'array' | 'object'): Promise<unknown[]> => {
    const options = { rowMode }
    if (!PREPARABLE.test(text)) {
      if (parameters.length > 0) return (await client.query(text, [...parameters], options)).rows
      return (await client.exec(text, options)).at(-1)?.rows ?? []
    }
    const name = await nameOf(text)
    const values = parameters.length === 0 ? '' : `(${parameters.map(literalOf).join(',')})`
    return (await client.exec(`execute ${name}${values}`, options)).at(-1)?.rows ?? []
  }

  return {
    values: async (text, parameters) =>
      (await run(text, parameters, 'array')).map((row) => (Array.isArray(row) ? row : [])),
    rows: async (text, parameters) =>
      (await run(text, parameters, 'object')).map((row) => ({ ...(typeof row === 'object' ? row : null) })),
  }
}
