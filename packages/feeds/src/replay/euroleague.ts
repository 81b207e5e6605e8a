import { parseClock } from '@basketball-data/core/contract'
import { z } from 'zod'
import { readClock } from '../euroleague/clock.ts'
import { parsePlay } from '../euroleague/codes.ts'
import { headerFacts, scheduleFacts } from '../euroleague/facts.ts'
import { responsesByGame } from '../euroleague/files.ts'
import { euroleagueLive } from '../euroleague/live-feed.ts'
import { inPeriods } from '../euroleague/periods.ts'
import { checkResponses, isEmpty, type GameResponses } from '../euroleague/responses.ts'
import { COLUMNS, PLAY_LISTS, type PlayResponse } from '../euroleague/schemas.ts'
import { checkTipOff, parseStamp } from '../euroleague/tip-off.ts'
import { FeedError } from '../feed.ts'
import { pickFirst } from '../facts.ts'
import { Padded } from '../schemas.ts'
import { boxSoFar, sumTotal, toColumns, type PlayedPlay } from './box-so-far.ts'
import { toTimes } from './game-clock.ts'
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

/** How long before the tip-off the Header is there. */
const HEADER_AHEAD = 60 * MINUTE
/** How long after the last play the end of the game is entered. */
const END_DELAY = 20 * SECOND
/** Delay of Header and Boxscore after the play-by-play, and of the schedule after the end. */
const LAG = 30 * SECOND
const SCHEDULE_LAG = 30 * MINUTE

const getPeriodLength = (period: number): number => (period <= 4 ? 600 : 300)

const Rows = z.array(Fields).nullish()
const Sheet = z.looseObject({
  PlayersStats: z.array(z.looseObject({ Player_ID: Padded })),
  tmr: Fields.nullish(),
  totr: Fields.nullish(),
})
const Box = z.looseObject({ Stats: z.tuple([Sheet, Sheet]) })
const Shots = z.looseObject({ Rows: z.array(z.looseObject({ NUM_ANOT: z.number() })) })

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const local = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Day and hour of a moment as the Header has them, in central European time. */
const headerTime = (moment: number): { Date: string; Hour: string } => {
  const [date = '', hour = ''] = local.format(moment).split(', ')
  return { Date: date, Hour: `${hour} ` }
}

const isoMinute = (moment: number): string => `${new Date(moment).toISOString().slice(0, 16)}:00Z`

/** A time without a zone, moved by milliseconds. */
const movedTime = (time: unknown, by: number): unknown => {
  const moment = typeof time === 'string' ? Date.parse(`${time.replace(/Z$/, '')}Z`) : NaN
  if (Number.isNaN(moment) || by === 0) return time
  const zone = text(time).endsWith('Z') ? 'Z' : ''
  return `${new Date(moment + by).toISOString().slice(0, 19)}${zone}`
}

/** Every row with its time; the recorded times are those of shots. */
const timedRows = (raw: Fields, play: PlayResponse, recorded: ReadonlyMap<number, number>): TimedRow[] => {
  const rows = PLAY_LISTS.flatMap((list) => (Rows.parse(raw[list]) ?? []).map((row) => ({ row, list })))
  const read = inPeriods(play)
  const times = toTimes(
    read.map(({ row, period }) => {
      const type = parsePlay(row.PLAYTYPE)?.type
      const { clock } = readClock(row.MARKERTIME, row.MINUTE, period)
      const ended = type === 'period_end' || type === 'game_end'
      const left = ended ? 0 : parseClock(clock ?? '')
      return { period, left, recorded: row.NUMBEROFPLAY === null ? null : (recorded.get(row.NUMBEROFPLAY) ?? null) }
    }),
    getPeriodLength,
  )
  const ends = read.map(({ row }) => parsePlay(row.PLAYTYPE)?.type === 'game_end')
  return rows.map(({ row, list }, at) => ({
    row,
    list,
    number: read[at]?.row.NUMBEROFPLAY ?? at,
    from: (times[at] ?? 0) + (ends[at] ? END_DELAY : 0),
  }))
}

