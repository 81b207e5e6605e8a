import { stripVTControlCharacters, styleText } from 'node:util'
import { refusesColour } from './output-settings.ts'

/** The properties of an output stream that decide how to write to it. */
export type Terminal = {
  isTTY?: boolean
  hasColors?: () => boolean
  /** Characters in a line. */
  columns?: number
}

/** A colour or weight, as Node names them. */
type Style = Parameters<typeof styleText>[0]

/** Whether to write colours to a stream: it is a terminal with colours, and NO_COLOR is not set. */
export const supportsColour = (stream: Terminal): boolean =>
  stream.isTTY === true && !refusesColour() && stream.hasColors?.() === true

/** Styles a text if the stream supports colours. */
export const painter =
  (stream: Terminal) =>
  (style: Style, text: string): string =>
    supportsColour(stream) ? styleText(style, text, { validateStream: false }) : text

const measureWidth = (text: string): number => stripVTControlCharacters(text).length

/**
 * Aligns rows in columns with two blanks between them and no trailing blanks. Numbers are aligned right.
 * @example columns([['games', 328], ['lines', 7785]]) // 'games   328\nlines  7785'
 */
export const columns = (rows: readonly (readonly (string | number)[])[]): string => {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)))
  const widths: number[] = []
  for (const row of texts)
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, measureWidth(text))
  const padded = (text: string, row: number, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - measureWidth(text))
    return typeof rows[row]?.[column] === 'number' ? blanks + text : text + blanks
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

/** A number of things: `1 game`, `1,200 games`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Rows with a heading for standard output, or `none` if there are no rows. */
export const table = (
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string => {
  if (rows.length === 0) return none
  const [first = '', ...others] = columns([heading.map((name) => name.toUpperCase()), ...rows]).split('\n')
  return [painter(process.stdout)('dim', first), ...others].join('\n')
}

/** The progress of an import. */
export type Progress = {
  games: number
  /** The fraction that is done, 0 to 1; null if the total is unknown. */
  part: number | null
  /** Since the start. */
  seconds: number
}

const MAX_BAR = 30
/** Milliseconds between two updates. */
const INTERVAL = 100
const ERASE_LINE = '\r\u001b[2K'

/** A duration as text: 8 s, 3 min 20 s, 1 h 5 min. */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** One line of progress, cut to the width of the terminal: bar, games, rate and time left, as far as they are known. */
export const progressLine = (label: string, { games, part, seconds }: Progress, terminal: Terminal): string => {
  const paint = painter(terminal)
  const facts = [`${games.toLocaleString('en')} games`]
  if (games > 0 && seconds > 0) facts.push(`${Math.round(games / seconds)}/s`)
  if (part !== null && part > 0) facts.push(`${duration((seconds * (1 - part)) / part)} left`)
  if (part !== null) facts.unshift(`${String(Math.floor(part * 100)).padStart(3)} %`)
  const text = facts.join('  ')
  const room = (terminal.columns ?? 80) - label.length - text.length - 5
  if (part === null || room < 10) return `${label}  ${text}`.slice(0, (terminal.columns ?? 80) - 1)
  const width = Math.min(MAX_BAR, room)
  const done = Math.round(width * part)
  return `${label}  ${paint('cyan', '━'.repeat(done))}${paint('dim', '─'.repeat(width - done))}  ${text}`
}

/** Shows progress on standard error if that is a terminal, at most ten times a second. */
export const startProgress = (label: string) => {
  const stream = process.stderr
  const started = performance.now()
  let shown = -INTERVAL
  const seconds = () => (performance.now() - started) / 1000
  return {
    seconds,
    show: (games: number, part: number | null): void => {
      const now = performance.now()
      if (!stream.isTTY || now - shown < INTERVAL) return
      shown = now
      stream.write(ERASE_LINE + progressLine(label, { games, part, seconds: seconds() }, stream))
    },
    clear: (): void => {
      if (stream.isTTY) stream.write(ERASE_LINE)
    },
  }
}
