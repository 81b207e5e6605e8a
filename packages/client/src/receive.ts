import { ConnectionError } from './errors.ts'

/** Timers cannot be set any longer ahead. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/** An answer with its whole text. */
export interface Received {
  answer: Response
  text: string
}

/** One try. @throws ConnectionError when there is none, or not within `timeout` */
export const receive = async (
  send: (signal: AbortSignal) => Promise<Response>,
  timeout: number,
  signal: AbortSignal,
): Promise<Received> => {
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  let late = false
  const timer = setTimeout(
    () => {
      late = true
      ending.abort()
    },
    Math.min(timeout, LONGEST_TIMEOUT),
  )
  signal.addEventListener('abort', end, { once: true })
  try {
    const answer = await send(ending.signal)
    return { answer, text: await answer.text() }
  } catch (cause) {
    throw new ConnectionError(late ? 'timeout' : 'no_connection', undefined, { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/**
 * Runs a call under one signal for all that may end it. Not AbortSignal.any: in several runtimes it keeps every call's
 * signal for as long as the caller's one lives.
 */
export const underSignals = async <Result>(
  signals: (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const ending = new AbortController()
  const given = signals.flatMap((signal) => signal ?? [])
  const ends = given.map((signal) => [signal, () => ending.abort(signal.reason)] as const)
  for (const signal of given) signal.throwIfAborted()
  for (const [signal, end] of ends) signal.addEventListener('abort', end, { once: true })
  try {
    return await run(ending.signal)
  } finally {
    for (const [signal, end] of ends) signal.removeEventListener('abort', end)
  }
}
