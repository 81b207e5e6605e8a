import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { openBudget } from './budget.ts'
import { readSheets } from './read-sheets.ts'
import { buildTemplate, toWorkbook } from './template.ts'
import { toFiles } from './test-support/league.ts'
import { workbook, zip } from './test-support/zip.ts'
import { unzip } from './unzip.ts'
import { readWorkbook } from './workbook.ts'

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="46"/></cellXfs></styleSheet>`

const readCells = (xml: string, parts: Record<string, string> = {}) =>
  readWorkbook(workbook({ games: `<row r="1">${xml}</row>` }, { 'xl/styles.xml': STYLES, ...parts }))[0]?.rows[0]?.cells

describe('the cells of a workbook are', () => {
  test.each([
    ['shared text, formatted or not', '<c t="s"><v>0</v></c><c t="s"><v>1</v></c>', ['one', 'two parts']],
    ['text in the cell', '<c t="inlineStr"><is><t>a &amp; b</t></is></c>', ['a & b']],
    ['numbers', '<c><v>31.4</v></c><c t="n"><v>7</v></c><c s="3"><v>3</v></c>', [31.4, 7, 3]],
    ['the stored values of formulas', '<c><f>A1+1</f><v>8</v></c><c t="str"><f>A2</f><v>x</v></c>', [8, 'x']],
    [
      'dates and times',
      '<c s="1"><v>46345</v></c><c s="2"><v>46345.5</v></c><c s="5"><v>1.25</v></c>',
      [{ serial: 46345 }, { serial: 46345.5 }, { serial: 1.25 }],
    ],
    ['percentages', '<c s="4"><v>0.455</v></c>', ['45.5%']],
    ['yes and no', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', [true, false]],
    ['errors, as they are shown', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', ['#DIV/0!']],
    ['in the columns of their order', '<c><v>1</v></c><c s="1"/><c><v>3</v></c>', [1, null, 3]],
    ['gaps, which are empty', '<c r="A1"><v>1</v></c><c r="D1"><v>4</v></c><c r="E1" s="1"/>', [1, null, null, 4]],
  ])('%s', (_name, xml, expected) => {
    const texts = '<sst><si><t>one</t></si><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>!</t></rPh></si></sst>'
    expect(readCells(xml, { 'xl/sharedStrings.xml': texts })).toEqual(expected)
  })

  test('dates from 1904 in a workbook of an old Mac', () => {
    const book =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'
    expect(readCells('<c s="1"><v>44883</v></c>', { 'xl/workbook.xml': book })).toEqual([
      { serial: 44883, firstDay: 1462 },
    ])
  })

  test('numbers if their format is longer than a format can be', () => {
    const styles = (format: string) => ({
      'xl/styles.xml': `<s><numFmt numFmtId="164" formatCode="${format}"/><cellXfs><xf numFmtId="164"/></cellXfs></s>`,
    })
    expect(readCells('<c s="0"><v>7</v></c>', styles(`${'[x]'.repeat(84)}yy`))).toEqual([{ serial: 7 }])
    expect(readCells('<c s="0"><v>7</v></c>', styles(`${'['.repeat(100_000)}yy`))).toEqual([7])
  })

  test('those that another program writes', async () => {
    const rows = [
      ['text', 7, true],
      [],
      [{ value: new Date('2026-11-19T00:00:00Z'), type: Date, format: 'dd.mm.yyyy' }, 31.4],
    ]
    const bytes = await writeWorkbook([{ sheet: 'games', data: rows }]).toBuffer()
    expect(readWorkbook(bytes)).toEqual([
      {
        name: 'games',
        rows: [
          { number: 1, cells: ['text', 7, true] },
          { number: 3, cells: [{ serial: 46345 }, 31.4] },
        ],
      },
    ])
  })
})

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

describe('of times in a column of minutes', () => {
  const read = async (serials: readonly number[], day = 46345, date1904 = '0') => {
    const sheets = {
      games:
        row(...['date', 'home', 'away', 'score'].map(text)) +
        row(`<c s="1"><v>${day}</v></c>`, text('A team'), text('B club'), text('71-68')),
      lines:
        row(...['team', 'opponent', 'player', 'min'].map(text)) +
        serials
          .map((serial, at) =>
            row(text('A team'), text('B club'), text(`${at} Player`), `<c s="5"><v>${serial}</v></c>`),
          )
          .join(''),
    }
    const bytes = workbook(sheets, {
      'xl/styles.xml': STYLES,
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${date1904}"/><sheets><sheet name="games" r:id="rId1"/><sheet name="lines" r:id="rId2"/></sheets></workbook>`,
    })
    const { bundles, mistakes } = await readSheets([{ name: 'league.xlsx', bytes }], { competition: 'League' })
    const seconds = bundles[0]?.home.players?.map((line) => line.seconds)
    return mistakes.length > 0 ? mistakes : [bundles[0]?.game.date, ...(seconds ?? [])]
  }
  const [minute, hour] = [1 / 1440, 1 / 24]

  test('those without seconds are hours and minutes, typed for minutes and seconds, if one is longer than a game', async () => {
    expect(await read([31 * hour + 24 * minute, 45 * minute, 0])).toEqual(['2026-11-19', 1884, 45, 0])
  })

  test('all are as they are shown if one has seconds', async () => {
    expect(await read([31.4 * minute, 45 * minute, 65 * minute, 0])).toEqual(['2026-11-19', 1884, 2700, 3900, 0])
  })

  test('those without seconds are a mistake if no other one shows what they are', async () => {
    const mistake = { sheet: 'lines', column: 'min', message: expect.stringMatching(/minutes \(0:31:00\) or seconds/) }
    expect(await read([31 * minute, 0])).toEqual([{ ...mistake, row: 2 }])
    expect(await read([31 * hour, 31.4 * minute, 31 * minute])).toEqual([{ ...mistake, row: 4 }])
  })

  test('none is counted from 1904', async () => {
    expect(await read([31 * hour + 24 * minute], 44883, '1')).toEqual(['2026-11-19', 1884])
  })
})

