import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'

const manifest = readFileSync(join(import.meta.dirname, '..', 'packages', 'core', 'package.json'), 'utf8')
const { version }: { version: string } = JSON.parse(manifest)

/** The median; NaN without values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

/** The value below which a share of the ascending values lies; NaN without values. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Formats a whole number with thousands separators; NaN is a dash. */
export const formatInteger = (value: number): string => (Number.isNaN(value) ? '–' : integer.format(value))

/** Formats a number with two decimals; NaN is a dash. */
export const formatDecimal = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A Markdown table; all columns but the first are right-aligned. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n')

/** How many processors the machine has, and which. */
export const processors = (): string => `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`

/** The version that is measured, Node, Postgres and the processor, for the report. */
export const environment = (postgresVersion?: string): string => {
  const postgres = postgresVersion === undefined ? '' : `PostgreSQL ${postgresVersion}, `
  return `Version ${version}. Node ${process.version}, ${postgres}${processors()}`
}

/** The version of a Postgres server. */
export const readVersion = async (sql: Sql): Promise<string | undefined> => {
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  return server?.version
}

/**
 * Reads the settings of a run from the command line.
 * @param page the page of docs/ that it writes, unless `--output` names another file
 * @param defaults of the settings: `{ games: 60 }` is `--games 60`
 */
export const openRun = <Name extends string>(page: string, defaults: Readonly<Record<Name, number>>) => {
  const started = performance.now()
  const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)
  const options = [...Object.keys(defaults), 'output'].map((name) => [name, { type: 'string' as const }])
  const values: Readonly<Record<string, unknown>> = parseArgs({ options: Object.fromEntries(options) }).values
  return {
    /** Prints a line with the seconds since the start. */
    log,
    /** @throws RangeError if the setting is below `min` */
    getSetting: (name: Name, min = 1): number => {
      const value = Number(values[name] ?? defaults[name])
      if (!(value >= min)) throw new RangeError(`--${name} must be at least ${min}`)
      return value
    },
    /** Prints the results, and writes the page. */
    writePage: async (text: string, results = text): Promise<void> => {
      const { output } = values
      const file = typeof output === 'string' ? output : join(import.meta.dirname, '..', 'docs', page)
      console.log(results)
      await writeFile(file, text)
      log(`written to ${file}`)
    },
  }
}

/** Prints a part of a page and writes it to the file of the page, between `<!-- name -->` and `<!-- /name -->`. */
export const writePart = async (file: string, name: string, text: string): Promise<void> => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const part = `${begin}\n\n${text}\n\n${end}`
  console.log(part)
  const page = await readFile(file, 'utf8')
  await writeFile(
    file,
    page.replace(new RegExp(`${begin}[^]*${end}`), () => part),
  )
}