/** The plays of rows, for counting the box score. */
const getPlays = (rows: readonly TimedRow[], home: string): PlayedPlay[] => {
  const lists = Object.fromEntries(
    PLAY_LISTS.map((list) => [list, rows.filter((timed) => timed.list === list).map(({ row }) => row)]),
  )
  const { play } = checkResponses({ season_code: '', game_code: 0, playbyplay: lists }, '')
  return (play === null ? [] : inPeriods(play)).map(({ row, period }) => ({
    type: parsePlay(row.PLAYTYPE)?.type ?? 'other',
    side: row.CODETEAM === '' ? null : row.CODETEAM === home ? 'home' : 'away',
    player: row.PLAYER_ID === '' ? null : row.PLAYER_ID,
    period,
    left: parseClock(readClock(row.MARKERTIME, row.MINUTE, period).clock ?? ''),
  }))
}

const minutes = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

/** The running score after rows, and the score at the end of each period that has begun. */
const countScore = (rows: readonly TimedRow[]) => {
  const score = { home: 0, away: 0 }
  const periods = new Map<string, { home: number; away: number }>()
  for (const { row, list } of rows) {
    if (typeof row['POINTS_A'] === 'number') score.home = row['POINTS_A']
    if (typeof row['POINTS_B'] === 'number') score.away = row['POINTS_B']
    periods.set(list, { ...score })
  }
  return { ...score, periods: PLAY_LISTS.map((list) => periods.get(list)) }
}

/** The Boxscore of a running game. */
const boxAt = (raw: Fields, rows: readonly TimedRow[], home: string): Fields => {
  const recorded = Box.parse(raw)
  const listStarters = (sheet: z.output<typeof Sheet>) =>
    sheet.PlayersStats.filter((row) => Number(row['IsStarter']) === 1).map(({ Player_ID }) => Player_ID)
  const [homeSheet, awaySheet] = recorded.Stats
  const starters = { home: listStarters(homeSheet), away: listStarters(awaySheet) }
  const box = boxSoFar(getPlays(rows, home), starters, getPeriodLength)
  const Stats = ([homeSheet, awaySheet] as const).map((sheet, at) => {
    const team = box.team[at === 0 ? 'home' : 'away']
    const lines = sheet.PlayersStats.map(({ Player_ID }) => box.of(Player_ID))
    const total = sumTotal([...lines, team])
    return {
      ...sheet,
      PlayersStats: sheet.PlayersStats.map((row, index) => {
        const line = lines[index]
        if (line === undefined) return row
        const played = line.played ? minutes(line.seconds) : 'DNP'
        const onCourt = { IsPlaying: line.on_court ? 1 : 0 }
        const plus = 'Plusminus' in row ? { Plusminus: line.plus_minus } : {}
        return { ...row, ...onCourt, Minutes: played, ...toColumns(COLUMNS, line), ...plus }
      }),
      tmr: { ...sheet.tmr, ...toColumns(COLUMNS, team) },
      totr: { ...sheet.totr, Minutes: minutes(total.seconds), ...toColumns(COLUMNS, total) },
    }
  })
  const { periods } = countScore(rows)
  const totals = (side: 'home' | 'away') =>
    periods.flatMap((score, at) => (score === undefined || at > 3 ? [] : [[`Quarter${at + 1}`, score[side]] as const]))
  const ends = (['home', 'away'] as const).map((side, at) => ({
    Team: recorded.Stats[at]?.['Team'],
    ...Object.fromEntries(totals(side)),
  }))
  const parts = (['home', 'away'] as const).map((side, at) => ({
    Team: recorded.Stats[at]?.['Team'],
    ...Object.fromEntries(totals(side).map(([name, points], n, all) => [name, points - (all[n - 1]?.[1] ?? 0)])),
  }))
  return { ...raw, Live: true, Attendance: '0', ByQuarter: parts, EndOfQuarter: ends, Stats }
}

