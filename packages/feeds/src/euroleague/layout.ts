import { basename, dirname, resolve } from 'node:path'
import { filesAt, nothingFoundError } from '../files.ts'

const KINDS = ['header', 'boxscore', 'playbyplay', 'points'] as const
/** A response about one game; the field of GameResponses that it becomes. */
export type Kind = (typeof KINDS)[number]

/** Responses of the feed that have nothing that the others lack; their files are not read. */
const UNUSED_KINDS = ['comparison', 'evolution', 'shootinggraphic']

/** A file of this feed, recognized by its path. */
export type FeedFile =
  /** One response per line, as {"seasoncode", "gamecode", "data"}. */
  | { layout: 'lines'; path: string; kind: Kind }
  /** One response as served. `root` is the folder that has all responses of the game. */
  | { layout: 'response'; path: string; kind: Kind; root: string; season_code: string | null; game_code: number | null }
  /** A response of the api v2 schedule. */
  | { layout: 'schedule'; path: string; root: string }

/** A file with one response. */
export type ResponseFile = Extract<FeedFile, { layout: 'response' }>

/** The files of this feed, for messages. */
export const EXPECTED =
  'expected Header.ndjson(.gz), Boxscore.ndjson(.gz), PlaybyPlay.ndjson(.gz) or Points.ndjson(.gz), ' +
  'a file per game like E2022/12/Boxscore.json, E2022/Boxscore/12.json or E2022_12_Boxscore.json, or schedule.json'

/** What the words of a name say, in any order: "E2022_12_Boxscore" is a kind, a season and a game. */
type Words = { kind?: string; season_code?: string; game_code?: number }

/** Reads a name that consists of nothing but a kind, a season, a game code and the word game; null for any other name. */
const parseWords = (name: string): Words | null => {
  const words: Words = {}
  for (const word of name.toLowerCase().split(/[-_ .]/)) {
    const [, code] = /^(?:game)?(\d{1,4})$/.exec(word) ?? []
    if (code !== undefined && words.game_code === undefined) words.game_code = Number(code)
    else if (/^[eu]\d{4}$/.test(word) && words.season_code === undefined) words.season_code = word.toUpperCase()
    else if (/^[a-z]+$/.test(word) && word !== 'game' && words.kind === undefined) words.kind = word
    else if (word !== 'game') return null
  }
  return words
}

const findKind = (word: string | undefined): Kind | null => KINDS.find((kind) => kind === word) ?? null

/** The game of a folder: "game1-all-endpoints", "E2024_1" and "1" are folders of game 1. */
const parseGameFolder = (folder: string): { season_code: string | null; game_code: number | null } => {
  const [, season, code] = /^(?:game[-_ ]?|([EU]\d{4})[-_ ])?0*(\d{1,4})(?:\D|$)/i.exec(basename(folder)) ?? []
  return { season_code: season?.toUpperCase() ?? null, game_code: code === undefined ? null : Number(code) }
}

/** The season of the nearest folder with the name of one, like E2022. */
const seasonFolder = (folder: string): string | null => {
  if (/^[EU]\d{4}$/i.test(basename(folder))) return basename(folder).toUpperCase()
  return dirname(folder) === folder ? null : seasonFolder(dirname(folder))
}

/** The season in the name of the nearest folder that has one: ".../E2024-raw/..." or ".../euroleague-2024-x/...". */
export const seasonInFolders = (folder: string): string | null => {
  const [, letter, year] = /^([EU])(\d{4})(?:\D|$)/i.exec(basename(folder)) ?? []
  if (letter && year) return letter.toUpperCase() + year
  const [, league, start] = /(euroleague|eurocup)[-_ ]?(\d{4})/i.exec(basename(folder)) ?? []
  if (league && start) return (league.toLowerCase() === 'euroleague' ? 'E' : 'U') + start
  return dirname(folder) === folder ? null : seasonInFolders(dirname(folder))
}

/** The folder of a kind: the parent, or the one above it if that is of a season (Boxscore/E2022/12.json). */
const kindFolder = (folder: string): string => (/^[EU]\d{4}$/i.test(basename(folder)) ? dirname(folder) : folder)

/** A response in a file of its own; null if neither its name nor its folder has a kind. */
const responseFile = (path: string, words: Words): ResponseFile | null => {
  const folder = dirname(resolve(path))
  const game = { season_code: words.season_code ?? null, game_code: words.game_code ?? null }
  if (words.kind !== undefined) {
    const kind = findKind(words.kind)
    const named = game.game_code === null ? parseGameFolder(folder) : game
    const season_code = game.season_code ?? named.season_code ?? seasonFolder(folder)
    return kind && { layout: 'response', path, kind, root: folder, season_code, game_code: named.game_code }
  }
  const ofKind = kindFolder(folder)
  const kind = findKind(basename(ofKind).toLowerCase())
  if (kind === null || game.game_code === null) return null
  const season_code = game.season_code ?? seasonFolder(folder)
  return { layout: 'response', path, kind, root: dirname(ofKind), season_code, game_code: game.game_code }
}

/** Recognizes a file of this feed by its path; null for other files. */
const parseFeedFile = (path: string): FeedFile | null => {
  const [, name = '', format] = /^(.+)\.(json|ndjson)(?:\.gz)?$/i.exec(basename(path)) ?? []
  const words = parseWords(name)
  if (words === null) return null
  if (format?.toLowerCase() === 'ndjson') {
    const kind = findKind(words.kind)
    return kind && { layout: 'lines', path, kind }
  }
  if (words.kind === 'schedule') return { layout: 'schedule', path, root: dirname(resolve(path)) }
  return responseFile(path, words)
}

const isUnused = (path: string): boolean =>
  [basename(path), basename(dirname(path)), basename(dirname(dirname(path)))].some((name) =>
    UNUSED_KINDS.some((kind) => name.toLowerCase().includes(kind)),
  )

/**
 * The files of this feed at the paths; a folder is searched with all its folders.
 *
 * @throws {FeedError} if a path does not exist or has no file of this feed
 */
export const feedFiles = async (paths: readonly string[], signal?: AbortSignal): Promise<FeedFile[]> => {
  const files: FeedFile[] = []
  for (const path of paths) {
    const found = await filesAt(path, (each) => isUnused(each) || parseFeedFile(each) !== null, signal)
    const ofFeed = found.map(parseFeedFile).filter((file) => file !== null)
    if (ofFeed.length === 0) throw await nothingFoundError(path, EXPECTED)
    files.push(...ofFeed)
  }
  return files
}
