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

const listOf = (values: readonly string[]): string => (values.length === 0 ? '' : `(${values.join()})`)

/**
 * A connection of PGlite that prepares each statement once: most of its time is that of planning. One that cannot be prepared is
 * sent as it is.
 */
export class Session implements Driver {
  readonly #client: PGlite
  readonly #names = new Map<string, string>()
  /** How many parameters the statements have that were not prepared at the start, by their text. */
  readonly #later = new Map<string, number>()

  constructor(client: PGlite) {
    this.#client = client
  }

  /** Postgres is as it was at the start: statements that were prepared later are not. */
  restart(): void {
    for (const text of this.#later.keys()) this.#names.delete(text)
  }

  /** Prepares and plans at the start what has been prepared later so far. */
  async prepareAll(): Promise<void> {
    for (const [text, parameters] of this.#later) {
      const nulls = Array.from({ length: parameters }, () => 'null')
      await this.#client.exec(`explain execute ${await this.#nameOf(text)}${listOf(nulls)}`)
    }
    this.#later.clear()
  }

  async values(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#run(text, parameters, 'array')).map((row) => (Array.isArray(row) ? row : []))
  }

  async rows(text: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return (await this.#run(text, parameters, 'object')).map((row) => ({ ...(typeof row === 'object' ? row : null) }))
  }

  async #nameOf(text: string): Promise<string> {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `night_${this.#names.size}`
    await this.#client.exec(`prepare ${name} as ${text}`)
    this.#names.set(text, name)
    return name
  }

  async #run(text: string, parameters: readonly unknown[], rowMode: 'array' | 'object'): Promise<unknown[]> {
    const options = { rowMode }
    if (!PREPARABLE.test(text)) {
      if (parameters.length > 0) return (await this.#client.query(text, [...parameters], options)).rows
      return (await this.#client.exec(text, options)).at(-1)?.rows ?? []
    }
    if (!this.#names.has(text)) this.#later.set(text, parameters.length)
    const name = await this.#nameOf(text)
    const execute = `execute ${name}${listOf(parameters.map(literalOf))}`
    return (await this.#client.exec(execute, options)).at(-1)?.rows ?? []
  }
}