test('what a spreadsheet makes of 31:24 is 31 minutes and 24 seconds; of 5/9, a mistake that says what to do', async () => {
  const read = (shots: string) =>
    readSheets(
      [
        {
          name: 'league.xlsx',
          bytes: workbook(
            {
              games:
                row(...['date', 'home', 'away', 'score'].map(text)) +
                row('<c s="1"><v>46345</v></c>', text('A team'), text('B club'), text('71-68')),
              lines:
                row(...['date', 'team', 'player', 'min', '2P'].map(text)) +
                row(
                  '<c s="1"><v>46345</v></c>',
                  text('A team'),
                  text('Ana'),
                  '<c s="5"><v>1.308333333333333</v></c>',
                  shots,
                ),
            },
            { 'xl/styles.xml': STYLES },
          ),
        },
      ],
      { competition: 'League' },
    )
  const { bundles } = await read(text('5/9'))
  expect(bundles[0]?.home.players?.[0]).toMatchObject({ seconds: 1884, stats: { two_made: 5, two_attempted: 9 } })
  const { mistakes } = await read('<c s="1"><v>46151</v></c>')
  expect(mistakes).toEqual([
    {
      sheet: 'lines',
      row: 2,
      column: '2P',
      message: expect.stringMatching(/has made a date.*format the column as text.*5\/9/),
    },
  ])
})

