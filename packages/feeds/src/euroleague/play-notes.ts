import type { BundleEvent } from '@basketball-data/core/contract'
import { counted, noteIf, type Note } from '../notes.ts'
import { clockJumps, unknownCodes, unknownTeams, unreadableClocks } from '../play-notes.ts'
import { sideOf, type Teams } from '../sides.ts'
import type { ClockReading } from './clock.ts'
import { playOf } from './codes.ts'
import { brokenOff, type PeriodRow } from './play-periods.ts'

const clockNotes = (clocks: ClockReading[], events: BundleEvent[]): Note[] => {
  const inState = (state: ClockReading['state']) => clocks.filter((clock) => clock.state === state).length
  const corrected = inState('corrected')
  return [
    ...unreadableClocks(inState('unreadable')),
    ...noteIf(
      corrected,
      'clock_corrected',
      `${counted(corrected, 'event')} whose clock does not fit their minute; minutes are taken from MINUTE.`,
    ),
    ...clockJumps(events),
  ]
}

const codeNotes = (timed: PeriodRow[], teams: Teams): Note[] => {
  const unknown = timed.map(({ row }) => row.PLAYTYPE).filter((code) => playOf(code) === null)
  const strangers = timed.filter(({ row }) => row.CODETEAM !== '' && sideOf(row.CODETEAM, teams) === null).length
  return [...unknownCodes(unknown.map((code) => (code === '' ? 'blank' : code))), ...unknownTeams(strangers)]
}

const endNotes = (timed: PeriodRow[]): Note[] => {
  const ends = timed.filter(({ row }) => row.PLAYTYPE === 'EG').length
  const early = timed.find(brokenOff)
  return [
    ...noteIf(ends > 1, 'game_end_repeated', `The end of the game stands ${ends} times; all are kept.`),
    ...noteIf(early !== undefined, 'broken_off', `The game ended in minute ${early?.row.MINUTE}, before its time.`),
  ]
}

/** What a play-by-play has amiss, one note for each kind of thing. */
export const playNotes = (timed: PeriodRow[], clocks: ClockReading[], events: BundleEvent[], teams: Teams): Note[] => [
  ...codeNotes(timed, teams),
  ...clockNotes(clocks, events),
  ...endNotes(timed),
]
