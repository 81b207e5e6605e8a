import { Agent, request } from 'undici'
import { numbersIn } from './numbers.ts'
import type { Writer } from './writer.ts'

/** What all readers have seen. */
export type Counts = {
  responses: number
  /** Responses with status 304: what the reader already had is compared. */
  unchanged: number
  comparisons: number
  /** Numbers that were older than the last one committed before the request was sent. */
  stale: { path: string; id: string; shown: number; committed: number }[]
}

type Received = { etag: string; body: unknown }

/**
 * Reads random paths from random processes until `end`. Every second request asks whether the last response to its path
 * has changed.
 */
export const startReader = async ({
  ports,
  paths,
  key,
  end,
  writer,
  counts,
}: {
  ports: readonly number[]
  paths: readonly string[]
  key: string
  end: number
  writer: Writer
  counts: Counts
}): Promise<void> => {
  const dispatcher = new Agent({ connections: 1 })
  const received = new Map<string, Received>()
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)]

  const get = async (path: string): Promise<unknown> => {
    const known = Math.random() < 0.5 ? received.get(path) : undefined
    const { statusCode, headers, body } = await request(`http://127.0.0.1:${oneOf(ports)}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(known && { 'if-none-match': known.etag }) },
      dispatcher,
    })
    const text = await body.text()
    if (statusCode === 304 && known !== undefined) {
      counts.unchanged += 1
      return known.body
    }
    if (statusCode !== 200) throw new Error(`${path} is answered with ${statusCode}: ${text}`)
    const parsed: unknown = JSON.parse(text)
    received.set(path, { etag: String(headers.etag), body: parsed })
    return parsed
  }

  while (performance.now() < end) {
    const path = oneOf(paths) ?? '/v1/games'
    const committed = new Map(writer.committed)
    const body = await get(path)
    counts.responses += 1
    for (const { id, number } of numbersIn(body, committed, writer.points)) {
      counts.comparisons += 1
      const last = committed.get(id) ?? 0
      if (number < last) counts.stale.push({ path, id, shown: number, committed: last })
    }
  }
  await dispatcher.close()
}
