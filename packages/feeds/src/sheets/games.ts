import type { GameBundle, Side } from '@basketball-data/core/contract'
import { GAMES, MAX_OVERTIMES, MAX_PERIODS, PERIODS } from './columns.ts'
import { toTipOff, type Days } from './dates.ts'
import type { Directory, Entry } from './directory.ts'
import { prepareName, toIdentifier } from './near-names.ts'
import { getSeasonDays, type KnownRecords, type TeamFields } from './records.ts'
import type { Column, Row, Table } from './table.ts'
import type { Score } from './values.ts'

type Game = GameBundle['game']

/** A game of the file. */
export type SheetGame = {
  sheet: string
  row: Row
  /** As the column id has it; null without one. */
  id: string | null
  /** Undefined after a mistake. */
  day: string | undefined
  /** Undefined after a mistake. */
  teams: Record<Side, Entry<TeamFields> | undefined>
  coaches: Record<Side, string | undefined>
  facts: Omit<Game, 'external_id' | 'date'>
}

/** The columns that a sheet of games must have. */
export const REQUIRED_OF_GAMES = [GAMES.date, GAMES.home, GAMES.away]

const SCORE_COLUMNS = [GAMES.score, GAMES.home_score, GAMES.away_score]
const PERIOD_COLUMNS = [GAMES.periods, ...PERIODS.both, ...PERIODS.home, ...PERIODS.away]

const readScore = (row: Row): Score | null => {
  const both = row.get(GAMES.score)
  const [home, away] = [
    row.get(GAMES.home_score) ?? both?.home ?? null,
    row.get(GAMES.away_score) ?? both?.away ?? null,
  ]
  if (both !== null && (both.home !== home || both.away !== away))
    row.refuse(GAMES.score, `${both.home}-${both.away} is not ${home}-${away}, which other columns have.`)
  if (home !== null && away !== null) return { home, away }
  if (home !== away && !row.isWrong(...SCORE_COLUMNS))
    row.refuse(home === null ? GAMES.home_score : GAMES.away_score, 'is missing; a game has both scores, or none.')
  return null
}

/** Each period with the column that it is in, up to the last one that has points. Overtimes follow the `regular` periods. */
const readPeriodColumns = (row: Row, regular: number): { column: Column<unknown>; score: Score }[] => {
  const read = PERIODS.both.map((column, at) => {
    const both = row.get(column)
    if (both !== null) return { column, score: both }
    const [homes, aways] = [PERIODS.home[at], PERIODS.away[at]]
    const [home, away] = [homes && row.get(homes), aways && row.get(aways)]
    return home == null && away == null
      ? null
      : { column: homes ?? column, score: { home: home ?? NaN, away: away ?? NaN } }
  })
  const periods = Array.from(
    { length: MAX_PERIODS + MAX_OVERTIMES },
    (_, at) => (at < MAX_PERIODS ? read[at] : null) ?? (at < regular ? null : read[MAX_PERIODS + at - regular]) ?? null,
  )
  const last = periods.findLastIndex((period) => period !== null)
  return periods
    .slice(0, last + 1)
    .map((period, at) => period ?? { column: PERIODS.both[at] ?? GAMES.periods, score: { home: NaN, away: NaN } })
}

const total = (points: readonly number[]): number => points.reduce((sum, some) => sum + some, 0)

const readPeriods = (row: Row, score: Score | null, regular: number): Game['periods'] => {
  const given =
    row.get(GAMES.periods)?.map((each) => ({ column: GAMES.periods, score: each })) ?? readPeriodColumns(row, regular)
  const [first] = given
  if (first === undefined || row.isWrong(...SCORE_COLUMNS, ...PERIOD_COLUMNS)) return undefined
  const missing = given.find((period) => Number.isNaN(period.score.home + period.score.away))
  if (missing !== undefined) {
    row.refuse(missing.column, 'is missing; write the points of both teams in every period that was played.')
    return undefined
  }
  const periods = { home: given.map((period) => period.score.home), away: given.map((period) => period.score.away) }
  const [home, away] = [total(periods.home), total(periods.away)]
  if (score === null) row.refuse(first.column, 'has points, but the game has no score; write both scores.')
  else if (home !== score.home || away !== score.away)
    row.refuse(first.column, `The periods add up to ${home}-${away}, the score is ${score.home}-${score.away}.`)
  else if (given.length < regular)
    row.refuse(
      first.column,
      `The game has ${given.length} of ${regular} periods. If the league plays ${given.length}, write ${given.length} as periods in the sheet competition; otherwise write the points of all periods, or of none.`,
    )
  return periods
}

