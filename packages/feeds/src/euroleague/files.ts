import { basename } from 'node:path'
import { z } from 'zod'
import { FeedError, readOrExplain, reasonOf, type FeedGame, type GameFeed } from '../feed.ts'
import { linesOf, openFile, readText } from '../files.ts'
import { readGame } from './game.ts'
import {
  feedFiles,
  GameCollection,
  addSingleResponses,
  type EuroleagueGame,
  type FeedFile,
  type SingleResponse,
  type ParsedGame,
  type RawResponse,
  type RawGame,
} from './layout.ts'
import { isEmpty } from './responses.ts'
import { ScheduleEntry, ScheduleList } from './schemas.ts'

const LineHead = /^\s*\{\s*"seasoncode"\s*:\s*"\s*([A-Z]\d{4})\s*"\s*,\s*"gamecode"\s*:\s*(\d+)\s*,/
const Line = z.object({ seasoncode: z.string().trim(), gamecode: z.int(), data: z.unknown() })

const messageOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return reasonOf(error)
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`
}

const keyOfLine = (line: string): { season_code: string; game_code: number } => {
  const [, season_code, game_code] = LineHead.exec(line) ?? []
  if (season_code !== undefined) return { season_code, game_code: Number(game_code) }
  const { seasoncode, gamecode } = Line.parse(JSON.parse(line))
  return { season_code: seasoncode, game_code: gamecode }
}

const readLinesFile = async ({ path, kind }: Extract<FeedFile, { layout: 'lines' }>, collection: GameCollection) => {
  for await (const { text, number } of linesOf(openFile(path))) {
    try {
      const { season_code, game_code } = keyOfLine(text)
      collection.game(season_code, game_code, path).raw.set(kind, { text, wrapped: true, path })
    } catch (error) {
      collection.refuse(`${basename(path)} line ${number}`, path, messageOf(error))
    }
  }
}

const readSchedule = async ({ path, root }: Extract<FeedFile, { layout: 'schedule' }>, collection: GameCollection) => {
  const { data } = ScheduleList.parse(JSON.parse(await readText(path)))
  const listed = data.flatMap((entry, at) => {
    const checked = ScheduleEntry.safeParse(entry)
    if (!checked.success) {
      collection.refuse(`${basename(path)} data[${at}]`, path, 'without season code or game code')
      return []
    }
    const key = { season_code: checked.data.season.code, game_code: checked.data.gameCode }
    collection.game(key.season_code, key.game_code, path).schedule = entry
    return [key]
  })
  collection.schedules.set(root, [...(collection.schedules.get(root) ?? []), ...listed])
}

const parse = ({ text, wrapped, path }: RawResponse): unknown => {
  if (text.trim() === '') return undefined
  try {
    const json: unknown = JSON.parse(text)
    return wrapped ? Line.parse(json).data : json
  } catch (error) {
    throw new Error(`${basename(path)}: ${messageOf(error)}`, { cause: error })
  }
}

/** Parses the responses of one game; null if all of them are empty. */
const parseGame = ({ season_code, game_code, raw, schedule, paths }: RawGame): ParsedGame | null => {
  const game = `${season_code}_${game_code}`
  try {
    const responses = Object.fromEntries([...raw].map(([kind, response]) => [kind, parse(response)]))
    if (isEmpty(schedule) && Object.values(responses).every(isEmpty)) return null
    return { game, paths: [...paths], responses: { season_code, game_code, ...responses, schedule } }
  } catch (error) {
    return { game, paths: [...paths], error: new FeedError(game, messageOf(error)) }
  }
}

const bySeasonAndCode = ([, a]: [string, RawGame], [, b]: [string, RawGame]): number => {
  if (a.season_code !== b.season_code) return a.season_code < b.season_code ? -1 : 1
  return a.game_code - b.game_code
}

/**
 * The responses of every game in the files, by season and game code. Problems that belong to no game come last.
 *
 * A path is a file or a folder, searched with all its folders, in either layout: a file per kind of response with a line
 * per game, or a file per game. If a response occurs twice, the last one counts. The texts (about 60 MB per season)
 * are parsed game by game, so that a broken response refuses only its own game.
 *
 * @throws {FeedError} before the first game, if a path does not exist or has no file of this feed
 */
export async function* responsesByGame(paths: readonly string[]): AsyncGenerator<EuroleagueGame> {
  const collection = new GameCollection()
  const single: SingleResponse[] = []
  for (const file of await feedFiles(paths)) {
    try {
      if (file.layout === 'lines') await readLinesFile(file, collection)
      else if (file.layout === 'schedule') await readSchedule(file, collection)
      else single.push({ file, text: await readText(file.path) })
    } catch (error) {
      collection.refuse(file.path, file.path, messageOf(error))
    }
  }
  addSingleResponses(single, collection)
  const keys = [...collection.games].toSorted(bySeasonAndCode).map(([key]) => key)
  for (const [at, key] of keys.entries()) {
    const game = collection.games.get(key)
    collection.games.delete(key) // frees the texts of games that have been yielded
    const entry = game && parseGame(game)
    if (entry) yield { ...entry, progress: (at + 1) / keys.length }
  }
  for (const refused of collection.refused) yield { ...refused, progress: 1 }
}

async function* read(paths: readonly string[]): AsyncGenerator<FeedGame> {
  for await (const { responses, error, progress } of responsesByGame(paths))
    yield { ...(error ? { error } : readOrExplain(() => readGame(responses))), progress }
}

/** Stored responses of the EuroLeague's and the EuroCup's feed. */
export const euroleague: GameFeed = {
  name: 'euroleague',
  description: 'Imports games of the EuroLeague and EuroCup from stored responses of their feed.',
  argument: '<path...>',
  paths: 'folders or files: ndjson(.gz) per kind of response, or one JSON per game as served',
  read,
}
