import {
  boxRow,
  boxscore,
  byPlayer,
  header,
  playByPlay,
  playRow,
  shotRow,
} from '../../euroleague/test-support/sample-game.ts'
import type { GameResponses } from '../../euroleague/responses.ts'
import { Random } from '../../simulator/random.ts'
import type { Fields } from '../recorded-game.ts'

const MINUTE = 60_000

const clock = (left: number): string =>
  `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
const stamp = (moment: number): string => new Date(moment).toISOString().replace(/\D/g, '').slice(0, 14)

/** The columns that made-up plays count in. */
const NOTHING = {
  Points: 0,
  FieldGoalsMade2: 0,
  FieldGoalsAttempted2: 0,
  FieldGoalsMade3: 0,
  FieldGoalsAttempted3: 0,
  Assistances: 0,
  FoulsCommited: 0,
  FoulsReceived: 0,
}
type Counts = typeof NOTHING

const columns = (counts: Counts): Fields => {
  const { Points, Assistances, FoulsReceived, FoulsCommited } = counts
  const missed =
    counts.FieldGoalsAttempted2 - counts.FieldGoalsMade2 + counts.FieldGoalsAttempted3 - counts.FieldGoalsMade3
  return { ...counts, Valuation: Points + Assistances + FoulsReceived - FoulsCommited - missed }
}

/**
 * The final responses about a made-up game of the season 2022, with a play every 10 to 30 seconds, as the feed has them. A shot is
 * recorded at its real time: 2.2 seconds for each on the clock.
 */
export const madeUpGame = (game_code: number, tipOff: number, seed = 'a'): GameResponses => {
  const random = new Random(`${seed}/${game_code}`)
  const counts = new Map<number, Counts>()
  const shots: Fields[] = []
  const ends: { home: number; away: number }[] = []
  const score = { home: 0, away: 0 }
  let number = 0
  let begin = 0
  const count = (player: number, changes: Partial<Counts>) => {
    const line = { ...(counts.get(player) ?? NOTHING) }
    for (const [column, value] of Object.entries(changes) as [keyof Counts, number][]) line[column] += value
    counts.set(player, line)
  }
  const row = (made: Fields): Fields => ({ ...made, NUMBEROFPLAY: (number += 1) })

  const quarter = (index: number): Fields[] => {
    const rows = [row(playRow('BP', { MINUTE: index * 10 + 1 }))]
    let left = 600
    for (;;) {
      left -= 10 + random.below(21)
      if (left <= 0) break
      const home = random.chance(0.52)
      const player = (home ? 1 : 11) + random.below(5)
      const mate = (home ? 1 : 11) + ((player - (home ? 1 : 11) + 1) % 5)
      const MINUTE_OF_GAME = index * 10 + 10 - Math.floor((left - 1) / 60)
      const at = { MINUTE: MINUTE_OF_GAME }
      if (random.chance(0.2)) {
        count(player, { FoulsCommited: 1 })
        count(player < 10 ? 11 : 1, { FoulsReceived: 1 })
        rows.push(
          row(byPlayer('CM', player, clock(left), at)),
          row(byPlayer('RV', player < 10 ? 11 : 1, clock(left), at)),
        )
        continue
      }
      const [value, made] = [random.chance(0.35) ? 3 : 2, random.chance(0.5)] as const
      const action = `${value}FG${made ? 'M' : 'A'}`
      if (made) score[home ? 'home' : 'away'] += value
      count(player, {
        Points: made ? value : 0,
        [`FieldGoalsMade${value}`]: made ? 1 : 0,
        [`FieldGoalsAttempted${value}`]: 1,
      })
      const points = made ? { POINTS_A: score.home, POINTS_B: score.away } : {}
      const shot = row(byPlayer(action, player, clock(left), { ...at, ...points }))
      rows.push(shot)
      const moment = tipOff + begin + (600 - left) * 2200
      shots.push(shotRow(number, player, action, { ...at, POINTS: made ? value : 0, UTC: stamp(moment) }))
      if (made && random.chance(0.6)) {
        count(mate, { Assistances: 1 })
        rows.push(row(byPlayer('AS', mate, clock(left), at)))
      }
    }
    if (index === 3 && score.home === score.away) {
      score.home += 2
      count(1, { Points: 2, FieldGoalsMade2: 1, FieldGoalsAttempted2: 1 })
      rows.push(row(byPlayer('2FGM', 1, '00:01', { MINUTE: 40, POINTS_A: score.home, POINTS_B: score.away })))
      shots.push(shotRow(number, 1, '2FGM', { MINUTE: 40, POINTS: 2, UTC: stamp(tipOff + begin + 599 * 2200) }))
    }
    rows.push(row(playRow(index === 3 ? 'EG' : 'EP', { MINUTE: index * 10 + 11 })))
    begin += 600 * 2200 + (index === 1 ? 15 : 2) * MINUTE
    ends.push({ ...score })
    return rows
  }
  const quarters = [0, 1, 2, 3].map(quarter)

  const sheet = (base: Fields, players: number[]): Fields => {
    const lines = players.map((player) => counts.get(player) ?? NOTHING)
    const total = Object.fromEntries(
      Object.keys(NOTHING).map((column) => [
        column,
        lines.reduce((sum, line) => sum + line[column as keyof Counts], 0),
      ]),
    ) as Counts
    return {
      ...base,
      PlayersStats: players.map((player, at) => boxRow(player, columns(lines[at] ?? NOTHING))),
      tmr: { ...(base['tmr'] as Fields), OffensiveRebounds: 0, TotalRebounds: 0, Valuation: 0 },
      totr: { ...(base['totr'] as Fields), OffensiveRebounds: 0, TotalRebounds: 0, ...columns(total) },
    }
  }
  const [homeSheet = {}, awaySheet = {}] = boxscore()['Stats'] as Fields[]
  const running = (side: 'home' | 'away') => Object.fromEntries(ends.map((end, at) => [`Quarter${at + 1}`, end[side]]))
  const parts = (side: 'home' | 'away') =>
    Object.fromEntries(ends.map((end, at) => [`Quarter${at + 1}`, end[side] - (ends[at - 1]?.[side] ?? 0)]))
  const totals = (side: 'home' | 'away', letter: 'A' | 'B') =>
    Object.fromEntries(ends.map((end, at) => [`ScoreQuarter${at + 1}${letter}`, end[side]]))
  // Central European time; the season's clocks are one hour ahead in winter.
  const local = new Date(tipOff + 60 * MINUTE).toISOString()
  return {
    season_code: 'E2022',
    game_code,
    header: header({
      Date: `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)}`,
      Hour: `${local.slice(11, 16)} `,
      ScoreA: String(score.home),
      ScoreB: String(score.away),
      ...totals('home', 'A'),
      ...totals('away', 'B'),
    }),
    boxscore: boxscore(undefined, {
      ByQuarter: [parts('home'), parts('away')],
      EndOfQuarter: [running('home'), running('away')],
      Stats: [sheet(homeSheet, [1, 2, 3, 4, 5]), sheet(awaySheet, [11, 12, 13, 14, 15])],
    }),
    playbyplay: playByPlay(quarters),
    points: { Rows: shots },
  }
}
