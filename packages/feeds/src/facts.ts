import { toDateTime } from '@basketball-data/core/contract'
import { noteIf, type Note } from './notes.ts'

/** The facts about a game in one response. A field is null if it is empty, and absent if the response does not have it. */
export type Facts = {
  /** The name of the response in notes. */
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

/** The text; null if it is '' or undefined. */
export const textOr = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

/** An attendance of 0 is unknown: the spectators were not counted, or not let in. */
export const toAttendance = (count: number | null): number | null =>
  count !== null && count > 0 ? Math.round(count) : null

/** The score of a game that is not over. */
export const NO_SCORE = { home_score: null, away_score: null }

/** A final score; none if it is 0-0, which feeds have before a game begins. */
export const toScore = (home: number | null, away: number | null): Pick<Facts, 'home_score' | 'away_score'> =>
  home === null || away === null || (home === 0 && away === 0) ? NO_SCORE : { home_score: home, away_score: away }

/** A field of the first response that has a value for it; null if all of them are empty, undefined if none has the field. */
export const pickFirst = <Source extends Facts, Field extends Exclude<keyof Source, 'from'>>(
  facts: Source[],
  field: Field,
): Source[Field] | undefined =>
  (facts.find((source) => source[field] != null) ?? facts.find((source) => source[field] === null))?.[field]

/** One note for every field on which the responses disagree; `getName` is how the note names the response that is used. */
export const disagreements = <Field extends string>(
  facts: ({ from: string } & { [Name in Field]?: string | number | null })[],
  fields: readonly Field[],
  getName: (from: string) => string,
): Note[] =>
  fields.flatMap((field) => {
    const values = facts.flatMap(({ from, [field]: value }) => (value == null ? [] : [{ from, value }]))
    const list = values.map(({ from, value }) => `${from} ${value}`).join(', ')
    return noteIf(
      new Set(values.map(({ value }) => value)).size > 1,
      'responses_differ',
      `${field.replaceAll('_', ' ')}: ${list}; taken from ${getName(values[0]?.from ?? '')}.`,
    )
  })

/** A time in milliseconds as ISO 8601 in UTC; null for null and for NaN, the result of `Date.parse` for an invalid date. */
export const toDateTimeOrNull = (moment: number | null): string | null =>
  moment === null || Number.isNaN(moment) ? null : toDateTime(new Date(moment))
