import { SaxesParser } from 'saxes'
import { openBudget, requireRoom, take, type Budget } from './budget.ts'
import { findExcess, MAX_COLUMNS, toSheetName, type Cell, type Sheet } from './table.ts'
import { BadArchive, unzip } from './unzip.ts'

// Reads workbooks (.xlsx, ISO/IEC 29500) as far as values go. The libraries that do so fill the gaps between cells: a file of a kilobyte
// with one cell in row 1,000,000 and another in column XFD takes all memory. Here only cells that are there count.

const MAX_SHEETS = 100
/** Elements within each other, and attributes of one, which the parser keeps until they end; workbooks have ten and twenty. */
const [MAX_DEPTH, MAX_ATTRIBUTES] = [50, 100]

type Attributes = Record<string, string>
type Handlers = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Characters that are parsed at a time. */
const PIECE = 65_536

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses a part of the workbook as a stream. Names have no prefixes. @throws {BadArchive} if it is not well-formed */
const parseXml = (files: ReadonlyMap<string, Buffer>, path: string, { open, text, close }: Handlers): void => {
  const part = files.get(path)
  if (part === undefined) return
  const parser = new SaxesParser()
  const decoder = new TextDecoder('utf-8')
  parser.on('error', (error) => {
    throw new BadArchive(`its part ${path} is broken: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new BadArchive(`its part ${path} has a document type, which workbooks have not`)
  })
  let [depth, attributes] = [0, 0]
  const checkNesting = (): void => {
    if (depth > MAX_DEPTH || attributes > MAX_ATTRIBUTES)
      throw new BadArchive(`its part ${path} is nested more deeply, or has more attributes, than workbooks have`)
  }
  parser.on('opentagstart', () => {
    attributes = 0
    depth += 1
    checkNesting()
  })
  parser.on('attribute', () => {
    attributes += 1
    checkNesting()
  })
  if (open) parser.on('opentag', (tag) => open(withoutPrefix(tag.name), tag.attributes))
  if (text) parser.on('text', text)
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(withoutPrefix(name))
  })
  for (let at = 0; at < part.length; at += PIECE)
    parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }))
  parser.write(decoder.decode())
  parser.close()
}

/** Texts that cells refer to by their number. Phonetic ones are left out. */
const readSharedTexts = (files: ReadonlyMap<string, Buffer>, path: string, budget: Budget): string[] => {
  const texts: string[] = []
  let current = ''
  let within = ''
  parseXml(files, path, {
    open: (name) => {
      if (name === 'si') current = ''
      if (within !== 'rPh') within = name
    },
    text: (text) => {
      if (within === 't') current += text
    },
    close: (name) => {
      if (name === 'si') requireRoom(budget, 'cells', texts.push(current))
      if (name === 'rPh' || within !== 'rPh') within = ''
    },
  })
  return texts
}

/** How numbers of a style are shown, as far as it says what they are. */
type NumberKind = 'date' | 'percentage' | 'number'

/** Formats that every workbook has. */
const toBuiltIn = (id: number): NumberKind => {
  if (id === 9 || id === 10) return 'percentage'
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/** Characters of a format, of which Excel allows no more. */
const MAX_FORMAT = 255

const toNumberKind = (format: string): NumberKind => {
  const codes = format.slice(0, MAX_FORMAT).replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
  if (/[ymdhs]/i.test(codes) && !/general/i.test(codes)) return 'date'
  return codes.includes('%') ? 'percentage' : 'number'
}

const readStyles = (files: ReadonlyMap<string, Buffer>, path: string): NumberKind[] => {
  const formats = new Map<string, NumberKind>()
  const kinds: NumberKind[] = []
  let isCellStyle = false
  parseXml(files, path, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, toNumberKind(formatCode))
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) kinds.push(formats.get(numFmtId) ?? toBuiltIn(Number(numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return kinds
}

/** What all sheets of a workbook share. */
type Shared = { texts: readonly string[]; styles: readonly NumberKind[]; firstDay: number; budget: Budget }

const toNumberCell = (value: string, kind: NumberKind | undefined, firstDay: number): Cell => {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return null
  if (kind === 'percentage') return `${Number((number * 100).toFixed(2))}%`
  return kind === 'date' ? { serial: number, ...(firstDay > 0 && { firstDay }) } : number
}

const toCell = ({ t: type = 'n', s: style = '' }: Attributes, value: string, inline: string, shared: Shared): Cell => {
  switch (type) {
    case 's':
      return shared.texts[Number(value)] ?? null
    case 'inlineStr':
      return inline
    case 'b':
      return value === '1'
    case 'n':
      return toNumberCell(value, shared.styles[Number(style)], shared.firstDay)
    default:
      return value // the text of a formula, an error like #N/A, or a date in ISO 8601
  }
}

/** The index of a column, from 0, from an address like B7. */
const toColumn = (address: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,4}/.exec(address)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const readRows = (files: ReadonlyMap<string, Buffer>, path: string, name: string, shared: Shared): Sheet['rows'] => {
  const rows: { number: number; cells: Cell[] }[] = []
  let row: { number: number; cells: Cell[] } = { number: 0, cells: [] }
  let attributes: Attributes = {}
  let [value, inline, within] = ['', '', '']
  let next = 0
  const { budget } = shared
  const addCell = (cell: Cell): void => {
    const column = attributes['r'] === undefined ? next : toColumn(attributes['r'])
    next = column + 1
    if (cell === null || cell === '' || column < row.cells.length) return
    const excess = typeof cell === 'string' ? findExcess(cell) : undefined
    if (excess !== undefined) throw new BadArchive(`row ${row.number} of its sheet ${name} has ${excess}`)
    if (column >= MAX_COLUMNS) throw new BadArchive(`its sheet ${name} has more than ${MAX_COLUMNS} columns`)
    take(budget, 'cells', column + 1 - row.cells.length)
    take(budget, 'text', typeof cell === 'string' ? cell.length : 0)
    while (row.cells.length < column) row.cells.push(null)
    row.cells.push(cell)
  }
  parseXml(files, path, {
    open: (tag, given) => {
      if (tag === 'row') {
        row = { number: Number(given['r'] ?? row.number + 1), cells: [] }
        next = 0
      }
      if (tag === 'c') [attributes, value, inline] = [given, '', '']
      within = tag
    },
    text: (text) => {
      if (within === 'v') value += text
      if (within === 't') inline += text
    },
    close: (tag) => {
      if (tag === 'c') addCell(toCell(attributes, value, inline, shared))
      if (tag === 'row' && row.cells.length > 0) {
        take(budget, 'rows', 1)
        rows.push(row)
      }
      within = ''
    },
  })
  return rows
}

/** Days from 1899-12-30 to 1904-01-01, where dates of old workbooks from a Mac begin. */
const FROM_1904 = 1462

const toPath = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/**
 * Reads the sheets of a workbook: of formulas their stored values, of merged cells the first, of hidden sheets as of others.
 *
 * @throws {BadArchive} for a file that is no workbook, or is broken
 * @throws {TooLarge} for one that is larger than any league
 */
export const readWorkbook = (bytes: Uint8Array, budget = openBudget()): Sheet[] => {
  const files = unzip(bytes, (name) => /^xl\/.*(?:\.xml|\.rels)$/.test(name), budget)
  if (!files.has('xl/workbook.xml')) throw new BadArchive('it has no sheets')
  const targets = new Map<string, string>()
  parseXml(files, 'xl/_rels/workbook.xml.rels', {
    open: (_name, { Id = '', Target = '' }) => void targets.set(Id, toPath(Target)),
  })
  const listed: { name: string; path: string }[] = []
  let firstDay = 0
  parseXml(files, 'xl/workbook.xml', {
    open: (tag, attributes) => {
      if (tag === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) firstDay = FROM_1904
      if (tag === 'sheet')
        listed.push({ name: toSheetName(attributes['name'] ?? ''), path: targets.get(attributes['r:id'] ?? '') ?? '' })
    },
  })
  const shared = {
    texts: readSharedTexts(files, 'xl/sharedStrings.xml', budget),
    styles: readStyles(files, 'xl/styles.xml'),
    firstDay,
    budget,
  }
  if (new Set(listed.map(({ path }) => path)).size < listed.length || listed.length > MAX_SHEETS)
    throw new BadArchive(`it has more than ${MAX_SHEETS} sheets, or one sheet twice`)
  return listed.map(({ name, path }) => ({ name, rows: readRows(files, path, name, shared) }))
}
