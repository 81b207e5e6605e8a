import { setTimeout } from 'node:timers/promises'
import { ErrorBody, PageMeta, SECONDS_PER_DAY } from '@basketball-data/core/contract'
import { z } from 'zod'
import type { TestResponse } from './request.ts'

type WithBody = Pick<TestResponse, 'body'>

/** The error in a response. @throws if it is not an error. */
export const getBodyError = ({ body }: WithBody): ErrorBody['error'] => ErrorBody.parse(body).error

const Records = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The ids of the records of a list, in its order. */
export const idsIn = ({ body }: WithBody): string[] => Records.parse(body).data.map(({ id }) => id)

const Meta = z.object({ meta: z.object({ next_cursor: z.string().nullable() }) })

/** The cursor of the next page of a list; null at its end. */
export const nextCursor = ({ body }: WithBody): string | null => Meta.parse(body).meta.next_cursor

/** The meta of a list that was requested by page number. */
export const pageMeta = ({ body }: WithBody): PageMeta =>
  z.object({ meta: z.strictObject(PageMeta.shape) }).parse(body).meta

/** One limit in the headers of a response. */
export type RateLimit = { quota: number; window: number; left: number; seconds: number }

const ITEM = /^"(\w+)";(?:q=(\d+);w=(\d+)|r=(\d+);t=(\d+))$/

/** `RateLimit-Policy` and `RateLimit` of a response, by limit, e.g. `minute`; empty without these headers. */
export const parseRateLimits = ({ headers }: Pick<TestResponse, 'headers'>): Record<string, RateLimit> => {
  const items = (name: string) => (headers.get(name)?.split(', ') ?? []).map((item) => ITEM.exec(item) ?? [])
  const states = items('ratelimit')
  return Object.fromEntries(
    items('ratelimit-policy').map(([, name = '', quota, window]) => {
      const [, , , , left, seconds] = states.find(([, other]) => other === name) ?? []
      return [name, { quota: Number(quota), window: Number(window), left: Number(left), seconds: Number(seconds) }]
    }),
  )
}

/** Seconds until the next 00:00 UTC. */
export const secondsUntilMidnight = (): number => SECONDS_PER_DAY - ((Date.now() / 1000) % SECONDS_PER_DAY)

/** Waits for the next day if it begins within 30 seconds, because the calls per day are then counted from zero. */
export const avoidMidnight = async (): Promise<void> => {
  const left = secondsUntilMidnight()
  if (left < 30) await setTimeout(left * 1000 + 100)
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** The text content of HTML, as a browser shows it. */
export const textContent = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:\w+|#39);/g, (entity) => ENTITIES[entity] ?? entity)
