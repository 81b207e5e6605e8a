import { dayIn, parseClock } from '@basketball-data/core/contract'
import { z } from 'zod'
import { FeedError } from '../feed.ts'
import { filesAt, nothingFoundError, readText } from '../files.ts'
import { parseClockText } from '../nba/clock.ts'
import { parseGameId, regulationMinutes } from '../nba/game-ids.ts'
import { nbaLive } from '../nba/live-feed.ts'
import { liveRows } from '../nba/live-plays.ts'
import { LIVE_COLUMNS, LiveAction } from '../nba/live-schemas.ts'
import { parseResponse } from '../schemas.ts'
import { boxSoFar, sumTotal, toColumns, type LineSoFar, type PlayedPlay } from './box-so-far.ts'
import { toTimes, type PeriodLength } from './game-clock.ts'
import {
  distinctTimes,
  Fields,
  MINUTE,
  readRecordedGame,
  SECOND,
  toMinute,
  visibleAt,
  type ToMoment,
  type ReadRecordedGame,
  type RecordedFeed,
  type RecordedGame,
  type TimedRow,
} from './recorded-game.ts'

/** Delay of the box score after the play-by-play, and of the schedule after the end. */
const LAG = 10 * SECOND
const SCHEDULE_LAG = 30 * MINUTE

const Plays = z.looseObject({ game: z.looseObject({ gameId: z.string(), actions: z.array(Fields) }) })
/** An id as the feed writes it. */
const Id = z.union([z.string(), z.number()])
const Team = z.looseObject({
  teamId: Id,
  score: z.number(),
  players: z.array(z.looseObject({ personId: Id, statistics: Fields })),
  statistics: Fields.nullish(),
})
const Box = z.looseObject({
  game: z.looseObject({ gameId: z.string(), gameTimeUTC: z.string(), homeTeam: Team, awayTeam: Team }),
})
const Entry = z.looseObject({ gameId: z.string(), gameDateTimeUTC: z.string() })
const Schedule = z.object({
  leagueSchedule: z.object({ gameDates: z.array(z.object({ games: z.array(Entry) })) }),
})

/** The responses about one game, as parsed JSON. */
type Recording = { plays?: unknown; box?: unknown; entry?: z.output<typeof Entry> }

/** A time with a zone, at the moment at which it is replayed and in the same zone; other text stays. */
const movedTime = (time: unknown, tipOff: number, toMoment: ToMoment): unknown => {
  const [, fraction, zone] =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(typeof time === 'string' ? time : '') ?? []
  if (typeof time !== 'string' || zone === undefined) return time
  const recorded = Date.parse(time)
  const moment = toMoment(recorded - tipOff)
  if (moment === recorded) return time
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
  const iso = new Date(moment + offset).toISOString()
  return `${iso.slice(0, 19)}${fraction === undefined ? '' : iso.slice(19, 21)}${zone}`
}

const createPeriodLength = (game: string): PeriodLength => {
  const regular = (regulationMinutes(game) / 4) * 60
  return (period) => (period <= 4 ? regular : 300)
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const parseAction = (row: Fields, game: string) => parseResponse(LiveAction, row, 'actions', game)

type TimedAction = TimedRow & { action: ReturnType<typeof parseAction> }

const timedRows = (game: string, rows: readonly Fields[], tipOff: number): TimedAction[] => {
  const actions = rows.map((row) => ({ row, action: parseAction(row, game) }))
  const byClock = toTimes(
    actions.map(({ action: { period, clock } }) => ({
      period,
      left: parseClock(parseClockText(clock) ?? ''),
      recorded: null,
    })),
    createPeriodLength(game),
  )
  return actions.map(({ row, action }, at) => {
    const recorded = Date.parse(action.timeActual ?? '')
    const from = Number.isNaN(recorded) ? (byClock[at] ?? 0) : Math.max(0, recorded - tipOff)
    return { row, action, number: Number(row['actionNumber']), list: '', from }
  })
}

const isoDuration = (seconds: number): string => {
  const tenths = Math.round(seconds * 10)
  const [minutes, rest] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60]
  return `PT${String(minutes).padStart(2, '0')}M${String(rest).padStart(2, '0')}.${tenths % 10}0S`
}

/** The statistics of a line; statistics that cannot be counted from plays are 0. */
const buildStatistics = (recorded: Fields, line: LineSoFar): Fields => ({
  ...Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, typeof value === 'number' ? 0 : value])),
  ...toColumns(LIVE_COLUMNS, line),
  fieldGoalsMade: line.stats.two_made + line.stats.three_made,
  fieldGoalsAttempted: line.stats.two_attempted + line.stats.three_attempted,
  reboundsTotal: line.stats.rebounds,
  minutes: isoDuration(line.seconds),
  ...('plusMinusPoints' in recorded && { plusMinusPoints: line.plus_minus }),
})