/** To whom a forfeit was awarded: a side, neither, or the name of a team; without it, the side that has more points. */
const readForfeitWinner = (row: Row, score: Score | null): Game['forfeit_winner'] => {
  const written = row.get(GAMES.winner)
  if (written === null && score !== null && score.home !== score.away) return score.home > score.away ? 'home' : 'away'
  const [winner, home, away] = [written, row.get(GAMES.home), row.get(GAMES.away)].map(
    (each) => prepareName(each ?? '').key,
  )
  if (winner !== '' && (winner === 'home' || winner === home)) return 'home'
  if (winner !== '' && (winner === 'away' || winner === away)) return 'away'
  if (winner === 'neither' || winner === 'none') return 'neither'
  if (winner !== '' && (home === '' || away === '')) return undefined // of which the missing team is the mistake
  row.refuse(GAMES.winner, 'A forfeit needs its winner; write home, away or neither.')
  return undefined
}

/** The status, which the scores tell if no column does. */
const readStatus = (row: Row, score: Score | null): Game['status'] => {
  const status = row.get(GAMES.status)
  if (status === null || row.isWrong(...SCORE_COLUMNS)) return score === null ? 'scheduled' : 'final'
  if (status === 'final' && score === null)
    row.refuse(GAMES.status, 'is final, but the scores are missing; write both, or leave the status empty.')
  if (status !== 'final' && status !== 'forfeit' && score !== null)
    row.refuse(
      GAMES.status,
      `is ${status.replace('_', ' ')}, but the game has a score; delete the score, or write final.`,
    )
  return status
}

/** Where the times of games are, and whether it is a mistake already that they have no time zone. */
export type Clock = { timeZone: string | undefined; isRefused: boolean }

const readTipOff = (row: Row, day: string | undefined, ofDate: number | null, clock: Clock): Game['tip_off'] => {
  const minutes = row.get(GAMES.time) ?? ofDate
  if (minutes === null) return undefined
  if (clock.timeZone === undefined) {
    if (!clock.isRefused)
      row.refuse(
        GAMES.time,
        'Times need a time zone, like Europe/Ljubljana: write it as time zone in the sheet competition, or pass it (--time-zone).',
      )
    clock.isRefused = true
    return undefined
  }
  if (day === undefined) return undefined
  const tipOff = toTipOff(day, minutes, clock.timeZone)
  if (tipOff === undefined)
    row.refuse(GAMES.time, `does not exist on ${day} in ${clock.timeZone}, where clocks are put forward.`)
  return tipOff
}

const requireValue = <Value>(row: Row, column: Column<Value>, { has }: Pick<Table, 'has'>): Value | undefined => {
  const value = row.get(column)
  if (value === null && has(column) && !row.isWrong(column)) row.refuse(column, 'is missing.')
  return value ?? undefined
}

/** Reads the rows of a sheet of games. A column that it lacks is one mistake, and not one of each row. */
export const readGames = (
  { sheet, rows, has }: Table,
  days: Days,
  teams: Directory<TeamFields>,
  clock: Clock,
  regularPeriods: number,
): SheetGame[] =>
  rows.map((row): SheetGame => {
    const date = days.byRow.get(row)
    if (date === undefined && has(GAMES.date) && !row.isWrong(GAMES.date)) row.refuse(GAMES.date, 'is missing.')
    const find = (column: typeof GAMES.home) => {
      const name = requireValue(row, column, { has })
      return name === undefined ? undefined : teams.find(name, { sheet, row, column })
    }
    const [home, away] = [find(GAMES.home), find(GAMES.away)]
    if (home !== undefined && home === away) row.refuse(GAMES.away, `${home.name} cannot play against itself.`)
    const written = readScore(row)
    const status = readStatus(row, written)
    const isForfeit = status === 'forfeit'
    const score = isForfeit ? null : written // which has no points, however the league writes it
    const neutral = row.get(GAMES.neutral)
    const referees = row.get(GAMES.referees)
    const period_minutes = row.get(GAMES.period_minutes) ?? undefined
    return {
      sheet,
      row,
      id: row.get(GAMES.id),
      day: date?.day,
      teams: { home, away },
      coaches: { home: row.get(GAMES.home_coach) ?? undefined, away: row.get(GAMES.away_coach) ?? undefined },
      facts: {
        stage: row.get(GAMES.stage) ?? undefined,
        round: row.get(GAMES.round) ?? undefined,
        tip_off: readTipOff(row, date?.day, date?.minutes ?? null, clock),
        status,
        forfeit_winner: isForfeit ? readForfeitWinner(row, written) : undefined,
        home_score: score?.home,
        away_score: score?.away,
        periods: isForfeit ? undefined : readPeriods(row, score, regularPeriods),
        period_minutes,
        attendance: row.get(GAMES.attendance) ?? undefined,
        venue: row.get(GAMES.venue) ?? undefined,
        officials: referees?.map((name) => ({ name, role: 'referee' as const })),
        neutral: neutral ?? undefined,
      },
    }
  })