/** The Header of a game that has not ended. */
const headerAt = (raw: Fields, rows: readonly TimedRow[]): Fields => {
  const { home, away, periods } = countScore(rows)
  const quarters = [0, 1, 2, 3].flatMap((at) => [
    [`ScoreQuarter${at + 1}A`, periods[at]?.home ?? 0],
    [`ScoreQuarter${at + 1}B`, periods[at]?.away ?? 0],
  ])
  return {
    ...raw,
    Live: rows.length > 0,
    Capacity: '0',
    ScoreA: String(home),
    ScoreB: String(away),
    ScoreExtraTimeA: 0,
    ScoreExtraTimeB: 0,
    ...Object.fromEntries(quarters),
  }
}

/** An entry of the schedule made from the Header, for recordings without a schedule. */
const toScheduleEntry = (season: string, game_code: number, header: Fields): Fields => {
  const side = (letter: 'A' | 'B') => ({
    club: { code: text(header[`CodeTeam${letter}`]), name: text(header[`Team${letter}`]) },
    score: Number(header[`Score${letter}`]),
  })
  const phase = { code: text(header['PhaseReducedName']), name: text(header['Phase']), isGroupPhase: false }
  return {
    identifier: `${season}_${game_code}`,
    gameCode: game_code,
    season: { code: season },
    phaseType: phase,
    round: Number(header['Round']),
    played: true,
    confirmedDate: true,
    confirmedHour: true,
    local: side('A'),
    road: side('B'),
    audience: 0,
    venue: { name: text(header['Stadium']) },
    gameStatus: 'Confirmed',
  }
}

/** An entry of the schedule, moved to a moment; without the score until the game has been played. */
const movedEntry = (entry: Fields, recordedTipOff: number, played: boolean, toMoment: ToMoment): Fields => {
  const stated = Date.parse(text(entry['utcDate']))
  const moment = toMinute(toMoment(Number.isNaN(stated) ? 0 : stated - recordedTipOff))
  const times = Number.isNaN(stated)
    ? { utcDate: isoMinute(moment), localDate: centralIso(moment) }
    : Object.fromEntries(['date', 'localDate', 'utcDate'].map((key) => [key, movedTime(entry[key], moment - stated)]))
  if (played) return { ...entry, ...times }
  const noScore = (side: unknown) => ({ ...Fields.parse(side), score: 0, standingsScore: 0, partials: null })
  const { local: home, road } = entry
  return { ...entry, ...times, played: false, audience: 0, winner: null, local: noScore(home), road: noScore(road) }
}

const centralIso = (moment: number): string => {
  const { Date: date, Hour } = headerTime(moment)
  const [day, month, year] = date.split('/')
  return `${year}-${month}-${day}T${Hour.trim()}:00`
}

/** "yyyymmddhhmmss" of a moment. */
const stampText = (moment: number): string => new Date(moment).toISOString().replace(/\D/g, '').slice(0, 14)

/** The shots of visible rows, at the moments at which they are replayed. */
const shotsAt = (raw: Fields, rows: readonly TimedRow[], stampAt: (shot: Fields) => unknown): Fields => {
  const visible = new Set(rows.map(({ number }) => number))
  const shots = Shots.parse(raw).Rows.filter(({ NUM_ANOT }) => visible.has(NUM_ANOT))
  return { ...raw, Rows: shots.map((shot) => ({ ...shot, UTC: stampAt(shot) })) }
}

/**
 * A recorded game of the EuroLeague or the EuroCup. Its events happen when its shots were recorded, the others in between by
 * the clock of the game.
 *
 * @throws {FeedError} if its play-by-play, its day or its teams are missing
 */