type RecordedBox = z.output<typeof Box>['game']

/** The box score of a running game. */
const boxAt = (game: string, recorded: RecordedBox, rows: readonly TimedAction[]): Fields => {
  const { homeTeam, awayTeam } = recorded
  const actions = rows.map(({ action }) => action)
  const teams = { home: String(homeTeam.teamId), away: String(awayTeam.teamId) }
  const plays = liveRows(actions, teams).flatMap(({ period, clock, plays }) =>
    plays.map(({ type, side, player }): PlayedPlay => ({ type, side, player, period, left: parseClock(clock ?? '') })),
  )
  const starters = (team: typeof homeTeam) =>
    team.players.filter(({ starter }) => starter === '1').map(({ personId }) => String(personId))
  const getPeriodLength = createPeriodLength(game)
  const box = boxSoFar(plays, { home: starters(homeTeam), away: starters(awayTeam) }, getPeriodLength)
  const last = actions.at(-1)
  const side = (team: typeof homeTeam, name: 'home' | 'away', score: number) => {
    const lines = team.players.map(({ personId }) => box.of(String(personId)))
    const total = sumTotal(lines)
    // What the team has without a player: turnovers, and heaves.
    const own = box.team[name].stats
    const ofTeam = { turnoversTotal: total.stats.turnovers + own.turnovers, teamFieldGoalAttempts: own.three_attempted }
    return {
      ...team,
      score,
      periods: [],
      players: team.players.map((player, at) => {
        const line = lines[at]
        if (line === undefined) return player
        const flags = { played: line.played ? '1' : '0', oncourt: line.on_court ? '1' : '0' }
        return { ...player, ...flags, statistics: buildStatistics(player.statistics, line) }
      }),
      ...(team.statistics && {
        statistics: { ...buildStatistics(team.statistics, total), ...ofTeam },
      }),
    }
  }
  return {
    ...recorded,
    gameStatus: 2,
    gameStatusText: `Q${last?.period ?? 1} ${parseClockText(last?.clock ?? '') ?? ''}`.trim(),
    period: last?.period ?? 1,
    gameClock: last?.clock ?? '',
    attendance: 0,
    homeTeam: side(homeTeam, 'home', last?.scoreHome ?? 0),
    awayTeam: side(awayTeam, 'away', last?.scoreAway ?? 0),
  }
}

/** An entry of the schedule made from the box score, for recordings without a schedule. */
const toScheduleEntry = (box: RecordedBox): Fields => {
  const team = ({ teamId, teamCity, teamName, score }: z.output<typeof Team>) => ({
    teamId,
    teamCity,
    teamName,
    score,
  })
  const arena = Fields.nullish().parse(box['arena'])
  return {
    gameId: box.gameId,
    gameStatus: 3,
    gameStatusText: 'Final',
    gameDateTimeUTC: box.gameTimeUTC,
    postponedStatus: 'A',
    arenaName: text(arena?.['arenaName']),
    homeTeam: team(box.homeTeam),
    awayTeam: team(box.awayTeam),
  }
}

/** The beginning of a schedule's day, as the feed writes it: not UTC though it ends in Z. */
const easternDay = (moment: number): string => `${dayIn(new Date(moment), 'America/New_York')}T00:00:00Z`

/**
 * A recorded game of the NBA. Its events happen at their recorded times.
 *
 * @throws {FeedError} if its play-by-play or its tip-off is missing
 */
