import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { print } from './session.ts'

/** The files of the example at a path, by their paths. */
const buildFiles = async (path: string): Promise<Map<string, string | Buffer>> => {
  const { buildTemplate, readRules, toCsv, toWorkbook } = await import('@basketball-data/feeds/sheets')
  const sheets = buildTemplate(new Date())
  if (/\.xlsx$/i.test(path)) return new Map([[path, await toWorkbook(sheets)]])
  const tables = sheets.filter(({ name }) => name !== 'read me')
  return new Map([
    ...tables.map((sheet) => [join(path, `${sheet.name}.csv`), toCsv(sheet)] as const),
    [join(path, 'read me.txt'), `${readRules().join('\n')}\n`],
  ])
}

/** `template` */
export const defineTemplate = async (command: Command, argument: string): Promise<void> => {
  command
    .argument(argument, 'a workbook to write, or a folder for CSV files')
    .addHelpText(
      'after',
      '\nThe names in it are made up: look at it with "basketball-data import sheets --dry-run", or import it into a database of its own.',
    )
    .action(async (path: string) => {
      if (!['', '.xlsx'].includes(extname(path).toLowerCase()))
        throw new Failed(`${path}: name a workbook .xlsx, or a folder without an ending.`)
      const files = await buildFiles(path)
      const taken = [...files.keys()].find((file) => existsSync(file))
      if (taken !== undefined) throw new Failed(`${taken} is there already; name another one, or delete it first.`)
      for (const [file, content] of files) {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content, { flag: 'wx' })
      }
      print(
        command,
        { files: [...files.keys()] },
        `The example is in ${path}. Look at it with: basketball-data import sheets ${path} --dry-run`,
      )
    })
}
