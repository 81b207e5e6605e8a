import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { anyDatabase, sampleId, ingestOrThrow, sampleBundle, sharedCore, writeGames } from '../testing/index.ts'

/** Leagues whose seasons of 2026 begin on these days, or have no games yet, and one with a season of 2025. */
const SEASONS = [
  { league: 'NONE', year: 2026, date: null },
  { league: 'A', year: 2026, date: '2026-10-01' },
  { league: 'E', year: 2026, date: '2026-10-01' },
  { league: 'D', year: 2026, date: '2026-12-01' },
  { league: 'OLD', year: 2025, date: '2026-12-31' },
]
const IN_ORDER = ['D2026', 'E2026', 'A2026', 'NONE2026', 'OLD2025']

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const inOrder = IN_ORDER.map((season) => sampleId('season', season))

  beforeEach(async () => {
    for (const { league, year, date } of SEASONS) {
      const { season, ...game } = sampleBundle({ id: league, league, year, date: date ?? '2026-11-01' })
      await ingestOrThrow(core(), { ...game, season: { ...season, ...(league === 'E' && { name: '2026 E' }) } })
    }
    // The only game of the season is of another one after all.
    await writeGames(core(), { id: 'NONE', league: 'D', year: 2026, date: '2026-12-24' })
  })

  test('seasons are newest first: by start_year, first date with those without games last, and name', async () => {
    const { data } = await api().seasons.list({})
    expect(data.map(({ id }) => id)).toEqual(inOrder)
    expect(data.map(({ first_date }) => first_date)).toEqual([
      '2026-12-01',
      '2026-10-01',
      '2026-10-01',
      null,
      '2026-12-31',
    ])
  })

  test.each([1, 2, 3, 4])('every season is on one page of %i, by cursor and by page number', async (per_page) => {
    const byCursor: string[] = []
    const byNumber: string[] = []
    let cursor: string | null = null
    for (let page = 1; page === 1 || cursor !== null; page += 1) {
      const next = await api().seasons.list({ per_page, ...(cursor !== null && { cursor }) })
      byCursor.push(...next.data.map(({ id }) => id))
      byNumber.push(...(await api().seasons.list({ per_page, page })).data.map(({ id }) => id))
      cursor = next.meta.next_cursor
    }
    expect([byCursor, byNumber]).toEqual([inOrder, inOrder])
  })

  test('a cursor from before seasons were ordered by date goes on with all seasons of its year, so that none is missed', async () => {
    const { cursorKey } = core().context()
    const keyset = JSON.stringify(['2026', sampleId('season', 'D2026')])
    const mac = createHmac('sha256', cursorKey).update(`["seasons",[]]\n${keyset}`).digest().subarray(0, 16)
    const cursor = Buffer.concat([mac, Buffer.from(keyset)]).toString('base64url')
    const first = await api().seasons.list({ cursor, per_page: 3 })
    expect(first.data.map(({ id }) => id)).toEqual(inOrder.slice(0, 3))
    const { data } = await api().seasons.list({ cursor: first.meta.next_cursor ?? '' })
    expect(data.map(({ id }) => id)).toEqual(inOrder.slice(3))
  })

  test('of two seasons of a competition in one year, the later one is its latest', async () => {
    const competition = sampleId('competition', 'A')
    const spring = sampleBundle({ id: 'spring', league: 'A', year: 2026, date: '2027-02-01' })
    await ingestOrThrow(core(), { ...spring, season: { ...spring.season, external_id: 'spring', name: 'Spring' } })
    const { data } = await api().competitions.list({})
    const { data: seasons } = await api().seasons.list({ competition })
    expect(seasons.map(({ first_date }) => first_date)).toEqual(['2027-02-01', '2026-10-01'])
    const [latest, earliest] = seasons
    expect(data.find(({ id }) => id === competition)).toMatchObject({
      first_season: earliest?.name,
      last_season: latest?.name,
    })
    expect((await api().standings.get({ competition })).data.season.id).toBe(latest?.id)
    const team = await api().teams.get({ id: sampleId('team', 'A') })
    expect(team.data.competitions.find(({ id }) => id === competition)?.seasons.map(({ id }) => id)).toEqual(
      seasons.map(({ id }) => id),
    )
  })
})
