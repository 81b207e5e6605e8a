import {
  type BundleEvent,
  type BundleShot,
  type EventType,
  formatClock,
  type Side,
  toDateTime,
} from '@basketball-data/core/contract'
import type { Random } from '../random.ts'
import { drawSpot } from './court.ts'
import type { Attempt, Bank, Man, Play, Recorder } from './play.ts'

const SIDES: readonly [Side, Side] = ['home', 'away']

const TEXTS: Readonly<Record<EventType, string>> = {
  two_made: 'Two pointer made',
  two_missed: 'Two pointer missed',
  three_made: 'Three pointer made',
  three_missed: 'Three pointer missed',
  free_throw_made: 'Free throw made',
  free_throw_missed: 'Free throw missed',
  defensive_rebound: 'Defensive rebound',
  offensive_rebound: 'Offensive rebound',
  assist: 'Assist',
  turnover: 'Turnover',
  steal: 'Steal',
  block: 'Block',
  shot_blocked: 'Shot blocked',
  foul: 'Foul',
  unsportsmanlike_foul: 'Unsportsmanlike foul',
  technical_foul: 'Technical foul',
  disqualifying_foul: 'Disqualifying foul',
  offensive_foul: 'Offensive foul',
  foul_drawn: 'Foul drawn',
  substitution_in: 'In',
  substitution_out: 'Out',
  timeout: 'Time-out',
  period_start: 'Period begins',
  period_end: 'Period ends',
  game_end: 'Game ends',
  jump_ball: 'Jump ball won',
  rebound: 'Rebound',
  substitution: 'Substitution',
  violation: 'Violation',
  review: 'Review',
  other: 'Other',
}

/** Seconds of real time that pass with the clock stopped; events not named take none. */
const PAUSES: Readonly<Partial<Record<EventType, number>>> = {
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
/** Added to the pause after the second period. */
const HALF_TIME = 760

/** Every clock of a period, written once. */
const TIMES: readonly string[] = Array.from({ length: 12 * 60 + 1 }, (_, seconds) => formatClock(seconds))

const kindOfTwo = (random: Random, play: Play, distance: number): string => {
  if (distance > 10) return 'jump shot'
  if (distance > 4.2) return random.chance(0.5) ? 'floater' : 'hook shot'
  if (distance < 2.5 && play.second_chance && random.chance(0.4)) return 'tip-in'
  return distance < 2.5 && random.chance(0.25) ? 'dunk' : 'layup'
}

const kindOfThree = (random: Random, distance: number): string => {
  if (distance > 32) return 'heave'
  return random.chance(0.25) ? 'pull-up' : 'jump shot'
}

/**
 * Writes down every event and every field-goal attempt. Where a shot is taken and how it is called is drawn from
 * a stream of its own, so that a game ends the same whether or not it is written down.
 */
export class FullRecorder implements Recorder {
  readonly events: BundleEvent[] = []
  readonly shots: BundleShot[] = []
  private readonly random: Random
  private readonly tip_off: number | null
  /** Seconds of stopped clock so far. */
  private stopped = 0

  /** `tip_off` in milliseconds since 1970; null leaves the moments of the shots open. */
  constructor(random: Random, tip_off: number | null) {
    this.random = random
    this.tip_off = tip_off
  }

  event(play: Play, type: EventType, bank: Bank | null, man: Man | null, detail = '', distance: number | null = null) {
    this.events.push({
      period: play.period,
      clock: TIMES[play.left] ?? null,
      side: bank === null ? null : SIDES[bank],
      player: man === null ? null : man.player.profile.external_id,
      type,
      description: detail === '' ? TEXTS[type] : `${TEXTS[type]} (${detail})`,
      distance_ft: distance,
      home_score: play.score[0],
      away_score: play.score[1],
    })
    this.stopped += PAUSES[type] ?? 0
    if (type === 'period_end' && play.period === 2) this.stopped += HALF_TIME
  }

  shot(play: Play, man: Man, attempt: Attempt): void {
    const { value, made } = attempt
    const spot = drawSpot(this.random, play.rules.court, attempt, play.fastbreak)
    const three = value === 3
    const kind = three ? kindOfThree(this.random, spot.distance) : kindOfTwo(this.random, play, spot.distance)
    const type = three ? (made ? 'three_made' : 'three_missed') : made ? 'two_made' : 'two_missed'
    this.event(play, type, play.offence, man, kind, Math.round(spot.distance))
    this.shots.push({
      seq: this.events.length,
      period: play.period,
      side: SIDES[play.offence],
      player: man.player.profile.external_id,
      value,
      made,
      points: made ? value : 0,
      x_ft: spot.x,
      y_ft: spot.y,
      distance_ft: spot.distance,
      fastbreak: play.fastbreak,
      second_chance: play.second_chance,
      off_turnover: play.off_turnover,
      at: this.tip_off === null ? null : toDateTime(new Date(this.tip_off + (play.elapsed + this.stopped) * 1000)),
    })
  }
}
