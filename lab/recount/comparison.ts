import { isDeepStrictEqual } from 'node:util'

/** Something that differs from what games and box lines lead to. */
export type Difference = {
  /** What it belongs to, such as `standings, Team A`. */
  subject: string
  /** Null for a whole row that is missing or should not exist, or for a whole response. */
  field: string | null
  served: unknown
  recounted: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** Rounds the numbers in a value to 12 digits: sums and quotients in another order differ in further digits. */
const toTwelveDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(12)) : part,
  )

/** Compares what is served or stored with what is recounted, and collects the differences. */
export const createComparison = () => {
  const differences: Difference[] = []
  let values = 0

  const value = (subject: string, field: string | null, served: unknown, recounted: unknown): void => {
    values += 1
    if (!isDeepStrictEqual(toTwelveDigits(served), toTwelveDigits(recounted)))
      differences.push({ subject, field, served: served ?? null, recounted: recounted ?? null })
  }
  const fields = (subject: string, served: Fields, recounted: Fields): void => {
    for (const [field, expected] of Object.entries(recounted)) value(subject, field, served[field], expected)
  }

  return {
    differences: differences as readonly Difference[],
    /** How many values have been compared. */
    count: () => values,
    value,
    fields,
    /** Compares rows by key. Rows of only one side are differences too. */
    rows: (
      toSubject: (key: string) => string,
      served: ReadonlyMap<string, Fields>,
      recounted: ReadonlyMap<string, Fields>,
    ): void => {
      for (const key of new Set([...served.keys(), ...recounted.keys()])) {
        const [actual, expected] = [served.get(key), recounted.get(key)]
        if (actual !== undefined && expected !== undefined) fields(toSubject(key), actual, expected)
        else value(toSubject(key), null, actual !== undefined, expected !== undefined)
      }
    },
  }
}

export type Comparison = ReturnType<typeof createComparison>
