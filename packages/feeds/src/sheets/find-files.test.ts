import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameFromPath, readSheetFiles } from './find-files.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sheets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the tables of a folder are its CSV files and workbooks, but not what Excel keeps of an open one', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'box scores'))
  for (const name of [
    'games.csv',
    'GAMES.TSV',
    'league.xlsx',
    '~$league.xlsx',
    'read me.txt',
    'box scores/lines 1.csv',
  ])
    writeFileSync(join(folder, name), name)
  const files = await readSheetFiles(folder)
  expect(files.map(({ name }) => name).toSorted()).toEqual(['GAMES.TSV', 'games.csv', 'league.xlsx', 'lines 1.csv'])
})

test('a path without tables, or with more than 20 MB of them, is an error', async () => {
  const folder = newFolder()
  await expect(readSheetFiles(folder)).rejects.toThrow('expected tables as .csv, or a workbook as .xlsx')
  await expect(readSheetFiles(join(folder, 'missing'))).rejects.toThrow('no such file or folder')
  writeFileSync(join(folder, 'games.csv'), Buffer.alloc(20_000_001))
  await expect(readSheetFiles(folder)).rejects.toThrow('21 MB; 20 MB are possible')
})

test('a competition is called as its workbook, or the folder of its tables', () => {
  expect(nameFromPath('/leagues/summer-league.xlsx')).toBe('Summer League')
  expect(nameFromPath('/leagues/town_cup 2026')).toBe('Town Cup 2026')
  expect(nameFromPath('/leagues/town-cup/games.csv')).toBe('Town Cup')
})
