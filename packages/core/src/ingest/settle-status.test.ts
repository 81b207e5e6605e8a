import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GameBundle } from '../contract/index.ts'
import {
  anyDatabase,
  finalGame,
  sampleId,
  ingestOrThrow,
  scheduledGame,
  sharedCore,
  findRebuildChanges,
  hasNoCases,
  readCase,
  withChanges,
  type BundleChanges,
} from '../testing/index.ts'
import { settleStatus } from './settle-status.ts'
import { event, five, withSheets } from './testing/minutes.ts'

const game = sampleId('game', 'g1')
const CODES = ['zero_score', 'unplayed', 'abandoned', 'empty_overtime']
/** The clock of the core: `DAY` is the last day that is not more than 30 days past, `LONG_AGO` the one before. */
const NOW = new Date('2026-11-20T12:00:00Z')
const TODAY = '2026-11-20'
const QUARTERS = { regulation_minutes: 40, periods: 4, overtime_minutes: 5 }
const DAY = '2026-10-21'
const LONG_AGO = '2026-10-20'

/** Ten players with 40:00 and zeros, as feeds have for games that were never scored. */
const zeroes = (changes: BundleChanges = {}): GameBundle =>
  withSheets([0, 0], five({ seconds: 2400 }), five({ seconds: 2400 }), {
    events: [event('period_start', { clock: '10:00' }), event('game_end', { period: 4, clock: '00:00' })],
    shots: [],
    ...changes,
  })

