import type { EventType } from '@basketball-data/core/contract'

const TECHNICAL = new Set([11, 12, 13, 16, 17, 18, 19, 25, 30])

/** What an EVENTMSGACTIONTYPE of a foul means; of those in no list below, all are personal fouls. */
export const foulOf = (action: number | null): EventType => {
  switch (action) {
    case 4:
    case 26:
      return 'offensive_foul'
    case 14:
      return 'unsportsmanlike_foul'
    // A punch and the second kind of flagrant foul end the game for who commits them.
    case 8:
    case 15:
      return 'disqualifying_foul'
    default:
      return action !== null && TECHNICAL.has(action) ? 'technical_foul' : 'foul'
  }
}

/** Double fouls: both players commit one, nobody draws any. */
export const isDoubleFoul = (action: number | null): boolean => action === 10 || action === 16

/** Words for rows that the feed leaves without. */
export const WORDS: Record<number, string> = {
  1: 'Made Shot',
  2: 'Missed Shot',
  3: 'Free Throw',
  4: 'Rebound',
  5: 'Turnover',
  6: 'Foul',
  7: 'Violation',
  8: 'Substitution',
  9: 'Official Timeout',
  10: 'Jump Ball',
  11: 'Ejection',
  12: 'Start Period',
  13: 'End Period',
  18: 'Instant Replay',
}
