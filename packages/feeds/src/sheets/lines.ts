import { Side, type BundleLine, type BundleStats } from '@basketball-data/core/contract'
import { prepareName } from './near-names.ts'
import { GAMES, LINES, SHOTS, STATS } from './columns.ts'
import type { Days } from './dates.ts'
import type { Directory, Entry } from './directory.ts'
import { describeGame, type SheetGame } from './games.ts'
import { readPersonName, type PlayerFields, type TeamFields } from './records.ts'
import type { Column, Row, Table } from './table.ts'
import { EITHER_TIME, readDurations, type Duration } from './values.ts'

/** A line without its player. */
type LineFields = Omit<BundleLine, 'player'>

/** The lines of one team in a game. */
export type SheetBox = {
  lines: { player: Entry<PlayerFields>; line: LineFields; row: Row }[]
  /** The row of the totals, and that of the team alone, which has team rebounds and turnovers. */
  totals?: BundleStats
  team?: BundleStats
}

/** The boxes of a game. */
export type SheetBoxes = Record<Side, SheetBox>

/** A row for all players of a team, and one for what no player has. */
const TOTALS = /^(?:team )?(?:totals?|sum)$/i
const TEAM = /^(?:team|bench|coach(?:es)?|team ?\/ ?coach(?:es)?)$/i

type Pair = { made: number | null; attempted: number | null }

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

/** What is left of a total; null if a number is unknown, or more than the total. */
const minus = (total: number | null, part: number | null): number | null =>
  total === null || part === null || part > total ? null : total - part

const addUpPoints = (two: Pair, three: Pair, free: Pair): number | null =>
  plus(plus(plus(two.made, two.made), free.made), three.made === null ? null : 3 * three.made)

/** The statistics of a row, and whether one of its cells says that the player did not play. */
const readStats = (row: Row): { stats: BundleStats; isDnp: boolean } => {
  let isDnp = false
  const read = <Value>(column: Column<Value | 'dnp'>): Value | null => {
    const value = row.get(column)
    if (value !== 'dnp') return value
    isDnp = true
    return null
  }
  const readPair = ({ both, made, attempted }: (typeof SHOTS)['two']): Pair => {
    const pair = read(both)
    const shots = { made: read(made) ?? pair?.made ?? null, attempted: read(attempted) ?? pair?.attempted ?? null }
    if ((shots.made ?? 0) > (shots.attempted ?? Infinity))
      row.refuse(
        pair === null ? made : both,
        `${shots.made} made are more than ${shots.attempted} attempted; correct one of them.`,
      )
    return shots
  }
  const [three, free, fieldGoals] = [readPair(SHOTS.three), readPair(SHOTS.free_throws), readPair(SHOTS.field_goals)]
  const twos = readPair(SHOTS.two)
  const two = {
    made: twos.made ?? minus(fieldGoals.made, three.made),
    attempted: twos.attempted ?? minus(fieldGoals.attempted, three.attempted),
  }
  const fromField = plus(two.made, three.made)
  if (fieldGoals.made !== null && three.made !== null && fromField !== fieldGoals.made)
    row.refuse(
      SHOTS.field_goals.both,
      `${fieldGoals.made} field goals made are not the ${fromField ?? three.made} twos and threes of the row.`,
    )
  const [offensive, defensive, all] = [
    read(STATS.offensive_rebounds),
    read(STATS.defensive_rebounds),
    read(STATS.rebounds),
  ]
  const stats = {
    points: read(STATS.points) ?? addUpPoints(two, three, free),
    two_made: two.made,
    two_attempted: two.attempted,
    three_made: three.made,
    three_attempted: three.attempted,
    free_throws_made: free.made,
    free_throws_attempted: free.attempted,
    offensive_rebounds: offensive ?? minus(all, defensive),
    defensive_rebounds: defensive ?? minus(all, offensive),
    rebounds: all ?? plus(offensive, defensive),
    assists: read(STATS.assists),
    steals: read(STATS.steals),
    turnovers: read(STATS.turnovers),
    blocks: read(STATS.blocks),
    blocks_received: read(STATS.blocks_received),
    fouls: read(STATS.fouls),
    fouls_drawn: read(STATS.fouls_drawn),
    performance_index: read(STATS.performance_index) ?? undefined,
  }
  return { stats, isDnp }
}

/** Whether a player was on court: as a column says, else if there are minutes or anything is counted. */
const readPlayed = (
  row: Row,
  hasMinutes: boolean,
): { played: boolean; seconds: number | Duration | null; stats: BundleStats; plus_minus: number | null } => {
  const { stats, isDnp } = readStats(row)
  const minutes = row.get(LINES.minutes)
  const difference = row.get(LINES.plus_minus)
  const counted = Object.values(stats).filter((value) => value != null)
  const hasCounted = hasMinutes ? counted.some((value) => value !== 0) : counted.length > 0
  const sitsOut = isDnp || minutes === 'dnp' || difference === 'dnp'
  const played = row.get(LINES.played) ?? (!sitsOut && (minutes !== null || hasCounted))
  const { fouls: _fouls, performance_index: _index, ...onCourt } = stats // a foul can be called on the bench
  if (sitsOut && Object.values(onCourt).some((value) => (value ?? 0) > 0))
    row.refuse(LINES.minutes, 'is DNP, but the row has counts above zero; delete them, or write the minutes.')
  return {
    played,
    seconds: played && minutes !== 'dnp' ? minutes : null,
    stats,
    plus_minus: difference === 'dnp' ? null : difference,
  }
}

