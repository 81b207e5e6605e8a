import { readFileSync } from 'node:fs'

const read = (file: string): string => readFileSync(new URL(`../../browser/${file}`, import.meta.url), 'utf8')

/** Adds copy buttons to code, and to values that are shown once. */
export const COPY_SCRIPT: string = read('copying.js')

/**
 * The script of the documentation: copy buttons, search while typing, and the forms that try a call. Everything can be read
 * without it.
 */
export const DOCUMENTATION_SCRIPT: string = COPY_SCRIPT + read('documentation.js')
