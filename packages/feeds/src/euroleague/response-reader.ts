import { basename } from 'node:path'
import { readText } from '../files.ts'
import { Line, toMessage, type IndexedGame, type ResponseLocation } from './game-index.ts'
import { HeldTexts } from './held-texts.ts'
import { LineReader } from './line-reader.ts'
import { ScheduleList } from './schemas.ts'

/** Reads the responses of indexed games, each once. It holds one schedule, and the texts of `HeldTexts`. */
export class ResponseReader {
  readonly #readers: Map<string, LineReader>
  readonly #held = new HeldTexts()
  readonly #signal: AbortSignal | undefined
  #schedule: { path: string; data: unknown[] } | undefined

  constructor(games: readonly Pick<IndexedGame, 'responses'>[], signal?: AbortSignal) {
    const lines = new Map<string, Set<number>>()
    for (const { responses } of games)
      for (const { path, line } of responses.values())
        if (line !== null) lines.set(path, (lines.get(path) ?? new Set()).add(line))
    this.#readers = new Map(
      Array.from(lines, ([path, wanted]) => [path, new LineReader(path, wanted, this.#held, signal)]),
    )
    this.#signal = signal
  }

  /**
   * A response as JSON; undefined if it is empty.
   *
   * @throws {Error} if it cannot be read
   */
  async response(game: IndexedGame, location: ResponseLocation): Promise<unknown> {
    try {
      return await (location.line === null
        ? this.#whole(location.path)
        : this.#line(game, location.path, location.line))
    } catch (error) {
      if (this.#signal?.aborted) throw error
      throw new Error(`${basename(location.path)}: ${toMessage(error)}`, { cause: error })
    }
  }

  /** The game in its schedule. */
  async scheduleEntry({ schedule }: IndexedGame): Promise<unknown> {
    if (schedule === undefined) return undefined
    if (this.#schedule?.path !== schedule.path) {
      const { data } = ScheduleList.parse(JSON.parse(await readText(schedule.path, this.#signal)))
      this.#schedule = { path: schedule.path, data }
    }
    return this.#schedule.data[schedule.at]
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close()
    await this.#held.close()
  }

  async #whole(path: string): Promise<unknown> {
    const text = await readText(path, this.#signal)
    return text.trim() === '' ? undefined : JSON.parse(text)
  }

  async #line({ season_code, game_code }: IndexedGame, path: string, line: number): Promise<unknown> {
    const text = await this.#readers.get(path)?.take(line)
    const { seasoncode, gamecode, data } = Line.parse(JSON.parse(text ?? ''))
    if (seasoncode !== season_code || gamecode !== game_code) throw new Error('the file has changed while it was read')
    return data
  }
}