test('docs/importing.md names every code of these warnings', () => {
  const page = readFileSync(new URL('../../../../docs/importing.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## Games without a score\n')
  const [table = ''] = section.split('\n## ')
  expect(Array.from(table.matchAll(/^\| `(\w+)` /gm), ([, code]) => code)).toEqual(CODES)
})

/** A stored game in one of its statuses; 0–0 is a score that only earlier versions stored. */
const storedGame = fc.oneof(
  fc.constant(undefined),
  fc
    .constantFrom('scheduled' as const, 'no_result' as const)
    .map((status) => ({ status, home_score: null, away_score: null })),
  fc.constantFrom(0, 8).map((score) => ({ status: 'final' as const, home_score: score, away_score: score })),
)
const sentGame = fc.record({
  date: fc.constantFrom(LONG_AGO, DAY, '2026-12-24'),
  sent: fc.constantFrom(
    { status: 'scheduled' as const },
    { status: 'scheduled' as const, home_score: 0, away_score: 0 },
    { status: 'no_result' as const },
    { status: 'final' as const, home_score: 0, away_score: 0 },
    { status: 'final' as const, home_score: 0, away_score: 2 },
  ),
})

test('no settled game has 0–0 or waits for more than 30 days, and settling it again changes nothing', () => {
  fc.assert(
    fc.property(sentGame, storedGame, ({ date, sent }, stored) => {
      const bundle = GameBundle.parse(scheduledGame({ game: { date, ...sent } }))
      const hasResult = stored?.status === 'final' && stored.home_score > 0
      fc.pre(!(hasResult && sent.status === 'final' && sent.away_score === 0)) // refused
      const settled = settleStatus(bundle, stored, TODAY, QUARTERS)
      const { status, home_score, away_score } = settled.game
      expect(home_score === 0 && away_score === 0).toBe(false)
      expect(status === 'final').toBe(home_score != null && away_score != null)
      expect(!hasResult && status === 'scheduled' && date === LONG_AGO).toBe(false)
      expect(settleStatus(settled, stored, TODAY, QUARTERS)).toBe(settled)
    }),
  )
})

describe.each(anyDatabase)('on %s', (kind) => {
  let now = NOW
  const core = sharedCore(kind, { now: () => now })
  const stored = async () => (await core().caller().games.get({ id: game })).data
  const codes = async () => (await core().warnings()).map(({ code }) => code)

  /** The status of the game after the bundles, and the codes of its warnings that settle a status. */
  const settle = async (...bundles: GameBundle[]) => {
    now = NOW
    for (const bundle of bundles) await ingestOrThrow(core(), bundle)
    const { status } = await stored()
    const warnings = (await codes()).filter((code) => CODES.includes(code))
    return [status, ...warnings]
  }

  describe('0–0 is no score', () => {
    test('a final 0–0 is scheduled until 30 days after its day, and has no result then', async () => {
      const zero = (date: string) => scheduledGame({ game: { date, status: 'final', home_score: 0, away_score: 0 } })
      expect(await settle(zero(DAY))).toEqual(['scheduled', 'zero_score'])
      expect(await settle(zero(LONG_AGO))).toEqual(['no_result', 'zero_score'])
    })

    test('the box score, events and shots of a game without points are left out, so they count nowhere', async () => {
      expect(await settle(zeroes({ game: { date: LONG_AGO } }))).toEqual(['no_result', 'zero_score'])
      expect(await stored()).toMatchObject({
        home_score: null,
        periods: null,
        has: { boxscore: false, playbyplay: false, shots: false },
      })
      const { data: players } = await core()
        .caller()
        .players.list({ team: sampleId('team', 'A') })
      expect(players.map(({ games }) => games).filter((games) => games > 0)).toEqual([])
      const { data } = await core()
        .caller()
        .standings.get({ competition: sampleId('competition', 'L') })
      expect(data.table.map(({ played }) => played)).toEqual([0, 0])
      expect(await findRebuildChanges(core())).toEqual([])
    })

    test('parts with points stay, and make no score', async () => {
      const played = withSheets([0, 0], five({ seconds: 2400, points: 4 }), five({ seconds: 2400 }))
      expect(await settle(played)).toEqual(['scheduled', 'zero_score'])
      expect(await stored()).toMatchObject({ home_score: null, has: { boxscore: true } })
    })

    test('a game that is not final may say 0–0', async () => {
      const zero = { home_score: 0, away_score: 0 }
      expect(await settle(scheduledGame({ game: zero }))).toEqual(['scheduled'])
      expect(await settle(scheduledGame({ game: { ...zero, status: 'no_result' } }))).toEqual(['no_result'])
    })

    test.each([DAY, LONG_AGO])('a final 0–0 of %s cannot replace a stored score', async (date) => {
      now = NOW
      const first = finalGame([8, 6], { game: { date } })
      await ingestOrThrow(core(), first)
      const refused = await core().ingest(withChanges(first, { game: { home_score: 0, away_score: 0 } }))
      expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('cannot replace 8–6') })
      expect(await stored()).toMatchObject({ status: 'final', home_score: 8, has: { boxscore: true } })
    })

    test('a real score replaces it', async () => {
      expect(await settle(zeroes(), finalGame([8, 6]))).toEqual(['final'])
    })

    test('a game without a result stays so', async () => {
      const zero = scheduledGame({ game: { status: 'final', home_score: 0, away_score: 0 } })
      expect(await settle(scheduledGame({ game: { status: 'no_result' } }), zero)).toEqual(['no_result', 'zero_score'])
    })
  })

  describe('an overtime of 0–0 at the end of a final game is no period', () => {
    const rows = [
      event('two_made', { period: 4, side: 'home', home_score: 2, away_score: 1, clock: '00:03' }),
      event('game_end', { period: 4, clock: '00:00', home_score: 2, away_score: 1 }),
      event('foul', { period: 5, clock: '05:00', side: 'away', home_score: 2, away_score: 1 }),
    ]
    const missed = {
      side: 'home',
      player: 'A1',
      value: 2,
      points: 0,
      x_ft: null,
      y_ft: null,
      distance_ft: null,
      at: null,
    } as const
    const flags = { made: false, fastbreak: false, second_chance: false, off_turnover: false }
    const withOvertime = (home: number[], away: number[], events = rows) =>
      withSheets([2, 1], five({ seconds: 2400, points: 0 }), five({ seconds: 2400, points: 0 }), {
        game: { periods: { home, away } },
        events,
        shots: [{ ...missed, ...flags, seq: 3, period: 5 }],
      })
    const periods = async () => (await core().caller().games.get({ id: game })).data.periods

    test('overtimes follow the periods of the competition: two halves, or six short periods', async () => {
      const settleWith = async (regular: number, home: number[], away: number[]) => {
        await settle(
          withSheets([2, 1], five({ seconds: 2400, points: 0 }), five({ seconds: 2400, points: 0 }), {
            competition: { periods: regular },
            game: { periods: { home, away } },
          }),
        )
        return (await periods())?.home
      }
      expect(await settleWith(2, [1, 1, 0], [1, 0, 0])).toEqual([1, 1])
      expect(await settleWith(6, [1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])).toEqual([1, 1, 0, 0, 0, 0])
    })

    test.each([1, 2])('%i of them are left out, and their events are at the end of the last period', async (count) => {
      const none = Array.from({ length: count }, () => 0)
      expect(await settle(withOvertime([0, 0, 0, 2, ...none], [1, 0, 0, 0, ...none]))).toEqual([
        'final',
        'empty_overtime',
      ])
      expect(await periods()).toEqual({ home: [0, 0, 0, 2], away: [1, 0, 0, 0] })
      const { data } = await core().caller().games.playByPlay({ id: game })
      expect(data.events.map(({ period, clock }) => [period, clock]).at(-1)).toEqual([4, '00:00'])
      const { data: chart } = await core().caller().games.shots({ id: game })
      expect(chart.shots.map(({ period }) => period)).toEqual([4])
    })

    test('also if only its events are there', async () => {
      expect(await settle(withOvertime([0, 0, 0, 2], [1, 0, 0, 0]))).toEqual(['final', 'empty_overtime'])
    })

    test('one that another follows stays, and so does one whose events have points', async () => {
      expect(await settle(withOvertime([0, 0, 0, 1, 0, 1], [1, 0, 0, 0, 0, 0], []))).toEqual(['final'])
      expect(await periods()).toMatchObject({ home: [0, 0, 0, 1, 0, 1] })
      const scored = [...rows, event('free_throw_made', { period: 5, side: 'home', home_score: 3, away_score: 1 })]
      expect(await settle(withOvertime([0, 0, 0, 2, 0], [1, 0, 0, 0, 0], scored))).toEqual(['final'])
    })

    test('nor of a game that is not final; its events and shots stay, since it may just have begun', async () => {
      const running = { status: 'scheduled' as const, home_score: null, away_score: null }
      const bundle = withChanges(withOvertime([0, 0, 0, 2, 0, 0], [1, 0, 0, 1, 0, 0]), { game: running })
      const periodsAre = { home: [0, 0, 0, 2], away: [1, 0, 0, 1] }
      expect(await settle(withChanges(bundle, { game: { ...running, periods: periodsAre } }))).toEqual(['scheduled'])
      expect(await settle(bundle)).toEqual(['scheduled'])
      expect(await periods()).toEqual(periodsAre)
      const { data } = await core().caller().games.playByPlay({ id: game })
      expect(data.events.at(-1)).toMatchObject({ period: 5, clock: '05:00' })
      const { data: chart } = await core().caller().games.shots({ id: game })
      expect(chart.shots.map(({ period }) => period)).toEqual([5])
      await settle(
        withChanges(bundle, { game: { ...running, periods: { home: [0, 0, 0, 2, 0, 3], away: [1, 0, 0, 1, 0, 0] } } }),
      )
      expect((await periods())?.home).toEqual([0, 0, 0, 2, 0, 3])
    })

    test('the same bundle again changes nothing', async () => {
      const bundle = withOvertime([0, 0, 0, 2, 0], [1, 0, 0, 0, 0])
      await settle(bundle)
      expect((await ingestOrThrow(core(), bundle)).outcome).toBe('unchanged')
    })
  })

  describe('a game without a score 30 days after its day', () => {
    test('has no result, and is scheduled before', async () => {
      expect(await settle(scheduledGame({ game: { date: DAY } }))).toEqual(['scheduled'])
      expect(await settle(scheduledGame({ game: { date: LONG_AGO } }))).toEqual(['no_result', 'unplayed'])
    })

    test('has it by the calendar of its competition', async () => {
      const inZone = (time_zone: string) => scheduledGame({ competition: { time_zone }, game: { date: DAY } })
      now = new Date('2026-11-20T10:30:00Z') // 00:30 on the 21st in Kiritimati
      await ingestOrThrow(core(), inZone('UTC'))
      expect((await stored()).status).toBe('scheduled')
      await ingestOrThrow(core(), inZone('Pacific/Kiritimati'))
      expect((await stored()).status).toBe('no_result')
    })

    test('has it by the stored time zone of the competition if the bundle names none', async () => {
      now = new Date('2026-11-20T10:30:00Z') // 00:30 on the 21st in Kiritimati
      const kiritimati = { time_zone: 'Pacific/Kiritimati' }
      await ingestOrThrow(core(), scheduledGame({ competition: kiritimati, game: { external_id: 'g2' } }))
      await ingestOrThrow(core(), scheduledGame({ game: { date: DAY } }))
      expect((await stored()).status).toBe('no_result')
    })

    test('has it on the 31st calendar day, also if the clocks change between', async () => {
      const inMadrid = (date: string) => scheduledGame({ competition: { time_zone: 'Europe/Madrid' }, game: { date } })
      now = new Date('2026-04-10T22:30:00Z') // 00:30 on the 11th in Madrid; 30 times 24 hours before, 23:30 on March 11
      await ingestOrThrow(core(), inMadrid('2026-03-12'))
      expect((await stored()).status).toBe('scheduled')
      expect(await core().closeUnplayed()).toBe(0)
      await ingestOrThrow(core(), inMadrid('2026-03-11'))
      expect((await stored()).status).toBe('no_result')
    })

    test('becomes final with a late report', async () => {
      const date = LONG_AGO
      expect(await settle(scheduledGame({ game: { date } }), finalGame([8, 6], { game: { date } }))).toEqual(['final'])
    })

    test('the same bundle again changes nothing', async () => {
      const overdue = scheduledGame({ game: { date: LONG_AGO } })
      await settle(overdue)
      expect((await ingestOrThrow(core(), overdue)).outcome).toBe('unchanged')
    })

    test('an old game that is final cannot become scheduled, and keeps its result', async () => {
      now = NOW
      await ingestOrThrow(core(), finalGame([8, 6], { game: { date: LONG_AGO } }))
      const again = await core().ingest(scheduledGame({ game: { date: LONG_AGO } }))
      expect(again).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('a final game cannot become') })
    })

    test('closeUnplayed gives stored games no result once their time is over', async () => {
      now = NOW
      const bundle = scheduledGame({ game: { date: DAY, tip_off: null } })
      const note = { code: 'note', message: 'a note' }
      await ingestOrThrow(core(), { ...bundle, notes: [note] })
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2', date: '2026-11-19' } }))
      expect(await core().closeUnplayed()).toBe(0)

      now = new Date('2026-11-21T12:00:00Z')
      expect(await core().closeUnplayed()).toBe(1)
      expect((await stored()).status).toBe('no_result')
      expect(await codes()).toEqual(['note', 'unplayed'])
      const { data } = await core().caller().games.list({ status: 'scheduled' })
      expect(data.map(({ id }) => id)).toEqual([sampleId('game', 'g2')])
      expect(await findRebuildChanges(core())).toEqual([])
      expect(await core().closeUnplayed()).toBe(0)
      await ingestOrThrow(core(), finalGame([8, 6], { game: { date: DAY } }))
      expect((await stored()).status).toBe('final')
    })
  })

  describe('a game that this service closed without a result', () => {
    const close = async (bundle: GameBundle) => {
      now = NOW
      await ingestOrThrow(core(), bundle)
      now = new Date('2026-12-21T12:00:00Z')
      expect(await core().closeUnplayed()).toBe(1)
    }

    test('is scheduled again once a bundle names a day ahead', async () => {
      await close(scheduledGame({ game: { date: '2026-11-20' } }))
      const moved = scheduledGame({ game: { date: '2027-02-01', tip_off: null } })
      expect((await ingestOrThrow(core(), moved)).outcome).toBe('updated')
      expect(await stored()).toMatchObject({ status: 'scheduled', date: '2027-02-01' })
      expect(await codes()).toEqual([])
      expect(await findRebuildChanges(core())).toEqual([])
    })

    test('is scheduled again by a final 0–0 on a day ahead', async () => {
      await close(scheduledGame({ game: { date: '2026-11-20' } }))
      const zero = { status: 'final' as const, home_score: 0, away_score: 0 }
      await ingestOrThrow(core(), scheduledGame({ game: { date: '2027-02-01', tip_off: null, ...zero } }))
      expect((await stored()).status).toBe('scheduled')
    })

    test('is scheduled again if the feed had a final 0–0 for it', async () => {
      const zero = scheduledGame({ game: { date: LONG_AGO, status: 'final', home_score: 0, away_score: 0 } })
      expect(await settle(zero)).toEqual(['no_result', 'zero_score'])
      expect(await settle(scheduledGame({ game: { date: '2027-02-01', tip_off: null } }))).toEqual(['scheduled'])
    })

    test('has no result any longer once its feed says so', async () => {
      await close(scheduledGame({ game: { date: '2026-11-20' } }))
      await ingestOrThrow(core(), scheduledGame({ game: { date: '2026-11-20', status: 'no_result' } }))
      const moved = scheduledGame({ game: { date: '2027-02-01', tip_off: null } })
      expect(await core().ingest(moved)).toMatchObject({ reason: expect.stringContaining('a no_result game cannot') })
    })

    test.skipIf(hasNoCases)(
      'is in the list of scheduled games on its new day (skipped without ../shared/data)',
      async () => {
        now = new Date('2027-01-05T12:00:00Z')
        const [first, ...others] = readCase('01-postponed-new-date-late/1-scheduled.ndjson')
        if (first === undefined || others.length > 0) throw new Error('the case has one game')
        const { game: id } = await ingestOrThrow(core(), first)
        now = new Date('2027-02-15T12:00:00Z')
        expect(await core().closeUnplayed()).toBe(1)
        now = new Date('2027-02-24T12:00:00Z')
        for (const bundle of readCase('01-postponed-new-date-late/2-new-date.ndjson'))
          await ingestOrThrow(core(), bundle)
        const { data } = await core().caller().games.list({ status: 'scheduled' })
        expect(data.map((each) => [each.id, each.date])).toEqual([[id, '2027-04-20']])
      },
    )
  })

  describe('a game that was broken off in its first period', () => {
    const brief = [{ seconds: 48, points: 15 }, ...five({ seconds: 48 }).slice(1)]

    test('has no result, and keeps its parts without counting them', async () => {
      const short = withSheets([15, 0], brief, five({ seconds: 48 }), {
        game: { periods: { home: [15, 0, 0, 0], away: [0, 0, 0, 0] } },
      })
      expect(await settle(short)).toEqual(['no_result', 'abandoned'])
      expect(await stored()).toMatchObject({ home_score: null, periods: null, has: { boxscore: true } })
      const { data: players } = await core()
        .caller()
        .players.list({ team: sampleId('team', 'A') })
      expect(players.map(({ games }) => games).filter((games) => games > 0)).toEqual([])
      expect(
        (
          await core()
            .caller()
            .players.games({ id: sampleId('player', 'A1') })
        ).data,
      ).toEqual([])
      const { data } = await core()
        .caller()
        .standings.get({ competition: sampleId('competition', 'L') })
      expect(data.table.map(({ played }) => played)).toEqual([0, 0])
      expect(await findRebuildChanges(core())).toEqual([])
    })

    test('keeps the parts that were stored when it was final, and those that the bundle leaves out', async () => {
      const events = [event('two_made', { side: 'home', home_score: 2 })]
      const first = scheduledGame({ events, game: { status: 'final', home_score: 15, away_score: 0 } })
      expect(await settle(first, withSheets([15, 0], brief, five({ seconds: 48 })))).toEqual(['no_result', 'abandoned'])
      expect((await stored()).has).toMatchObject({ boxscore: true, playbyplay: true })
    })

    test('has no result, even if it was stored as final', async () => {
      const first = scheduledGame({ game: { status: 'final', home_score: 15, away_score: 0 } })
      expect(await settle(first, withSheets([15, 0], brief, five({ seconds: 48 })))).toEqual(['no_result', 'abandoned'])
    })
  })
})
