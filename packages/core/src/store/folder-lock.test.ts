import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { accepted, bundleOf, openCore, testDatabase } from '../testing/index.ts'
import { startProcess } from '../testing/process.ts'

const inUse = { name: 'FolderInUse', message: expect.stringMatching(/in use by another process/) }

test('a folder that is open is refused in the same process, at once', async () => {
  const folder = await testDatabase('embedded')
  await openCore(folder)
  await expect(createCore({ database: folder })).rejects.toMatchObject(inUse)
})

test('of many who open a folder at once, one gets it', async () => {
  const folder = await testDatabase('embedded')
  const opened = await Promise.allSettled([1, 2, 3].map(() => createCore({ database: folder })))
  const [winner, ...more] = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(more).toEqual([])
  const refused: unknown[] = opened.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject([inUse, inUse])
  await winner?.close()
})

test('a folder that is open is refused in another process, and free again when it is closed', async () => {
  const folder = await testDatabase('embedded')
  const core = await createCore({ database: folder })
  await accepted(core, bundleOf())
  const other = startProcess('open', [folder])
  expect(await other.next()).toBe('FolderInUse')
  await other.ended
  await core.close()
  const next = startProcess('open', [folder])
  expect(await next.next()).toBe('open')
  await expect(createCore({ database: folder })).rejects.toMatchObject(inUse)
  next.tell('close')
  await next.ended
  const again = await openCore(folder)
  expect((await again.caller().games.list({})).data).toHaveLength(1)
})

test('a folder is free at once when the process that had it was killed', async () => {
  const folder = await testDatabase('embedded')
  const holder = startProcess('open', [folder])
  expect(await holder.next()).toBe('open')
  await expect(createCore({ database: folder })).rejects.toMatchObject(inUse)
  await holder.kill()
  const core = await openCore(folder)
  expect(await core.isEmpty()).toBe(true)
})

test('two folders are two databases', async () => {
  const [one, two] = [await openCore(await testDatabase('embedded')), await openCore(await testDatabase('embedded'))]
  await accepted(one, bundleOf())
  expect([await one.isEmpty(), await two.isEmpty()]).toEqual([false, true])
})
