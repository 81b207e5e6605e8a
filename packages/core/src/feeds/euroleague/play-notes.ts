import type { BundleEvent } from '../../ingest/game-bundle.ts'
import { secondsOf, type ClockReading } from './clock.ts'
import { playOf } from './codes.ts'
import { counted, noteIf, type Note } from '../notes.ts'
import { brokenOff, type Timed } from './play-periods.ts'
import { sideOf, type Teams } from './sides.ts'

/** Bench officials type late; only a longer way back says that a clock is wrong. */
const TYPING_SECONDS = 5

const jumpsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : secondsOf(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > TYPING_SECONDS ? [left - before.left] : []
  })
}

const clockNotes = (clocks: ClockReading[], events: BundleEvent[]): Note[] => {
  const inState = (state: ClockReading['state']) => clocks.filter((clock) => clock.state === state).length
  const unreadable = inState('unreadable')
  const corrected = inState('corrected')
  const jumps = jumpsBack(events)
  return [
    ...noteIf(unreadable, 'clock-unreadable', `${counted(unreadable, 'event')} without a readable clock.`),
    ...noteIf(
      corrected,
      'clock-corrected',
      `${counted(corrected, 'event')} with more time left than the period has; minutes taken from MINUTE.`,
    ),
    ...noteIf(
      jumps.length,
      'clock-jumps-back',
      `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are kept.`,
    ),
  ]
}

const codeNotes = (timed: Timed[], teams: Teams): Note[] => {
  const unknown = timed.map(({ row }) => row.PLAYTYPE).filter((code) => playOf(code) === null)
  const list = [...new Set(unknown)].map((code) => (code === '' ? 'blank' : code)).join(', ')
  const strangers = timed.filter(({ row }) => row.CODETEAM !== '' && sideOf(row.CODETEAM, teams) === null).length
  return [
    ...noteIf(
      unknown.length,
      'unknown-code',
      `${counted(unknown.length, 'event')} with a code in no list (${list}), kept as other.`,
    ),
    ...noteIf(strangers, 'unknown-team', `${counted(strangers, 'event')} of neither team, kept without side.`),
  ]
}

const courseNotes = (timed: Timed[], events: BundleEvent[]): Note[] => {
  const ends = timed.filter(({ row }) => row.PLAYTYPE === 'EG').length
  const early = timed.find(brokenOff)
  const falls = events.filter((event, at) => {
    const before = events[at - 1]
    return before && (event.home_score < before.home_score || event.away_score < before.away_score)
  }).length
  return [
    ...noteIf(falls, 'score-falls', `The running score falls at ${counted(falls, 'event')}; it is kept.`),
    ...noteIf(ends > 1, 'game-end-repeated', `The end of the game stands ${ends} times; all are kept.`),
    ...noteIf(early !== undefined, 'broken-off', `The game ended in minute ${early?.row.MINUTE}, before its time.`),
  ]
}

/** What a play-by-play has amiss, one note for each kind of thing. */
export const playNotes = (timed: Timed[], clocks: ClockReading[], events: BundleEvent[], teams: Teams): Note[] => [
  ...codeNotes(timed, teams),
  ...clockNotes(clocks, events),
  ...courseNotes(timed, events),
]
