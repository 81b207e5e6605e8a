import { expect, test } from 'vitest'
import { startPGlite, stopPGlite } from '../../packages/core/src/store/pglite.ts'
import { Snapshot } from './snapshot.ts'

test('a snapshot restores rows, sequences, settings, files and prepared statements, as often as it is asked to', async () => {
  const client = await startPGlite()
  await client.exec('create table plays (number serial primary key, description text)')
  await client.exec('prepare added as insert into plays (description) values ($1) returning number')
  const add = async (description: string) => (await client.query(`execute added('${description}')`)).rows
  await add('jump ball')
  const snapshot = new Snapshot(client)

  for (let round = 0; round < 3; round++) {
    // More than Postgres has memory for, so that files change.
    await client.exec(
      `insert into plays (description) select repeat(md5(i::text), 500) from generate_series(1, 5000) i`,
    )
    await client.exec(`set application_name = 'other'; create temporary table other as select * from plays`)
    await client.exec('deallocate added')
    snapshot.restore()
    expect((await client.query('select * from plays')).rows).toEqual([{ number: 1, description: 'jump ball' }])
    expect(await add('two made')).toEqual([{ number: 2 }])
    expect((await client.query('show application_name')).rows).toEqual([{ application_name: '' }])
    expect((await client.query(`select to_regclass('other') as other`)).rows).toEqual([{ other: null }])
    snapshot.restore()
  }
  await stopPGlite(client)
})
