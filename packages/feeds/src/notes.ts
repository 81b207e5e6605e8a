import { isDeepStrictEqual } from 'node:util'
import { parseClock, type BundleEvent, type EventType, type NotedPart } from '@basketball-data/core/contract'

/** The codes of notes; docs/importing.md explains each. */
export const NOTE_CODES = [
  'responses_differ',
  'responses_repeated',
  'before_period_start',
  'broken_off',
  'clock_corrected',
  'clock_jumps_back',
  'clock_unreadable',
  'end_assumed',
  'event_number_repeated',
  'event_repeated',
  'game_end_repeated',
  'home_assumed',
  'local_player_id',
  'minutes_differ',
  'missing_responses',
  'name_unclear',
  'no_attempt',
  'no_score',
  'not_on_sheet',
  'periods_differ',
  'periods_out_of_order',
  'player_joined',
  'player_missing',
  'plays_differ',
  'score_skips',
  'shot_differs',
  'shot_flags_missing',
  'shot_location_missing',
  'shot_times_wrong',
  'shot_without_event',
  'starters',
  'statistics_missing',
  'stats_without_minutes',
  'struck_from_table',
  'team_code_missing',
  'tip_off_corrected',
  'tip_off_doubtful',
  'totals_differ',
  'unknown_code',
  'unknown_team',
  'valuation_differs',
] as const
type NoteCode = (typeof NOTE_CODES)[number]

/** One problem of a feed with a game, and how it was read. */
export type Note = { code: NoteCode; message: string; part?: NotedPart }

/** Notes about one part of a game: they stay while that part is not imported again. */
export const about = (part: NotedPart, notes: readonly Note[]): Note[] => notes.map((note) => ({ ...note, part }))

/** A list with the note if the condition is true or a count above zero; else an empty list. */
export const noteIf = (condition: boolean | number, code: NoteCode, message: string): Note[] =>
  condition ? [{ code, message: message.slice(0, 500) }] : []

/** "1 event", "2 events". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Notes events with unknown codes. */
export const unknownCodes = (codes: string[]): Note[] =>
  noteIf(
    codes.length,
    'unknown_code',
    `${counted(codes.length, 'event')} with an unknown code (${[...new Set(codes)].join(', ')}), stored as other.`,
  )

/** Notes events or shots without a team, or of one that does not play in the game. */
export const unknownTeams = (count: number, kind: 'event' | 'shot'): Note[] =>
  noteIf(count, 'unknown_team', `${counted(count, kind)} of neither team, stored without a side.`)

/** Notes events with an unreadable clock. */
export const unreadableClocks = (events: number): Note[] =>
  noteIf(events, 'clock_unreadable', `${counted(events, 'event')} without a readable clock.`)

/** Events are entered with some delay, so a clock is wrong only if it jumps back further than this. */
const DELAY_SECONDS = 5

/** The seconds of every jump of the clock back, one number per event. */
const secondsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : parseClock(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > DELAY_SECONDS ? [left - before.left] : []
  })
}

/** Notes events with more time left than the event before. */
export const clockJumps = (events: BundleEvent[]): Note[] => {
  const jumps = secondsBack(events)
  return noteIf(
    jumps.length,
    'clock_jumps_back',
    `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are not changed.`,
  )
}

/** The points of an event. A free throw of the G League may be worth several, which its words say. */
const getPoints = ({ type, description }: BundleEvent): number => {
  switch (type) {
    case 'two_made':
      return 2
    case 'three_made':
      return 3
    case 'free_throw_made':
      return Number(/\b([123])PT\b/.exec(description)?.[1] ?? 1)
    default:
      return 0
  }
}

/** Whether the running score of an event is that of the event before and its own points. Ingest warns of one that falls. */
const scoreFollows = (event: BundleEvent, before: Pick<BundleEvent, 'home_score' | 'away_score'>): boolean => {
  const points = getPoints(event)
  const [home, away] = [event.home_score - before.home_score, event.away_score - before.away_score]
  if (home < 0 || away < 0) return true
  if (event.side === null) return home + away === points
  return event.side === 'home' ? home === points && away === 0 : away === points && home === 0
}

/** Notes events whose running score does not follow from the one before. */
export const scoreSkips = (events: readonly BundleEvent[]): Note[] => {
  const start = { home_score: 0, away_score: 0 }
  const skips = events.filter((event, at) => !scoreFollows(event, events[at - 1] ?? start)).length
  return noteIf(
    skips,
    'score_skips',
    `${counted(skips, 'event')} whose running score is not the score before and the points of the event; it is stored as it is.`,
  )
}

/** The types of events that may have no side, in any feed. All others have one. */
export const OF_THE_GAME: ReadonlySet<EventType> = new Set([
  'period_start',
  'period_end',
  'game_end',
  'timeout',
  'review',
  'other',
])

/** The types of events that a player always has, in every feed. A missed three may be a heave, which is the team's. */
export const OF_PLAYERS: ReadonlySet<EventType> = new Set([
  'two_made',
  'two_missed',
  'three_made',
  'free_throw_made',
  'free_throw_missed',
  'assist',
  'steal',
  'block',
  'shot_blocked',
  'substitution_in',
  'substitution_out',
])

/** Notes events or shots that lack their player. */
export const missingPlayers = (count: number, kind: 'event' | 'shot'): Note[] =>
  noteIf(count, 'player_missing', `${counted(count, kind)} of a player without the player, stored without one.`)

/**
 * Skips rows that occur twice under one number, and notes them and different rows with the same number: it is uncertain
 * to which of these a shot belongs.
 */
export const withoutRepeats = <Row>(
  rows: readonly Row[],
  getNumber: (row: Row) => string | number | null,
): { rows: Row[]; notes: Note[] } => {
  const byNumber = new Map<string | number, Row>()
  let repeated = 0
  let shared = 0
  const kept = rows.filter((row) => {
    const number = getNumber(row)
    if (number === null || number === '') return true
    const first = byNumber.get(number)
    if (first === undefined) {
      byNumber.set(number, row)
      return true
    }
    const isSame = isDeepStrictEqual(row, first)
    if (isSame) repeated += 1
    else shared += 1
    return !isSame
  })
  return {
    rows: kept,
    notes: [
      ...noteIf(repeated, 'event_repeated', `${counted(repeated, 'event')} there twice under one number, stored once.`),
      ...noteIf(
        shared,
        'event_number_repeated',
        `${counted(shared, 'event')} with the number of another event; all are stored, and a shot of that number belongs to one of them.`,
      ),
    ],
  }
}
