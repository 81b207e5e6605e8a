import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { FeedError, toReason } from '../feed.ts'
import { openFile, readHead, readText, splitLines } from '../files.ts'
import { EXPECTED, feedFiles, seasonInFolders, type FeedFile, type Kind, type ResponseFile } from './layout.ts'
import type { PlayerIds } from './player-ids.ts'
import { ScheduleEntry, ScheduleList } from './schemas.ts'

/** Where a response is: a file of its own, or a line of a file. */
export type ResponseLocation = { path: string; line: number | null }

/** Where the responses about a game are. */
export type IndexedGame = {
  season_code: string
  game_code: number
  responses: Map<Kind, ResponseLocation>
  /** The position of the game in a schedule. */
  schedule?: { path: string; at: number }
  /** Whether the players of its Boxscore have been added to the `PlayerIds`. */
  playersKnown: boolean
}

/** A file or line that belongs to no game. */
export type Refused = { game: string; paths: string[]; error: FeedError }

/** A line of a file with a line per game. */
export const Line = z.object({ seasoncode: z.string().trim(), gamecode: z.int(), data: z.unknown() })
type GameKey = { season_code: string; game_code: number }

const LineHead = /^\s*\{\s*"seasoncode"\s*:\s*"\s*([A-Z]\d{4})\s*"\s*,\s*"gamecode"\s*:\s*(\d+)\s*,/
/** Bytes of a line that nearly always have its season and game, as the feed's own tools write it. */
const LINE_HEAD_BYTES = 200
/** Lines in a row without a game, after which a file is taken for one of another feed. */
const MAX_BROKEN_LINES = 100
/** Responses in separate files; one must look like this feed if no other file has a game. */
const MAX_HEADS = 10

const decoder = new TextDecoder()

/** What is wrong with a response, in one line. */
export const toMessage = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return toReason(error)
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`
}

const isBlank = (bytes: Uint8Array): boolean =>
  decoder.decode(bytes.subarray(0, LINE_HEAD_BYTES)).trim() === '' && decoder.decode(bytes).trim() === ''

/** @throws {Error} if the line is not one response about a game */
const parseLineKey = (bytes: Uint8Array): GameKey => {
  const [, season_code, game_code] = LineHead.exec(decoder.decode(bytes.subarray(0, LINE_HEAD_BYTES))) ?? []
  if (season_code !== undefined) return { season_code, game_code: Number(game_code) }
  const { seasoncode, gamecode } = Line.parse(JSON.parse(decoder.decode(bytes)))
  return { season_code: seasoncode, game_code: gamecode }
}

/** The response of a line; undefined if it is not JSON, which refuses its game when that is read. */
const parseLineData = (bytes: Uint8Array): unknown => {
  try {
    return Line.parse(JSON.parse(decoder.decode(bytes))).data
  } catch {
    return undefined
  }
}

const bySeasonAndCode = (a: GameKey, b: GameKey): number => {
  if (a.season_code !== b.season_code) return a.season_code < b.season_code ? -1 : 1
  return a.game_code - b.game_code
}

const onlyOne = <Item>(items: readonly Item[]): Item | null => {
  const [first, ...others] = new Set(items)
  return first === undefined || others.length > 0 ? null : first
}

/** The responses of this feed have one of these fields near their start. */
const FIELDS = /"(?:Live|TeamA|CodeTeamA|Stats|ByQuarter|FirstQuarter|Rows)"\s*:/

/**
 * Which responses there are about each game, and where. It holds no texts, so its size is some hundred bytes per game.
 * If a response occurs twice, the last one counts; a file of its own counts before a line.
 */
export class GameIndex {
  readonly refused: Refused[] = []
  readonly #games = new Map<string, IndexedGame>()
  /** The games of each schedule, by the folder of its file. */
  readonly #schedules = new Map<string, GameKey[]>()
  readonly #signal: AbortSignal | undefined

  private constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /**
   * Indexes the files at the paths. Files with a line per game are read once from start to end, others only where their
   * names do not have season and game. What stands in the box scores of lines is added to `players`.
   *
   * @throws {FeedError} if a path does not exist, or no game can be read at it
   */
  static async of(paths: readonly string[], players: PlayerIds, signal?: AbortSignal): Promise<GameIndex> {
    const index = new GameIndex(signal)
    const files = await feedFiles(paths, signal)
    for (const file of files) await index.#addOrRefuse(file, players)
    const singles = files.filter((file) => file.layout === 'response')
    if (index.#games.size === 0) await index.#checkHeads(singles)
    await index.#addResponseFiles(singles)
    const [first, ...others] = index.refused
    if (first !== undefined && index.#games.size === 0) {
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`
      throw new FeedError(first.error.location, `${first.error.reason}${more}`, { cause: first.error })
    }
    return index
  }

  /** All games by season and game code. */
  games(): IndexedGame[] {
    return [...this.#games.values()].toSorted(bySeasonAndCode)
  }

  #game({ season_code, game_code }: GameKey): IndexedGame {
    const key = `${season_code}_${game_code}`
    const game = this.#games.get(key) ?? {
      season_code,
      game_code,
      responses: new Map(),
      playersKnown: false,
    }
    this.#games.set(key, game)
    return game
  }

  #refuse(location: string, path: string, reason: string): void {
    this.refused.push({ game: location, paths: [path], error: new FeedError(location, reason) })
  }

  /** Adds a file with responses about several games; one that cannot be read to its end is refused as a whole. */
  async #addOrRefuse(file: FeedFile, players: PlayerIds): Promise<void> {
    try {
      if (file.layout === 'lines') await this.#addLines(file, players)
      else if (file.layout === 'schedule') await this.#addSchedule(file)
    } catch (error) {
      if (this.#signal?.aborted) throw error
      this.#refuse(file.path, file.path, toMessage(error))
    }
  }

  async #addLines({ path, kind }: Extract<FeedFile, { layout: 'lines' }>, players: PlayerIds): Promise<void> {
    const lines: { key: GameKey; line: number; playersKnown: boolean }[] = []
    const broken: { line: number; reason: string }[] = []
    let brokenInRow = 0
    for await (const { bytes, number } of splitLines(openFile(path, this.#signal))) {
      this.#signal?.throwIfAborted()
      if (isBlank(bytes)) continue
      try {
        const key = parseLineKey(bytes)
        const playersKnown = kind === 'boxscore' && players.addBox(key.season_code, key.game_code, parseLineData(bytes))
        lines.push({ key, line: number, playersKnown })
        brokenInRow = 0
      } catch (error) {
        broken.push({ line: number, reason: toMessage(error) })
        brokenInRow += 1
        if (brokenInRow === MAX_BROKEN_LINES)
          throw new Error(`${MAX_BROKEN_LINES} lines in a row without a game, the last one: ${toMessage(error)}`, {
            cause: error,
          })
      }
    }
    for (const { key, line, playersKnown } of lines) {
      const game = this.#game(key)
      game.responses.set(kind, { path, line })
      game.playersKnown ||= playersKnown
    }
    for (const { line, reason } of broken) this.#refuse(`${basename(path)} line ${line}`, path, reason)
  }

  async #addSchedule({ path, root }: Extract<FeedFile, { layout: 'schedule' }>): Promise<void> {
    const { data } = ScheduleList.parse(JSON.parse(await readText(path, this.#signal)))
    const listed = this.#schedules.get(root) ?? []
    this.#schedules.set(root, listed)
    for (const [at, entry] of data.entries()) {
      const checked = ScheduleEntry.safeParse(entry)
      if (checked.success) {
        const key = { season_code: checked.data.season.code, game_code: checked.data.gameCode }
        this.#game(key).schedule = { path, at }
        listed.push(key)
      } else this.#refuse(`${basename(path)} data[${at}]`, path, 'without season code or game code')
    }
  }

  /** @throws {FeedError} if the first files with a response are of something else, like box scores of another league */
  async #checkHeads(files: ResponseFile[]): Promise<void> {
    const heads: string[] = []
    for (const { path } of files.slice(0, MAX_HEADS)) {
      const head = await readHead(path, this.#signal).catch(() => '')
      this.#signal?.throwIfAborted()
      if (head.trim() === '' || FIELDS.test(head)) return
      heads.push(`${path} begins with ${head.slice(0, 60)}`)
    }
    const [first] = files
    if (first !== undefined) throw new FeedError(first.path, `nothing of this feed: ${heads[0]}; ${EXPECTED}`)
  }

  async #addResponseFiles(files: ResponseFile[]): Promise<void> {
    const headers = await this.#headerSeasons(files)
    for (const file of files) {
      const { path, kind, game_code } = file
      const season_code = file.season_code ?? this.#getSeason(file, headers.get(`${file.root} ${game_code}`) ?? [])
      if (game_code === null) this.#refuse(path, path, 'which game? name its folder like game12')
      else if (season_code === null) this.#refuse(path, path, 'which season? name a folder like E2024')
      else this.#game({ season_code, game_code }).responses.set(kind, { path, line: null })
    }
  }

  /** The seasons in the Headers of games whose files do not have it in their names, by folder and game code. */
  async #headerSeasons(files: ResponseFile[]): Promise<Map<string, string[]>> {
    const seasons = new Map<string, string[]>()
    for (const { path, kind, root, season_code, game_code } of files) {
      if (kind !== 'header' || season_code !== null) continue
      const text = await readText(path, this.#signal).catch(() => '')
      this.#signal?.throwIfAborted()
      const [, season] = /"(?:CompetitionReducedName|pcom)"\s*:\s*"\s*([EU]\d{4})/.exec(text) ?? []
      const key = `${root} ${game_code}`
      if (season !== undefined) seasons.set(key, [...(seasons.get(key) ?? []), season])
    }
    return seasons
  }

  /** The season of a file by the schedule in its folder, else by a Header of the game, else by the name of a folder. */
  #getSeason({ root, game_code }: ResponseFile, headerSeasons: string[]): string | null {
    const listed = this.#schedules.get(root) ?? this.#schedules.get(dirname(root)) ?? []
    const sameCode = listed.filter((game) => game.game_code === game_code)
    return (
      onlyOne(sameCode.map(({ season_code }) => season_code)) ??
      onlyOne(headerSeasons) ??
      seasonInFolders(root) ??
      onlyOne(listed.map(({ season_code }) => season_code))
    )
  }
}
