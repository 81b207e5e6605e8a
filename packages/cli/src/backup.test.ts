import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { finalGame, ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { shareFolder } from './testing/filled-folder.ts'
import { runFailingCli, newFolder, runCommand, startCli } from './testing/run-cli.ts'

const BIN = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))

/** A folder with one game. */
const folderWithGame = shareFolder((core) => ingestOrThrow(core, finalGame([80, 77])))

test('a folder that is being served is backed up and restored, and the doctor finds no problem', async () => {
  const folder = folderWithGame()
  const server = startCli(['--database', folder, 'serve', '--port', '0'], { env: { LOG_LEVEL: 'silent' } })
  await server.waitFor('stdout', /Serving/)
  const file = join(newFolder(), 'basketball.backup')
  const made = await runCommand(['--database', folder, 'backup', file])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/is a backup of [\d,]+ rows of \d+ tables, \d+ kB\. Store it like a password/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['basketball.backup'])
  expect(readdirSync(folder).filter((name) => name.startsWith('copy-'))).toEqual([])
  server.process.kill('SIGINT')
  await server.ended

  const restored = join(newFolder(), 'restored')
  const { code, stdout } = await runCommand(['--database', restored, 'restore', file, '--json'])
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: { games: 1 }, secrets_key: null })
  expect(await runCommand(['--database', restored, 'doctor'])).toMatchObject({ code: 0, stderr: '' })
  expect(await runCommand(['--database', restored, 'restore', file])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `basketball-data: The database folder ${restored} is not empty (it has rows in the table competitions): restore into a new one.\n`,
  })
})

test('a backup goes through standard output and input, and names the key of the webhooks for Postgres', async () => {
  const folder = folderWithGame()
  const database = await testDatabase('Postgres')
  const piped = 'basketball-data --database "$FROM" backup - | basketball-data --database "$TO" restore -'
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', piped], {
    env: { PATH: `${BIN}:${process.env['PATH'] ?? ''}`, FROM: folder, TO: database },
  })
  expect(stderr).toBe('')
  expect(stdout).toContain(`set SECRETS_KEY=${readFileSync(join(folder, 'secrets.key'), 'utf8')}`)
})

test('a file that cannot be written or restored is one line, and leaves nothing behind', async () => {
  const folder = folderWithGame()
  const files = newFolder()
  const file = join(files, 'file')
  expect(await runFailingCli(['--database', folder, 'backup', join(files, 'no', 'file')])).toMatchObject({
    message: expect.stringMatching(/no such file or directory\.$/),
    exitCode: 1,
  })
  mkdirSync(join(files, 'a folder'))
  expect(await runFailingCli(['--database', folder, 'backup', join(files, 'a folder')])).toEqual({
    message: `${join(files, 'a folder')} is not a file; use "-" for standard output.`,
    exitCode: 2,
  })
  writeFileSync(file, 'an older backup')
  expect(await runFailingCli(['--database', join(files, 'none'), 'backup', file])).toEqual({
    message: `There is no database folder ${join(files, 'none')}.`,
    exitCode: 2,
  })
  expect(readFileSync(file, 'utf8')).toBe('an older backup')
  const target = join(files, 'target')
  expect(await runFailingCli(['--database', target, 'restore', file])).toEqual({
    message: 'This is not a backup of this service.',
    exitCode: 2,
  })
  expect(await runFailingCli(['--database', target, 'restore', join(files, 'none')])).toMatchObject({ exitCode: 1 })
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(files).toSorted()).toEqual(['a folder', 'file'])
})

/** Resolves as soon as the condition holds. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await setTimeout(10)
}

describe('a signal', () => {
  test('ends a restore that is opening its database in one line, and the same command then restores it', async () => {
    const file = join(newFolder(), 'basketball.backup')
    expect(await runCommand(['--database', folderWithGame(), 'backup', file])).toMatchObject({ code: 0 })
    const target = join(newFolder(), 'target')
    const restoring = startCli(['--database', target, 'restore', file])
    await until(() => existsSync(join(target, 'lock')))
    restoring.process.kill('SIGINT')
    expect(await restoring.ended).toEqual({
      code: 130,
      stdout: '',
      stderr:
        'basketball-data: Interrupted; nothing was restored: the database is unchanged. Run the same command again.\n',
    })
    expect(await runCommand(['--database', target, 'restore', file])).toMatchObject({ code: 0, stderr: '' })
  })

  test('ends a backup that is opening its database in one line, and leaves no part of a file', async () => {
    const folder = folderWithGame()
    const files = newFolder()
    const backingUp = startCli(['--database', folder, 'backup', join(files, 'file')])
    await until(() => readdirSync(files).length > 0)
    backingUp.process.kill('SIGTERM')
    expect(await backingUp.ended).toEqual({
      code: 143,
      stdout: '',
      stderr: 'basketball-data: Interrupted; no backup was made.\n',
    })
    expect(readdirSync(files)).toEqual([])
  })
})
