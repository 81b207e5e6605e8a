import { painter, type Terminal } from './terminal.ts'

/** How far a run of games is. */
export type Standing = {
  games: number
  /** How much of the work is done, from 0 to 1; null where nobody knows how much there is. */
  part: number | null
  /** Since the run began. */
  seconds: number
}

const BAR = 30
/** Milliseconds between two drawings. */
const INTERVAL = 100
const ERASE_LINE = '\r\u001b[2K'

/** Seconds as a person says them: 8 s, 3 min 20 s, 1 h 5 min. */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** One line of progress, cut to the width of the terminal: bar, games, rate and time left as far as they are known. */
export const progressLine = (label: string, { games, part, seconds }: Standing, terminal: Terminal): string => {
  const paint = painter(terminal)
  const facts = [`${games.toLocaleString('en')} games`]
  if (games > 0 && seconds > 0) facts.push(`${Math.round(games / seconds)}/s`)
  if (part !== null && part > 0) facts.push(`${duration((seconds * (1 - part)) / part)} left`)
  if (part !== null) facts.unshift(`${String(Math.floor(part * 100)).padStart(3)} %`)
  const words = facts.join('  ')
  const room = (terminal.columns ?? 80) - label.length - words.length - 5
  if (part === null || room < 10) return `${label}  ${words}`.slice(0, (terminal.columns ?? 80) - 1)
  const width = Math.min(BAR, room)
  const done = Math.round(width * part)
  return `${label}  ${paint('cyan', '━'.repeat(done))}${paint('dim', '─'.repeat(width - done))}  ${words}`
}

/** Draws progress on standard error where that is a terminal, at most ten times a second; elsewhere it is silent. */
export const startProgress = (label: string) => {
  const stream = process.stderr
  const begun = performance.now()
  let drawn = -INTERVAL
  const seconds = () => (performance.now() - begun) / 1000
  return {
    seconds,
    show: (games: number, part: number | null): void => {
      const now = performance.now()
      if (!stream.isTTY || now - drawn < INTERVAL) return
      drawn = now
      stream.write(ERASE_LINE + progressLine(label, { games, part, seconds: seconds() }, stream))
    },
    clear: (): void => {
      if (stream.isTTY) stream.write(ERASE_LINE)
    },
  }
}
