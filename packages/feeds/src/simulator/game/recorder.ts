import {
  formatClock,
  toDateTime,
  type BundleEvent,
  type BundleShot,
  type EventType,
} from '@basketball-data/core/contract'
import type { Random } from '../random.ts'
import { randomShotLocation } from './court.ts'
import { SIDES, type Attempt, type Game, type GamePlayer, type Recorder, type SideIndex } from './state.ts'

/** Descriptions of events that are not the name of the type. */
const DESCRIPTIONS: Readonly<Partial<Record<EventType, string>>> = {
  two_made: 'Two pointer made',
  two_missed: 'Two pointer missed',
  three_made: 'Three pointer made',
  three_missed: 'Three pointer missed',
  substitution_in: 'In',
  substitution_out: 'Out',
  timeout: 'Time-out',
  period_start: 'Period begins',
  period_end: 'Period ends',
  game_end: 'Game ends',
  jump_ball: 'Jump ball won',
}

const describe = (type: EventType, detail: string): string => {
  const name = DESCRIPTIONS[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ')
  return detail === '' ? name : `${name} (${detail})`
}

/** Seconds of real time for which an event stops the clock; 0 if the event is not listed. */
const STOPPAGES: Readonly<Partial<Record<EventType, number>>> = {
  foul: 18,
  unsportsmanlike_foul: 30,
  technical_foul: 30,
  disqualifying_foul: 60,
  offensive_foul: 18,
  free_throw_made: 14,
  free_throw_missed: 14,
  substitution_in: 4,
  timeout: 70,
  violation: 12,
  review: 60,
  period_end: 140,
}
/** Additional seconds after the second period. */
const HALF_TIME = 760

/** Every clock time of a period, formatted once. */
const CLOCK_TIMES: readonly string[] = Array.from({ length: 12 * 60 + 1 }, (_, seconds) => formatClock(seconds))

const twoPointKind = (random: Random, { secondChance }: Game, distance: number): string => {
  if (distance > 10) return 'jump shot'
  if (distance > 4.2) return random.chance(0.5) ? 'floater' : 'hook shot'
  if (distance < 2.5 && secondChance && random.chance(0.4)) return 'tip-in'
  return distance < 2.5 && random.chance(0.25) ? 'dunk' : 'layup'
}

const threePointKind = (random: Random, distance: number): string => {
  if (distance > 32) return 'heave'
  return random.chance(0.25) ? 'pull-up' : 'jump shot'
}

/**
 * Records every event and every field-goal attempt. It draws the location and the kind of a shot from its own random
 * numbers, so a game has the same result whether or not it is recorded.
 */
export class PlayByPlayRecorder implements Recorder {
  readonly events: BundleEvent[] = []
  readonly shots: BundleShot[] = []
  private readonly random: Random
  private readonly tipOff: number | null
  /** Seconds for which the clock has been stopped. */
  private stopped = 0

  /** `tipOff` is in milliseconds since 1970; if it is null, shots have no time. */
  constructor(random: Random, tipOff: number | null) {
    this.random = random
    this.tipOff = tipOff
  }

  /** Seconds of real time since the tip-off, stoppages included. */
  seconds({ elapsed }: Game): number {
    return elapsed + this.stopped
  }

  event(
    game: Game,
    type: EventType,
    side: SideIndex | null,
    player: GamePlayer | null,
    detail = '',
    distance: number | null = null,
  ): void {
    this.events.push({
      period: game.period,
      clock: CLOCK_TIMES[game.secondsLeft] ?? null,
      side: side === null ? null : SIDES[side],
      player: player === null ? null : player.player.profile.external_id,
      type,
      description: describe(type, detail),
      distance_ft: distance,
      home_score: game.score[0],
      away_score: game.score[1],
    })
    this.stopped += STOPPAGES[type] ?? 0
    if (type === 'period_end' && game.period === 2) this.stopped += HALF_TIME
  }

  shot(game: Game, shooter: GamePlayer, { value, made, rushed }: Attempt): void {
    const { random, tipOff } = this
    const { fastbreak, offense } = game
    const { x, y, distance } = randomShotLocation(random, game.rules.court, { value, rushed, fastbreak })
    const kind = value === 3 ? threePointKind(random, distance) : twoPointKind(random, game, distance)
    const type = value === 3 ? (made ? 'three_made' : 'three_missed') : made ? 'two_made' : 'two_missed'
    this.event(game, type, offense, shooter, kind, Math.round(distance))
    this.shots.push({
      seq: this.events.length,
      period: game.period,
      side: SIDES[offense],
      player: shooter.player.profile.external_id,
      value,
      made,
      points: made ? value : 0,
      x_ft: x,
      y_ft: y,
      distance_ft: distance,
      fastbreak,
      second_chance: game.secondChance,
      off_turnover: game.offTurnover,
      at: tipOff === null ? null : toDateTime(new Date(tipOff + this.seconds(game) * 1000)),
    })
  }
}
