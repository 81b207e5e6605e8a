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

test('records merge joins two records, and the former id answers with the one that stays', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await ingestOrThrow(core, finalGame([80, 77]))
  const team = { external_id: 'Z', name: 'Zeta' }
  await ingestOrThrow(
    core,
    finalGame([70, 60], { game: { external_id: 'g2', date: '2026-11-12', tip_off: null }, home: { team } }),
  )
  const { data } = await core.caller().teams.list({})
  const id = (name: string) => data.find((team) => team.name === name)?.id ?? ''
  const run = (...args: string[]) => runCommand([...args, '--database', database])
  const [from, into] = [id('Zeta'), id('Alpha')]
  expect(await run('records', 'merge', from, into)).toMatchObject({
    code: 0,
    stdout: `${from} is merged into ${into}.\n`,
  })
  expect((await core.caller().teams.get({ id: from })).data).toMatchObject({ id: into, name: 'Alpha' })
  expect(await run('records', 'merge', into, id('Beta'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('play each other'),
  })
  await core.close()
})