export const recordedEuroleagueGame = (responses: GameResponses): RecordedGame => {
  const { season_code: season, game_code } = responses
  const game = `${season}_${game_code}`
  const { play, points, header, schedule } = checkResponses(responses, game)
  if (play === null) throw new FeedError(game, 'without a play-by-play it cannot be replayed')
  const stated = pickFirst(
    [...(schedule ? [scheduleFacts(schedule)] : []), ...(header ? [headerFacts(header)] : [])],
    'tip_off',
  )
  if (stated == null) throw new FeedError(game, 'without its tip-off, from Header or schedule, it cannot be replayed')
  const checked = checkTipOff(Date.parse(stated), points?.Rows ?? [])
  const tipOff = checked.tipOff ?? Date.parse(stated)
  const stampsWrong = checked.finding === 'stamps wrong'

  const recorded = new Map<number, number>()
  for (const row of stampsWrong ? [] : (points?.Rows ?? [])) {
    const stamp = parseStamp(row)
    if (row.NUM_ANOT !== null && stamp !== null) recorded.set(row.NUM_ANOT, stamp - tipOff)
  }
  const rawPlay = Fields.parse(responses.playbyplay)
  const rows = timedRows(rawPlay, play, recorded)
  const ended = rows.findLast(({ row }) => parsePlay(text(row['PLAYTYPE']))?.type === 'game_end')
  const end = ended?.from ?? Math.max(...rows.map(({ from }) => from))
  const settled = Math.max(end, ...rows.map(({ from }) => from))
  const over = end + LAG
  const [rawHeader, rawBox, rawPoints] = [responses.header, responses.boxscore, responses.points].map((response) =>
    isEmpty(response) ? undefined : Fields.parse(response),
  )
  const entry = isEmpty(responses.schedule)
    ? toScheduleEntry(season, game_code, rawHeader ?? {})
    : Fields.parse(responses.schedule)
  const headerMoment = header === null ? NaN : Date.parse(headerFacts(header).tip_off ?? '')

  return {
    game,
    season,
    tipOff,
    end,
    changes: distinctTimes([-HEADER_AHEAD, ...rows.map(({ from }) => from), over, end + SCHEDULE_LAG]),
    entryAt: (elapsed, toMoment) => movedEntry(entry, tipOff, elapsed >= end + SCHEDULE_LAG, toMoment),
    responseAt: (kind, elapsed, toMoment) => {
      const late = visibleAt(rows, elapsed - LAG)
      switch (kind) {
        case 'Header': {
          if (rawHeader === undefined || elapsed < -HEADER_AHEAD) return undefined
          const known = elapsed >= over ? rawHeader : headerAt(rawHeader, late)
          const moment = toMinute(toMoment(Number.isNaN(headerMoment) ? 0 : headerMoment - tipOff))
          const { Date: date, Hour } = headerTime(moment)
          return moment === headerMoment
            ? known
            : { ...known, Date: date, Hour: Number.isNaN(headerMoment) ? known['Hour'] : Hour }
        }
        case 'Boxscore':
          if (rawBox === undefined || late.length === 0) return undefined
          return elapsed >= over ? rawBox : boxAt(rawBox, late, play.CodeTeamA)
        case 'PlaybyPlay': {
          const visible = visibleAt(rows, elapsed)
          if (visible.length === 0) return undefined
          const lists = PLAY_LISTS.map((list) => [
            list,
            list === 'ExtraTime' && rawPlay[list] === null
              ? null
              : visible.filter((timed) => timed.list === list).map(({ row }) => row),
          ])
          return { ...rawPlay, Live: elapsed < end, ...Object.fromEntries(lists) }
        }
        case 'Points': {
          if (rawPoints === undefined || elapsed < 0) return undefined
          if (elapsed >= settled && toMoment(0) === tipOff && toMoment(MINUTE) === tipOff + MINUTE) return rawPoints
          return shotsAt(rawPoints, visibleAt(rows, elapsed), (shot) => {
            const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text(shot['UTC'])) ?? []
            const stamp = Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`)
            return Number.isNaN(stamp) || stampsWrong ? shot['UTC'] : stampText(toMoment(stamp - tipOff))
          })
        }
        default:
          return undefined
      }
    },
  }
}

/** Recorded games of the EuroLeague and the EuroCup. */
export const recordedEuroleague: RecordedFeed = {
  live: euroleagueLive,
  async *read(paths, signal): AsyncGenerator<ReadRecordedGame> {
    for await (const { game, responses, error } of responsesByGame(paths, signal))
      yield readRecordedGame(game, () => {
        if (error) throw error
        return recordedEuroleagueGame(responses)
      })
  },
  buildSchedule: (_season, entries) => ({ data: entries, total: entries.length }),
  missing: { status: 200, body: '', type: 'application/json' },
  conditional: false,
}
