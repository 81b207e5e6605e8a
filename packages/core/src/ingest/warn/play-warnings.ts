import type { StoredEvent, StoredShot } from '../../store/index.ts'
import type { GameRows } from '../write/part-rows.ts'
import type { Warning } from './warning.ts'

/** The events for which `isBack` is true, compared with their predecessor. */
const goingBack = (events: StoredEvent[], isBack: (event: StoredEvent, before: StoredEvent) => boolean) =>
  events.filter((event, index) => {
    const before = events[index - 1]
    return before !== undefined && isBack(event, before)
  })

/** Whether the event at a shot's seq describes that shot. */
const isEventOf = ({ value, made }: StoredShot, event: StoredEvent | undefined): boolean => {
  const kinds = value === null ? ['two', 'three'] : [value === 3 ? 'three' : 'two']
  return kinds.some((kind) => event?.type === `${kind}_${made ? 'made' : 'missed'}`)
}

/** Inconsistencies in the play-by-play and the shots. */
export const playWarnings = ({ events, shots }: GameRows): Warning[] => {
  const falling = goingBack(
    events,
    (event, before) => event.home_score < before.home_score || event.away_score < before.away_score,
  )
  const earlier = goingBack(events, (event, before) => event.period < before.period)
  const mismatched = events.length === 0 ? [] : shots.filter((shot) => !isEventOf(shot, events[shot.seq - 1]))
  const repeated = shots.filter(({ seq }, index) => seq === shots[index - 1]?.seq)
  const warning = (code: string, items: readonly { seq: number }[], description: string): Warning[] =>
    items.length === 0 ? [] : [{ code, message: `${description}, first at seq ${items[0]?.seq}` }]
  return [
    ...warning('falling_score', falling, `the running score falls at ${falling.length} events`),
    ...warning('falling_period', earlier, `the period goes back at ${earlier.length} events`),
    ...warning('shot_events', mismatched, `${mismatched.length} shots are not the event of their seq`),
    ...warning('repeated_seq', repeated, `${repeated.length} shots have the seq of another`),
  ]
}
