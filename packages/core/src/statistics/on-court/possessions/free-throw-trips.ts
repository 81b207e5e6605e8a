import type { Side } from '../../../contract/index.ts'
import { pointsByEvent } from '../columns.ts'
import { secondsLeft, type CourtEvent, type CourtRules } from '../court-rules.ts'
import { getOpponent } from './possession.ts'

/** The free throws of one side at one stoppage. */
export type Trip = {
  side: Side
  /** Indexes of the first and the last free throw. */
  first: number
  last: number
  /**
   * Who has the ball afterwards. `last_shot`: made, the other team; missed, the team that gets the rebound. `shooters`: the team
   * that shot, as after an unsportsmanlike foul (FIBA rules, article 37.2.2) or a flagrant one (NBA rules, 12 B IV).
   * `as_before`: the team that had it, as after a technical foul (FIBA rules, article 36.3; NBA rules, 12 A V).
   */
  ball: 'last_shot' | 'shooters' | 'as_before'
  /** Index of the field goal of the same side that the foul came with; null if there was none. */
  basket: number | null
}

/** Whether a row is a free throw. */
export const isFreeThrow = ({ type }: CourtEvent): boolean => type === 'free_throw_made' || type === 'free_throw_missed'

/** Whether a row is a field goal that was made. */
export const isBasket = ({ type }: CourtEvent): boolean => type === 'two_made' || type === 'three_made'

const isRebound = ({ type }: CourtEvent): boolean =>
  type === 'offensive_rebound' || type === 'defensive_rebound' || type === 'rebound'

const isFoul = ({ type }: CourtEvent): boolean => type.endsWith('foul')

/** Whether the ball was in play at a row. */
const isPlay = (event: CourtEvent): boolean =>
  isBasket(event) || isRebound(event) || ['two_missed', 'three_missed', 'turnover', 'steal'].includes(event.type)

/** Feeds list a rebound of the team after a free throw that is not the last one, when the ball is dead: it ends no trip. */
export const isDeadRebound = (events: readonly CourtEvent[], index: number): boolean => {
  const event = events[index]
  if (event === undefined || !isRebound(event) || event.player !== null) return false
  for (let at = index + 1; at < events.length; at++) {
    const next = events[at]
    if (next === undefined || next.period !== event.period || next.clock !== event.clock || isPlay(next)) return false
    if (isFreeThrow(next)) return true
  }
  return false
}

/** The free throws without play between them, and the row of play before them. */
type Stoppage = { period: number; before: number | null; rows: number[] }

/** Stoppages end with the next row of play, and once free throws were shot with a foul of a later clock. */
const findStoppages = (events: readonly CourtEvent[]): Stoppage[] => {
  const stoppages: Stoppage[] = []
  let open: Stoppage = { period: 0, before: null, rows: [] }
  let shotAt: number | null = null
  const begin = (period: number, before: number | null): void => {
    open = { period, before, rows: [] }
    shotAt = null
    stoppages.push(open)
  }
  for (const [index, event] of events.entries()) {
    const clock = secondsLeft(event)
    if (event.period !== open.period) begin(event.period, null)
    if (isPlay(event) && !isDeadRebound(events, index)) {
      begin(event.period, index)
      continue
    }
    if (shotAt !== null && clock !== null && clock < shotAt && isFoul(event)) begin(event.period, null)
    if (isFreeThrow(event)) shotAt = clock
    open.rows.push(index)
  }
  return stoppages
}

const FREE_BALL: readonly CourtEvent['type'][] = ['unsportsmanlike_foul', 'disqualifying_foul']

/** The fouls that a side's free throws at a stoppage are for: those of the opponent, or those before the row of play. */
const foulsFor = (events: readonly CourtEvent[], { before, rows }: Stoppage, side: Side): CourtEvent[] => {
  const byOpponent = (event: CourtEvent | undefined): event is CourtEvent =>
    event !== undefined && event.side === getOpponent(side) && isFoul(event) && event.type !== 'offensive_foul'
  const here = rows.map((index) => events[index]).filter(byOpponent)
  const play = before === null ? undefined : events[before]
  if (here.length > 0 || before === null || play === undefined) return here
  const earlier: CourtEvent[] = []
  for (let at = before - 1; at >= 0 && events[at]?.clock === play.clock; at--) {
    const event = events[at]
    if (byOpponent(event)) earlier.push(event)
  }
  return earlier
}

/** A game in which a free throw counts two or three points has a single one at every foul, as the G League's. */
const hasSingleFreeThrows = (events: readonly CourtEvent[]): boolean => {
  const points = pointsByEvent(events)
  return events.some(
    ({ type }, at) => type === 'free_throw_made' && (points[at]?.home ?? 0) + (points[at]?.away ?? 0) > 1,
  )
}

const isLastTwoMinutes = (event: CourtEvent | undefined, periods: number): boolean =>
  event !== undefined && event.period >= periods && (secondsLeft(event) ?? Infinity) <= 120

/** Who has the ball after free throws that came without a field goal, or with one. */
const ballAfter = (
  fouls: readonly CourtEvent[],
  shots: readonly CourtEvent[],
  withBasket: boolean,
  retains: (shot: CourtEvent) => boolean,
  givesBall: (row: CourtEvent) => boolean,
): Trip['ball'] => {
  if ([...fouls, ...shots].some(givesBall)) return 'shooters'
  const technical = fouls.filter(({ type }) => type === 'technical_foul').length
  if (technical > 0 && (shots.length <= technical || technical === fouls.length)) return 'as_before'
  const [only, ...others] = shots
  return only !== undefined && others.length === 0 && !withBasket && retains(only) ? 'shooters' : 'last_shot'
}

/** The trips to the line of a game, in the order of its stoppages. */
export const findTrips = (
  events: readonly CourtEvent[],
  { single_free_throw, technical_foul, free_ball_words, periods }: CourtRules,
): Trip[] => {
  const freeBall = technical_foul === 'shooters' ? [...FREE_BALL, 'technical_foul'] : FREE_BALL
  const isFreeBall = ({ type }: CourtEvent): boolean => freeBall.includes(type)
  const givesBall = (row: CourtEvent): boolean => isFreeBall(row) || free_ball_words?.test(row.description) === true
  const single = hasSingleFreeThrows(events)
  const retains = (shot: CourtEvent): boolean =>
    !single && (single_free_throw === 'always' || isLastTwoMinutes(shot, periods))
  return findStoppages(events).flatMap((stoppage): Trip[] => {
    const play = stoppage.before === null ? undefined : events[stoppage.before]
    return (['home', 'away'] as const).flatMap((side): Trip[] => {
      const shots = stoppage.rows.flatMap((index) => {
        const event = events[index]
        return event !== undefined && isFreeThrow(event) && event.side === side ? [{ index, event }] : []
      })
      const [first, last] = [shots[0], shots.at(-1)]
      if (first === undefined || last === undefined) return []
      const fouls = foulsFor(events, stoppage, side)
      // A single free throw for a plain foul is for the field goal before it, whatever the clocks say.
      const followsBasket =
        (shots.length === 1 && !fouls.some(isFreeBall)) ||
        fouls.length === 0 ||
        fouls.some(({ clock }) => clock === play?.clock)
      const scored = play !== undefined && isBasket(play) && play.side === side && followsBasket
      const ball = ballAfter(
        fouls,
        shots.map(({ event }) => event),
        scored,
        retains,
        givesBall,
      )
      const basket = scored && ball !== 'as_before' ? stoppage.before : null
      return [{ side, first: first.index, last: last.index, ball, basket }]
    })
  })
}
