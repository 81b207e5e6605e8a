import type { GameBundle } from '@basketball-data/core'
import type { EventType, Side } from '@basketball-data/core/contract'

type Line = NonNullable<GameBundle['home']['players']>[number]
type Stats = Line['stats']
type Stat = Exclude<keyof Stats, 'performance_index'>

/** Numbers below 1, the same for the same seed on every machine. */
export const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const PERIODS = 4
const PERIOD_SECONDS = 600
const POSSESSIONS = 12

/** A line of someone who did nothing. */
export const noStats = (): Record<Stat, number> => ({
  points: 0,
  two_made: 0,
  two_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  offensive_rebounds: 0,
  defensive_rebounds: 0,
  rebounds: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocks_received: 0,
  fouls: 0,
  fouls_drawn: 0,
})

const clockOf = (left: number): string =>
  `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/** What a game is between: the players of each side by external_id, of whom all take part. */
export type Squads = Record<Side, string[]>

/**
 * Plays a short game of few events, so that score, box score, play-by-play and shots agree: possessions in turn, each a
 * turnover or a shot that is made or rebounded.
 */
export const play = (random: () => number, squads: Squads) => {
  const stats = new Map([...squads.home, ...squads.away].map((player) => [player, noStats()]))
  const score: Record<Side, number> = { home: 0, away: 0 }
  const periods: Record<Side, number[]> = { home: [], away: [] }
  const events: NonNullable<GameBundle['events']> = []
  const shots: NonNullable<GameBundle['shots']> = []
  let now = { period: 1, clock: '10:00' }

  const pick = (side: Side): string => squads[side][Math.floor(random() * squads[side].length)] ?? ''
  const count = (player: string, ...names: Stat[]) => {
    const line = stats.get(player)
    if (line !== undefined) for (const name of names) line[name] += 1
  }
  const tell = (type: EventType, description: string, side: Side | null = null, player: string | null = null) =>
    events.push({
      ...now,
      side,
      player,
      type,
      description,
      distance_ft: null,
      home_score: score.home,
      away_score: score.away,
    })

  const shoot = (side: Side) => {
    const shooter = pick(side)
    const three = random() < 0.35
    const made = random() < (three ? 0.36 : 0.54)
    const [x_ft, y_ft] = three
      ? [Math.round(random() * 20 - 10), 23 + Math.round(random() * 2)]
      : [Math.round(random() * 16 - 8), Math.round(random() * 14)]
    const distance_ft = Math.round(Math.hypot(x_ft, y_ft))
    const points = made ? (three ? 3 : 2) : 0
    count(shooter, three ? 'three_attempted' : 'two_attempted')
    if (made) {
      count(shooter, three ? 'three_made' : 'two_made')
      score[side] += points
      const line = stats.get(shooter)
      if (line !== undefined) line.points += points
    }
    tell(`${three ? 'three' : 'two'}_${made ? 'made' : 'missed'}`, `Shot of ${distance_ft} feet`, side, shooter)
    events.splice(-1, 1, ...events.slice(-1).map((event) => ({ ...event, distance_ft })))
    const marks = { fastbreak: random() < 0.1, second_chance: false, off_turnover: false }
    const shot = { seq: events.length, period: now.period, side, player: shooter, value: three ? 3 : 2 } as const
    shots.push({ ...shot, made, points, x_ft, y_ft, distance_ft, ...marks, at: null })
    const helper = pick(side)
    if (made && helper !== shooter && random() < 0.6) {
      count(helper, 'assists')
      tell('assist', 'Assist', side, helper)
    }
    if (!made) {
      const own = random() < 0.25
      const rebounder = pick(own ? side : other(side))
      count(rebounder, own ? 'offensive_rebounds' : 'defensive_rebounds', 'rebounds')
      tell(own ? 'offensive_rebound' : 'defensive_rebound', 'Rebound', own ? side : other(side), rebounder)
    }
  }

  const possess = (side: Side) => {
    if (random() > 0.12) return shoot(side)
    const [loser, thief] = [pick(side), pick(other(side))]
    count(loser, 'turnovers')
    count(thief, 'steals')
    tell('turnover', 'Lost ball', side, loser)
    tell('steal', 'Steal', other(side), thief)
  }

  for (let period = 1; period <= PERIODS; period++) {
    const before = { ...score }
    now = { period, clock: clockOf(PERIOD_SECONDS) }
    tell('period_start', `Period ${period} begins`)
    for (let turn = 0; turn < 2 * POSSESSIONS; turn++) {
      const left = PERIOD_SECONDS - Math.floor(((turn + 1) * PERIOD_SECONDS) / (2 * POSSESSIONS + 1))
      now = { period, clock: clockOf(left) }
      possess(turn % 2 === period % 2 ? 'home' : 'away')
    }
    now = { period, clock: '00:00' }
    if (period === PERIODS && score.home === score.away) {
      count(squads.home[0] ?? '', 'free_throws_made', 'free_throws_attempted', 'points')
      score.home += 1
      tell('free_throw_made', 'Free throw', 'home', squads.home[0] ?? null)
    }
    tell('period_end', `Period ${period} ends`)
    for (const side of ['home', 'away'] as const) periods[side].push(score[side] - before[side])
  }
  tell('game_end', 'The game ends')
  return { stats, score, periods, events, shots }
}