describe('a file that would take all memory or time, or is none, is refused:', () => {
  const cell = (address: string) => `<c r="${address}"><v>1</v></c>`
  const zeros = Buffer.alloc(70_000_000)
  test.each([
    [
      'a part that unpacks to more than 60 MB',
      workbook({ a: '' }, { 'xl/worksheets/sheet1.xml': zeros.toString('latin1') }),
      /more than 60 MB/,
    ],
    ['a cell in a far column', workbook({ a: `<row r="1">${cell('XFD1')}</row>` }), /more than 500 columns/],
    [
      'many cells',
      workbook({
        a: Array.from({ length: 4100 }, (_, at) => `<row r="${at + 1}">${cell(`SA${at + 1}`)}</row>`).join(''),
      }),
      /more than 1,000,000 cells/,
    ],
    [
      'one sheet many times',
      workbook(
        { a: '' },
        {
          'xl/_rels/workbook.xml.rels': '<r><R Id="rId1" Target="a.xml"/><R Id="rId2" Target="a.xml"/></r>',
          'xl/workbook.xml':
            '<workbook xmlns:r="r"><sheet name="a" r:id="rId1"/><sheet name="b" r:id="rId2"/></workbook>',
        },
      ),
      /one sheet twice/,
    ],
    [
      'entities that repeat each other',
      workbook(
        { a: '' },
        { 'xl/sharedStrings.xml': '<!DOCTYPE s [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>' },
      ),
      /document type/,
    ],
    [
      'XML that ends too early',
      workbook({ a: '' }, { 'xl/sharedStrings.xml': '<sst><si>' }),
      /sharedStrings\.xml is broken/,
    ],
    [
      'elements within elements',
      workbook({ a: '' }, { 'xl/sharedStrings.xml': `<sst>${'<a>'.repeat(60)}${'</a>'.repeat(60)}</sst>` }),
      /sharedStrings\.xml is nested more deeply/,
    ],
    [
      'an element with many attributes',
      workbook(
        { a: '' },
        { 'xl/sharedStrings.xml': `<sst ${Array.from({ length: 200 }, (_, at) => `a${at}=""`).join(' ')}/>` },
      ),
      /has more attributes/,
    ],
    [
      'a longer text than a cell can have',
      workbook({ a: `<row r="7"><c t="inlineStr"><is><t>${'a'.repeat(32_768)}</t></is></c></row>` }),
      /row 7 of its sheet a has a cell of more than 32,767 characters/,
    ],
    [
      'a letter with many accents',
      workbook({ a: `<row r="7"><c t="inlineStr"><is><t>a${'\u0301\u0323'.repeat(16)}</t></is></c></row>` }),
      /row 7 of its sheet a has more than 30 accents on one letter/,
    ],
    ['an archive of something else', zip({ 'word/document.xml': '<a/>' }), /has no sheets/],
    ['the start of an archive', workbook({ a: '' }).subarray(0, 40), /ends too early/],
    ['a workbook of old Excel, or with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /save it as \.xlsx/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /neither text nor a workbook/],
    ['more than 20 MB', Buffer.alloc(20_000_001, 'a'), /21 MB; 20 MB are possible/],
  ])('%s', async (_name, bytes, message) => {
    const { bundles, mistakes } = await readSheets([{ name: 'league.xlsx', bytes }])
    expect(bundles).toEqual([])
    expect(mistakes[0]).toEqual({
      sheet: 'league.xlsx',
      row: null,
      column: null,
      message: expect.stringMatching(message),
    })
  })

  const cells = (count: number) =>
    workbook({ a: Array.from({ length: count / 495 }, () => `<row>${cell('SA1')}</row>`).join('') })
  const unpacked = workbook({ a: '' }, { 'xl/theme.xml': zeros.subarray(0, 35_000_000).toString('latin1') })
  const csv = (content: string) => Buffer.from(content)
  test.each([
    ['a million cells', cells(550_000), 'b.xlsx', /more than 1,000,000 cells together/],
    ['60 MB when they are unpacked', unpacked, 'b.xlsx', /more than 60 MB when they are unpacked together/],
    ['50,000 rows', csv('a,b\n'.repeat(25_001)), 'b.csv', /more than 50,000 rows together/],
    ['a million cells of CSV', csv(`${'a,'.repeat(399)}a\n`.repeat(1300)), 'b.csv', /more than 1,000,000 cells/],
  ])('files that are too large together: %s', async (_name, bytes, name, message) => {
    const { mistakes } = await readSheets([
      { name: 'a.csv', bytes },
      { name, bytes },
      { name: 'last.csv', bytes: Buffer.from('"') },
    ])
    expect(mistakes[0]).toEqual({ sheet: name, row: null, column: null, message: expect.stringMatching(message) })
    expect(mistakes.filter(({ sheet }) => sheet === 'last.csv')).toEqual([])
  })

  test('a stored file that is larger than what may be unpacked', () => {
    const archive = zip({ 'a.xml': 'text', 'b.xml': 'text' }, 0)
    const read = (unpacked: number) => unzip(archive, () => true, { ...openBudget(), unpacked }).size
    expect(read(8)).toBe(2)
    expect(() => read(7)).toThrow('more than 60 MB when they are unpacked')
  })

  test('files that cannot be read, of which the first 20 are named', async () => {
    const bytes = workbook({ a: '' }).subarray(0, 40)
    const files = Array.from({ length: 30 }, (_, at) => ({ name: `${at}.xlsx`, bytes }))
    const { mistakes } = await readSheets([...files, ...toFiles({ games: 'date|home|away' })], { competition: 'L' })
    expect(mistakes.filter(({ message }) => message.includes('ends too early'))).toHaveLength(20)
  })

  test.each([
    ['501 columns', `${'a,'.repeat(500)}a`, /it has more than 500 columns/],
    ['a long cell', 'a'.repeat(32_768), /a cell of more than 32,767 characters/],
    ['a letter with many accents', `a${'\u0301\u0323'.repeat(16)}`, /more than 30 accents on one letter/],
  ])('a CSV file with %s', async (_name, line, message) => {
    const { mistakes } = await readSheets([{ name: 'games.csv', bytes: Buffer.from(`a,b\n${line}\n`) }])
    expect(mistakes[0]).toEqual({ sheet: 'games.csv', row: 2, column: null, message: expect.stringMatching(message) })
  })

  test('a row with a number of a billion costs no more than any other', () => {
    expect(readWorkbook(workbook({ a: `<row r="1000000000">${cell('A1000000000')}</row>` }))[0]?.rows).toEqual([
      { number: 1_000_000_000, cells: [1] },
    ])
  })
})

describe('a workbook that is damaged anywhere', () => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await toWorkbook(buildTemplate(new Date('2026-11-20T12:00:00Z')))
  })

  test('is read, or has mistakes, but never fails', async () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Buffer.from(bytes)
        for (const [at, byte] of changes) damaged[at % damaged.length] = byte
        const { bundles, mistakes } = await readSheets([{ name: 'a.xlsx', bytes: damaged }])
        expect(bundles.length > 0 || mistakes.length > 0).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
