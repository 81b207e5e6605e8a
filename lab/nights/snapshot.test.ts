import { expect, test } from 'vitest'
import { startPGlite, stopPGlite } from '../../packages/core/src/store/pglite.ts'
import { readPrepared } from '../../packages/core/src/store/prepared.ts'
import { Snapshot } from './snapshot.ts'

test('a snapshot restores rows, sequences, settings, files and prepared statements, as often as it is asked to', async () => {
  const archive = await readPrepared()
  if (archive === undefined) throw new Error('there is no prepared database')
  const client = await startPGlite({ archive: new Blob([archive]), settings: { shared_buffers: '1MB' } })
  await client.exec('create table plays (number serial primary key, description text)')
  await client.exec('prepare added as insert into plays (description) values ($1) returning number')
  const add = async (description: string) => (await client.query(`execute added('${description}')`)).rows
  await add('jump ball')
  await client.exec('create table others (description text)')
  /** Writes more than Postgres has memory for, so that files change. */
  const writeOthers = () =>
    client.exec(`insert into others select repeat(md5(i::text), 60) from generate_series(1, 1000) i`)
  await writeOthers()
  const snapshot = new Snapshot(client)

  for (let round = 0; round < 2; round++) {
    await client.exec(`update plays set description = 'two missed'`)
    await writeOthers()
    await client.exec(`set application_name = 'other'; create temporary table other as select * from plays`)
    await client.exec('deallocate added')
    snapshot.restore()
    expect((await client.query('select * from plays')).rows).toEqual([{ number: 1, description: 'jump ball' }])
    expect(await add('two made')).toEqual([{ number: 2 }])
    // A transaction that files remember would be taken for this one.
    expect((await client.query('select description from plays order by number')).rows).toEqual([
      { description: 'jump ball' },
      { description: 'two made' },
    ])
    expect((await client.query('show application_name')).rows).toEqual([{ application_name: '' }])
    expect((await client.query(`select to_regclass('other') as other`)).rows).toEqual([{ other: null }])
    snapshot.restore()
  }
  await stopPGlite(client)
})
