import { readFileSync } from 'node:fs'
import { raw } from 'hono/html'
import type { Markup } from './html.ts'

/** Reads a file of ../browser: what browsers get of this package as it is. */
export const readBrowserFile = (name: string): string =>
  readFileSync(new URL(`../../browser/${name}`, import.meta.url), 'utf8').trim()

/** Reads a style sheet, without its comments and line breaks, because each page contains it. */
export const readStyle = (name: string): string =>
  readBrowserFile(name)
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')

/** Reads a script, without its indentation and the lines that are comments, for the same reason. */
const readScript = (name: string): string =>
  readBrowserFile(name)
    .replaceAll(/^\s*(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '')
    .replaceAll(/^\s+/gm, '')

/** A drawing in lines, of 20 × 20. */
export const readIcon = (name: string): Markup => raw(readBrowserFile(`icons/${name}.svg`))

/** Adds copy buttons to code, and to values that are shown once. */
export const COPY_SCRIPT: string = readScript('copying.js')

/**
 * The script of the documentation: copy buttons, search while typing, and the forms that try a call. Everything can be read
 * without it.
 */
export const DOCUMENTATION_SCRIPT: string = `${COPY_SCRIPT}\n${readScript('documentation.js')}`
