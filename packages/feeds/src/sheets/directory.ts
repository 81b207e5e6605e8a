import type { Mistakes } from './mistakes.ts'
import { allowEdits, compareNames, prepareName, type ComparedName } from './near-names.ts'
import type { Column, Row } from './table.ts'

/** A team or player that the source has named in an earlier import. */
export type KnownRecord = {
  external_id: string
  name: string
  /** The record, which may have several identifiers. Default: one of its own. */
  id?: string | undefined
}
type Known = { external_id: string; record: string; compared: ComparedName }

/** A team or a player of the file. */
export type Entry<Fields> = {
  external_id: string
  name: string
  /** Its other identifiers: those of its other names. */
  also: string[]
  /** What its row of the table says; null if it has none. */
  fields: Fields | null
}

/** A row of the table of teams or players. */
export type ListedRow<Fields> = {
  row: Row
  /** The columns of its name and identifier. */
  columns: { name: Column<unknown>; id: Column<unknown> }
  name: string
  id: string | null
  aliases: readonly string[]
  /** The name of the team of a player; null if the row has none, and for a team. */
  team: string | null
  fields: Fields
}

/** Where a name is used. */
type Use = { sheet: string; row: Row; column: Column<unknown> }

/** A row of the table with all of its names. */
type Listed<Fields> = { entry: Entry<Fields>; names: ComparedName[]; team: string | null; row: Row }
/** A name without a row. */
type Unlisted<Fields> = { entry: Entry<Fields>; name: ComparedName; first: Use; uses: number; isKnown: boolean }

/** Different names without rows in one file, and names of rows. */
const [MAX_NAMES, MAX_ROW_NAMES] = [3000, 30_000]
/** Rows of one name. */
const MAX_SAME = 100
/** How often two names are compared, and what comparing them letter by letter counts: more would take seconds. */
const [MAX_COMPARISONS, BY_LETTERS] = [40_000_000, 20]

/** The names of a directory. */
type Names<Fields> = {
  kind: 'teams' | 'players'
  prepare: (name: string) => ComparedName
  /** Records of earlier imports, by key. */
  known: ReadonlyMap<string, readonly Known[]>
  /** The identifiers that rows of the table give. */
  given: ReadonlySet<string>
  listed: ReadonlyMap<string, readonly Listed<Fields>[]>
  /** By spelling: names with other accents are two until somebody says that they are one. */
  unlisted: Map<string, Unlisted<Fields>>
  byId: Map<string, Entry<Fields>>
}

/** The teams or players that a file names. */
export type Directory<Fields> = {
  /**
   * The team or player of a name; undefined after a mistake.
   * @param team the key of the name of the team, which tells two players of one name apart; null: it is not known because of
   *   another mistake
   */
  find: (name: string, use: Use, team?: string | null) => Entry<Fields> | undefined
  /** The team or player of a name that has a row, or that `find` has found before; undefined for any other. */
  findAgain: (name: string, use: Use) => Entry<Fields> | undefined
  /** The name of the table, or that `find` has found, that a name is nearly; undefined: none. */
  suggest: (name: string) => string | undefined
  /** The team or player of an identifier, which is new if no row has it. */
  findById: (id: string, name: string) => Entry<Fields>
  /** Adds a mistake for every name that is nearly another one, and has no row in the table. */
  checkNames: (mistakes: Mistakes) => void
}

const createPrepare = () => {
  const prepared = new Map<string, ComparedName>()
  return (name: string): ComparedName => {
    const compared = prepared.get(name) ?? prepareName(name)
    prepared.set(name, compared)
    return compared
  }
}

/** The known records of a name: those with the same accents, or else all. */
const findKnown = ({ known }: Pick<Names<unknown>, 'known'>, { key, spelling }: ComparedName): readonly Known[] => {
  const all = known.get(key) ?? []
  const same = all.filter(({ compared }) => compared.spelling === spelling)
  return same.length > 0 ? same : all
}

const areSeveral = (known: readonly Known[]): boolean => known.some(({ record }) => record !== known[0]?.record)
const listIds = (known: readonly Known[]): string[] => known.map(({ external_id }) => external_id)
const joinIds = (known: readonly Known[]): string => listIds(known).slice(0, 5).join(' or ')

/** The identifier of a record that may have several: the one that its name gives a new one, or else the first. */
const chooseId = (ids: readonly string[], key: string): string => (ids.includes(key) ? key : (ids[0] ?? key))

