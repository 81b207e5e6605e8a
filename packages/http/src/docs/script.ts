import { readFileSync } from 'node:fs'

/** The script of the pages: search while typing, copy buttons, and the forms that try a call. Everything can be read without it. */
export const SCRIPT: string = readFileSync(new URL('../../browser/documentation.js', import.meta.url), 'utf8')
