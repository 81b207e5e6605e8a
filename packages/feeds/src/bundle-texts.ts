import type { GameBundle } from '@basketball-data/core/contract'
import { toReason } from './feed.ts'
import { NOT_UTF8, type NumberedLine } from './files.ts'

/** An object of a file, which is not checked, or why it cannot be read; `line` is the line on which it begins. */
type BundleText = { line: number } & ({ bundle: GameBundle; reason?: never } | { bundle?: never; reason: string })

/** Characters of one object; the longest games have a few million. */
const MAX_LENGTH = 200_000_000

const parseObject = (text: string, { number: line, utf8 }: Omit<NumberedLine, 'text'>): BundleText => {
  if (!utf8) return { line, reason: NOT_UTF8 }
  try {
    const bundle: GameBundle = JSON.parse(text)
    return { line, bundle }
  } catch (error) {
    return { line, reason: `not JSON: ${toReason(error)}` }
  }
}

/** Finds where an object ends, over any number of lines. */
const trackDepth = () => {
  let depth = 0
  let inText = false
  let escaped = false
  /** Reads on. Returns the position after the object; -1: it goes on in the next line. */
  return (line: string): number => {
    for (let index = 0; index < line.length; index++) {
      const character = line[index]
      if (inText) {
        if (escaped) escaped = false
        else if (character === '\\') escaped = true
        else if (character === '"') inText = false
      } else if (character === '"') inText = true
      else if (character === '{' || character === '[') depth += 1
      else if ((character === '}' || character === ']') && --depth === 0) return index + 1
    }
    return -1
  }
}

const EXPECTED = 'expected a game bundle, an array of bundles, or a bundle per line'

/** What stands between objects: white space, commas, and the brackets of an array around all of them. */
const BETWEEN = /^[\s,[\]\uFEFF]*/

/** An object whose end has not been read. */
const openObject = ({ number, utf8 }: NumberedLine) => {
  const texts: string[] = []
  const findEnd = trackDepth()
  let length = 0
  const close = (): BundleText => parseObject(texts.join('\n'), { number, utf8 })
  return {
    close,
    /** Adds a text, and returns what follows the object; null: the object goes on in the next line. */
    add: (text: string, line: NumberedLine): string | null => {
      utf8 &&= line.utf8
      length += text.length
      if (length > MAX_LENGTH) throw new Error(`the object that begins on line ${number} has no end`)
      const end = findEnd(text)
      texts.push(end < 0 ? text : text.slice(0, end))
      return end < 0 ? null : text.slice(end)
    },
  }
}

/** Whether an object on a line of its own is a bundle, and no part of one. */
const isBundle = (value: object): boolean => 'source' in value && 'game' in value

/**
 * Reads the objects of a file that has one object, an array of them, or one per line, in any formatting. They are read one at a
 * time, so a file can be of any size. A line that is a whole bundle ends an object before it that is broken off, so that it costs
 * only itself.
 */
export async function* readBundleTexts(lines: AsyncIterable<NumberedLine>): AsyncGenerator<BundleText> {
  let open: ReturnType<typeof openObject> | undefined
  let first = true
  for await (const line of lines) {
    let rest: string | null = line.text
    const whole = rest.startsWith('{') ? parseObject(rest, line) : undefined
    if (whole?.bundle !== undefined && (open === undefined || isBundle(whole.bundle))) {
      if (open !== undefined) yield open.close()
      open = undefined
      yield whole
      rest = null
    }
    while (rest !== null) {
      if (open === undefined) {
        rest = rest.replace(BETWEEN, '')
        if (rest === '') break
        if (!rest.startsWith('{')) {
          yield {
            line: line.number,
            reason: `not JSON: ${JSON.stringify(rest.slice(0, 20))}; ${EXPECTED}`,
          }
          if (first) return // the file has another format
          break
        }
        open = openObject(line)
      }
      first = false
      rest = open.add(rest, line)
      if (rest === null) break
      yield open.close()
      open = undefined
    }
    first = false
  }
  if (open !== undefined) yield open.close()
}
