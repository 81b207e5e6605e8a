import { expect } from 'vitest'
import type { PatchOperation } from '../contract/index.ts'

type Container = { [key: string]: unknown } | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

const getInside = (value: unknown, key: string): unknown => {
  if (!isContainer(value)) throw new RangeError(`nothing can be at ${key}`)
  return Array.isArray(value) ? value[Number(key)] : value[key]
}

/** Applies a JSON Patch by RFC 6902 to a copy that is changed in place; fails if one of its tests does. */
export const applyStrictly = (document: unknown, patch: readonly PatchOperation[]): unknown => {
  const root: { [key: string]: unknown } = { root: structuredClone(document) }
  for (const operation of patch) {
    const keys = `/root${operation.path}`.split('/').slice(1)
    const [last = '', ...path] = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')).toReversed()
    const at = path.reduceRight<unknown>(getInside, root)
    if (!isContainer(at)) throw new RangeError(`nothing can be at ${operation.path}`)
    const value = operation.op === 'remove' ? undefined : structuredClone(operation.value)
    if (operation.op === 'test') expect(getInside(at, last)).toEqual(value)
    else if (!Array.isArray(at))
      if (operation.op === 'remove') delete at[last]
      else at[last] = value
    else if (operation.op === 'add') at.splice(Number(last), 0, value)
    else if (operation.op === 'remove') at.splice(Number(last), 1)
    else at[Number(last)] = value
  }
  return root['root']
}

/** What undoes a patch: from its end, with the values of its tests. */
export const invert = (patch: readonly PatchOperation[]): PatchOperation[] =>
  patch.toReversed().flatMap((operation, index, all): PatchOperation[] => {
    const { op, path } = operation
    if (op === 'test') return []
    if (op === 'add') return [{ op: 'remove', path }]
    const before = all[index + 1]
    if (before?.op !== 'test' || before.path !== path) throw new RangeError(`no test is before ${op} ${path}`)
    return [{ op: op === 'remove' ? 'add' : 'replace', path, value: before.value }]
  })
