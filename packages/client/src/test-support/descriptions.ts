import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const document: { components: { schemas: Record<string, Schema> } } = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
)
const { schemas } = document.components

/** The name of the schema that one points to, where it is null or of that schema. */
const nameIn = ({ $ref, anyOf = [] }: Schema): string =>
  ($ref ?? anyOf.find((each) => each.$ref !== undefined)?.$ref ?? '').replace(/.*\//, '')

/** The record that a field has, or has a list of; undefined for a text or a number. */
const recordIn = (field: Schema | undefined): Schema | undefined => {
  if (field === undefined || field.properties) return field
  return recordIn(field.items ?? schemas[nameIn(field)])
}

/** How a text is written that stands for one of these. */
const FORMS: Record<string, string> = { CalendarDate: ' YYYY-MM-DD.', DateTime: ' ISO 8601.' }

/** What the document says of a field; of one that it says nothing of, what it says of such texts and numbers. */
const descriptionOf = (field: Schema | undefined): string | undefined => {
  if (field === undefined) return undefined
  const name = nameIn(field)
  if (field.description !== undefined) return field.description + (FORMS[name] ?? '')
  return recordIn(field) ? undefined : schemas[name]?.description
}

const WIDTH = 120

const commentOf = (text: string, indent: string): string[] => {
  const line = `${indent}/** ${text} */`
  if (line.length <= WIDTH) return [line]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer
    else lines.push(`${indent} * ${word}`)
  }
  return [`${indent}/**`, ...lines, `${indent} */`]
}

/** Takes off the comment that ends the lines. */
const withoutComment = (lines: string[]): string[] =>
  lines.at(-1)?.endsWith('*/')
    ? lines.slice(
        0,
        lines.findLastIndex((line) => line.includes('/**')),
      )
    : lines

const FIELD = /^( +)(\w+)\??: (.*)$/

/** The type that a field is of, or is a list of. */
const typeIn = (type: string): string => /^[A-Z]\w+/.exec(type)?.[0] ?? ''

/** The source of records, with what the document says of every field above it. `known` learns the types on the way. */
const write = (source: string, known: Map<string, Schema>): string => {
  let written: string[] = []
  /** The record whose fields the lines are, within those that it stands in. */
  let around: (Schema | undefined)[] = []
  const learn = (type: string, record: Schema | undefined) => {
    if (record && !known.has(type)) known.set(type, record)
    return record
  }
  for (const line of source.split('\n')) {
    const [, name, base = ''] = /^export interface (\w+)(?: extends (\w+))?/.exec(line) ?? []
    const [, indent = '', field = '', type = ''] = FIELD.exec(line) ?? []
    if (name !== undefined) around = [learn(base, known.get(name)) ?? known.get(base)]
    else if (field !== '') {
      const schema = around.at(-1)?.properties?.[field]
      const description = descriptionOf(schema)
      if (description !== undefined) written = [...withoutComment(written), ...commentOf(description, indent)]
      const record = learn(typeIn(type), recordIn(schema))
      if (type === '{') around.push(record)
    } else if (/^ *\}/.test(line)) around.pop()
    written.push(line)
  }
  return written.join('\n')
}

/** The files with the records of the client. */
export const RECORDS: string[] = [
  'records',
  'game-records',
  'player-records',
  'price-records',
  'statistics-records',
  'webhook-records',
  'paging',
].map((name) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url)))

/** What the files would be with what the document says above every field. */
export const described = (): { file: string; source: string; wanted: string }[] => {
  const known = new Map(Object.entries(schemas))
  const sources = RECORDS.map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  // Records that have no name in the document are known by the fields they stand in, which may come later.
  for (let before = 0; before < known.size;) {
    before = known.size
    for (const { source } of sources) write(source, known)
  }
  return sources.map((each) => ({ ...each, wanted: write(each.source, known) }))
}
