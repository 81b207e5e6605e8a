type Cell = string | number | null

const shown = (cell: Cell): string => (cell === null ? '–' : String(cell))

/** Rows under a heading, in columns: text to the left, numbers to the right. */
export const table = (heading: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const widths = heading.map((title, i) => Math.max(title.length, ...rows.map((row) => shown(row[i] ?? null).length)))
  const isNumber = heading.map((_, i) => rows.every((row) => /^-?\d+(\.\d+)?$/.test(shown(row[i] ?? null))))
  const line = (row: readonly Cell[]): string =>
    row
      .map((cell, i) =>
        isNumber[i] === true ? shown(cell).padStart(widths[i] ?? 0) : shown(cell).padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(heading), ...rows.map(line)].join('\n')
}
