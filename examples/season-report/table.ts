type Cell = string | number | null

const toText = (cell: Cell | undefined): string => String(cell ?? '–')

/** Formats rows as text columns below a heading: text is left-aligned, numbers are right-aligned. */
export const table = (heading: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const widths = heading.map((title, i) => Math.max(title.length, ...rows.map((row) => toText(row[i]).length)))
  const isNumber = heading.map((_, i) => rows.every((row) => /^-?\d+(\.\d+)?$/.test(toText(row[i]))))
  const line = (row: readonly Cell[]): string =>
    row
      .map((cell, i) => (isNumber[i] ? toText(cell).padStart(widths[i] ?? 0) : toText(cell).padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(heading), ...rows.map(line)].join('\n')
}
