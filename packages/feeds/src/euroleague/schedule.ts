import { z } from 'zod'
import { Flag, Numeral, Padded } from '../fields.ts'

const ScheduleSide = z.object({
  club: z.object({ code: Padded, name: Padded }),
  score: Numeral,
  partials: z
    .object({
      partials1: Numeral,
      partials2: Numeral,
      partials3: Numeral,
      partials4: Numeral,
      extraPeriods: z.record(z.string(), Numeral).nullish(),
    })
    .nullish(),
})
export type ScheduleSide = z.output<typeof ScheduleSide>

const Named = z.object({ name: Padded }).nullish()

/** One game of the api v2 schedule; its `winner` is left aside, it has named clubs that did not play. */
export const ScheduleAnswer = z.object({
  phaseType: z.object({ code: Padded, name: Padded }).nullish(),
  round: Padded,
  played: Flag,
  localDate: Padded,
  utcDate: Padded,
  confirmedHour: z.boolean().nullish(),
  local: ScheduleSide,
  road: ScheduleSide,
  audience: Numeral,
  referee1: Named,
  referee2: Named,
  referee3: Named,
  referee4: Named,
  venue: Named,
  gameStatus: Padded,
})
export type ScheduleAnswer = z.output<typeof ScheduleAnswer>

/** What identifies a game of the api v2 schedule. */
export const ScheduleEntry = z.object({ gameCode: z.int(), season: z.object({ code: z.string().trim() }) })

/** A whole answer of the api v2 schedule. */
export const ScheduleList = z.object({ data: z.array(z.unknown()) })