const nameTeams = ({ teams }: SheetGame): string => `${teams.home?.name ?? '?'} – ${teams.away?.name ?? '?'}`

/** A game as mistakes name it. */
export const describeGame = (game: SheetGame): string => `${nameTeams(game)} (${game.sheet} row ${game.row.number})`

/** Finds games that are there twice, and those outside of their season. */
export const checkGames = (
  games: readonly SheetGame[],
  season: Omit<GameBundle['season'], 'external_id'> | undefined,
): void => {
  const byId = new Map<string, SheetGame>()
  const byTeams = new Map<string, SheetGame>()
  for (const game of games) {
    const { row, id, day, teams, facts } = game
    const isOfId = id === null ? undefined : byId.get(id)
    if (isOfId !== undefined)
      row.refuse(GAMES.id, `${id} is the id of ${describeGame(isOfId)}; give each game its own.`)
    else if (id !== null) byId.set(id, game)
    if (day === undefined) continue
    if (season !== undefined) {
      const { first, last } = getSeasonDays(season)
      if (day < first || day > last)
        row.refuse(
          GAMES.date,
          `${day} is outside of the season ${season.name}; correct the date, or the season in the sheet competition.`,
        )
    }
    if (teams.home === undefined || teams.away === undefined) continue
    const key = JSON.stringify([day, teams.home.external_id, teams.away.external_id, facts.tip_off])
    const twin = byTeams.get(key)
    if (twin !== undefined && isOfId === undefined)
      row.refuse(
        null,
        `is the same game as ${twin.sheet === game.sheet ? '' : `${twin.sheet} `}row ${twin.row.number}: ${nameTeams(twin)}; delete one of them.`,
      )
    byTeams.set(key, game)
  }
}

/** Adds a mistake for each game with the identifier of another one, over which it would be written. */
const checkIdentifiers = (ids: ReadonlyMap<SheetGame, string>): void => {
  const isIdentified = ({ id, day, teams: { home, away } }: SheetGame): boolean =>
    id !== null || (day !== undefined && home !== undefined && away !== undefined)
  const complete = [...ids].filter(([game]) => !game.row.isWrong() && isIdentified(game))
  for (const same of Map.groupBy(complete, ([, id]) => id).values())
    for (const [at, [game]] of same.entries()) {
      const other = same[at === 0 ? 1 : 0]?.[0]
      if (other === undefined) continue
      const why =
        game.id === null || other.id === null
          ? 'its date and teams; write an id for each'
          : `its id ${game.id}, of which only letters and digits count; write another one`
      game.row.refuse(GAMES.id, `is not told apart from ${describeGame(other)} by ${why}.`)
    }
}

/**
 * The identifier of each game: the one of its column, in its season; else its day and teams. A game without an identifier that
 * is new takes that of the only scheduled game of its teams that the file no longer has: it was moved to another day.
 */
export const identifyGames = (
  games: readonly SheetGame[],
  season: string,
  known: Pick<KnownRecords, 'teams' | 'games'>,
): ReadonlyMap<SheetGame, string> => {
  const ids = new Map(
    games.map((game) => {
      const { home, away } = game.teams
      const own =
        game.id === null
          ? [game.day, home?.external_id, away?.external_id].join('-')
          : prepareName(game.id).key || game.id
      return [game, toIdentifier(`${season}-${own}`)]
    }),
  )
  checkIdentifiers(ids)
  const taken = new Set(ids.values())
  const stored = new Set(known.games.map(({ external_id }) => external_id))
  const records = new Map(known.teams.map(({ external_id, id }) => [external_id, id]))
  const pair = (...teams: string[]): string => JSON.stringify(teams.map((team) => records.get(team) ?? team))
  const moved = Map.groupBy(
    known.games.filter(({ external_id, status }) => status === 'scheduled' && !taken.has(external_id)),
    ({ home, away }) => pair(home, away),
  )
  const added = Map.groupBy(
    games.filter((game) => game.id === null && !stored.has(ids.get(game) ?? '')),
    ({ teams }) => pair(teams.home?.external_id ?? '', teams.away?.external_id ?? ''),
  )
  for (const [teams, [game, another]] of added) {
    const [before, second] = moved.get(teams) ?? []
    if (game !== undefined && another === undefined && before !== undefined && second === undefined)
      ids.set(game, before.external_id)
  }
  return ids
}
