import { z } from 'zod'
import { FeedError } from '../feed.ts'
import type { Teams } from '../game-parts.ts'
import { parseResponse } from '../schemas.ts'
import { regulationMinutes } from './game-ids.ts'
import { LiveAction, LiveBox, ScheduleGame } from './live-schemas.ts'
import {
  ActionV3,
  BoxRow,
  HeaderRow,
  InfoRow,
  LineRow,
  LogRow,
  OfficialRow,
  OtherRow,
  PlayRow,
  ResultSets,
  ShotRow,
  TeamRow,
  type Summary,
} from './stats-schemas.ts'
import { BoxV3, GameV3 } from './stats-v3.ts'

/** The part of a response that is about one game. */
export type Part = {
  game: string
  /** The name of the file, for notes. */
  from: string
} & (
  | { kind: 'live box'; box: LiveBox }
  | { kind: 'live plays'; actions: LiveAction[] }
  | { kind: 'schedule'; entry: ScheduleGame }
  | { kind: 'summary'; summary: Summary }
  | { kind: 'scoreboard'; summary: Summary }
  // Only boxscoretraditionalv3 says who plays at home.
  | { kind: 'box'; players: BoxRow[]; teams: TeamRow[]; sides: Teams | null }
  | { kind: 'plays'; rows: PlayRow[] }
  | { kind: 'plays v3'; actions: ActionV3[] }
  | { kind: 'shots'; rows: ShotRow[] }
  | { kind: 'log'; rows: LogRow[] }
)

/** The files of this feed, for messages. */
export const EXPECTED =
  'expected a box score, play-by-play, scoreboard or league schedule of cdn.nba.com; playbyplayv3, boxscoretraditionalv3, ' +
  'boxscoresummaryv3 or scoreboardv3 of stats.nba.com; or its result sets: boxscore, boxscoresummary, playbyplay, ' +
  'shotchartdetail, scoreboard, leaguegamelog or leaguegamefinder of teams'

type Parameters = ResultSets['parameters']

/** Whether a box score covers only some minutes of the game, which only its parameters show. Ranges are tenths of a second. */
const isExcerpt = (parameters: Parameters, regulation: number): boolean => {
  const number = (name: string): number | null => {
    const value = parameters?.[name]
    return typeof value === 'number' ? value : null
  }
  switch (number('RangeType')) {
    case 1:
      return (number('StartPeriod') ?? 0) > 1 || (number('EndPeriod') ?? 4) < 4
    case 2:
      return (number('StartRange') ?? 0) > 0 || (number('EndRange') ?? regulation) < regulation
    default:
      return false
  }
}

/** @throws {FeedError} for a box score of a part of its game */
const checkWhole = (game: string, parameters: Parameters, from: string): void => {
  if (isExcerpt(parameters, regulationMinutes(game) * 600))
    throw new FeedError(from, 'a box score of a part of its game; expected that of the whole game')
}

const byGame = <Row extends { GAME_ID: string }>(rows: Row[]) => [...Map.groupBy(rows, ({ GAME_ID }) => GAME_ID)]

/** Reads the rows of a table; none if the response does not have it. */
type Rows = <Schema extends z.ZodType>(name: string, schema: Schema) => z.output<Schema>[]

const rowsIn =
  ({ resultSets }: ResultSets, from: string): Rows =>
  (name, schema) => {
    const { headers, rowSet } = resultSets.find((table) => table.name === name) ?? { headers: [], rowSet: [] }
    const rows = rowSet.map((cells) => Object.fromEntries(headers.map((header, at) => [header, cells[at]])))
    return parseResponse(z.array(schema), rows, name, from)
  }

const boxParts = (response: ResultSets, rows: Rows, from: string): Part[] => {
  const teams = rows('TeamStats', TeamRow)
  return byGame(rows('PlayerStats', BoxRow)).map(([game, players]) => {
    checkWhole(game, response.parameters, from)
    return { game, from, kind: 'box', players, teams: teams.filter(({ GAME_ID }) => GAME_ID === game), sides: null }
  })
}

const summaryPart = (kind: 'summary' | 'scoreboard', summary: Summary, from: string): Part => ({
  game: summary.header.GAME_ID,
  from,
  kind,
  summary,
})

const summaryParts = (rows: Rows, from: string): Part[] => {
  const lines = rows('LineScore', LineRow)
  const officials = rows('Officials', OfficialRow)
  const other = rows('OtherStats', OtherRow)
  const [info = null] = rows('GameInfo', InfoRow)
  const getSummary = (header: HeaderRow): Summary => {
    const ofGame = lines.filter(({ GAME_ID }) => GAME_ID === header.GAME_ID)
    return { header, lines: ofGame, officials, info, other }
  }
  return [
    ...rows('GameSummary', HeaderRow).map((header) => summaryPart('summary', getSummary(header), from)),
    ...rows('GameHeader', HeaderRow).map((header) => summaryPart('scoreboard', getSummary(header), from)),
  ]
}

/** The tables of leaguegamelog and leaguegamefinder, which have the same columns. */
const LOGS = ['LeagueGameLog', 'LeagueGameFinderResults']

const logParts = (response: ResultSets, rows: Rows, from: string): Part[] => {
  if (response.resultSets.some(({ headers }) => headers.includes('PLAYER_ID')))
    throw new FeedError(from, `a game log of players, which has no whole game; ${EXPECTED}`)
  return byGame(LOGS.flatMap((name) => rows(name, LogRow))).map(([game, teams]) => ({
    game,
    from,
    kind: 'log',
    rows: teams,
  }))
}

