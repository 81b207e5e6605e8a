import { z } from 'zod'
import type { PricedEvent } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'
import { readText } from '../files.ts'
import { parseHeader, parseRows } from '../csv.ts'
import { Name } from './fields.ts'

const AliasRow = z.object({ alias: Name, team: Name })

/** A name that price feeds use for a team, and the name or identifier of the stored team. */
export type Alias = z.output<typeof AliasRow> & {
  /** The file and the line. */
  location: string
}

/**
 * Reads a CSV table of aliases, with the columns `alias` and `team`.
 *
 * @throws {FeedError} if it lacks a column, or a row lacks a field
 */
export const readAliases = async (path: string): Promise<Alias[]> => {
  const text = await readText(path)
  const { columns } = parseHeader(text)
  if (!columns.includes('alias') || !columns.includes('team'))
    throw new FeedError(path, 'the first line must name the columns alias and team')
  return parseRows(text, path).map(({ line, values }) => {
    const row = AliasRow.safeParse(values)
    if (!row.success) throw new FeedError(path, `line ${line}: alias and team must have 1 to 200 characters`)
    return { ...row.data, location: `${path} line ${line}` }
  })
}

/** Compares without case and accents. */
const toKey = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Adds the names of stored teams to the events that call them by an alias. */
export const nameAdder = (aliases: readonly Pick<Alias, 'alias' | 'team'>[]): ((event: PricedEvent) => PricedEvent) => {
  const byAlias = Map.groupBy(aliases, ({ alias }) => toKey(alias))
  const withNames = (names: readonly string[]): string[] => {
    const added = names.flatMap((name) => byAlias.get(toKey(name))?.map(({ team }) => team) ?? [])
    return [...new Set([...names, ...added])].slice(0, 20) // as many as an event may have
  }
  const withTeams = <Teams extends { home: string[]; away: string[] }>(teams: Teams): Teams => ({
    ...teams,
    home: withNames(teams.home),
    away: withNames(teams.away),
  })
  return ({ earlier, ...event }) => ({ ...withTeams(event), ...(earlier && { earlier: earlier.map(withTeams) }) })
}