export const recordedNbaGame = (game: string, recording: Recording): RecordedGame => {
  if (recording.plays === undefined) throw new FeedError(game, 'without a live play-by-play it cannot be replayed')
  const plays = parseResponse(Plays, recording.plays, 'playbyplay', game)
  const raw = recording.box === undefined ? undefined : parseResponse(Box, recording.box, 'boxscore', game)
  const tipOff = Date.parse(raw?.game.gameTimeUTC ?? recording.entry?.gameDateTimeUTC ?? '')
  if (Number.isNaN(tipOff))
    throw new FeedError(game, 'without its tip-off, from box score or schedule, it cannot be replayed')
  const rows = timedRows(game, plays.game.actions, tipOff)
  if (rows.length === 0) throw new FeedError(game, 'its play-by-play is empty')
  const end = Math.max(...rows.map(({ from }) => from))
  const over = end + LAG
  const entry: Fields = recording.entry ?? (raw === undefined ? {} : toScheduleEntry(raw.game))
  const scores = raw && { home: raw.game.homeTeam.score, away: raw.game.awayTeam.score }
  const season = parseGameId(game).season.name

  /** The tip-off is a whole minute, wherever it is written. */
  const movedTipOff = (toMoment: ToMoment): ToMoment => {
    const late = toMoment(0) - toMinute(toMoment(0))
    return (elapsed) => toMoment(elapsed) - late
  }
  const moveRow = ({ row, ...timed }: TimedRow, toMoment: ToMoment): TimedRow => {
    const edited = 'edited' in row && { edited: movedTime(row['edited'], tipOff, toMoment) }
    return { ...timed, row: { ...row, timeActual: movedTime(row['timeActual'], tipOff, toMoment), ...edited } }
  }
  /** The rows as they are replayed: every request for them needs all of those before it. */
  let moved: { toMoment: ToMoment; rows: readonly TimedRow[] } | undefined
  const movedGame = (box: Fields, toMoment: ToMoment): Fields =>
    Object.fromEntries(
      Object.entries(box).map(([name, value]) => [
        name,
        /^game(Time|Et)/.test(name) ? movedTime(value, tipOff, movedTipOff(toMoment)) : value,
      ]),
    )
  return {
    game,
    season,
    tipOff,
    end,
    changes: distinctTimes([...rows.map(({ from }) => from), over, end + SCHEDULE_LAG]),
    entryAt: (elapsed, toMoment) => {
      const played = elapsed >= end + SCHEDULE_LAG
      const moment = toMinute(toMoment(0))
      const score = (name: 'homeTeam' | 'awayTeam', points: number | undefined) => ({
        ...Fields.parse(entry[name]),
        score: played ? (points ?? 0) : 0,
      })
      return {
        ...entry,
        gameStatus: played ? 3 : 1,
        gameStatusText: played ? 'Final' : '',
        gameDateEst: easternDay(moment),
        gameDateTimeUTC: new Date(moment).toISOString().replace('.000', ''),
        homeTeam: score('homeTeam', scores?.home),
        awayTeam: score('awayTeam', scores?.away),
      }
    },
    responseAt: (kind, elapsed, toMoment) => {
      switch (kind) {
        case 'playbyplay': {
          if (moved?.toMoment !== toMoment) moved = { toMoment, rows: rows.map((timed) => moveRow(timed, toMoment)) }
          const actions = visibleAt(moved.rows, elapsed).map(({ row }) => row)
          return actions.length === 0 ? undefined : { ...plays, game: { ...plays.game, actions } }
        }
        case 'boxscore': {
          const late = visibleAt(rows, elapsed - LAG)
          if (raw === undefined || late.length === 0) return undefined
          const known = elapsed >= over ? raw.game : boxAt(game, raw.game, late)
          return { ...raw, game: movedGame(known, toMoment) }
        }
        default:
          return undefined
      }
    },
  }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Adds a response to the recordings of its games. Responses of other hosts are skipped. */
const addResponse = (recordings: Map<string, Recording>, json: unknown): void => {
  const add = (game: string, part: Recording) => recordings.set(game, { ...recordings.get(game), ...part })
  const schedule = Schedule.safeParse(json)
  if (schedule.success)
    for (const { games } of schedule.data.leagueSchedule.gameDates)
      for (const entry of games) add(entry.gameId, { entry })
  const game = isObject(json) ? json['game'] : undefined
  if (!isObject(game) || typeof game['gameId'] !== 'string') return
  if (Array.isArray(game['actions'])) add(game['gameId'], { plays: json })
  else if ('homeTeam' in game) add(game['gameId'], { box: json })
}

/** Recorded games of the NBA, from files of its live data. */
export const recordedNba: RecordedFeed = {
  live: nbaLive,
  async *read(paths, signal): AsyncGenerator<ReadRecordedGame> {
    const recordings = new Map<string, Recording>()
    for (const path of paths) {
      for (const file of await filesAt(path, (each) => /\.json(\.gz)?$/i.test(each), signal)) {
        try {
          addResponse(recordings, JSON.parse(await readText(file, signal)))
        } catch (error) {
          if (error instanceof FeedError) yield { game: file, reason: error.reason }
          else if (error instanceof SyntaxError) yield { game: file, reason: `not JSON: ${error.message}` }
          else throw error
        }
      }
      const found = [...recordings.values()].some(({ plays }) => plays !== undefined)
      if (!found) throw await nothingFoundError(path, 'expected live play-by-plays and box scores of the NBA')
    }
    for (const [game, recording] of recordings) {
      // A schedule has all games of a season; few of them may be recorded.
      if (recording.plays === undefined && recording.box === undefined) continue
      yield readRecordedGame(game, () => recordedNbaGame(game, recording))
    }
  },
  buildSchedule: (season, entries) => ({
    leagueSchedule: {
      seasonYear: season,
      leagueId: '00',
      gameDates: Array.from(
        Map.groupBy(entries, ({ gameDateEst }) => text(gameDateEst)),
        ([day, games]) => ({ gameDate: `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)} 00:00:00`, games }),
      ),
    },
  }),
  missing: { status: 403, body: '<Error><Code>AccessDenied</Code></Error>', type: 'application/xml' },
  conditional: true,
}