/** The entry of a row of the table. */
const toEntry = <Fields>(
  { row, columns, name, id, aliases, fields }: ListedRow<Fields>,
  names: Omit<Names<Fields>, 'listed' | 'unlisted'>,
): Entry<Fields> => {
  const { kind, prepare, given, byId } = names
  const own = prepare(name)
  const others = aliases.map((alias) => ({ name: prepare(alias), known: findKnown(names, prepare(alias)) }))
  const ofName = findKnown(names, own)
  // A record under a new name is the one of its former name, so that its games stay the same, too.
  const known = ofName.length > 0 ? ofName : others.flatMap((other) => other.known)
  const knownIds = listIds(known)
  const several = [{ name: own, known: ofName }, ...others].find((each) => areSeveral(each.known))
  if (id === null && several !== undefined)
    row.refuse(
      columns.id,
      `Several ${kind} in the database are called ${several.name.name}; write the id of the one that is meant: ${joinIds(several.known)}.`,
    )
  if (id !== null && knownIds.length > 0 && !knownIds.some((each) => given.has(each)))
    row.refuse(
      columns.id,
      `${name} is in the database as ${joinIds(known)}; write that, or leave it empty. If this is another one of that name, give the known one a row with its id, too.`,
    )
  const external_id = id ?? chooseId(knownIds, own.key)
  if (byId.has(external_id))
    row.refuse(
      id === null ? columns.name : columns.id,
      `${name} is in two rows of the sheet ${kind}; delete one, or give each an id of its own.`,
    )
  const also = others
    .filter((other) => !areSeveral(other.known))
    .flatMap((other) => (other.known.length > 0 ? listIds(other.known) : [other.name.key]))
    .filter((other) => other !== external_id)
  const entry = { external_id, name, also, fields }
  byId.set(external_id, entry)
  return entry
}

const listRows = <Fields>(
  rows: readonly ListedRow<Fields>[],
  names: Omit<Names<Fields>, 'listed' | 'unlisted'>,
): Names<Fields>['listed'] => {
  const listed = new Map<string, Listed<Fields>[]>()
  let count = 0
  for (const each of rows) {
    count += 1 + each.aliases.length
    if (count > MAX_ROW_NAMES) {
      const max = MAX_ROW_NAMES.toLocaleString('en')
      each.row.refuse(null, `The rows above have ${max} names of ${names.kind}, and no more are possible; delete some.`)
      break
    }
    const own = [each.name, ...each.aliases].map(names.prepare)
    const team = each.team === null ? null : names.prepare(each.team).key
    const added = { entry: toEntry(each, names), names: own, team, row: each.row }
    for (const key of new Set(own.map((some) => some.key))) {
      const ofKey = listed.get(key) ?? []
      listed.set(key, ofKey)
      if (ofKey.length < MAX_SAME) ofKey.push(added)
      else each.row.refuse(each.columns.name, `More than ${MAX_SAME} rows have the name ${key}; correct them.`)
    }
  }
  return listed
}

const findListed = <Fields>(
  { kind, listed }: Names<Fields>,
  compared: ComparedName,
  { row, column }: Use,
  team: string | null | undefined,
): Entry<Fields> | undefined => {
  const sameKey = listed.get(compared.key) ?? []
  const isSame = ({ key, spelling }: ComparedName) => key === compared.key && spelling === compared.spelling
  const sameName = sameKey.filter((each) => each.names.some(isSame))
  const all = sameName.length > 0 ? sameName : sameKey
  const ofTeam = all.filter((each) => each.team === team)
  const [found, second] = all.length > 1 && ofTeam.length > 0 ? ofTeam : all
  if (found === undefined) return undefined
  if (second !== undefined) {
    if (team !== null)
      row.refuse(column, `${all.length} ${kind} are called ${compared.name}; write the id of the one that is meant.`)
    return undefined
  }
  if (sameName.length === 0)
    row.refuse(
      column,
      `${compared.name} is ${found.names.find(({ key }) => key === compared.key)?.name} with other accents (${kind} row ${found.row.number}); write the same, or add it to the aliases there.`,
    )
  return found.entry
}

