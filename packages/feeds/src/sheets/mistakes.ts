/** A mistake in a sheet. */
export type SheetMistake = {
  /** The name of the sheet, or of the file. */
  sheet: string
  /** The number of the row as a spreadsheet shows it; null: the whole sheet. */
  row: number | null
  /** The heading of the column; null: the whole row. */
  column: string | null
  /** What is wrong, and what would be right. */
  message: string
}

/** Mistakes that are listed; of any others only their number is known. */
export const MAX_LISTED = 200

/** What a mistake says, or how to find that out if it is listed. */
export type Message = string | (() => string)

/** Collects mistakes. */
export type Mistakes = {
  add: (place: Omit<SheetMistake, 'message'>, message: Message) => void
  /** Adds a column, or a whole sheet, to what is not imported. */
  ignore: (sheet: string, column: string | null) => void
  /** How many there are, of which MAX_LISTED are listed. */
  count: () => number
  /** By sheet and row. */
  list: () => SheetMistake[]
  ignored: () => string[]
}

export const collectMistakes = (): Mistakes => {
  const listed: SheetMistake[] = []
  const ignored = new Set<string>()
  let count = 0
  return {
    add: (place, message) => {
      count += 1
      if (listed.length < MAX_LISTED)
        listed.push({ ...place, message: typeof message === 'string' ? message : message() })
    },
    ignore: (sheet, column) => {
      if (ignored.size < MAX_LISTED) ignored.add(column === null ? sheet : `${sheet}: ${column}`)
    },
    count: () => count,
    list: () => {
      const sheets = [...new Set(listed.map(({ sheet }) => sheet))]
      return listed.toSorted(
        (one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || (one.row ?? 0) - (other.row ?? 0),
      )
    },
    ignored: () => [...ignored],
  }
}
