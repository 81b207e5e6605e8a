import { basename, dirname } from 'node:path'
import { FeedError } from '../feed.ts'
import { filesAt } from '../files.ts'

const KINDS = ['header', 'boxscore', 'playbyplay', 'points'] as const
/** An answer about one game, in the name that `readGame` gives it. */
export type Kind = (typeof KINDS)[number]

/** A file of this feed, by its name alone. */
export type FeedFile =
  /** One answer a line, as {"seasoncode", "gamecode", "data"}. */
  | { layout: 'lines'; path: string; kind: Kind }
  /** One answer as served; `root` is the folder all answers of the game hang on. */
  | { layout: 'answer'; path: string; kind: Kind; root: string; game_code: number | null }
  /** An answer of the api v2 schedule. */
  | { layout: 'schedule'; path: string; root: string }

const EXPECTED =
  'expected Header.ndjson(.gz), Boxscore.ndjson(.gz), PlaybyPlay.ndjson(.gz) or Points.ndjson(.gz), ' +
  'a file per game like Boxscore/12.json, a folder of one game like game12/Boxscore.json, or schedule.json'

const kindOf = (name: string): Kind | null => KINDS.find((kind) => kind === name.toLowerCase()) ?? null

/** "game1-all-endpoints", "E2024_1" and "1" are folders of game 1. */
const gameOfFolder = (folder: string): number | null => {
  const [, code] = /^(?:game[-_ ]?|[EU]\d{4}_)?(\d+)(?:\D|$)/i.exec(basename(folder)) ?? []
  return code === undefined ? null : Number(code)
}

/** The file at a path as this feed lays files out; null for files of no interest. */
export const feedFileOf = (path: string): FeedFile | null => {
  const [, name = '', format] = /^(.+)\.(json|ndjson)(?:\.gz)?$/i.exec(basename(path)) ?? []
  const folder = dirname(path)
  const kind = kindOf(name)
  if (format?.toLowerCase() === 'ndjson') return kind && { layout: 'lines', path, kind }
  if (kind) return { layout: 'answer', path, kind, root: folder, game_code: gameOfFolder(folder) }
  if (name.toLowerCase() === 'schedule') return { layout: 'schedule', path, root: folder }
  const kindOfFolder = kindOf(basename(folder))
  return kindOfFolder && /^\d+$/.test(name)
    ? { layout: 'answer', path, kind: kindOfFolder, root: dirname(folder), game_code: Number(name) }
    : null
}

/** The season that a folder of the path names, nearest first: ".../E2024/..." or ".../euroleague-2024-x/...". */
export const seasonOfFolders = (folder: string): string | null => {
  const [, letter, year] = /^([EU])(\d{4})(?:\D|$)/i.exec(basename(folder)) ?? []
  if (letter && year) return letter.toUpperCase() + year
  const [, league, start] = /(euroleague|eurocup)[-_ ]?(\d{4})/i.exec(basename(folder)) ?? []
  if (league && start) return (league.toLowerCase() === 'euroleague' ? 'E' : 'U') + start
  return dirname(folder) === folder ? null : seasonOfFolders(dirname(folder))
}

/**
 * Every file of this feed at the paths and, where a path is a folder, in all its folders.
 *
 * @throws {FeedError} for a path that does not exist or holds nothing of this feed.
 */
export const feedFiles = async (paths: readonly string[]): Promise<FeedFile[]> => {
  const found = await Promise.all(
    paths.map(async (path) => {
      const files = (await filesAt(path, /./)).map(feedFileOf).filter((file) => file !== null)
      if (files.length === 0) throw new FeedError(path, `nothing of this feed; ${EXPECTED}`)
      return files
    }),
  )
  return found.flat()
}
