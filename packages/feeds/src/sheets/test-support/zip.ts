import { deflateRawSync } from 'node:zlib'

/** The records of a file in an archive: what precedes its bytes, and its entry in the directory. */
const describeFile = (name: string, method: number, size: number, unpacked: number, at: number) => {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04_03_4b_50, 0)
  local.writeUInt16LE(method, 8)
  local.writeUInt32LE(size, 18)
  local.writeUInt32LE(unpacked, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02_01_4b_50, 0)
  local.copy(entry, 10, 8, 28)
  entry.writeUInt32LE(at, 42)
  return { local, entry }
}

/** A ZIP archive of files by name, compressed (8) or stored (0). Its check sums are left out. */
export const zip = (files: Readonly<Record<string, string | Buffer>>, method: 0 | 8 = 8): Buffer => {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 0 ? Buffer.from(content) : deflateRawSync(content)
    const { local, entry } = describeFile(name, method, packed.length, content.length, at)
    bodies.push(local, Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, directory, end])
}

/** A workbook whose sheets have the given rows as XML. */
export const workbook = (
  sheets: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): Buffer => {
  const names = Object.keys(sheets)
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const targets = names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
  return zip({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  })
}
