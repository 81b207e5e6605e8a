import { setFlagsFromString } from 'node:v8'
import { z } from 'zod'

/*
 * V8 compiles a WebAssembly function in two tiers: with the baseline compiler when it is first called, and with the
 * optimizing compiler once it has run often. Postgres' SQL parser is one function with a branch of 2,485 cases, and the
 * optimizing compiler of V8 13 (Node 24) needs 600 MB of memory and 0.8 s of processor time for it, at the start of
 * every process. The parser gains nothing that could be measured, so it stays in the first tier: it is compiled here
 * while V8 counts no calls, and the code of a module is shared by all its instances.
 */

type Memory = { readonly buffer: ArrayBuffer }
type Imports = Record<string, Record<string, Memory | (() => number)>>

/** Postgres, compiled. */
export type PostgresModule = object

/** What is used of WebAssembly here; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile: (bytes: Uint8Array) => Promise<PostgresModule>
  instantiate: (module: PostgresModule, imports: Imports) => Promise<{ exports: object }>
  Module: { imports: (module: PostgresModule) => { module: string; name: string; kind: string }[] }
  Memory: new (pages: { initial: number; maximum: number }) => Memory
}

/** A function number that no function has: while it is set, V8 compiles functions for the first tier only. */
const NO_FUNCTION = 2_000_000_000

const callable = <Call extends (...values: number[]) => number | void>() =>
  z.custom<Call>((value) => typeof value === 'function')

/** The address of a variable of Postgres. */
const Address = z.object({ value: z.int() }).transform(({ value }) => value)

/** The functions and variables that parsing a statement needs. */
const Exports = z.object({
  __wasm_call_ctors: callable<() => void>(),
  CreateCacheMemoryContext: callable<() => void>(),
  CacheMemoryContext: Address,
  CurrentMemoryContext: Address,
  palloc: callable<(size: number) => number>(),
  palloc0: callable<(size: number) => number>(),
  pfree: callable<(address: number) => void>(),
  raw_parser: callable<(text: number, mode: number) => number>(),
})

/** Pages of 64 kB that an instance of PGlite begins with. Only used pages take memory. */
const PAGES = { initial: 2048, maximum: 32_768 }

const STATEMENT = new TextEncoder().encode('select\0')

/** An instance whose imports do nothing: parsing needs none of them. */
const instantiate = async (postgres: PostgresModule, memory: Memory) => {
  const imports: Imports = {}
  for (const { module, name, kind } of WebAssembly.Module.imports(postgres))
    (imports[module] ??= {})[name] = kind === 'memory' ? memory : () => 0
  return Exports.parse((await WebAssembly.instantiate(postgres, imports)).exports)
}

/** Compiles the SQL parser for good, by parsing a statement on an instance that is then thrown away. */
const keepParserInBaseline = async (module: PostgresModule): Promise<void> => {
  const memory = new WebAssembly.Memory(PAGES)
  const postgres = await instantiate(module, memory)
  const variables = new DataView(memory.buffer)
  postgres.__wasm_call_ctors()
  postgres.CreateCacheMemoryContext()
  const context = variables.getUint32(postgres.CacheMemoryContext, true)
  variables.setUint32(postgres.CurrentMemoryContext, context, true)
  const text = postgres.palloc(STATEMENT.length)
  new Uint8Array(memory.buffer).set(STATEMENT, text)
  postgres.pfree(postgres.palloc0(1)) // these are called often, and are compiled before the flag is set
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`)
  try {
    postgres.raw_parser(text, 0)
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

/** Compiles Postgres, its SQL parser for the first tier only. If that fails, Postgres works, but takes more memory. */
export const compilePostgres = async (bytes: Uint8Array): Promise<PostgresModule> => {
  const module = await WebAssembly.compile(bytes)
  await keepParserInBaseline(module).catch(() => {})
  return module
}
