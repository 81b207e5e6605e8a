/** A value as a disagreement shows it. */
export type Value = string | number | boolean | null

/** A value that differs from the one computed from games and box lines. */
export type Disagreement = {
  /** What the value belongs to, such as `standings, Team A`. */
  subject: string
  /** Null if the whole row is missing, or should not exist: then `served` and `recomputed` say whether it does. */
  field: string | null
  served: Value
  recomputed: Value
}

type Fields = Readonly<Record<string, Value>>

/** Quotients that are computed in different ways may differ after the twelfth digit. */
const isSame = (a: Value, b: Value): boolean =>
  a === b || (typeof a === 'number' && typeof b === 'number' && a.toPrecision(12) === b.toPrecision(12))

/** Compares what is served or stored with what is recomputed, field by field, and collects the differences. */
export const createComparison = () => {
  const disagreements: Disagreement[] = []
  let values = 0

  const fields = (subject: string, served: Fields, recomputed: Fields): void => {
    for (const [field, expected] of Object.entries(recomputed)) {
      const actual = served[field] ?? null
      values += 1
      if (!isSame(actual, expected)) disagreements.push({ subject, field, served: actual, recomputed: expected })
    }
  }

  return {
    disagreements: disagreements as readonly Disagreement[],
    /** How many values have been compared. */
    count: () => values,
    fields,
    /** Compares rows by key. Rows of only one side are differences too. */
    rows: (
      subjectOf: (key: string) => string,
      served: ReadonlyMap<string, Fields>,
      recomputed: ReadonlyMap<string, Fields>,
    ): void => {
      for (const key of new Set([...served.keys(), ...recomputed.keys()])) {
        const [actual, expected] = [served.get(key), recomputed.get(key)]
        if (actual !== undefined && expected !== undefined) fields(subjectOf(key), actual, expected)
        else {
          values += 1
          disagreements.push({
            subject: subjectOf(key),
            field: null,
            served: actual !== undefined,
            recomputed: expected !== undefined,
          })
        }
      }
    },
  }
}

export type Comparison = ReturnType<typeof createComparison>
