import { openFile, splitLines, type LineBytes } from '../files.ts'
import type { HeldTexts } from './held-texts.ts'

const decoder = new TextDecoder()

/**
 * Reads lines of a file by their numbers, in any order, in one pass over the file: wanted lines that come before the
 * requested one are held until they are requested.
 */
export class LineReader {
  readonly #path: string
  readonly #wanted: Set<number>
  readonly #held: HeldTexts
  readonly #signal: AbortSignal | undefined
  #lines: AsyncGenerator<LineBytes> | undefined

  /** @param wanted the numbers of the lines to request, each once */
  constructor(path: string, wanted: Set<number>, held: HeldTexts, signal?: AbortSignal) {
    this.#path = path
    this.#wanted = wanted
    this.#held = held
    this.#signal = signal
  }

  /**
   * The text of a wanted line.
   *
   * @throws {Error} if the file cannot be read, or does not have the line
   */
  async take(wanted: number): Promise<string> {
    this.#wanted.delete(wanted)
    const text = (await this.#held.take(this.#toKey(wanted))) ?? (await this.#readTo(wanted))
    if (this.#wanted.size === 0) await this.close()
    return text
  }

  async close(): Promise<void> {
    await this.#lines?.return(undefined)
    this.#lines = undefined
  }

  async #readTo(wanted: number): Promise<string> {
    this.#lines ??= splitLines(openFile(this.#path, this.#signal))
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) {
      const { bytes, number } = next.value
      if (number === wanted) return decoder.decode(bytes)
      if (this.#wanted.has(number)) await this.#held.put(this.#toKey(number), decoder.decode(bytes))
    }
    throw new Error('the file has changed while it was read')
  }

  #toKey(line: number): string {
    return `${line} ${this.#path}`
  }
}
