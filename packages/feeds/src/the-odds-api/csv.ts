/** A row of a CSV file by column name, and its line number in the file. */
export type CsvRow = { line: number; values: Readonly<Record<string, string>> }

/** Splits a line at the separators outside of quotation marks; a doubled mark inside them is a literal one. */
const splitLine = (line: string, separator: string): string[] => {
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i)
    if (character === '"' && quoted && line.charAt(i + 1) === '"') {
      field += '"'
      i += 1
    } else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      fields.push(field.trim())
      field = ''
    } else field += character
  }
  return [...fields, field.trim()]
}

/** The column names in the first line of a CSV file, and its separator: a comma or a semicolon. */
export const headerOf = (text: string): { columns: string[]; separator: string } => {
  const [first = ''] = text.replace(/^\uFEFF/, '').split('\n', 1)
  const separator = first.includes(';') && !first.includes(',') ? ';' : ','
  return { columns: splitLine(first.trimEnd(), separator), separator }
}

/** The rows of a CSV file below its header. Fields must not contain line breaks. */
export function* rowsOf(text: string): Generator<CsvRow> {
  const { columns, separator } = headerOf(text)
  const lines = text.split('\n')
  for (let index = 1; index < lines.length; index++) {
    const line = (lines[index] ?? '').trimEnd()
    if (line === '') continue
    const fields = splitLine(line, separator)
    yield { line: index + 1, values: Object.fromEntries(columns.map((column, i) => [column, fields[i] ?? ''])) }
  }
}
