import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { ingestOrThrow, scheduledGame, openCore, testDatabase } from '../testing/index.ts'
import { newFolder } from '../testing/databases.ts'
import { startProcess } from '../testing/process.ts'

const inUse = { name: 'FolderInUse', message: expect.stringMatching(/in use by another process/) }

test('of several concurrent attempts to open a folder, one succeeds; while it is open, no other does', async () => {
  const folder = await testDatabase('embedded')
  const opened = await Promise.allSettled([1, 2, 3].map(() => createCore({ database: folder })))
  const [winner, ...more] = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(more).toEqual([])
  const refused: unknown[] = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject([inUse, inUse])
  await expect(createCore({ database: folder })).rejects.toMatchObject(inUse)
  await winner?.close()
})

test('a folder that is open cannot be opened in another process until it is closed, or its process was killed', async () => {
  const folder = await testDatabase('embedded')
  const core = await createCore({ database: folder })
  await ingestOrThrow(core, scheduledGame())
  const other = startProcess('open', [folder])
  expect(await other.next()).toBe('FolderInUse')
  await other.ended
  await core.close()
  const next = startProcess('open', [folder])
  expect(await next.next()).toBe('open')
  await expect(createCore({ database: folder })).rejects.toMatchObject(inUse)
  await next.kill()
  const again = await openCore(folder)
  expect((await again.caller().games.list({})).data).toHaveLength(1)
})

test('two folders are two databases', async () => {
  const [one, two] = [await openCore(await testDatabase('embedded')), await openCore(await testDatabase('embedded'))]
  await ingestOrThrow(one, scheduledGame())
  expect([await one.isEmpty(), await two.isEmpty()]).toEqual([false, true])
})

describe('BadDatabase is thrown with the reason', () => {
  const catchRefusal = (database: string) =>
    createCore({ database }).then(
      () => 'opened',
      (error: unknown) => (error instanceof Error && error.name === 'BadDatabase' ? error.message : error),
    )

  test('if the folder cannot be created', async () => {
    for (const folder of ['/proc/foo', '/proc/foo/bar'])
      expect(await catchRefusal(folder)).toMatch(
        new RegExp(`^The database folder ${folder} cannot be made \\(.*mkdir '/proc.*\\); use another folder`),
      )
  })

  test('if a file has the name of the folder or of its parent', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below')])
      expect(await catchRefusal(folder)).toContain(`${folder} cannot be made (file already exists`)
  })

  test('if the folder cannot be written to', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'lock'))
    expect(await catchRefusal(folder)).toContain(`${folder} cannot be used (unable to open database file)`)
  })
})
