import { SaxesParser } from 'saxes'
import { MAX_CELLS, type Cell, type Sheet } from './table.ts'
import { BadArchive, unzip } from './unzip.ts'

// Reads workbooks (.xlsx, ISO/IEC 29500) as far as values go. The libraries that do so fill the gaps between cells: a file of a kilobyte
// with one cell in row 1,000,000 and another in column XFD takes all memory. Here only cells that are there count.

/** Characters of all cells together. */
const MAX_TEXT = 50_000_000
const MAX_COLUMNS = 500
const MAX_SHEETS = 100

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
  if (open) parser.on('opentag', ({ name, attributes }) => open(withoutPrefix(name), attributes))
  if (text) parser.on('text', text)
  if (close) parser.on('closetag', ({ name }) => close(withoutPrefix(name)))
  for (let at = 0; at < part.length; at += PIECE)
    parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }))
  parser.write(decoder.decode())
  parser.close()
}

const tooManyCells = (): BadArchive => new BadArchive(`it has more than ${MAX_CELLS.toLocaleString('en')} cells`)

/** Texts that cells refer to by their number. Phonetic ones are left out. */
const readSharedTexts = (files: ReadonlyMap<string, Buffer>, path: string): string[] => {
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
      if (name === 'si' && texts.push(current) > MAX_CELLS) throw tooManyCells()
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

const toNumberKind = (format: string): NumberKind => {
  const codes = format.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
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
type Shared = { texts: readonly string[]; styles: readonly NumberKind[]; firstDay: number; cells: number; text: number }

const toNumberCell = (value: string, kind: NumberKind | undefined, firstDay: number): Cell => {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return null
  if (kind === 'percentage') return `${Number((number * 100).toFixed(2))}%`
  return kind === 'date' ? { serial: number + firstDay } : number
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
  const addCell = (cell: Cell): void => {
    const column = attributes['r'] === undefined ? row.cells.length : toColumn(attributes['r'])
    if (cell === null || cell === '' || column < row.cells.length) return
    if (column >= MAX_COLUMNS) throw new BadArchive(`its sheet ${name} has more than ${MAX_COLUMNS} columns`)
    shared.cells += column + 1 - row.cells.length
    shared.text += typeof cell === 'string' ? cell.length : 0
    if (shared.cells > MAX_CELLS || shared.text > MAX_TEXT) throw tooManyCells()
    while (row.cells.length < column) row.cells.push(null)
    row.cells.push(cell)
  }
  parseXml(files, path, {
    open: (tag, given) => {
      if (tag === 'row') row = { number: Number(given['r'] ?? row.number + 1), cells: [] }
      if (tag === 'c') [attributes, value, inline] = [given, '', '']
      within = tag
    },
    text: (text) => {
      if (within === 'v') value += text
      if (within === 't') inline += text
    },
    close: (tag) => {
      if (tag === 'c') addCell(toCell(attributes, value, inline, shared))
      if (tag === 'row' && row.cells.length > 0) rows.push(row)
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
 * @throws {BadArchive} for a file that is no workbook, is broken, or is larger than any league
 */
export const readWorkbook = (bytes: Uint8Array): Sheet[] => {
  const files = unzip(bytes, (name) => /^xl\/.*(?:\.xml|\.rels)$/.test(name))
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
        listed.push({ name: attributes['name'] ?? '', path: targets.get(attributes['r:id'] ?? '') ?? '' })
    },
  })
  const shared = {
    texts: readSharedTexts(files, 'xl/sharedStrings.xml'),
    styles: readStyles(files, 'xl/styles.xml'),
    firstDay,
    cells: 0,
    text: 0,
  }
  if (new Set(listed.map(({ path }) => path)).size < listed.length || listed.length > MAX_SHEETS)
    throw new BadArchive(`it has more than ${MAX_SHEETS} sheets, or one sheet twice`)
  return listed.map(({ name, path }) => ({ name, rows: readRows(files, path, name, shared) }))
}
