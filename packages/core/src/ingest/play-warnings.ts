import type { StoredEvent, StoredShot } from '../store/index.ts'
import type { GameRows } from './rows.ts'
import type { Warning } from './warning.ts'

/** Events before which `isBack` finds one that should come later. */
const goingBack = (events: StoredEvent[], isBack: (event: StoredEvent, before: StoredEvent) => boolean) =>
  events.filter((event, place) => {
    const before = events[place - 1]
    return before !== undefined && isBack(event, before)
  })

/** Whether an event is that of a shot. */
const isShown = ({ value, made }: StoredShot, event: StoredEvent | undefined): boolean => {
  const kinds = value === null ? ['two', 'three'] : [value === 3 ? 'three' : 'two']
  return kinds.some((kind) => event?.type === `${kind}_${made ? 'made' : 'missed'}`)
}

/** What does not agree within the play-by-play and the shots. */
export const playWarnings = ({ events, shots }: GameRows): Warning[] => {
  const fallen = goingBack(
    events,
    (event, before) => event.home_score < before.home_score || event.away_score < before.away_score,
  )
  const earlier = goingBack(events, (event, before) => event.period < before.period)
  const strange = events.length === 0 ? [] : shots.filter((shot) => !isShown(shot, events[shot.seq - 1]))
  const repeated = shots.filter(({ seq }, place) => seq === shots[place - 1]?.seq)
  const said = (code: string, found: readonly { seq: number }[], what: string): Warning[] =>
    found.length === 0 ? [] : [{ code, message: `${what}, first at seq ${found[0]?.seq}` }]
  return [
    ...said('falling_score', fallen, `the running score falls at ${fallen.length} events`),
    ...said('falling_period', earlier, `the period goes back at ${earlier.length} events`),
    ...said('shot_events', strange, `${strange.length} shots are not the event of their seq`),
    ...said('repeated_seq', repeated, `${repeated.length} shots have the seq of another`),
  ]
}