const findUnlisted = <Fields>(names: Names<Fields>, compared: ComparedName, use: Use): Entry<Fields> => {
  const { kind, unlisted } = names
  const before = unlisted.get(compared.spelling)
  if (before !== undefined) {
    before.uses += 1
    return before.entry
  }
  const known = findKnown(names, compared)
  const isKnown = known[0]?.compared.spelling === compared.spelling
  if (isKnown && areSeveral(known))
    use.row.refuse(
      use.column,
      `Several ${kind} in the database are called ${compared.name}; give the one that is meant a row with its id in the sheet ${kind}${kind === 'players' ? ', or write its player id' : ''}: ${joinIds(known)}.`,
    )
  const external_id = chooseId(listIds(known), compared.key)
  const entry = { external_id, name: compared.name, also: [], fields: null }
  unlisted.set(compared.spelling, { entry, name: compared, first: use, uses: 1, isKnown })
  return entry
}

/** All names of the table, with where they are. */
const namesOfRows = <Fields>({ kind, listed }: Names<Fields>) =>
  [...new Set([...listed.values()].flat())].flatMap(({ names, row }) =>
    names.map((name) => ({ name, place: `${kind} row ${row.number}` })),
  )

/** Adds a mistake for each name without a row that is nearly one of the table, of the database, or one that is used more often. */
const checkNames = <Fields>(names: Names<Fields>, { add }: Mistakes): void => {
  const { kind, known, unlisted } = names
  const refuse = (message: string): void => add({ sheet: kind, row: null, column: null }, message)
  if (unlisted.size > MAX_NAMES)
    return refuse(`The file names ${unlisted.size} ${kind}; ${MAX_NAMES} are possible. Import a season at a time.`)
  const ofRows = namesOfRows(names)
  const ofDatabase = [...known.values()].flat().map(({ compared }) => ({ name: compared, place: 'the database' }))
  let comparisons = 0
  const used: { name: ComparedName; place: string }[] = []
  for (const { name, first, isKnown } of [...unlisted.values()].toSorted((one, other) => other.uses - one.uses)) {
    for (const other of isKnown ? ofRows : [...ofRows, ...ofDatabase, ...used]) {
      comparisons += allowEdits(name, other.name) > 0 ? BY_LETTERS : 1
      if (comparisons > MAX_COMPARISONS)
        return refuse(
          `There are too many names to compare all; give the ${kind} of the file rows in the sheet ${kind}.`,
        )
      const how = compareNames(name, other.name)
      if (how === undefined) continue
      first.row.refuse(
        first.column,
        `${name.name} is nearly ${other.name.name} (${other.place}), ${how}. If they are one, write the same name, or put ${name.name} under aliases in the sheet ${kind}; if they are two, give each a row there.`,
      )
      break
    }
    used.push({ name, place: `${first.sheet} row ${first.row.number}` })
  }
}

/**
 * Opens a directory.
 *
 * @param kind what it has, in the plural, which is also the name of the table
 * @param known what the source has named before
 */
export const openDirectory = <Fields>(
  kind: 'teams' | 'players',
  rows: readonly ListedRow<Fields>[],
  known: readonly KnownRecord[],
): Directory<Fields> => {
  const start = {
    kind,
    prepare: createPrepare(),
    known: Map.groupBy(
      known.map(({ external_id, name, id }) => ({
        external_id,
        record: id ?? external_id,
        compared: prepareName(name),
      })),
      ({ compared }) => compared.key,
    ),
    given: new Set(rows.flatMap(({ id }) => id ?? [])),
    byId: new Map<string, Entry<Fields>>(),
  }
  const names: Names<Fields> = { ...start, listed: listRows(rows, start), unlisted: new Map() }
  const { prepare, listed, unlisted, byId } = names
  return {
    find: (name, use, team) => {
      const compared = prepare(name)
      return listed.has(compared.key) ? findListed(names, compared, use, team) : findUnlisted(names, compared, use)
    },
    findAgain: (name, use) => {
      const compared = prepare(name)
      return findListed(names, compared, use, undefined) ?? unlisted.get(compared.spelling)?.entry
    },
    suggest: (name) => {
      const compared = prepare(name)
      const all = [...namesOfRows(names), ...unlisted.values()]
      return all.find((each) => compareNames(compared, each.name) !== undefined)?.name.name
    },
    findById: (id, name) => {
      const entry = byId.get(id) ?? { external_id: id, name, also: [], fields: null }
      byId.set(id, entry)
      return entry
    },
    checkNames: (mistakes) => checkNames(names, mistakes),
  }
}
