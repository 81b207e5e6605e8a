import { stripVTControlCharacters, styleText } from 'node:util'
import { refusesColour } from '../config.ts'

/** What of an output stream decides how to write to it. */
export type Terminal = {
  isTTY?: boolean
  hasColors?: () => boolean
  /** Characters in a line. */
  columns?: number
}

/** A colour or weight, as Node names them. */
type Style = Parameters<typeof styleText>[0]

/** Whether a stream takes colours: a terminal that can, unless NO_COLOR is set. */
export const takesColour = (stream: Terminal): boolean =>
  stream.isTTY === true && !refusesColour() && stream.hasColors?.() === true

/** Paints a text where the stream takes colours, and leaves it plain where not. */
export const painter =
  (stream: Terminal) =>
  (style: Style, text: string): string =>
    takesColour(stream) ? styleText(style, text, { validateStream: false }) : text

const widthOf = (text: string): number => stripVTControlCharacters(text).length

/**
 * Lays rows out in columns two blanks apart, without blanks at line ends. Columns of numbers stand to the right.
 * @example columns([['games', 328], ['lines', 7785]]) // 'games   328\nlines  7785'
 */
export const columns = (rows: readonly (readonly (string | number)[])[]): string => {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)))
  const widths: number[] = []
  for (const row of texts) row.forEach((text, at) => (widths[at] = Math.max(widths[at] ?? 0, widthOf(text))))
  const padded = (text: string, row: number, at: number): string => {
    const blanks = ' '.repeat((widths[at] ?? 0) - widthOf(text))
    return typeof rows[row]?.[at] === 'number' ? blanks + text : text + blanks
  }
  return texts
    .map((row, y) =>
      row
        .map((text, x) => padded(text, y, x))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Rows under a heading for standard output, or what to say when there are none. */
export const table = (heading: readonly string[], rows: readonly (readonly string[])[], none: string): string => {
  if (rows.length === 0) return none
  const [first = '', ...others] = columns([heading.map((name) => name.toUpperCase()), ...rows]).split('\n')
  return [painter(process.stdout)('dim', first), ...others].join('\n')
}
