import pino, { type DestinationStream } from 'pino'
import { z } from 'zod'
import type { Config } from './config.ts'
import { painter, type Terminal } from './terminal.ts'

/** Where lines for people are written. */
type LogStream = Terminal & { write: (text: string) => unknown }

/** An error as the logger writes it. */
const LoggedError = z.object({
  type: z.string().optional(),
  message: z.string(),
  stack: z.string().optional(),
  get cause() {
    return LoggedError.optional()
  },
})

/** A line of the log; those of requests have a status. */
const Line = z.looseObject({
  time: z.number(),
  level: z.number(),
  msg: z.string().optional(),
  method: z.string().nullish(),
  path: z.string().nullish(),
  status: z.number().optional(),
  duration_ms: z.number().optional(),
  err: LoggedError.optional(),
})

const parseLine = (line: string): z.output<typeof Line> | null => {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/**
 * Escapes what has no shape of its own, such as control characters. In JSON they are harmless; written to a terminal, the
 * path of a request could move its cursor or rewrite what is above.
 */
const escapeInvisible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`)

/** Text of several lines, indented below a line of the log. */
const below = (text: string): string[] => text.split('\n').map((line) => `    ${escapeInvisible(line)}`.trimEnd())

const errorLines = ({ type, message, stack, cause }: z.output<typeof LoggedError>, prefix = ''): string[] => [
  ...below(prefix + (stack ?? (type === undefined ? message : `${type}: ${message}`))),
  ...(cause === undefined ? [] : errorLines(cause, 'Caused by ')),
]

const formatTime = (milliseconds: number): string => new Date(milliseconds).toTimeString().slice(0, 8)

const formatDuration = (milliseconds: number): string =>
  `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`

const LEVELS: Readonly<Record<number, readonly [name: string, style: 'dim' | 'green' | 'yellow' | 'red']>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

const statusStyle = (status: number) => (status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green')

const isMultiline = (value: unknown): value is string => typeof value === 'string' && value.includes('\n')

const formatField = ([name, value]: [string, unknown]): string => {
  const plain = typeof value === 'string' && /^[^\s"]+$/.test(value)
  return escapeInvisible(`${name}=${plain ? value : JSON.stringify(value)}`)
}

/** A line of the log as text, with the colours that the terminal has. */
const toText = (line: z.output<typeof Line>, terminal: Terminal): string => {
  const { time, level, msg, method, path, status, duration_ms: duration, err, ...others } = line
  const { pid: _pid, hostname: _hostname, request_id, key_id, ...fields } = others
  const paint = painter(terminal)
  const parts: string[] = []
  if (status !== undefined && duration !== undefined) {
    parts.push(typeof method === 'string' ? escapeInvisible(`${method} ${path}`) : 'unreadable request')
    parts.push(paint(statusStyle(status), String(status)), formatDuration(duration))
  } else if (status !== undefined) fields['status'] = status
  if (msg !== undefined) parts.push(escapeInvisible(msg))
  // What identifies a request matters once it has failed.
  if (status === undefined || status >= 500) Object.assign(fields, { request_id, key_id })
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  for (const field of present) if (!isMultiline(field[1])) parts.push(paint('dim', formatField(field)))
  const [name, style] = LEVELS[level] ?? [String(level), 'green']
  return [
    `${paint('dim', formatTime(time))} ${paint(style, name.padEnd(5))} ${parts.join(' ')}`,
    ...present.flatMap(([, value]) => (isMultiline(value) ? below(value) : [])),
    ...(err === undefined ? [] : errorLines(err)),
  ].join('\n')
}

/** A destination for the logger that writes its lines as text for people. */
export const prettyLog = (stream: LogStream): DestinationStream => ({
  write: (line) => {
    const parsed = parseLine(line)
    stream.write(parsed === null ? line : `${toText(parsed, stream)}\n`)
  },
})

/** Where and how the log is written: to standard error; `auto` writes text to a terminal and JSON anywhere else. */
export const logDestination = (
  format: Config['LOG_FORMAT'],
  { stream = process.stderr, json }: { stream?: LogStream; json?: DestinationStream } = {},
): DestinationStream => {
  const pretty = format === 'pretty' || (format === 'auto' && stream.isTTY === true)
  return pretty ? prettyLog(stream) : (json ?? pino.destination(2))
}
