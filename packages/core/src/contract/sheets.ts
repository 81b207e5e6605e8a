import { z } from 'zod'
import { CompetitionKind, Gender } from './competition.ts'
import { MAX_SHEET_MISTAKES } from './errors.ts'
import { TieBreak, type GameBundle } from './game-bundle.ts'
import { GameStatus } from './game.ts'

/** A file that a browser or a program has uploaded. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/** What is wrong in a sheet, and what would be right; `row` and `column` are null for all of it. */
export type SheetMistake = { sheet: string; row: number | null; column: string | null; message: string }

/** Mistakes as a reader sees them: equal ones of consecutive rows are one, of the rows `2–17`. */
export const joinMistakes = (mistakes: readonly SheetMistake[]) => {
  const joined: (SheetMistake & { last: number | null })[] = []
  const latest = new Map<string, (typeof joined)[number]>()
  for (const mistake of mistakes) {
    const { sheet, row, column, message } = mistake
    const key = JSON.stringify([sheet, column, message])
    const before = latest.get(key)
    if (before !== undefined && before.last !== null && before.last + 1 === row) before.last = row
    else {
      const added = { ...mistake, last: row }
      joined.push(added)
      latest.set(key, added)
    }
  }
  return joined.map(({ sheet, row, last, column, message }) => ({
    sheet,
    rows: row === last ? `${row ?? ''}` : `${row}–${last}`,
    column: column ?? '',
    message,
  }))
}

/** An identifier of a record; several may be of one. */
const Named = z.object({ id: z.string(), external_id: z.string(), name: z.string() })

/** What a source has named, by its own identifiers. */
export const SourceRecords = z.object({
  competition: z
    .object({
      external_id: z.string(),
      name: z.string(),
      slug: z.string(),
      country: z.string().nullable(),
      gender: Gender,
      kind: CompetitionKind,
      time_zone: z.string().nullable(),
      regulation_minutes: z.number(),
      periods: z.number(),
      overtime_minutes: z.number(),
      tie_break: TieBreak,
    })
    .nullable(),
  teams: z.array(Named),
  players: z.array(Named),
  games: z.array(z.object({ external_id: z.string(), home: z.string(), away: z.string(), status: GameStatus })),
})
export type SourceRecords = z.output<typeof SourceRecords>

/** A competition and a season by their identifiers in a source. */
export type SourceSeason = { competition: string; season: string }

/** The orders of day, month and year. */
export const DateOrder = z.enum(['dmy', 'mdy', 'ymd'])
export type DateOrder = z.infer<typeof DateOrder>

/** How sheets are read: what describes the competition where no sheet does, and what is known already. */
export type SheetOptions = {
  competition?: string | undefined
  season?: string | undefined
  /** The source that the games must belong to. Default: that of the sheets, or one made from the name of the competition. */
  source?: string | undefined
  time_zone?: string | undefined
  dates?: DateOrder | undefined
  known: (source: string, season: SourceSeason) => Promise<SourceRecords>
}

/** What sheets have: `rows` tells where the game of each bundle is. */
type Sheets = {
  bundles: GameBundle[]
  rows: { sheet: string; row: number }[]
  mistakes: SheetMistake[]
  mistake_count: number
  ignored: string[]
}

/** Reads the sheets of a league as `readSheets` of @basketball-data/feeds/sheets does. */
export type ReadSheets = (files: readonly UploadedFile[], options: SheetOptions) => Promise<Sheets>

/** The games that the service refuses, as mistakes of their rows. The outcomes are in the order of the rows. */
export const listRefusedRows = (
  rows: Sheets['rows'],
  outcomes: readonly ({ outcome: 'refused'; reason: string } | { outcome: 'created' | 'updated' | 'unchanged' })[],
): Pick<Sheets, 'mistakes' | 'mistake_count'> => {
  const mistakes = outcomes.flatMap((result, at): SheetMistake[] => {
    const { sheet = '', row = null } = rows[at] ?? {}
    return result.outcome === 'refused' ? [{ sheet, row, column: null, message: result.reason }] : []
  })
  return { mistakes: mistakes.slice(0, MAX_SHEET_MISTAKES), mistake_count: mistakes.length }
}
