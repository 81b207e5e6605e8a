import { readFileSync } from 'node:fs'

/** The version of this software. */
export const version = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown'
}
