import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCore, type GameBundle } from '@basketball-data/core'
import { startServer } from '@basketball-data/http'
import { expect, onTestFinished, test } from 'vitest'

const bundle: GameBundle = {
  source: 'my-league',
  competition: { external_id: 'ML', name: 'My League', slug: 'my-league', gender: 'women', kind: 'league' },
  season: { external_id: 'ML-2026', name: '2026-27', start_year: 2026 },
  game: { external_id: 'final/1', date: '2026-11-19', status: 'scheduled' },
  home: { team: { external_id: '7', name: 'Harbour Town' } },
  away: { team: { external_id: '9', name: 'Hill Valley' } },
  players: [{ external_id: '7-4', name: 'Ana Maré' }],
}

const lines = [
  { period: 1, clock: '10:00', type: 'period_start' },
  { period: 1, clock: '09:40', type: 'two_made', side: 'home', player: '7-4' },
  { period: 1, clock: '09:15', type: 'free_throw_made', side: 'away' },
  { op: 'edit', id: '2', event: { period: 1, clock: '09:40', type: 'three_made', side: 'home', player: '7-4' } },
  { op: 'add', id: '6', after: '2', event: { period: 1, clock: '09:20', type: 'foul', side: 'home' } },
]

const openService = async () => {
  const core = await createCore({ database: 'memory://', now: () => new Date('2026-11-19T19:00:00Z') })
  await core.ingest(bundle)
  const server = await startServer({ core, host: '127.0.0.1', port: 0, ingest: true })
  onTestFinished(async () => {
    await server.close()
    await core.close()
  })
  const { key } = await core.writeKeys.create({ source: 'my-league' })
  return { core, key, base: `${new URL(server.url).origin}/ingest/v1` }
}

/** A server in front of a service that loses every second connection: it drops the response, or does not even pass the call on. */
const loseCalls = async (base: string): Promise<string> => {
  let calls = 0
  const server = createServer(async (request, response) => {
    const lost = calls++
    if (lost % 4 === 0) return request.destroy()
    const { method = '', headers } = request
    const sent = { 'content-type': 'application/json', authorization: headers.authorization ?? '' }
    const passed = await fetch(new URL(request.url ?? '', base), { method, headers: sent, body: await text(request) })
    if (lost % 4 === 2) return request.destroy()
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has a port')
  return `http://127.0.0.1:${address.port}`
}

const run = async (base: string, key: string, game = 'final/1') => {
  const env = { ...process.env, BASKETBALL_DATA_WRITE_KEY: key, BASKETBALL_DATA_URL: base.replace('/ingest/', '/') }
  const program = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), game], { env })
  program.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const [output, errors] = await Promise.all([text(program.stdout), text(program.stderr)])
  return { output, errors }
}

test('scores a game, whatever gets lost on the way, and once even if it is started again', async () => {
  const { core, key, base } = await openService()
  const bad = `${await loseCalls(base)}/ingest/v1`
  expect((await run(bad, key)).output).toContain('"6":3')
  await run(base, key)
  const [game] = (await core.caller().games.list()).data
  const { events } = (await core.caller().games.playByPlay({ id: game?.id ?? '' })).data
  expect(events.map((event) => `${event.clock} ${event.type} ${event.home_score}-${event.away_score}`)).toEqual([
    '10:00 period_start 0-0',
    '09:40 three_made 3-0',
    '09:20 foul 3-0',
    '09:15 free_throw_made 3-1',
  ])
})

test('stops at an event that the service refuses, and says why', async () => {
  const { key, base } = await openService()
  expect((await run(base, key, 'another')).errors).toContain('There is no game another.')
})
