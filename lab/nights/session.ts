import type { PGlite } from '@electric-sql/pglite'
import { serialize } from 'pg-protocol'
import {
  DatabaseError,
  DataRowMessage,
  NotificationResponseMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { Driver } from '../../packages/core/src/store/store.ts'

/** The statements that can be prepared. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|values)\b/i

/** @throws TypeError for a value that no statement of the core has */
const toLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  throw new TypeError(`a parameter is of type ${typeof value}`)
}

const toSqlList = (values: readonly string[]): string => (values.length === 0 ? '' : `(${values.join()})`)

/** What the last of some statements has returned. */
type Result = { names: string[]; rows: unknown[][] }

/**
 * A connection of PGlite that prepares each statement once: most of its time is that of planning. It reads the messages of
 * Postgres itself, in a third of the time that PGlite takes.
 */
export class Session implements Driver {
  readonly #client: PGlite
  readonly #names = new Map<string, string>()
  /** How many parameters the statements have that were not prepared at the start, by their text. */
  readonly #later = new Map<string, number>()
  /** Receives the notifications of the channels to which it listens. */
  onNotification: (channel: string) => void = () => {}

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
      await this.send(`explain execute ${await this.#getStatementName(text)}${toSqlList(nulls)}`)
    }
    this.#later.clear()
  }

  async values(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#run(text, parameters)).rows
  }

  async rows(text: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const { names, rows } = await this.#run(text, parameters)
    return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
  }

  /** Runs statements that have no parameters. @throws DatabaseError of the first that fails */
  async send(text: string): Promise<Result> {
    const parser = new Parser()
    const { parsers } = this.#client
    let result: Result = { names: [], rows: [] }
    let types: number[] = []
    let failure: DatabaseError | undefined
    const read = (message: unknown) => {
      if (message instanceof DataRowMessage) {
        const texts: (string | null)[] = message.fields
        result.rows.push(
          texts.map((value, index) => {
            const parse = parsers[types[index] ?? 0]
            return value === null || parse === undefined ? value : parse(value)
          }),
        )
      } else if (message instanceof RowDescriptionMessage) {
        result = { names: message.fields.map(({ name }) => name), rows: [] }
        types = message.fields.map(({ dataTypeID }) => dataTypeID)
      } else if (message instanceof NotificationResponseMessage) this.onNotification(message.channel)
      else if (message instanceof DatabaseError) failure ??= message
    }
    await this.#client.execProtocolRawStream(serialize.query(text), {
      syncToFs: false,
      onRawData: (data) => parser.parse(Buffer.from(data), read),
    })
    if (failure !== undefined) throw failure
    return result
  }

  async #getStatementName(text: string): Promise<string> {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `night_${this.#names.size}`
    await this.send(`prepare ${name} as ${text}`)
    this.#names.set(text, name)
    return name
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<Result> {
    if (!PREPARABLE.test(text)) {
      if (parameters.length > 0) throw new TypeError(`a statement that cannot be prepared has parameters: ${text}`)
      return this.send(text)
    }
    if (!this.#names.has(text)) this.#later.set(text, parameters.length)
    return this.send(`execute ${await this.#getStatementName(text)}${toSqlList(parameters.map(toLiteral))}`)
  }
}
