import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { runFailingCli, newFolder, runCommand } from './testing/run-cli.ts'

const GAME = {
  source: 'test',
  competition: { external_id: 'L', name: 'League', slug: 'league', gender: 'men', kind: 'league' },
  season: { external_id: 'L26', name: '2026-27', start_year: 2026 },
  game: { external_id: 'g1', date: '2026-11-19', tip_off: '2026-11-19T19:00:00Z', status: 'scheduled' },
  home: { team: { external_id: 'A', name: 'LA Clippers' } },
  away: { team: { external_id: 'B', name: 'Phoenix Suns' } },
}

const event = (id: string, commence_time: string) => ({
  id,
  sport_key: 'basketball_nba',
  commence_time,
  home_team: 'Los Angeles Clippers',
  away_team: 'Phoenix Suns',
  bookmakers: [
    {
      key: 'betfair_ex_au',
      title: 'Betfair',
      markets: ['h2h', 'h2h_lay'].map((key) => ({
        key,
        last_update: '2026-11-19T12:00:00Z',
        outcomes: [
          { name: 'Los Angeles Clippers', price: 1.8 },
          { name: 'Phoenix Suns', price: 2.1 },
        ],
      })),
    },
  ],
})

test('odds: prices of stored games are imported, other events listed with the reason; a second import adds nothing', async () => {
  const database = await testDatabase('Postgres')
  const folder = newFolder()
  const run = (...args: string[]) => runCommand([...args, '--database', database, '--json'])
  const games = join(newFolder(), 'games.ndjson')
  writeFileSync(games, JSON.stringify(GAME))
  await run('import', 'bundles', games)

  writeFileSync(
    join(folder, 'odds.json'),
    JSON.stringify([event('e1', '2026-11-19T19:10:00Z'), event('e2', '2026-11-21T19:00:00Z')]),
  )
  writeFileSync(join(folder, 'other.csv'), 'a,b\n1,2\n')
  const first = await run('import', 'odds', folder)
  expect(first.code).toBe(0)
  expect(first.stderr).toMatch(/^basketball-data: .+other\.csv: neither .+\n$/)
  const reason = 'no game Los Angeles Clippers – Phoenix Suns at 2026-11-21T19:00:00Z; near it on 2026-11-19'
  const counts = {
    events: 2,
    matched: 1,
    quotes: 2,
    unmatched: 1,
    unreadable: 1,
    lay: 4,
    no_price: 0,
    other_market: 0,
  }
  const reasons = [{ source: 'the-odds-api', external_id: 'e2', reason }]
  expect(JSON.parse(first.stdout)).toEqual({ ...counts, new_quotes: 2, reasons })
  const { stdout } = await run('import', 'odds', folder)
  expect(JSON.parse(stdout)).toEqual({ ...counts, new_quotes: 0, reasons })

  const { refusals } = JSON.parse((await run('doctor', 'refusals')).stdout)
  expect(refusals).toEqual([expect.objectContaining(reasons[0] ?? {})])
  const printed = await runCommand(['import', 'odds', folder, '--database', database])
  expect(printed.stdout).toMatch(/matched +1\n +quotes +2 +0 new\n +left out +4 +4 to lay/)
  expect(printed.stdout).toContain(reason)
})

describe('odds: a file of aliases', () => {
  const setUp = async () => {
    const database = await testDatabase('Postgres')
    const folder = newFolder()
    const path = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const games = path(
      'games.ndjson',
      JSON.stringify({ ...GAME, home: { team: { external_id: 'A', name: 'Žalgiris' } } }),
    )
    await runCommand(['import', 'bundles', games, '--database', database])
    const text = JSON.stringify([event('e1', '2026-11-19T19:10:00Z')]).replaceAll('Los Angeles Clippers', 'Kaunas')
    const odds = path('odds.json', text)
    const importWith = (table: string) => [
      'import',
      'odds',
      odds,
      '--database',
      database,
      '--aliases',
      path('aliases.csv', table),
    ]
    return { database, odds, importWith, aliases: join(folder, 'aliases.csv') }
  }

  test('gives teams the names that prices use, by name or identifier', async () => {
    const { database, odds, importWith } = await setUp()
    expect((await runFailingCli(['import', 'odds', odds, '--database', database])).message).toContain(
      'the nearest is Žalgiris – Phoenix Suns on 2026-11-19, but "Kaunas" is not a known name of Žalgiris',
    )
    const byName = await runCommand([...importWith('alias;team\nKAUNAS;zalgiris\n'), '--json'])
    expect(JSON.parse(byName.stdout)).toMatchObject({ matched: 1, new_quotes: 2, unmatched: 0 })
    const core = await createCore({ database })
    const [team] = (await core.caller().teams.list({ q: 'zalgiris' })).data
    await core.close()
    const byId = await runCommand([...importWith(`team,alias\n${team?.id},Kaunas\n`), '--json'])
    expect(JSON.parse(byId.stdout)).toMatchObject({ matched: 1, new_quotes: 0, unmatched: 0 })
  })

  test.each([
    ['a team that is not stored', 'alias,team\nKaunas,Zalg\n', 'line 2: no team is called Zalg; there is Žalgiris.'],
    ['an identifier that is not stored', 'alias,team\nKaunas,tm_00000000\n', 'line 2: There is no team tm_00000000.'],
    ['a row without a team', 'alias,team\nKaunas,\n', 'line 2: alias and team must have 1 to 200 characters'],
    ['no column team', 'alias,club\nKaunas,Zalgiris\n', 'the first line must name the columns alias and team'],
  ])('is refused with its line: %s', async (_, table, reason) => {
    const { importWith, aliases } = await setUp()
    const { message } = await runFailingCli(importWith(table))
    expect(message).toContain(aliases)
    expect(message).toContain(reason)
  })
})

test('odds: the command fails with the reason if no event is matched', async () => {
  const file = join(newFolder(), 'odds.json')
  writeFileSync(file, JSON.stringify([event('e1', '2026-11-19T19:10:00Z')]))
  expect(await runFailingCli(['import', 'odds', file, '--database', 'memory://'])).toEqual({
    exitCode: 1,
    message: 'No event was matched; the first: no game Los Angeles Clippers – Phoenix Suns at 2026-11-19T19:10:00Z.',
  })
})

test('odds: a path that does not exist is named', async () => {
  const missing = join(newFolder(), 'missing')
  expect(await runFailingCli(['import', 'odds', missing, '--database', 'memory://'])).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(missing),
  })
})
