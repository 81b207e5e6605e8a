import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'

const ReceivedEvent = z.object({
  id: z.string(),
  event: z.string(),
  data: z.string().transform((text): unknown => JSON.parse(text)),
})

/** An event as a client receives it. */
export type ReceivedEvent = z.infer<typeof ReceivedEvent>

/** Opens a stream with a key, as a client that knows nothing of the service. */
export const openStream = async (url: string, key: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers } })
  const retries: number[] = []
  const comments: string[] = []
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new EventSourceParserStream({
        onRetry: (retry) => retries.push(retry),
        onComment: (text) => comments.push(text),
      }),
    )
    .getReader()
  // The first read takes what comes before the first event, too.
  let reading = events?.read()
  const next = async (): Promise<ReceivedEvent | undefined> => {
    const read = await reading
    reading = events?.read()
    return read?.value === undefined ? undefined : ReceivedEvent.parse(read.value)
  }
  return {
    response,
    /** The times after which to connect again that were received, in milliseconds. */
    retries,
    comments,
    /** The next events. @throws if the stream ends before */
    take: async (count: number): Promise<ReceivedEvent[]> => {
      const taken: ReceivedEvent[] = []
      while (taken.length < count) {
        const event = await next()
        if (event === undefined) throw new RangeError(`The stream ended after ${taken.length} events.`)
        taken.push(event)
      }
      return taken
    },
    /** All events until the stream ends. */
    rest: async (): Promise<ReceivedEvent[]> => {
      const taken: ReceivedEvent[] = []
      for (let event = await next(); event !== undefined; event = await next()) taken.push(event)
      return taken
    },
    /** Disconnects. */
    leave: () => void events?.cancel(),
  }
}
