import { basename, dirname } from 'node:path'
import { FeedError } from '../feed.ts'
import { filesAt } from '../files.ts'
import type { GameResponses } from './responses.ts'

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

/** One game found in files: its responses for `readGame`, or why they cannot be read. */
export type OpenedGame =
  | { game: string; source: string[]; answers: GameResponses; error?: never }
  | { game: string; source: string[]; error: FeedError; answers?: never }

/** An opened game, and the share of all games that has been read with it, from 0 to 1. */
export type EuroleagueGame = OpenedGame & { progress: number }

/** What was found but belongs to no game. */
type Refused = Extract<OpenedGame, { error: FeedError }>

/** Unparsed text of one answer; a line has it under `data`. */
export type RawResponse = {
  text: string
  wrapped: boolean
  path: string
}

/** Everything found about one game. */
export type RawGame = {
  season_code: string
  game_code: number
  raw: Map<Kind, RawResponse>
  schedule?: unknown
  source: Set<string>
}

/** Everything found so far, by game; what belongs to no known game is refused. */
export class Findings {
  readonly games = new Map<string, RawGame>()
  readonly refused: Refused[] = []
  /** Games by the folder of the schedule that lists them. */
  readonly schedules = new Map<string, { season_code: string; game_code: number }[]>()

  game(season_code: string, game_code: number, path: string): RawGame {
    const key = `${season_code}_${game_code}`
    const game = this.games.get(key) ?? { season_code, game_code, raw: new Map(), source: new Set() }
    game.source.add(path)
    this.games.set(key, game)
    return game
  }

  refuse(game: string, path: string, problem: string): void {
    this.refused.push({ game, source: [path], error: new FeedError(game, problem) })
  }
}

/** A file of one answer, which does not say its season. */
export type LooseResponse = {
  file: Extract<FeedFile, { layout: 'answer' }>
  text: string
}

const onlyOne = <Item>(items: Item[]): Item | null => {
  const [first, ...others] = new Set(items)
  return first === undefined || others.length > 0 ? null : first
}

type AnswerFile = LooseResponse['file']

/** The seasons that the Headers of the same game name. */
const headerSeasons = (file: AnswerFile, loose: LooseResponse[]): string[] =>
  loose
    .filter((other) => other.file.kind === 'header')
    .filter((other) => other.file.root === file.root && other.file.game_code === file.game_code)
    .flatMap(({ text }) => /"(?:CompetitionReducedName|pcom)"\s*:\s*"\s*([EU]\d{4})/.exec(text)?.[1] ?? [])

/** A file per game does not say its season: the schedule beside it does, or a Header of the game, or a folder. */
const seasonOf = (file: AnswerFile, loose: LooseResponse[], { schedules }: Findings): string | null => {
  const listed = schedules.get(file.root) ?? schedules.get(dirname(file.root)) ?? []
  const sameCode = listed.filter(({ game_code }) => game_code === file.game_code)
  return (
    onlyOne(sameCode.map(({ season_code }) => season_code)) ??
    onlyOne(headerSeasons(file, loose)) ??
    seasonOfFolders(file.root) ??
    onlyOne(listed.map(({ season_code }) => season_code))
  )
}

/** Puts every loose answer with its game. */
export const placeLoose = (loose: LooseResponse[], found: Findings): void => {
  for (const { file, text } of loose) {
    const { path, kind, game_code } = file
    const season_code = seasonOf(file, loose, found)
    if (game_code === null) found.refuse(path, path, 'which game? name its folder like game12')
    else if (season_code === null) found.refuse(path, path, 'which season? name a folder like E2024')
    else found.game(season_code, game_code, path).raw.set(kind, { text, wrapped: false, path })
  }
}
