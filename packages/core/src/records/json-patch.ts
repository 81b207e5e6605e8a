import type { PatchOperation } from '../contract/index.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')

const remove = (path: string, value: unknown): PatchOperation[] => [
  { op: 'test', path, value },
  { op: 'remove', path },
]

const replace = (path: string, before: unknown, value: unknown): PatchOperation[] => [
  { op: 'test', path, value: before },
  { op: 'replace', path, value },
]

const diffObjects = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: string,
): PatchOperation[] => [
  ...Object.keys(before).flatMap((key) =>
    Object.hasOwn(after, key) ? [] : remove(`${path}/${escapeKey(key)}`, before[key]),
  ),
  ...Object.entries(after).flatMap(([key, value]): PatchOperation[] => {
    const inside = `${path}/${escapeKey(key)}`
    return Object.hasOwn(before, key) ? diff(before[key], value, inside) : [{ op: 'add', path: inside, value }]
  }),
]

/** Pairs of elements whose order is compared one by one: more would take too long. */
const MAX_COMPARED = 4_000_000

/**
 * An element without its number, which another element before it changes, and with its members in one order: a column of type jsonb
 * has another one than a bundle.
 */
const getContent = (element: unknown): string => {
  if (!isObject(element)) return JSON.stringify(element)
  return JSON.stringify(Object.entries({ ...element, seq: null }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The positions of a longest common subsequence in both arrays; none if they are too long to compare. */
const findCommon = (before: readonly string[], after: readonly string[]): [number, number][] => {
  if (before.length * after.length > MAX_COMPARED) return []
  const lengths: Uint16Array[] = []
  const getLength = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    const row = new Uint16Array(after.length)
    lengths[i] = row
    for (let j = after.length - 1; j >= 0; j--)
      row[j] = before[i] === after[j] ? getLength(i + 1, j + 1) + 1 : Math.max(getLength(i + 1, j), getLength(i, j + 1))
  }
  const common: [number, number][] = []
  for (let i = 0, j = 0; i < before.length && j < after.length;)
    if (before[i] === after[j]) common.push([i++, j++])
    else if (getLength(i + 1, j) >= getLength(i, j + 1)) i++
    else j++
  return common
}

/** The positions of elements that are the same in both arrays, but for their number, in order. */
const matchElements = (before: readonly unknown[], after: readonly unknown[]): [number, number][] => {
  const [a, b] = [before.map(getContent), after.map(getContent)]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const common = findCommon(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...common.map(([i, j]): [number, number] => [start + i, start + j]),
    ...Array.from({ length: end }, (_, at): [number, number] => [a.length - end + at, b.length - end + at]),
  ]
}

const measure = (patch: readonly PatchOperation[]): number => JSON.stringify(patch).length

/** Elements between two that match are changed in place, as far as both arrays have some; others are added or removed. */
const diffArrays = (before: readonly unknown[], after: readonly unknown[], path: string): PatchOperation[] => {
  const patch: PatchOperation[] = []
  let [i, j] = [0, 0]
  const change = (at: number) => `${path}/${at}`
  for (const [x, y] of [...matchElements(before, after), [before.length, after.length] as const]) {
    for (; i < x && j < y; i++, j++) {
      const inside = diff(before[i], after[j], change(j))
      const whole = replace(change(j), before[i], after[j])
      patch.push(...(measure(inside) < measure(whole) ? inside : whole))
    }
    for (; i < x; i++) patch.push(...remove(change(j), before[i]))
    for (; j < y; j++) patch.push({ op: 'add', path: change(j), value: after[j] })
    if (i < before.length) patch.push(...diff(before[i++], after[j], change(j++)))
  }
  return patch
}

/**
 * The JSON Patch that turns one JSON document into another. A `test` stands before each replace and remove, so that it can be undone:
 * from its end, with the value of the test in place of what was replaced or removed. Elements of arrays are matched by their
 * content, except for `seq`, which only numbers them.
 */
export const diff = (before: unknown, after: unknown, path = ''): PatchOperation[] => {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) return diffArrays(before, after, path)
  if (isObject(before) && isObject(after)) return diffObjects(before, after, path)
  return replace(path, before, after)
}

const changeAt = (value: unknown, [key, ...rest]: readonly string[], operation: PatchOperation): unknown => {
  const added = operation.op === 'remove' ? [] : [operation.value]
  if (key === undefined) return added[0]
  const isLast = rest.length === 0
  if (Array.isArray(value)) {
    const at = Number(key)
    if (!isLast) return value.with(at, changeAt(value[at], rest, operation))
    return value.toSpliced(at, operation.op === 'add' ? 0 : 1, ...added)
  }
  if (!isObject(value)) throw new RangeError(`there is nothing at ${operation.path}`)
  const { [key]: before, ...others } = value
  if (isLast && operation.op === 'remove') return others
  return { ...value, [key]: changeAt(before, rest, operation) }
}

/** A document after the adds, replaces and removes of a patch that `diff` has made of documents of its type; tests are not checked. */
export const applyPatch = <Document>(document: Document, patch: readonly PatchOperation[]): Document =>
  patch
    .filter(({ op }) => op !== 'test')
    .reduce((changed: Document, operation) => {
      const keys = operation.path.split('/').slice(1).map(unescapeKey)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the patch leads from one document of the type to another
      return changeAt(changed, keys, operation) as Document
    }, document)
