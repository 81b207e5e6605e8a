import { basename, dirname } from 'node:path'
import { FeedError } from '../feed.ts'
import { filesAt } from '../files.ts'
import type { GameResponses } from './responses.ts'

const KINDS = ['header', 'boxscore', 'playbyplay', 'points'] as const
/** A response about one game; the field of GameResponses that it becomes. */
export type Kind = (typeof KINDS)[number]

/** A file of this feed, recognized by its name. */
export type FeedFile =
  /** One response per line, as {"seasoncode", "gamecode", "data"}. */
  | { layout: 'lines'; path: string; kind: Kind }
  /** One response as served; `root` is the folder that has all responses of the game. */
  | { layout: 'response'; path: string; kind: Kind; root: string; game_code: number | null }
  /** A response of the api v2 schedule. */
  | { layout: 'schedule'; path: string; root: string }

const EXPECTED =
  'expected Header.ndjson(.gz), Boxscore.ndjson(.gz), PlaybyPlay.ndjson(.gz) or Points.ndjson(.gz), ' +
  'a file per game like Boxscore/12.json, a folder of one game like game12/Boxscore.json, or schedule.json'

const kindOf = (name: string): Kind | null => KINDS.find((kind) => kind === name.toLowerCase()) ?? null

/** The game of a folder: "game1-all-endpoints", "E2024_1" and "1" are folders of game 1. */
const gameOfFolder = (folder: string): number | null => {
  const [, code] = /^(?:game[-_ ]?|[EU]\d{4}_)?(\d+)(?:\D|$)/i.exec(basename(folder)) ?? []
  return code === undefined ? null : Number(code)
}

/** Recognizes a file of this feed by its path; null for other files. */
const feedFileOf = (path: string): FeedFile | null => {
  const [, name = '', format] = /^(.+)\.(json|ndjson)(?:\.gz)?$/i.exec(basename(path)) ?? []
  const folder = dirname(path)
  const kind = kindOf(name)
  if (format?.toLowerCase() === 'ndjson') return kind && { layout: 'lines', path, kind }
  if (kind) return { layout: 'response', path, kind, root: folder, game_code: gameOfFolder(folder) }
  if (name.toLowerCase() === 'schedule') return { layout: 'schedule', path, root: folder }
  const kindOfFolder = kindOf(basename(folder))
  return kindOfFolder && /^\d+$/.test(name)
    ? { layout: 'response', path, kind: kindOfFolder, root: dirname(folder), game_code: Number(name) }
    : null
}

/** The season in the name of the nearest folder that has one: ".../E2024/..." or ".../euroleague-2024-x/...". */
const seasonOfFolders = (folder: string): string | null => {
  const [, letter, year] = /^([EU])(\d{4})(?:\D|$)/i.exec(basename(folder)) ?? []
  if (letter && year) return letter.toUpperCase() + year
  const [, league, start] = /(euroleague|eurocup)[-_ ]?(\d{4})/i.exec(basename(folder)) ?? []
  if (league && start) return (league.toLowerCase() === 'euroleague' ? 'E' : 'U') + start
  return dirname(folder) === folder ? null : seasonOfFolders(dirname(folder))
}

/**
 * The files of this feed at the paths; a folder is searched with all its folders.
 *
 * @throws {FeedError} if a path does not exist or has no file of this feed
 */
export const feedFiles = async (paths: readonly string[]): Promise<FeedFile[]> => {
  const files = await Promise.all(
    paths.map(async (path) => {
      const ofFeed = (await filesAt(path, /./)).map(feedFileOf).filter((file) => file !== null)
      if (ofFeed.length === 0) throw new FeedError(path, `nothing of this feed; ${EXPECTED}`)
      return ofFeed
    }),
  )
  return files.flat()
}

/** The responses of one game for `readGame`, or why they cannot be read. */
export type ParsedGame =
  | { game: string; paths: string[]; responses: GameResponses; error?: never }
  | { game: string; paths: string[]; error: FeedError; responses?: never }

/** A game, and the share of all games that has been read with it, from 0 to 1. */
export type EuroleagueGame = ParsedGame & { progress: number }

/** A file or line that belongs to no game. */
type Refused = Extract<ParsedGame, { error: FeedError }>

/** The text of one response; if `wrapped`, the response is its field `data`. */
export type RawResponse = {
  text: string
  wrapped: boolean
  path: string
}

/** All texts of one game. */
export type RawGame = {
  season_code: string
  game_code: number
  raw: Map<Kind, RawResponse>
  schedule?: unknown
  paths: Set<string>
}

/** Collects texts by game, and problems that belong to no game. */
export class GameCollection {
  readonly games = new Map<string, RawGame>()
  readonly refused: Refused[] = []
  /** The games of each schedule, by the folder of its file. */
  readonly schedules = new Map<string, { season_code: string; game_code: number }[]>()

  game(season_code: string, game_code: number, path: string): RawGame {
    const key = `${season_code}_${game_code}`
    const game = this.games.get(key) ?? { season_code, game_code, raw: new Map(), paths: new Set() }
    game.paths.add(path)
    this.games.set(key, game)
    return game
  }

  refuse(location: string, path: string, reason: string): void {
    this.refused.push({ game: location, paths: [path], error: new FeedError(location, reason) })
  }
}

/** A file with one response, which does not have its season. */
export type SingleResponse = {
  file: Extract<FeedFile, { layout: 'response' }>
  text: string
}

const onlyOne = <Item>(items: Item[]): Item | null => {
  const [first, ...others] = new Set(items)
  return first === undefined || others.length > 0 ? null : first
}

type ResponseFile = SingleResponse['file']

/** The seasons in the Headers of the same game. */
const headerSeasons = (file: ResponseFile, responses: SingleResponse[]): string[] =>
  responses
    .filter((other) => other.file.kind === 'header')
    .filter((other) => other.file.root === file.root && other.file.game_code === file.game_code)
    .flatMap(({ text }) => /"(?:CompetitionReducedName|pcom)"\s*:\s*"\s*([EU]\d{4})/.exec(text)?.[1] ?? [])

/** The season of a file by the schedule in its folder, else by a Header of the game, else by the name of a folder. */
const seasonOf = (file: ResponseFile, responses: SingleResponse[], { schedules }: GameCollection): string | null => {
  const listed = schedules.get(file.root) ?? schedules.get(dirname(file.root)) ?? []
  const sameCode = listed.filter(({ game_code }) => game_code === file.game_code)
  return (
    onlyOne(sameCode.map(({ season_code }) => season_code)) ??
    onlyOne(headerSeasons(file, responses)) ??
    seasonOfFolders(file.root) ??
    onlyOne(listed.map(({ season_code }) => season_code))
  )
}

/** Adds the responses of separate files to their games. */
export const addSingleResponses = (responses: SingleResponse[], collection: GameCollection): void => {
  for (const { file, text } of responses) {
    const { path, kind, game_code } = file
    const season_code = seasonOf(file, responses, collection)
    if (game_code === null) collection.refuse(path, path, 'which game? name its folder like game12')
    else if (season_code === null) collection.refuse(path, path, 'which season? name a folder like E2024')
    else collection.game(season_code, game_code, path).raw.set(kind, { text, wrapped: false, path })
  }
}
