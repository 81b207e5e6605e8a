/**
 * One signal that is aborted with any of these, until `unlink` is called. Not AbortSignal.any: in several runtimes it holds
 * the signal of every call for as long as the caller's long-lived one exists.
 * @throws the reason of a signal that is aborted already
 */
export const linkSignals = (signals: (AbortSignal | undefined)[]): { signal: AbortSignal; unlink: () => void } => {
  const controller = new AbortController()
  const present = signals.filter((signal) => signal !== undefined)
  const listeners = present.map((signal) => [signal, () => controller.abort(signal.reason)] as const)
  for (const signal of present) signal.throwIfAborted()
  for (const [signal, listener] of listeners) signal.addEventListener('abort', listener, { once: true })
  return {
    signal: controller.signal,
    unlink: () => {
      for (const [signal, listener] of listeners) signal.removeEventListener('abort', listener)
    },
  }
}
