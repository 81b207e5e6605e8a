/** A row of a CSV file, by the names of its header; `line` is its number in the file. */
export type CsvRow = { line: number; values: Readonly<Record<string, string>> }

/** The fields of one line: separated, in quotation marks where they hold the separator, a mark in them doubled. */
const fieldsOf = (line: string, separator: string): string[] => {
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '"' && quoted && line.charAt(at + 1) === '"') {
      field += '"'
      at += 1
    } else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      fields.push(field.trim())
      field = ''
    } else field += character
  }
  return [...fields, field.trim()]
}

/** The names in the first line of a CSV file, and what separates them. */
export const headerOf = (text: string): { names: string[]; separator: string } => {
  const [first = ''] = text.replace(/^\uFEFF/, '').split('\n', 1)
  const separator = first.includes(';') && !first.includes(',') ? ';' : ','
  return { names: fieldsOf(first.trimEnd(), separator), separator }
}

/** The rows of a CSV file below its header. Fields that go over several lines are not known here. */
export function* rowsOf(text: string): Generator<CsvRow> {
  const { names, separator } = headerOf(text)
  const lines = text.split('\n')
  for (let number = 1; number < lines.length; number++) {
    const line = (lines[number] ?? '').trimEnd()
    if (line === '') continue
    const fields = fieldsOf(line, separator)
    yield { line: number + 1, values: Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])) }
  }
}