/**
 * Splits result sets of stats.nba.com by game.
 *
 * @throws {FeedError} for unknown tables, a box score of a part of a game, or a field with an unexpected value
 */
const statsParts = (json: unknown, from: string): Part[] => {
  const response = parseResponse(ResultSets, json, 'result sets', from)
  const names = new Set(response.resultSets.map(({ name }) => name))
  const rows = rowsIn(response, from)
  if (names.has('PlayByPlay'))
    return byGame(rows('PlayByPlay', PlayRow)).map(([game, plays]) => ({ game, from, kind: 'plays', rows: plays }))
  if (names.has('Shot_Chart_Detail'))
    return byGame(rows('Shot_Chart_Detail', ShotRow)).map(([game, shots]) => ({
      game,
      from,
      kind: 'shots',
      rows: shots,
    }))
  if (names.has('PlayerStats')) return boxParts(response, rows, from)
  if (LOGS.some((name) => names.has(name))) return logParts(response, rows, from)
  if (names.has('GameSummary') || names.has('GameHeader')) return summaryParts(rows, from)
  throw new FeedError(from, `result sets of "${response.resource}" are not read; ${EXPECTED}`)
}

const Game = z.object({ gameId: z.string() })
const LivePlays = Game.extend({ actions: z.array(LiveAction) })
const PlaysV3 = Game.extend({ actions: z.array(ActionV3) })
const Schedule = z.object({
  gameDates: z.array(z.object({ games: z.array(ScheduleGame.extend({ gameId: z.string() })) })),
})

const getField = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined

/** Only playbyplayv3 has an actionId. */
const isV3 = (actions: unknown): boolean => Array.isArray(actions) && getField(actions[0], 'actionId') !== undefined

const gameParts = (game: unknown, from: string): Part[] => {
  const plays = getField(game, 'actions')
  if (isV3(plays)) {
    const { gameId, actions } = parseResponse(PlaysV3, game, 'game', from)
    return [{ game: gameId, from, kind: 'plays v3', actions }]
  }
  if (plays !== undefined) {
    const { gameId, actions } = parseResponse(LivePlays, game, 'game', from)
    return [{ game: gameId, from, kind: 'live plays', actions }]
  }
  const { gameId } = parseResponse(Game, game, 'game', from)
  return [{ game: gameId, from, kind: 'live box', box: parseResponse(LiveBox, game, 'game', from) }]
}

const scheduleParts = (schedule: unknown, from: string): Part[] =>
  parseResponse(Schedule, schedule, 'leagueSchedule', from).gameDates.flatMap(({ games }) =>
    games.map(({ gameId, ...entry }): Part => ({ game: gameId, from, kind: 'schedule', entry })),
  )

/** The parameters of a request, of which a response without result sets has only the address. */
const requestParameters = (json: unknown): Record<string, number> => {
  const request = getField(getField(json, 'meta'), 'request')
  const { searchParams } = new URL(typeof request === 'string' && URL.canParse(request) ? request : 'http://unknown')
  return Object.fromEntries([...searchParams].map(([name, value]) => [name, Number(value)]))
}

const boxV3Parts = (json: unknown, box: unknown, from: string): Part[] => {
  const { game, ...parts } = parseResponse(BoxV3, box, 'boxScoreTraditional', from)
  checkWhole(game, requestParameters(json), from)
  return [{ game, from, kind: 'box', ...parts }]
}

const ScoreboardV3 = z.object({ games: z.array(GameV3) })

/** Splits a response of stats.nba.com that has neither result sets nor a game; null for any other. */
const v3Parts = (json: unknown, from: string): Part[] | null => {
  const box = getField(json, 'boxScoreTraditional')
  if (box !== undefined) return boxV3Parts(json, box, from)
  const summary = getField(json, 'boxScoreSummary')
  if (summary !== undefined)
    return [summaryPart('summary', parseResponse(GameV3, summary, 'boxScoreSummary', from), from)]
  const scoreboard = getField(json, 'scoreboard')
  if (scoreboard === undefined) return null
  return parseResponse(ScoreboardV3, scoreboard, 'scoreboard', from).games.map((game) =>
    summaryPart('scoreboard', game, from),
  )
}

/**
 * Splits a response, as parsed JSON, by game. The kind of the response is recognized by its content.
 *
 * @param from where the response was read, for notes and errors
 * @throws {FeedError} if it is not a response of this feed, or a field has an unexpected value
 */
export const toParts = (json: unknown, from: string): Part[] => {
  if (getField(json, 'resultSets') !== undefined) return statsParts(json, from)
  const schedule = getField(json, 'leagueSchedule')
  if (schedule !== undefined) return scheduleParts(schedule, from)
  const game = getField(json, 'game')
  if (game !== undefined) return gameParts(game, from)
  const ofV3 = v3Parts(json, from)
  if (ofV3 !== null) return ofV3
  if (getField(json, 'g') !== undefined || getField(json, 'lscd') !== undefined)
    throw new FeedError(from, `a response of data.nba.com, whose layout is not supported; ${EXPECTED}`)
  const other = Object.keys(json ?? {}).find((name) => name.startsWith('boxScore'))
  throw new FeedError(
    from,
    `${other === undefined ? 'not a response of this feed' : `${other} is not read`}; ${EXPECTED}`,
  )
}
