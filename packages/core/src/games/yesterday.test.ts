import { describe, expect, test } from 'vitest'
import { ingestOrThrow, anyDatabase, finalGame, scheduledGame, openCore, testDatabase } from '../testing/index.ts'

const ZONES = {
  kiritimati: 'Pacific/Kiritimati', // UTC+14
  berlin: 'Europe/Berlin',
  none: null,
  'new-york': 'America/New_York',
  'pago-pago': 'Pacific/Pago_Pago', // UTC−11
}
const DAYS = ['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30']

/** The expected date of yesterday in each time zone at a moment. */
const moments = [
  {
    now: '2026-03-28T12:00:00Z',
    kiritimati: '2026-03-28',
    berlin: '2026-03-27',
    none: '2026-03-27',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-27',
  },
  {
    now: '2026-03-28T09:59:59Z',
    kiritimati: '2026-03-27',
    berlin: '2026-03-27',
    none: '2026-03-27',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-26',
  },
  {
    now: '2026-03-28T10:00:00Z',
    kiritimati: '2026-03-28',
    berlin: '2026-03-27',
    none: '2026-03-27',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-26',
  },
  {
    now: '2026-03-28T22:59:59Z',
    kiritimati: '2026-03-28',
    berlin: '2026-03-27',
    none: '2026-03-27',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-27',
  },
  {
    now: '2026-03-28T23:00:00Z',
    kiritimati: '2026-03-28',
    berlin: '2026-03-28',
    none: '2026-03-27',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-27',
  },
  {
    now: '2026-03-29T00:00:00Z',
    kiritimati: '2026-03-28',
    berlin: '2026-03-28',
    none: '2026-03-28',
    'new-york': '2026-03-27',
    'pago-pago': '2026-03-27',
  },
  // Summer time begins in Berlin on the 29th: its day ends at 22:00 UTC.
  {
    now: '2026-03-29T21:59:59Z',
    kiritimati: '2026-03-29',
    berlin: '2026-03-28',
    none: '2026-03-28',
    'new-york': '2026-03-28',
    'pago-pago': '2026-03-28',
  },
  {
    now: '2026-03-29T22:00:00Z',
    kiritimati: '2026-03-29',
    berlin: '2026-03-29',
    none: '2026-03-28',
    'new-york': '2026-03-28',
    'pago-pago': '2026-03-28',
  },
]

describe.each(anyDatabase)('on %s', (kind) => {
  test('yesterday is the day before today in the time zone of each competition, UTC by default', async () => {
    let now = new Date(0)
    const core = await openCore(await testDatabase(kind), { now: () => now })
    for (const [slug, time_zone] of Object.entries(ZONES))
      for (const date of DAYS)
        await ingestOrThrow(
          core,
          finalGame([8, 6], {
            competition: { external_id: slug, slug, name: slug, time_zone },
            season: { external_id: slug },
            game: { external_id: `${slug} ${date}`, date },
          }),
        )
    for (const { now: moment, ...expected } of moments) {
      now = new Date(moment)
      const { data, meta } = await core.caller().results.yesterday({})
      const dates = Object.fromEntries(data.map(({ competition, date }) => [competition.name, date]))
      expect(dates, moment).toEqual(expected)
      expect(meta).toMatchObject({ count: 5, total: 5 })
    }
  })

  test('only final games are listed, and competition filters them', async () => {
    const core = await openCore(await testDatabase(kind), { now: () => new Date('2026-11-20T12:00:00Z') })
    const inCompetition = (slug: string) => ({
      competition: { external_id: slug, slug },
      season: { external_id: slug },
    })
    await ingestOrThrow(core, finalGame([8, 6], { ...inCompetition('a'), game: { external_id: 'final a' } }))
    await ingestOrThrow(core, finalGame([8, 6], { ...inCompetition('b'), game: { external_id: 'final b' } }))
    await ingestOrThrow(core, scheduledGame({ ...inCompetition('a'), game: { external_id: 'scheduled' } }))
    await ingestOrThrow(
      core,
      scheduledGame({ ...inCompetition('a'), game: { external_id: 'called off', status: 'no_result' } }),
    )
    await ingestOrThrow(
      core,
      finalGame([8, 6], { ...inCompetition('a'), game: { external_id: 'today', date: '2026-11-20' } }),
    )
    const { data } = await core.caller().results.yesterday({})
    expect(data.map(({ status, date }) => [status, date])).toEqual([
      ['final', '2026-11-19'],
      ['final', '2026-11-19'],
    ])
    const competition = data[0]?.competition.id
    const filtered = await core.caller().results.yesterday({ competition })
    expect(filtered.data.map((game) => game.competition.id)).toEqual([competition])
    expect(filtered.meta).toMatchObject({ total: 1 })
    expect((await core.caller().results.yesterday({ competition: 'cp_00000000' })).data).toEqual([])
  })
})
