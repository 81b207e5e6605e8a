import { type Outcome, outcomeOf } from './answer.ts'
import { type Ask, prepare, type Prepared } from './ask.ts'
import type { WithResponse } from './call.ts'
import type { LogEntry } from './logger.ts'
import { type CallOptions, checked, type ClientOptions, type Settings, settingsOf } from './options.ts'
import { receive, underSignals } from './receive.ts'
import { pause, waitAfter } from './retry.ts'

/** Makes a call and gives the body of its answer, trying again where that can help and does no harm. */
export type Send = (asked: Ask, options?: CallOptions) => Promise<WithResponse<object>>

/** One try, and the milliseconds it took. */
type Tried = Outcome & { duration: number }

const tryOnce = async (call: Prepared, { fetch, timeout }: Settings, signal: AbortSignal): Promise<Tried> => {
  const start = performance.now()
  const outcome = await receive((ending) => fetch(call.url, { ...call.init, signal: ending }), timeout, signal).then(
    (received) => outcomeOf(received, call),
    (error: unknown) => ({ error, response: null }),
  )
  return { ...outcome, duration: performance.now() - start }
}

const entryOf = ({ method, url }: Prepared, tried: Tried, attempt: number, retryIn: number | null): LogEntry => {
  const { error, duration, response } = tried
  const { status = null, requestId = null } = response ?? {}
  return { method, url, attempt: attempt + 1, duration, status, requestId, error, retryIn }
}

/** The one way out: every call of a client goes through the function this gives. @throws TypeError for wrong options */
export const sender = (client: ClientOptions): Send => {
  const common = checked(client)
  return (asked, options = {}) =>
    underSignals([client.signal, options.signal], async (signal) => {
      const settings = settingsOf(client, options)
      const call = await prepare(asked, common, settings)
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted()
        const tried = await tryOnce(call, settings, signal)
        const again = attempt < settings.retries && !signal.aborted
        const retryIn = again ? waitAfter(tried.error, { ...call, ...settings, attempt }) : null
        settings.logger?.(entryOf(call, tried, attempt, retryIn))
        if (tried.data) return { data: tried.data, response: tried.response }
        signal.throwIfAborted()
        if (retryIn === null) throw tried.error
        await pause(retryIn, signal)
      }
    })
}
