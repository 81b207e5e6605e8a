import { hash } from 'node:crypto'
import { decode, encode, type Encoding } from '../body.ts'

/** A body: text is sent in one write with its headers, bytes are in another one. */
export type Body = string | Uint8Array<ArrayBuffer>

/** Bytes from which only the compressed body is kept: the rare client that does not accept it gets it decompressed. */
const LARGE = 65_536

/** Bytes up to which the JSON is kept as text. */
const SMALL = 16_384

/** The JSON of a whole response, which is sent as it is: hashed once, and compressed once for each encoding. */
export class CachedResponse {
  /** SHA-256 of the JSON, base64url. */
  readonly hash: string
  /** Length of the JSON, bytes. */
  readonly length: number
  /** Called when the number of bytes that are kept has changed. */
  onResize: () => void = () => {}
  readonly #bodies = new Map<Encoding, Body>()

  constructor(json: string) {
    const bytes = new TextEncoder().encode(json)
    this.hash = hash('sha256', bytes, 'base64url')
    this.length = bytes.length
    this.#bodies.set('identity', bytes.length <= SMALL ? json : bytes)
  }

  /** Bytes that are kept. */
  get size(): number {
    let size = 0
    for (const body of this.#bodies.values()) size += typeof body === 'string' ? 2 * body.length : body.length
    return size
  }

  /** The body in an encoding, if it has been made. */
  ready(encoding: Encoding): Body | undefined {
    return this.#bodies.get(encoding)
  }

  /** The body in an encoding. */
  async body(encoding: Encoding): Promise<Body> {
    const ready = this.ready(encoding)
    if (ready !== undefined) return ready
    const json = await this.#json()
    if (encoding === 'identity') return json
    const body = await encode(json, encoding, 'small')
    this.#bodies.set(encoding, body)
    if (this.length >= LARGE) this.#bodies.delete('identity')
    this.onResize()
    return body
  }

  /** The parsed JSON. */
  async data(): Promise<unknown> {
    const json = await this.#json()
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))
  }

  async #json(): Promise<Body> {
    const [json, zipped, brotli] = [this.ready('identity'), this.ready('gzip'), this.ready('br')]
    if (json !== undefined) return json
    if (zipped !== undefined) return decode(zipped, 'gzip')
    return brotli === undefined ? '' : decode(brotli, 'br')
  }
}

/** Bytes that an entry takes besides its bodies, and for each tag that no other entry has; measured with 100,000 of them. */
const ENTRY_BYTES = 620
const TAG_BYTES = 340

type Entry = { response: CachedResponse; tags: readonly string[]; size: number }

/**
 * Caches responses by key; evicts the least recently used when they take more than `maxBytes`. Each has tags, which name what
 * it depends on.
 */
export const createLruCache = (maxBytes: number) => {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>()
  const keysByTag = new Map<string, Set<string>>()
  let bytes = 0

  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    bytes -= entry.size
    entry.response.onResize = () => {}
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  const shrink = (): void => {
    for (const key of entries.keys()) {
      if (bytes <= maxBytes) return
      remove(key)
    }
  }

  const measure = (entry: Entry): void => {
    const size = ENTRY_BYTES + entry.tags.length * TAG_BYTES + entry.response.size
    bytes += size - entry.size
    entry.size = size
  }

  return {
    get: (key: string): CachedResponse | undefined => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.response
    },
    has: (key: string): boolean => entries.has(key),
    set: (key: string, response: CachedResponse, tags: readonly string[]): void => {
      remove(key)
      const entry: Entry = { response, tags, size: 0 }
      entries.set(key, entry)
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        if (keys === undefined) keysByTag.set(tag, new Set([key]))
        else keys.add(key)
      }
      measure(entry)
      shrink()
      response.onResize = () => {
        measure(entry)
        shrink()
      }
    },
    /** Drops the responses that have one of these tags. */
    drop: (tags: Iterable<string>): void => {
      for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) remove(key)
    },
    clear: (): void => {
      for (const key of entries.keys()) remove(key)
    },
    /** The number of responses, and the bytes that they take. */
    usage: () => ({ responses: entries.size, bytes }),
  }
}
