import { describe, expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { databases, finalGame, testDatabase } from '../testing/index.ts'
import { startProcess } from '../testing/process.ts'

/** Imports in another process, kills it after some games, and returns the numbers of the acknowledged ones. */
const killedImport = async (database: string): Promise<number[]> => {
  const { next, kill } = startProcess('import-games', [database])
  const acknowledged: number[] = []
  while (acknowledged.length < 6) acknowledged.push(Number(await next()))
  // Games that it acknowledges before it is dead count too.
  const killed = kill()
  for (let line = await next(); line !== undefined; line = await next()) acknowledged.push(Number(line))
  await killed
  return acknowledged
}

describe.each(databases)('on %s', (kind) => {
  test('no acknowledged game is lost when the importing process is killed, and no game is stored in part', async () => {
    const database = await testDatabase(kind)
    const acknowledged = await killedImport(database)
    expect(acknowledged).toEqual(acknowledged.map((_, n) => n))
    const core = await createCore({ database })
    const results = []
    for (const n of acknowledged)
      results.push(await core.ingest(finalGame([8, n + 2], { game: { external_id: `g${n}` } })))
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    for (const { id, has } of (await core.caller().games.list({ per_page: 200 })).data) {
      expect(has).toEqual({ boxscore: true, playbyplay: true, shots: true })
      const { data } = await core.caller().games.boxScore({ id })
      expect([data.home.players.length, data.away.players.length, data.home.totals?.points]).toEqual([3, 3, 8])
    }
    const { data: seasons } = await core.caller().seasons.list({})
    const { meta } = await core.caller().games.list({})
    expect('total' in meta && meta.total).toBe(seasons[0]?.games)
    await core.close()
  })
})
