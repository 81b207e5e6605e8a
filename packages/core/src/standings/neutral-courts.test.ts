import { describe, expect, test } from 'vitest'
import { anyDatabase, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

const withPoints = (points: number): NonNullable<SampleGame['sheet']> => ({ home: { players: { p: { points } } } })

/** A beats B at home and on a neutral court, and loses to B on another neutral court as the visitors. */
const GAMES: SampleGame[] = [
  { id: 'g1', date: '2026-11-01', sheet: withPoints(10) },
  { id: 'g2', date: '2026-11-02', neutral: true, sheet: withPoints(20) },
  { id: 'g3', date: '2026-11-03', home: 'B', away: 'A', neutral: true },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const team = { id: sampleId('team', 'A') }

  test('a game on a neutral court counts as won or lost, and in neither the home nor the away record', async () => {
    await writeGames(core(), ...GAMES)
    const { data } = await core()
      .caller('live')
      .standings.get({ competition: sampleId('competition', 'L') })
    expect(data.table).toMatchObject([
      { team: { name: 'Team A' }, played: 3, won: 2, lost: 1, home: '1-0', away: '0-0' },
      { team: { name: 'Team B' }, played: 3, won: 1, lost: 2, home: '0-0', away: '0-1' },
    ])
    const { summary } = (
      await core()
        .caller()
        .teams.headToHead({ ...team, opponent: sampleId('team', 'B') })
    ).data
    expect(summary).toMatchObject({ games: 3, won: 2, lost: 1, home: '1-0', away: '0-0' })
  })

  test('a game on a neutral court is in no split by venue, and in no form at home or away', async () => {
    await writeGames(core(), ...GAMES)
    const api = core().caller()
    const { splits } = (await api.players.splits({ id: sampleId('player', 'p'), by: 'venue' })).data
    expect(splits).toMatchObject([{ split: 'home', games: 1, points: 10 }])
    const getGames = async (venue?: 'home' | 'away') =>
      (await api.teams.form({ ...team, ...(venue && { venue }) })).data.games.length
    expect([await getGames(), await getGames('home'), await getGames('away')]).toEqual([3, 1, 0])
  })

  test('a game that turns out to be on a neutral court leaves the home record', async () => {
    const [first] = GAMES
    if (first === undefined) throw new RangeError('there is a game')
    await writeGames(core(), first, { ...first, neutral: true })
    const { data } = await core()
      .caller('live')
      .standings.get({ competition: sampleId('competition', 'L') })
    expect(data.table[0]).toMatchObject({ won: 1, home: '0-0', away: '0-0' })
  })
})
