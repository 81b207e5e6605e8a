import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** UTF-16 units of text that stay in memory. */
const MAX_IN_MEMORY = 8_000_000

const openTemporaryFile = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'basketball-data-import-'))
  const file = await open(join(folder, 'texts'), 'wx+', 0o600)
  // The open file stays readable, and disappears when it is closed or the process ends.
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  return file
}

/**
 * Texts that were read before their turn, until they are taken. Those beyond `limit` are in a temporary file, so the
 * memory does not grow with files whose games are in another order.
 */
export class HeldTexts {
  readonly #limit: number
  readonly #inMemory = new Map<string, string>()
  readonly #inFile = new Map<string, { position: number; length: number }>()
  #size = 0
  #file: FileHandle | undefined
  #end = 0

  constructor(limit: number = MAX_IN_MEMORY) {
    this.#limit = limit
  }

  /** How much is in memory, in UTF-16 units. */
  get size(): number {
    return this.#size
  }

  async put(key: string, text: string): Promise<void> {
    if (this.#size + text.length <= this.#limit) {
      this.#inMemory.set(key, text)
      this.#size += text.length
      return
    }
    this.#file ??= await openTemporaryFile()
    const bytes = Buffer.from(text)
    await this.#file.write(bytes, 0, bytes.length, this.#end)
    this.#inFile.set(key, { position: this.#end, length: bytes.length })
    this.#end += bytes.length
  }

  /** Returns a text and forgets it; undefined if there is none. */
  async take(key: string): Promise<string | undefined> {
    const text = this.#inMemory.get(key)
    if (text !== undefined) {
      this.#inMemory.delete(key)
      this.#size -= text.length
      return text
    }
    const range = this.#inFile.get(key)
    if (range === undefined) return undefined
    this.#inFile.delete(key)
    const bytes = Buffer.alloc(range.length)
    await this.#file?.read(bytes, 0, range.length, range.position)
    return bytes.toString()
  }

  /** Deletes the temporary file. */
  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }
}
