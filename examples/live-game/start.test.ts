import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { startServer } from '@basketball-data/http'
import { expect, test } from 'vitest'

test('prints every play of a game with the score, until there is nothing more to come', async () => {
  const core = await createCore({ database: 'memory://', streams: { correctionsPeriod: 0 } })
  const [bundle] = simulate({ day: '2026-11-20', games: 1, detail: 'full' })
  if (bundle === undefined) throw new TypeError('the simulator has a game')
  await core.ingest(bundle)
  const server = await startServer({ core, host: '127.0.0.1', port: 0 })
  const { id: account } = await core.accounts.create({ email: 'live@example.org', plan: 'live' })
  const { key: BASKETBALL_DATA_KEY } = await core.keys.create(account)
  const [game] = (await core.caller().games.list()).data
  const env = { ...process.env, BASKETBALL_DATA_KEY, BASKETBALL_DATA_URL: server.url }
  const program = join(import.meta.dirname, 'start.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, game?.id ?? ''], { env })
  const [teams, ...plays] = stdout.trimEnd().split('\n')
  expect(teams).toBe(`${game?.home.name} – ${game?.away.name}`)
  expect(plays).toHaveLength(bundle.events?.length ?? 0)
  expect(plays.at(-1)).toBe(`4 00:00  ${game?.home_score}–${game?.away_score}  Game ends`)
  await server.close()
  await core.close()
})
