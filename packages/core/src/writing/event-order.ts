// The play-by-play of a game that several clients score at once, from what they say of its events in whatever order that arrives.
import { isDeepStrictEqual } from 'node:util'
import { EVENT_POINTS, parseClock, Side, type BundleEvent, type ScoredEvent, type ScoreOp } from '../contract/index.ts'

/** What ops have said of an event so far. */
export type EventState = {
  /** The id that its client gave it. */
  id: string
  /** The event as it was added, and the id of the one before it, null for the first; null until the add arrives. */
  added: { after: string | null; event: ScoredEvent } | null
  /** Its edits; the first one counts. */
  edits: readonly { version: number; event: ScoredEvent }[]
  /** A removed event keeps its place, so that those after it keep theirs. */
  removed: boolean
}

/** What ops have said of the events of a game, by their ids. */
export type EventStates = ReadonlyMap<string, EventState>

type AddedState = EventState & { added: NonNullable<EventState['added']> }

/** Why an op cannot be applied. */
export type OpProblem = {
  /** JSON pointer from the list of ops, such as /3/after. */
  pointer: string
  message: string
}

/** Edits of an event that are kept, to recognize one that is repeated. */
const MAX_EDITS = 20

const byVersion = (a: EventState['edits'][number], b: EventState['edits'][number]): number =>
  b.version - a.version || (JSON.stringify(a.event) < JSON.stringify(b.event) ? 1 : -1)

const addEdit = (state: EventState, { event, version }: Extract<ScoreOp, { op: 'edit' }>): EventState => {
  const isRepeated = state.edits.some(
    (edit) => (version ?? edit.version) === edit.version && isDeepStrictEqual(edit.event, event),
  )
  if (isRepeated) return state
  const edit = { version: version ?? (state.edits[0]?.version ?? 0) + 1, event }
  return { ...state, edits: [...state.edits, edit].toSorted(byVersion).slice(0, MAX_EDITS) }
}

/** The state of an event after an op: the same object if it changes nothing, undefined if it adds another event under the id. */
const applyOp = (state: EventState, op: ScoreOp): EventState | undefined => {
  switch (op.op) {
    case 'add': {
      const added = { after: op.after, event: op.event }
      if (state.added === null) return { ...state, added }
      return isDeepStrictEqual(state.added, added) ? state : undefined
    }
    case 'edit':
      return addEdit(state, op)
    case 'remove':
      return state.removed ? state : { ...state, removed: true }
  }
}

/** Those of the ids whose event would come after itself. */
const findCircular = (states: EventStates, ids: Iterable<string>): Set<string> => {
  const circular = new Set<string>()
  const sound = new Set<string>()
  for (const id of ids) {
    const path = new Set<string>()
    let at: string | null | undefined = id
    while (at != null && !sound.has(at) && !path.has(at)) {
      path.add(at)
      at = states.get(at)?.added?.after
    }
    if (at == null || sound.has(at)) for (const each of path) sound.add(each)
    else if (at === id) circular.add(id)
  }
  return circular
}

/**
 * Applies ops. One that is repeated changes nothing, and what arrives before the add of its event is kept for it.
 * @returns the states afterwards, the ids of those that differ, and the ops that cannot be applied
 */
export const applyOps = (
  before: EventStates,
  ops: readonly ScoreOp[],
): { states: EventStates; changed: ReadonlySet<string>; problems: OpProblem[] } => {
  const states = new Map(before)
  const changed = new Set<string>()
  const problems: OpProblem[] = []
  for (const [index, op] of ops.entries()) {
    const state = states.get(op.id) ?? { id: op.id, added: null, edits: [], removed: false }
    const next = applyOp(state, op)
    if (next === undefined)
      problems.push({
        pointer: `/${index}/id`,
        message: 'is the id of another event: every event needs its own, on every device; an edit changes an event',
      })
    if (next === undefined || next === state) continue
    states.set(op.id, next)
    changed.add(op.id)
  }
  const circular = findCircular(states, changed)
  for (const [index, op] of ops.entries())
    if (op.op === 'add' && circular.has(op.id))
      problems.push({ pointer: `/${index}/after`, message: 'makes the event come after itself' })
  return { states, changed, problems }
}

/** A moment of the game: the seconds are those left in the period. */
type Moment = { period: number; seconds: number }

/** More than any clock shows. */
const PERIOD_START = 6000

/** The event as it is now. */
const getEvent = ({ added, edits }: AddedState): ScoredEvent => edits[0]?.event ?? added.event

/** When an event happens: without a clock, when the event before it does. */
const getMoment = ({ period, clock }: ScoredEvent, before: Moment): Moment => ({
  period,
  seconds: (clock === null ? null : parseClock(clock)) ?? (period === before.period ? before.seconds : PERIOD_START),
})

/** An event whose predecessor has its place, so that it can be the next one. */
type Candidate = Moment & { state: AddedState }

/** Whether `a` stands before `b`; see `orderEvents`. */
const precedes = (a: Candidate, b: Candidate): boolean => {
  if (a.period !== b.period) return a.period < b.period
  if (a.seconds !== b.seconds) return a.seconds > b.seconds
  const [id, other] = [a.state.id, b.state.id]
  return id.length === other.length ? id > other : id.length > other.length
}

/** Adds a candidate where it belongs; the next one is the last. */
const addCandidate = (candidates: Candidate[], candidate: Candidate): void => {
  let [low, high] = [0, candidates.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const other = candidates[middle]
    if (other !== undefined && precedes(candidate, other)) low = middle + 1
    else high = middle
  }
  candidates.splice(low, 0, candidate)
}

/**
 * Puts events in order, removed ones too; those that wait for an event which nobody has added yet are not among them.
 *
 * An event stands after the one that its add names. What that leaves open, because several name the same one, the period and the
 * clock decide, so that what two clients score at the same time is joined by the clock. At the same moment the longer id is
 * first, and of two equally long ones the greater: where ids count up, an event that is put in later stands right after the one
 * that it names.
 */
export const orderEvents = (states: EventStates): AddedState[] => {
  const added = [...states.values()].filter((state): state is AddedState => state.added !== null)
  const followers = Map.groupBy(added, (state) => state.added.after)
  const candidates: Candidate[] = []
  const admitFollowers = (id: string | null, before: Moment): void => {
    for (const state of followers.get(id) ?? [])
      addCandidate(candidates, { state, ...getMoment(getEvent(state), before) })
  }
  const ordered: AddedState[] = []
  admitFollowers(null, { period: 0, seconds: PERIOD_START })
  for (let next = candidates.pop(); next !== undefined; next = candidates.pop()) {
    ordered.push(next.state)
    admitFollowers(next.state.id, next)
  }
  return ordered
}

/**
 * The play-by-play by the ids of its events, in their order, without removed ones. A score that an event leaves out is that of the
 * event before it with its own points.
 */
export const toPlays = (ordered: readonly AddedState[]): ReadonlyMap<string, BundleEvent> => {
  const score = { home: 0, away: 0 }
  const plays = new Map<string, BundleEvent>()
  for (const state of ordered) {
    if (state.removed) continue
    const event = getEvent(state)
    for (const side of Side.options)
      score[side] = event[`${side}_score`] ?? score[side] + (event.side === side ? (EVENT_POINTS[event.type] ?? 0) : 0)
    plays.set(state.id, { ...event, home_score: score.home, away_score: score.away })
  }
  return plays
}
