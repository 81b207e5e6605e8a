import { createCore } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { finalGame, ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { runCommand } from './testing/run-cli.ts'

test('games reopen lets a final game be scheduled again, and games remove removes it', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const { game } = await ingestOrThrow(core, finalGame([80, 77]))
  const run = (...args: string[]) => runCommand([...args, '--database', database])
  expect(await run('games', 'reopen', game)).toMatchObject({ code: 0, stdout: `${game} is scheduled again.\n` })
  expect((await core.caller().games.get({ id: game })).data.status).toBe('scheduled')
  expect(await run('games', 'reopen', game, '--json')).toMatchObject({
    stdout: `{"game":"${game}","reopened":false}\n`,
  })
  expect(await run('games', 'remove', game)).toMatchObject({ code: 0, stdout: `${game} is removed.\n` })
  expect((await core.caller().games.list({})).data).toEqual([])
  for (const command of ['reopen', 'remove'])
    expect(await run('games', command, game)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no game ${game}.`),
    })
  await core.close()
})