type Team = Entry<TeamFields>

/** The games of a file, as lines name them. */
export type GameIndex = {
  byId: ReadonlyMap<string, SheetGame>
  byTeam: ReadonlyMap<Team, readonly SheetGame[]>
  /** Teams with a game about which there is a mistake, which may hide that it is the game of a line. */
  unclear: ReadonlySet<Team>
  /** The columns that a sheet of games lacks, which is a mistake already. */
  lacks: ReadonlySet<Column<unknown>>
}

/** Games of one team; a season has up to a hundred. */
const MAX_GAMES = 500

const listTeams = ({ teams }: SheetGame): Team[] => [teams.home, teams.away].filter((team) => team !== undefined)

/** Indexes the games of a file. */
export const indexGames = (games: readonly SheetGame[], lacks: GameIndex['lacks']): GameIndex => {
  const byTeam = new Map<Team, SheetGame[]>()
  for (const game of games)
    for (const team of listTeams(game)) {
      const ofTeam = byTeam.get(team) ?? []
      byTeam.set(team, ofTeam)
      if (ofTeam.length < MAX_GAMES) ofTeam.push(game)
      else game.row.refuse(null, `${team.name} has more than ${MAX_GAMES} games; import a season at a time.`)
    }
  return {
    byId: new Map(games.flatMap((game) => (game.id === null ? [] : [[game.id, game]]))),
    byTeam,
    unclear: new Set(games.filter(({ row }) => row.isWrong()).flatMap(listTeams)),
    lacks,
  }
}

const MAX_LISTED = 5

/** Some of many, for a mistake. */
const listSome = (items: readonly string[]): string =>
  `${items.slice(0, MAX_LISTED).join(', ')}${items.length > MAX_LISTED ? ', …' : ''}`

type Context = {
  sheet: string
  days: Days
  index: GameIndex
  teams: Directory<TeamFields>
  players: Directory<PlayerFields>
}

/** A line whose time played is known when all of its column are. */
type Timed = { line: LineFields; row: Row; read: Duration }

const plays = ({ teams }: SheetGame, team: Team): boolean => teams.home === team || teams.away === team

/** The team of a column; undefined if the column is empty, or after a mistake. */
const findTeam = (row: Row, column: Column<string>, { sheet, teams, index }: Context): Team | undefined => {
  const name = row.get(column)
  if (name === null) return undefined
  const team = teams.findAgain(name, { sheet, row, column })
  if (team === undefined && !index.lacks.has(GAMES.home) && !index.lacks.has(GAMES.away))
    row.refuse(column, () => {
      const near = teams.suggest(name)
      const advice = near === undefined ? 'correct the name, or add the game.' : `is it ${near}?`
      return `${name} has no game in the sheet of games; ${advice}`
    })
  return team
}

const findById = (row: Row, id: string, { byId, lacks }: GameIndex): SheetGame | undefined => {
  const game = byId.get(id)
  if (game === undefined && (byId.size > 0 || lacks.size === 0))
    row.refuse(LINES.game, () =>
      byId.size === 0
        ? 'names a game by its id, but the sheet of games has no column id.'
        : `${id} is the id of no game; there are ${listSome([...byId.keys()])}.`,
    )
  return game
}

/** The columns of the other team of a line, and all that say which game it is of. */
const OTHERS = [LINES.opponent, LINES.home, LINES.away]
const PLACE = [LINES.game, LINES.date, LINES.team, ...OTHERS]

/** The game of a row: by its id, or the only one on its day between its teams. */
const findGame = (row: Row, team: Team | undefined, context: Context): SheetGame | undefined => {
  const { index, days } = context
  const id = row.get(LINES.game)
  if (id !== null) return findById(row, id, index)
  const others = OTHERS.flatMap((column) => findTeam(row, column, context) ?? [])
  const named = [...new Set([...(team === undefined ? [] : [team]), ...others])]
  const [first] = named
  if (row.isWrong(...PLACE) || first === undefined) return undefined
  const day = days.byRow.get(row)?.day
  if (day === undefined && OTHERS.every((column) => row.get(column) === null)) {
    row.refuse(LINES.date, 'is missing; a line needs the id of its game, or its date and team.')
    return undefined
  }
  if (index.lacks.size > 0) return undefined // a game cannot be found without its date and teams
  const between = (index.byTeam.get(first) ?? []).filter((game) => named.every((each) => plays(game, each)))
  const [game, second] = day === undefined ? between : between.filter((each) => each.day === day)
  if (game !== undefined && second === undefined) return game
  const names = named.map(({ name }) => name).join(' and ')
  if (second !== undefined)
    row.refuse(
      day === undefined ? LINES.opponent : LINES.date,
      `${names}: there are several such games; write the id of the game, or its date and opponent.`,
    )
  else if (!named.some((each) => index.unclear.has(each)))
    row.refuse(LINES.date, () => {
      const elsewhere = between.flatMap((each) => each.day ?? [])
      const other = elsewhere.length === 0 ? '' : `, but on ${listSome(elsewhere)}`
      return `${names}: no game on ${day ?? 'any day'}${other}; correct the date, or add the game.`
    })
  return undefined
}

