import { setTimeout } from 'node:timers/promises'
import { SECONDS_PER_DAY } from '@basketball-data/core/contract'
import type { Answered } from './answers.ts'

/** One limit as the headers of an answer state it. */
export type Rate = { quota: number; window: number; left: number; seconds: number }

const ITEM = /^"(\w+)";(?:q=(\d+);w=(\d+)|r=(\d+);t=(\d+))$/

/** `RateLimit-Policy` and `RateLimit` of an answer, by limit, e.g. `minute`; empty where there are none. */
export const ratesOf = ({ headers }: Pick<Answered, 'headers'>): Record<string, Rate> => {
  const items = (name: string) => (headers.get(name)?.split(', ') ?? []).map((item) => ITEM.exec(item) ?? [])
  const states = items('ratelimit')
  return Object.fromEntries(
    items('ratelimit-policy').map(([, name = '', quota, window]) => {
      const [, , , , left, seconds] = states.find(([, other]) => other === name) ?? []
      return [name, { quota: Number(quota), window: Number(window), left: Number(left), seconds: Number(seconds) }]
    }),
  )
}

/** Seconds to the next 00:00 UTC. */
export const secondsOfDayLeft = (): number => SECONDS_PER_DAY - ((Date.now() / 1000) % SECONDS_PER_DAY)

/** Waits out the end of a day, where it is near: what is counted per day would begin anew in the middle of a test. */
export const awayFromMidnight = async (): Promise<void> => {
  const left = secondsOfDayLeft()
  if (left < 30) await setTimeout(left * 1000 + 100)
}
