import { z } from 'zod'
import { checked } from '../checked.ts'
import { FeedError } from '../feed.ts'
import { EXPECTED, type Part } from './part.ts'
import {
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
} from './result-sets.ts'

/** Tenths of a second. */
const REGULATION = 28_800

/** A box score of some minutes has the shape of a whole one; only its parameters say so. */
const isExcerpt = ({ parameters }: ResultSets): boolean => {
  const number = (name: string): number | null => {
    const value = parameters?.[name]
    return typeof value === 'number' ? value : null
  }
  switch (number('RangeType')) {
    case 1:
      return (number('StartPeriod') ?? 0) > 1 || (number('EndPeriod') ?? 4) < 4
    case 2:
      return (number('StartRange') ?? 0) > 0 || (number('EndRange') ?? REGULATION) < REGULATION
    default:
      return false
  }
}

const byGame = <Row extends { GAME_ID: string }>(rows: Row[]) => [...Map.groupBy(rows, ({ GAME_ID }) => GAME_ID)]

/** Reads the rows of one table; none where there is no such table. */
type Rows = <Schema extends z.ZodType>(name: string, schema: Schema) => z.output<Schema>[]

const rowsIn =
  ({ resultSets }: ResultSets, from: string): Rows =>
  (name, schema) => {
    const { headers, rowSet } = resultSets.find((table) => table.name === name) ?? { headers: [], rowSet: [] }
    const rows = rowSet.map((cells) => Object.fromEntries(headers.map((header, at) => [header, cells[at]])))
    return checked(z.array(schema), rows, name, from)
  }

const boxParts = (answer: ResultSets, rows: Rows, from: string): Part[] => {
  if (isExcerpt(answer)) throw new FeedError(from, 'a box score of a part of its game; it takes that of the whole game')
  const teams = rows('TeamStats', TeamRow)
  return byGame(rows('PlayerStats', BoxRow)).map(([game, players]) => {
    return { game, from, kind: 'box', players, teams: teams.filter(({ GAME_ID }) => GAME_ID === game) }
  })
}

const summaryParts = (rows: Rows, from: string): Part[] => {
  const lines = rows('LineScore', LineRow)
  const officials = rows('Officials', OfficialRow)
  const other = rows('OtherStats', OtherRow)
  const [info = null] = rows('GameInfo', InfoRow)
  return [...rows('GameSummary', HeaderRow), ...rows('GameHeader', HeaderRow)].map((header) => {
    const ofGame = lines.filter(({ GAME_ID }) => GAME_ID === header.GAME_ID)
    return { game: header.GAME_ID, from, kind: 'summary', summary: { header, lines: ofGame, officials, info, other } }
  })
}

const logParts = (answer: ResultSets, rows: Rows, from: string): Part[] => {
  if (answer.resultSets.some(({ headers }) => headers.includes('PLAYER_ID')))
    throw new FeedError(from, `a game log of players, which has no whole game; ${EXPECTED}`)
  return byGame(rows('LeagueGameLog', LogRow)).map(([game, teams]) => ({ game, from, kind: 'log', rows: teams }))
}

/**
 * What result sets of stats.nba.com have about each of their games.
 *
 * @throws {FeedError} for tables that are not read, for the box score of a part of a game, for another shape.
 */
export const statsParts = (json: unknown, from: string): Part[] => {
  const answer = checked(ResultSets, json, 'result sets', from)
  const names = new Set(answer.resultSets.map(({ name }) => name))
  const rows = rowsIn(answer, from)
  if (names.has('PlayByPlay'))
    return byGame(rows('PlayByPlay', PlayRow)).map(([game, plays]) => ({ game, from, kind: 'plays', rows: plays }))
  if (names.has('Shot_Chart_Detail'))
    return byGame(rows('Shot_Chart_Detail', ShotRow)).map(([game, shots]) => ({
      game,
      from,
      kind: 'shots',
      rows: shots,
    }))
  if (names.has('PlayerStats')) return boxParts(answer, rows, from)
  if (names.has('LeagueGameLog')) return logParts(answer, rows, from)
  if (names.has('GameSummary') || names.has('GameHeader')) return summaryParts(rows, from)
  throw new FeedError(from, `result sets of "${answer.resource}" are not read; ${EXPECTED}`)
}
