import type { EventType } from '@basketball-data/core/contract'

/** The event type of a PLAYTYPE, and the description of events without a PLAYINFO. */
export type Play = {
  type: EventType
  words: string
}

/** A field-goal attempt. */
type FieldGoal = {
  value: 2 | 3
  made: boolean
}

const CODES: Record<string, Play> = {
  '2FGM': { type: 'two_made', words: 'Two Pointer' },
  LAYUPMD: { type: 'two_made', words: 'Layup Made' },
  DUNK: { type: 'two_made', words: 'Dunk' },
  '2FGA': { type: 'two_missed', words: 'Missed Two Pointer' },
  LAYUPATT: { type: 'two_missed', words: 'Missed Layup' },
  '2FGAB': { type: 'two_missed', words: 'Two Pointer Blocked' },
  '3FGM': { type: 'three_made', words: 'Three Pointer' },
  '3FGA': { type: 'three_missed', words: 'Missed Three Pointer' },
  '3FGAB': { type: 'three_missed', words: 'Three Pointer Blocked' },
  FTM: { type: 'free_throw_made', words: 'Free Throw In' },
  FTA: { type: 'free_throw_missed', words: 'Missed Free Throw' },
  D: { type: 'defensive_rebound', words: 'Def Rebound' },
  O: { type: 'offensive_rebound', words: 'Off Rebound' },
  AS: { type: 'assist', words: 'Assist' },
  ST: { type: 'steal', words: 'Steal' },
  TO: { type: 'turnover', words: 'Turnover' },
  FV: { type: 'block', words: 'Block' },
  AG: { type: 'shot_blocked', words: 'Shot Rejected' },
  CM: { type: 'foul', words: 'Foul' },
  // The box score counts a throw-in foul as a personal foul.
  CMTI: { type: 'foul', words: 'Throw-In Foul' },
  OF: { type: 'offensive_foul', words: 'Offensive Foul' },
  CMU: { type: 'unsportsmanlike_foul', words: 'Unsportsmanlike Foul' },
  CMT: { type: 'technical_foul', words: 'Technical Foul' },
  C: { type: 'technical_foul', words: 'Coach Foul' },
  B: { type: 'technical_foul', words: 'Bench Foul' },
  CMD: { type: 'disqualifying_foul', words: 'Disqualifying Foul' },
  F: { type: 'disqualifying_foul', words: 'Fighting' },
  BF: { type: 'disqualifying_foul', words: 'Bench Fighting' },
  RV: { type: 'foul_drawn', words: 'Foul Drawn' },
  IN: { type: 'substitution_in', words: 'In' },
  OUT: { type: 'substitution_out', words: 'Out' },
  TOUT: { type: 'timeout', words: 'Time Out' },
  TOUT_TV: { type: 'timeout', words: 'TV Time Out' },
  CCH: { type: 'review', words: 'Coach Challenge' },
  JB: { type: 'jump_ball', words: 'Jump Ball' },
  TPOFF: { type: 'jump_ball', words: 'Tip Off' },
  BP: { type: 'period_start', words: 'Begin Period' },
  EP: { type: 'period_end', words: 'End Period' },
  EG: { type: 'game_end', words: 'End Game' },
}

/** A Map, because a code like "constructor" would match a member of any object. */
const PLAYS = new Map(Object.entries(CODES))

/** Groups to which the feed adds codes when the rules change: CMU_DI, CMU_FL; CMT1, CMT2. */
const FAMILIES: [RegExp, Play][] = [
  [/^CMU_/, { type: 'unsportsmanlike_foul', words: 'Unsportsmanlike Foul' }],
  [/^CMT\d/, { type: 'technical_foul', words: 'Technical Foul' }],
]

/** The play of a PLAYTYPE; null for an unknown code. */
export const parsePlay = (code: string): Play | null =>
  PLAYS.get(code) ?? FAMILIES.find(([family]) => family.test(code))?.[1] ?? null

/** The field-goal attempt of an ID_ACTION or PLAYTYPE; null for other codes. */
export const parseFieldGoal = (code: string): FieldGoal | null => {
  switch (parsePlay(code)?.type) {
    case 'two_made':
      return { value: 2, made: true }
    case 'two_missed':
      return { value: 2, made: false }
    case 'three_made':
      return { value: 3, made: true }
    case 'three_missed':
      return { value: 3, made: false }
    default:
      return null
  }
}
