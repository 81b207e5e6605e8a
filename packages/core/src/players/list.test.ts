import { describe, expect, test } from 'vitest'
import { anyDatabase, sampleId, sampleRef, catchServiceError, sharedCore, writeGames } from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const list = (input: Parameters<ReturnType<ReturnType<typeof core>['caller']>['players']['list']>[0]) =>
    core().caller('live').players.list(input)
  const names = async (input: Parameters<typeof list>[0]) => (await list(input)).data.map(({ name }) => name)

  test('a player has the number of games played of any stage, their first and last day and the latest team', async () => {
    const player = { players: { Vesa: {} } }
    await writeGames(
      core(),
      { id: 'g1', date: '2026-09-20', stage: 'preseason', home: 'A', sheet: { home: player } },
      { id: 'g2', date: '2026-10-01', home: 'A', sheet: { home: player } },
      { id: 'g3', date: '2027-02-14', stage: 'all-star', home: 'Stars', sheet: { home: player } },
      { id: 'g4', date: '2027-02-20', home: 'A', sheet: { home: { players: { Vesa: { played: false } } } } },
      { id: 'g5', date: '2027-02-27', status: 'scheduled', home: 'C', sheet: { home: player } },
      { id: 'g6', date: '2027-02-27', status: 'no_result', home: 'C', sheet: { home: player } },
    )
    expect((await list({ q: 'vesa' })).data).toEqual([
      {
        ...sampleRef('player', 'Vesa'),
        games: 3,
        first_date: '2026-09-20',
        last_date: '2027-02-14',
        last_team: sampleRef('team', 'Stars'),
      },
    ])
  })

  test('a player without a game played is not listed', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { Bench: { played: false } } } } })
    const { data, meta } = await list({ q: 'bench' })
    expect([data, meta]).toEqual([[], expect.objectContaining({ total: 0, next_cursor: null })])
  })

  test('all filters must match the same season of the player', async () => {
    const buildSide = (...players: string[]) => ({ players: Object.fromEntries(players.map((name) => [name, {}])) })
    await writeGames(
      core(),
      { id: 'g1', year: 2025, home: 'A', sheet: { home: buildSide('Mover', 'Stayer') } },
      { id: 'g2', year: 2026, home: 'C', sheet: { home: buildSide('Mover') } },
      { id: 'g3', league: 'CUP', year: 2026, home: 'A', sheet: { home: buildSide('Guest') } },
    )
    const [team, season] = [sampleId('team', 'A'), sampleId('season', 'L2026')]
    const competition = sampleId('competition', 'L')
    expect(await names({ team })).toEqual(['Player Guest', 'Player Mover', 'Player Stayer'])
    expect(await names({ team, competition })).toEqual(['Player Mover', 'Player Stayer'])
    expect(await names({ q: 'player', season })).toEqual(['Player Mover'])
    expect(await names({ team, season })).toEqual([])
    expect(await names({ q: 'stay pla', team })).toEqual(['Player Stayer'])
    expect(await names({ team, season: 'ss_00000000' })).toEqual([])
    expect(await names({ team: 'tm_00000000' })).toEqual([])
    const [mover] = (await list({ q: 'mover', team })).data
    expect(mover).toMatchObject({ games: 2, last_team: sampleRef('team', 'C') })
  })

  test('the list is sorted by name, then id, by page number and by cursor', async () => {
    const players = Object.fromEntries(['Zoe', 'Émile', 'anna', 'Bea', 'Émile2'].map((name) => [name, {}]))
    await writeGames(core(), { id: 'g1', sheet: { home: { players } } })
    const all = ['Player anna', 'Player Bea', 'Player Émile', 'Player Émile2', 'Player Zoe']
    expect(await names({ q: 'player' })).toEqual(all)
    const byCursor: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, meta } = await list({ q: 'player', per_page: 2, ...(cursor && { cursor }) })
      byCursor.push(...data.map(({ name }) => name))
      cursor = meta.next_cursor
    } while (cursor !== null)
    expect(byCursor).toEqual(all)
    const second = await list({ q: 'player', per_page: 2, page: 2 })
    expect(second.data.map(({ name }) => name)).toEqual(all.slice(2, 4))
    expect(second.meta).toMatchObject({ total: 5, total_pages: 3, next_page: 3, prev_page: 1 })
  })

  test('without q and team the call returns bad_request and names both', async () => {
    expect(await catchServiceError(list({}))).toMatchObject({ code: 'bad_request', allowed: ['q', 'team'] })
    expect(await catchServiceError(list({ season: 'ss_00000000' }))).toMatchObject({ allowed: ['q', 'team'] })
    expect(await catchServiceError(list({ q: ' ab ' }))).toMatchObject({ code: 'bad_request' })
  })
})