/** The side of a team in a game; undefined after a mistake. */
const findSide = (row: Row, team: Team, game: SheetGame): Side | undefined => {
  const side = Side.options.find((each) => game.teams[each] === team)
  if (side === undefined && listTeams(game).length === Side.options.length)
    row.refuse(LINES.team, `${team.name} does not play in ${describeGame(game)}.`)
  return side
}

/** Lines that one team can have in a game. */
const MAX_LINES = 100

/** What a row of a player says; its seconds are null until `read` is understood. */
const readLine = (row: Row, hasMinutes: boolean): { line: LineFields; read: Duration | null } => {
  const { played, seconds, stats, plus_minus } = readPlayed(row, hasMinutes)
  const line = {
    number: row.get(LINES.number),
    starter: row.get(LINES.starter) ?? false,
    played,
    seconds: typeof seconds === 'number' ? seconds : null,
    stats,
    plus_minus,
  }
  return { line, read: typeof seconds === 'object' ? seconds : null }
}

/** @param team undefined if it is unknown: then it does not tell which of two players of one name is meant */
const findPlayer = (row: Row, name: string, team: Team | undefined, { sheet, players }: Context) => {
  const id = row.get(LINES.player_id)
  if (id !== null) return players.findById(id, name)
  const column = row.get(LINES.player) === null ? LINES.last_name : LINES.player
  return players.find(name, { sheet, row, column }, team === undefined ? null : prepareName(team.name).key)
}

const addLine = (
  row: Row,
  { name, player, line }: { name: string; player: Entry<PlayerFields>; line: LineFields },
  { game, side }: { game: SheetGame; side: Side },
  boxes: SheetBoxes,
): void => {
  const twin = Side.options.flatMap((each) => boxes[each].lines).find((each) => each.player === player)
  if (twin !== undefined)
    row.refuse(
      row.get(LINES.player) === null ? LINES.last_name : LINES.player,
      `${name} has a line in this game in row ${twin.row.number}; delete one of them, or give two players of one name their ids.`,
    )
  else if (boxes[side].lines.length >= MAX_LINES)
    row.refuse(null, `${game.teams[side]?.name ?? side} has more than ${MAX_LINES} lines in this game.`)
  else boxes[side].lines.push({ player, line, row })
}

/** Reads a sheet of lines into the boxes of its games. A line whose game is unknown is read for its other mistakes. */
export const readLines = ({ rows, has }: Table, context: Context, boxes: Map<SheetGame, SheetBoxes>): void => {
  const timed: Timed[] = []
  for (const row of rows) {
    const name = readPersonName(row, { ...LINES, name: LINES.player })
    const team = findTeam(row, LINES.team, context)
    if (row.get(LINES.team) === null && !row.isWrong(LINES.team)) row.refuse(LINES.team, 'is missing.')
    const game = findGame(row, team, context)
    const side = game && team && findSide(row, team, game)
    const ofGame = (game && boxes.get(game)) ?? { home: { lines: [] }, away: { lines: [] } }
    if (game !== undefined && side !== undefined) boxes.set(game, ofGame)
    const box = side === undefined ? { lines: [] } : ofGame[side]
    if (name !== undefined && TOTALS.test(name)) box.totals = readStats(row).stats
    else if (name !== undefined && TEAM.test(name)) box.team = readStats(row).stats
    else {
      const { line, read } = readLine(row, has(LINES.minutes))
      if (read !== null) timed.push({ line, row, read })
      const player = name === undefined ? undefined : findPlayer(row, name, team, context)
      if (name !== undefined && player !== undefined && game !== undefined && side !== undefined)
        addLine(row, { name, player, line }, { game, side }, ofGame)
    }
  }
  const toSeconds = readDurations(timed.map(({ read }) => read))
  for (const { line, row, read } of timed) {
    line.seconds = toSeconds(read) ?? null
    if (line.seconds === null) row.refuse(LINES.minutes, EITHER_TIME)
  }
}

/** Finds lines of games that have no score. */
export const checkBoxes = (boxes: ReadonlyMap<SheetGame, SheetBoxes>): void => {
  for (const [game, { home, away }] of boxes) {
    const [line] = [...home.lines, ...away.lines].toSorted((one, other) => one.row.number - other.row.number)
    if (line !== undefined && game.facts.status === 'scheduled' && !game.row.isWrong())
      line.row.refuse(null, `${describeGame(game)} has lines, but no score; write both scores, or delete the lines.`)
  }
}
