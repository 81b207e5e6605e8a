import { createCore } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { finalGame, ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { runCommand } from './testing/run-cli.ts'

test('rebuild-statistics corrects tables that were changed by hand', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await ingestOrThrow(core, finalGame([80, 77]))
  const { data: teams } = await core.caller().teams.list({})
  const { data: competitions } = await core.caller().competitions.list({})
  const statistics = async (of: typeof core) => {
    const competition = competitions[0]?.id ?? ''
    return [
      await of.caller().standings.get({ competition }),
      await of.caller().leaders.get({ competition }),
      await of.caller().teams.roster({ id: teams[0]?.id ?? '' }),
    ]
  }
  const before = await statistics(core)
  await core.store.db.execute('update standings set rank = 3 - rank')
  await core.store.db.execute('delete from player_seasons')
  expect(await statistics(core)).not.toEqual(before)
  await core.close()

  const { code, stdout } = await runCommand(['rebuild-statistics', '--json', '--database', database])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"rebuilt":true}\n' })

  const after = await createCore({ database })
  expect(await statistics(after)).toEqual(before)
  await after.close()
  expect((await runCommand(['rebuild-statistics', '--database', database])).stdout).toBe(
    'The statistics are rebuilt.\n',
  )
})
