import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { isEmpty, type GameAnswers } from './answers.ts'
import { FeedError } from './feed-error.ts'
import { feedFiles, seasonOfFolders, type FeedFile, type Kind } from './layout.ts'
import { ScheduleEntry, ScheduleList } from './schemas.ts'
import { readLines, readText } from './texts.ts'

/** One game found in files: its answers for `readGame`, or why they cannot be read. */
export type EuroleagueGame =
  | { game: string; source: string[]; answers: GameAnswers; error?: never }
  | { game: string; source: string[]; error: FeedError; answers?: never }

type Refused = Extract<EuroleagueGame, { error: FeedError }>

/** Unparsed text of one answer; a line has it under `data`. */
interface RawAnswer {
  text: string
  wrapped: boolean
  path: string
}

interface RawGame {
  season_code: string
  game_code: number
  raw: Map<Kind, RawAnswer>
  schedule?: unknown
  source: Set<string>
}

const LineHead = /^\s*\{\s*"seasoncode"\s*:\s*"\s*([A-Z]\d{4})\s*"\s*,\s*"gamecode"\s*:\s*(\d+)\s*,/
const Line = z.object({ seasoncode: z.string().trim(), gamecode: z.int(), data: z.unknown() })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Everything found so far, by game; what belongs to no known game is refused. */
class Findings {
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

const keyOfLine = (line: string): { season_code: string; game_code: number } => {
  const [, season_code, game_code] = LineHead.exec(line) ?? []
  if (season_code !== undefined) return { season_code, game_code: Number(game_code) }
  const { seasoncode, gamecode } = Line.parse(JSON.parse(line))
  return { season_code: seasoncode, game_code: gamecode }
}

const readLinesFile = async ({ path, kind }: Extract<FeedFile, { layout: 'lines' }>, found: Findings) =>
  readLines(path, (text, number) => {
    try {
      const { season_code, game_code } = keyOfLine(text)
      found.game(season_code, game_code, path).raw.set(kind, { text, wrapped: true, path })
    } catch (error) {
      found.refuse(`${basename(path)} line ${number}`, path, messageOf(error))
    }
  })

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

interface LooseAnswer {
  file: Extract<FeedFile, { layout: 'answer' }>
  text: string
}

const onlyOne = <Item>(items: Item[]): Item | null => {
  const [first, ...others] = new Set(items)
  return first === undefined || others.length > 0 ? null : first
}

/** A file per game does not say its season: the schedule beside it does, or a Header of the game, or a folder. */
const seasonOf = ({ file }: LooseAnswer, ofGame: LooseAnswer[], { schedules }: Findings): string | null => {
  const listed = schedules.get(file.root) ?? schedules.get(dirname(file.root)) ?? []
  const sameCode = listed.filter(({ game_code }) => game_code === file.game_code)
  const headers = ofGame.flatMap(
    ({ text }) => /"(?:CompetitionReducedName|pcom)"\s*:\s*"\s*([EU]\d{4})/.exec(text)?.[1] ?? [],
  )
  return (
    onlyOne(sameCode.map(({ season_code }) => season_code)) ??
    onlyOne(headers) ??
    seasonOfFolders(file.root) ??
    onlyOne(listed.map(({ season_code }) => season_code))
  )
}

const placeLoose = (loose: LooseAnswer[], found: Findings): void => {
  const groups = Map.groupBy(loose, ({ file }) => `${file.root}\n${file.game_code}`)
  for (const ofGame of groups.values()) {
    for (const answer of ofGame) {
      const { path, kind, game_code } = answer.file
      const season_code = seasonOf(answer, ofGame, found)
      if (game_code === null) found.refuse(path, path, 'which game? name its folder like game12')
      else if (season_code === null) found.refuse(path, path, 'which season? name a folder like E2024')
      else found.game(season_code, game_code, path).raw.set(kind, { text: answer.text, wrapped: false, path })
    }
  }
}

const parsed = ({ text, wrapped, path }: RawAnswer): unknown => {
  if (text.trim() === '') return undefined
  try {
    const json: unknown = JSON.parse(text)
    return wrapped ? Line.parse(json).data : json
  } catch (error) {
    throw new Error(`${basename(path)}: ${messageOf(error)}`, { cause: error })
  }
}

/** Parses the answers of one game; null when every one of them is empty. */
const opened = ({ season_code, game_code, raw, schedule, source }: RawGame): EuroleagueGame | null => {
  const game = `${season_code}_${game_code}`
  try {
    const answers = Object.fromEntries([...raw].map(([kind, answer]) => [kind, parsed(answer)]))
    if (isEmpty(schedule) && Object.values(answers).every(isEmpty)) return null
    return { game, source: [...source], answers: { season_code, game_code, ...answers, schedule } }
  } catch (error) {
    return { game, source: [...source], error: new FeedError(game, messageOf(error)) }
  }
}

const bySeasonAndCode = (a: RawGame, b: RawGame): number =>
  a.season_code === b.season_code ? a.game_code - b.game_code : a.season_code < b.season_code ? -1 : 1

/**
 * Every game in the files, by season and game code; what belongs to no game comes last, as errors.
 *
 * A path is a file or a folder with all its folders, in either layout: a file per kind of answer with a line per game,
 * or a file per game. An answer found twice counts as found last. Texts are held until their game's turn to be parsed
 * (about 60 MB a season), so that one broken answer refuses one game and no other.
 *
 * @throws {FeedError} before the first game, for a path that does not exist or holds nothing of this feed.
 */
export async function* gamesFromFiles(paths: string[]): AsyncGenerator<EuroleagueGame> {
  const found = new Findings()
  const loose: LooseAnswer[] = []
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
  for (const game of [...found.games.values()].toSorted(bySeasonAndCode)) {
    found.games.delete(`${game.season_code}_${game.game_code}`)
    const entry = opened(game)
    if (entry) yield entry
  }
  yield* found.refused
}
