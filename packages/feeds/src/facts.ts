import { noteIf, type Note } from './notes.ts'

/** What one answer says about the game itself; null: it has the field but no value, absent: no such field. */
export type Facts = {
  /** What notes call the answer. */
  from: string
  home_name?: string | null
  away_name?: string | null
  round?: string | null
  date?: string | null
  tip_off?: string | null
  attendance?: number | null
  venue?: string | null
  officials?: string[] | null
  home_score?: number | null
  away_score?: number | null
}

/** A text; null for none. */
export const textOr = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

/** Nought spectators means that nobody counted them, or let them in. */
export const attendanceOf = (count: number | null): number | null =>
  count !== null && count > 0 ? Math.round(count) : null

/** The score of a game that has none yet. */
export const NO_SCORE = { home_score: null, away_score: null }

/** A pair of scores; 0-0 is that of a game that has not begun. */
export const scoreOf = (home: number | null, away: number | null): Pick<Facts, 'home_score' | 'away_score'> =>
  home === null || away === null || (home === 0 && away === 0) ? NO_SCORE : { home_score: home, away_score: away }

/** What the first answer to know a field says; null where only empty fields are known, undefined where none is. */
export const known = <Answer extends Facts, Field extends Exclude<keyof Answer, 'from'>>(
  facts: Answer[],
  field: Field,
): Answer[Field] | undefined =>
  (facts.find((answer) => answer[field] != null) ?? facts.find((answer) => answer[field] === null))?.[field]

/** One note for every field on which the answers disagree; `called` is what a sentence calls the one believed. */
export const disagreements = <Field extends string>(
  facts: ({ from: string } & { [Name in Field]?: string | number | null })[],
  fields: readonly Field[],
  called: (from: string) => string,
): Note[] =>
  fields.flatMap((field) => {
    const said = facts.flatMap(({ from, [field]: value }) => (value == null ? [] : [{ from, value }]))
    const list = said.map(({ from, value }) => `${from} ${value}`).join(', ')
    return noteIf(
      new Set(said.map(({ value }) => value)).size > 1,
      'answers_differ',
      `${field.replaceAll('_', ' ')}: ${list}; taken from ${called(said[0]?.from ?? '')}.`,
    )
  })
