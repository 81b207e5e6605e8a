import { ENCODINGS, type Encoding } from './encoding.ts'

/** The ETag of a body in an encoding. */
export const strongTag = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`

/** Whether `If-None-Match` names this answer, in whatever encoding it was sent before. */
export const isKnown = (header: string | null, hash: string): boolean => {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set(ENCODINGS.map((encoding) => strongTag(hash, encoding)))
  return header.split(',').some((tag) => known.has(tag.trim().replace(/^W\//, '')))
}
