import { basename } from 'node:path'
import { z } from 'zod'
import { FeedError, readOrExplain, type FeedGame, type GameFeed } from '../feed.ts'
import { linesOf, openFile, readText } from '../files.ts'
import { readGame } from './game.ts'
import {
  feedFiles,
  Findings,
  placeLoose,
  type EuroleagueGame,
  type FeedFile,
  type LooseResponse,
  type OpenedGame,
  type RawResponse,
  type RawGame,
} from './layout.ts'
import { isEmpty } from './responses.ts'
import { ScheduleEntry, ScheduleList } from './schemas.ts'

const LineHead = /^\s*\{\s*"seasoncode"\s*:\s*"\s*([A-Z]\d{4})\s*"\s*,\s*"gamecode"\s*:\s*(\d+)\s*,/
const Line = z.object({ seasoncode: z.string().trim(), gamecode: z.int(), data: z.unknown() })

const messageOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  const [issue] = error.issues
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`
}

const keyOfLine = (line: string): { season_code: string; game_code: number } => {
  const [, season_code, game_code] = LineHead.exec(line) ?? []
  if (season_code !== undefined) return { season_code, game_code: Number(game_code) }
  const { seasoncode, gamecode } = Line.parse(JSON.parse(line))
  return { season_code: seasoncode, game_code: gamecode }
}

const readLinesFile = async ({ path, kind }: Extract<FeedFile, { layout: 'lines' }>, found: Findings) => {
  for await (const { text, number } of linesOf(openFile(path))) {
    try {
      const { season_code, game_code } = keyOfLine(text)
      found.game(season_code, game_code, path).raw.set(kind, { text, wrapped: true, path })
    } catch (error) {
      found.refuse(`${basename(path)} line ${number}`, path, messageOf(error))
    }
  }
}

const readSchedule = async ({ path, root }: Extract<FeedFile, { layout: 'schedule' }>, found: Findings) => {
  const { data } = ScheduleList.parse(JSON.parse(await readText(path)))
  const listed = data.flatMap((entry, at) => {
    const checked = ScheduleEntry.safeParse(entry)
    if (!checked.success) {
      found.refuse(`${basename(path)} data[${at}]`, path, 'without season code or game code')
      return []
    }
    const key = { season_code: checked.data.season.code, game_code: checked.data.gameCode }
    found.game(key.season_code, key.game_code, path).schedule = entry
    return [key]
  })
  found.schedules.set(root, [...(found.schedules.get(root) ?? []), ...listed])
}

const parsed = ({ text, wrapped, path }: RawResponse): unknown => {
  if (text.trim() === '') return undefined
  try {
    const json: unknown = JSON.parse(text)
    return wrapped ? Line.parse(json).data : json
  } catch (error) {
    throw new Error(`${basename(path)}: ${messageOf(error)}`, { cause: error })
  }
}

/** Parses the answers of one game; null when every one of them is empty. */
const opened = ({ season_code, game_code, raw, schedule, source }: RawGame): OpenedGame | null => {
  const game = `${season_code}_${game_code}`
  try {
    const answers = Object.fromEntries([...raw].map(([kind, answer]) => [kind, parsed(answer)]))
    if (isEmpty(schedule) && Object.values(answers).every(isEmpty)) return null
    return { game, source: [...source], answers: { season_code, game_code, ...answers, schedule } }
  } catch (error) {
    return { game, source: [...source], error: new FeedError(game, messageOf(error)) }
  }
}

const bySeasonAndCode = ([, a]: [string, RawGame], [, b]: [string, RawGame]): number => {
  if (a.season_code !== b.season_code) return a.season_code < b.season_code ? -1 : 1
  return a.game_code - b.game_code
}

/**
 * The responses of every game in the files, by season and game code; what belongs to no game comes last, as errors.
 *
 * A path is a file or a folder with all its folders, in either layout: a file per kind of response with a line per game,
 * or a file per game. A response found twice counts as found last. Texts are held until their game's turn to be parsed
 * (about 60 MB a season), so that one broken response refuses one game and no other.
 *
 * @throws {FeedError} before the first game, for a path that does not exist or holds nothing of this feed
 */
export async function* responsesByGame(paths: readonly string[]): AsyncGenerator<EuroleagueGame> {
  const found = new Findings()
  const loose: LooseResponse[] = []
  for (const file of await feedFiles(paths)) {
    try {
      if (file.layout === 'lines') await readLinesFile(file, found)
      else if (file.layout === 'schedule') await readSchedule(file, found)
      else loose.push({ file, text: await readText(file.path) })
    } catch (error) {
      found.refuse(file.path, file.path, messageOf(error))
    }
  }
  placeLoose(loose, found)
  const keys = [...found.games].toSorted(bySeasonAndCode).map(([key]) => key)
  for (const [at, key] of keys.entries()) {
    const game = found.games.get(key)
    found.games.delete(key) // frees the texts of games that have been yielded
    const entry = game && opened(game)
    if (entry) yield { ...entry, progress: (at + 1) / keys.length }
  }
  for (const refused of found.refused) yield { ...refused, progress: 1 }
}

async function* read(paths: readonly string[]): AsyncGenerator<FeedGame> {
  for await (const { answers, error, progress } of responsesByGame(paths))
    yield { ...(error ? { error } : readOrExplain(() => readGame(answers))), progress }
}

/** Stored responses of the EuroLeague's and the EuroCup's feed. */
export const euroleague: GameFeed = {
  name: 'euroleague',
  description: 'Imports games of the EuroLeague and EuroCup from stored answers of their feed.',
  argument: '<path...>',
  paths: 'folders or files: ndjson(.gz) per kind of answer, or one JSON per game as served',
  read,
}
