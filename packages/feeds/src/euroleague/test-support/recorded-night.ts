import { parseClock } from '@basketball-data/core/contract'
import { z } from 'zod'
import type { HostResponse } from '../../test-support/core.ts'

/** The final responses of a game. */
export type RecordedGame = {
  game_code: number
  Header: Record<string, unknown>
  Boxscore: Record<string, unknown>
  PlaybyPlay: Record<string, unknown>
  Points: { Rows: Record<string, unknown>[] }
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Seconds that a second on the clock of a game takes. */
const PACE = 2.2
/** Minutes before the second, third and fourth period, and each overtime. */
const BREAKS = [0, 2, 15, 2, 2]
/** Seconds after the last buzzer until the play-by-play has its end, and by which Header and Boxscore are behind it. */
const END_DELAY = 20
const LAG = 30

const Row = z.object({
  NUMBEROFPLAY: z.number(),
  PLAYTYPE: z.string(),
  MINUTE: z.number(),
  MARKERTIME: z.string(),
  POINTS_A: z.number().nullable(),
  POINTS_B: z.number().nullable(),
})

const LISTS = ['FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'ForthQuarter', 'ExtraTime'] as const

const lengthOf = (period: number): number => (period <= 4 ? 600 : 300)

/** Milliseconds after the tip-off at which a period begins. */
const startOf = (period: number): number => {
  let passed = 0
  for (let each = 1; each <= period; each++)
    passed += (BREAKS[Math.min(each, 5) - 1] ?? 0) * MINUTE + (each > 1 ? lengthOf(each - 1) * PACE * SECOND : 0)
  return passed
}

/** Milliseconds after the tip-off at which a row is served. */
const servedAt = (row: z.infer<typeof Row>, list: number): number => {
  const period = list < 4 ? list + 1 : 5 + Math.max(0, Math.trunc((row.MINUTE - 41) / 5))
  const type = row.PLAYTYPE.trim()
  const end = lengthOf(period) * PACE * SECOND
  if (type === 'BP') return startOf(period)
  if (type === 'EP') return startOf(Math.trunc(period)) + end
  if (type === 'EG') return startOf(period) + end + END_DELAY * SECOND
  const left = parseClock(row.MARKERTIME.trim()) ?? 0
  return startOf(period) + (lengthOf(period) - left) * PACE * SECOND
}

type Timed = { row: Record<string, unknown>; checked: z.infer<typeof Row>; list: number; at: number }

/** A game that is played from a tip-off on, as the feed serves it. */
export const createNightGame = (recorded: RecordedGame, tipOff: number) => {
  const timed: Timed[] = LISTS.flatMap((name, list) =>
    z
      .array(z.record(z.string(), z.unknown()))
      .parse(recorded.PlaybyPlay[name] ?? [])
      .map((row) => {
        const checked = Row.parse(row)
        return { row, checked, list, at: servedAt(checked, list) }
      }),
  )
  const lastRow = Math.max(...timed.map(({ at }) => at))
  const end = tipOff + lastRow
  const visible = (at: number): Timed[] => timed.filter((each) => tipOff + each.at <= at || at >= end)
  const scoreAt = (at: number) => {
    let [home, away] = [0, 0]
    for (const { checked } of visible(at)) {
      home = checked.POINTS_A ?? home
      away = checked.POINTS_B ?? away
    }
    return { home, away }
  }
  const header = recorded.Header
  const day = new Date(tipOff)
  const local = new Date(tipOff + 60 * MINUTE).toISOString()
  const date = `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)}`
  const moved = { ...header, Date: date, Hour: `${local.slice(11, 16)} ` }
  const isLive = (at: number) => at >= tipOff && at < end + LAG * SECOND

  return {
    game_code: recorded.game_code,
    end,
    scoreAt,
    /** Its entry in the schedule, which has the score half an hour after the end. */
    entryAt: (at: number) => {
      const played = at >= end + 30 * MINUTE
      const side = (letter: 'A' | 'B') => ({
        club: { code: header[`CodeTeam${letter}`], name: header[`Team${letter}`] },
        score: played ? Number(header[`Score${letter}`]) : 0,
      })
      return {
        gameCode: recorded.game_code,
        season: { code: 'E2022' },
        phaseType: { code: 'RS', name: 'Regular Season', isGroupPhase: false },
        round: header['Round'],
        played,
        localDate: local.slice(0, 19),
        utcDate: day.toISOString(),
        confirmedHour: true,
        local: side('A'),
        road: side('B'),
        audience: 0,
        venue: { name: header['Stadium'] },
        gameStatus: 'Confirmed',
      }
    },
    responseAt: (kind: string, at: number): HostResponse => {
      const late = at - LAG * SECOND
      if (at < tipOff - 60 * MINUTE) return { text: '' }
      const live = isLive(at)
      const { home, away } = scoreAt(late)
      switch (kind) {
        case 'Header':
          return {
            json: at < tipOff || live ? { ...moved, Live: live, ScoreA: String(home), ScoreB: String(away) } : moved,
          }
        case 'Boxscore': {
          if (at < tipOff) return { text: '' }
          if (!live) return { json: recorded.Boxscore }
          const sheets = z.array(z.looseObject({ totr: z.looseObject({}) })).parse(recorded.Boxscore['Stats'])
          const Stats = sheets.map((sheet, index) => ({
            ...sheet,
            totr: { ...sheet.totr, Points: index === 0 ? home : away },
          }))
          return { json: { ...recorded.Boxscore, Live: true, EndOfQuarter: [], ByQuarter: [], Stats } }
        }
        case 'PlaybyPlay': {
          if (at < tipOff) return { text: '' }
          const rows = visible(at)
          const lists = LISTS.map((name, list) => [
            name,
            rows.filter((each) => each.list === list).map(({ row }) => row),
          ])
          return { json: { ...recorded.PlaybyPlay, Live: at < end, ...Object.fromEntries(lists) } }
        }
        case 'Points': {
          const numbers = new Set(visible(at).map(({ checked }) => checked.NUMBEROFPLAY))
          const Rows = recorded.Points.Rows.filter(({ NUM_ANOT }) => numbers.has(Number(NUM_ANOT)))
          return at < tipOff ? { text: '' } : { json: { Rows: Rows.map((row) => ({ ...row, UTC: '' })) } }
        }
        default:
          throw new Error(`there is no resource ${kind}`)
      }
    },
  }
}
export type NightGame = ReturnType<typeof createNightGame>

/** The responses of the host of the feed during a night of games. */
export const nightResponses =
  (games: readonly NightGame[]) =>
  (path: string, at: number): HostResponse | null => {
    if (path === '/v2/competitions/E/seasons/E2022/games') {
      const data = games.map((game) => game.entryAt(at))
      return { json: { data, total: data.length } }
    }
    const [, kind = '', code] = /^\/api\/(\w+)\?gamecode=(\d+)&seasoncode=E2022$/.exec(path) ?? []
    return games.find((game) => String(game.game_code) === code)?.responseAt(kind, at) ?? null
  }
