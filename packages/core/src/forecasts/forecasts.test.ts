import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BundleEvent } from '../contract/index.ts'
import { LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import {
  anyDatabase,
  catchServiceError,
  databases,
  ingestOrThrow,
  lineUpGame,
  openCore,
  sampleBundle,
  sampleId,
  scheduledGame,
  sharedCore,
  testDatabase,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'
import { selectResults } from './queries.ts'

const DAY = '2026-11-20'
const RESULT: SampleGame = { id: 'r1', date: '2026-11-18', home: 'A', away: 'B', score: [100, 70] }
const RESULTS: SampleGame[] = [RESULT, { id: 'r2', date: '2026-11-18', home: 'C', away: 'D', score: [80, 78] }]
const scheduled = (id: string, home: string, away: string, tip_off: string | null, date = DAY): SampleGame => ({
  id,
  date,
  tip_off,
  home,
  away,
  status: 'scheduled',
})
const EARLY = scheduled('early', 'A', 'C', `${DAY}T17:00:00Z`)
const LATE = scheduled('late', 'B', 'D', `${DAY}T19:30:00Z`)

describe.each(anyDatabase)('on %s', (kind) => {
  let now = new Date(0)
  const core = sharedCore(kind, { now: () => now })
  const competition = sampleId('competition', 'L')
  const sealAt = (moment: string) => {
    now = new Date(moment)
    return core().sealForecasts()
  }
  const listDay = async (date = DAY) => (await core().caller().forecasts.get({ competition, date })).data
  const getForecast = async (id: string) =>
    (
      await core()
        .caller()
        .games.forecast({ id: sampleId('game', id) })
    ).data

  test('the seal of a day is the SHA-256 of the canonical JSON of its forecasts', async () => {
    await writeGames(core(), ...RESULTS, EARLY, LATE)
    expect(await sealAt(`${DAY}T15:30:00Z`)).toBe(1)
    const { forecasts, seal, sealed_at } = await listDay()
    expect(forecasts.map(({ game }) => game)).toEqual([sampleId('game', 'early'), sampleId('game', 'late')].toSorted())
    // As a reader would compute it: members in alphabetical order, no white space.
    const canonical = forecasts.map(
      ({ expected_margin, game, home_win_probability, model }) =>
        `{"expected_margin":${expected_margin},"game":"${game}","home_win_probability":${home_win_probability},"model":"${model}"}`,
    )
    expect(seal).toBe(
      createHash('sha256')
        .update(`[${canonical.join(',')}]`)
        .digest('hex'),
    )
    expect(sealed_at).toBe(`${DAY}T15:30:00Z`)
    expect(await getForecast('early')).toMatchObject({
      ...forecasts.find(({ game }) => game === sampleId('game', 'early')),
      game: { id: sampleId('game', 'early') },
      made_at: sealed_at,
      seal,
      sealed_at,
    })
  })

  test('a stronger team is the favourite, by results of earlier days alone', async () => {
    await writeGames(core(), ...RESULTS, EARLY, LATE)
    await sealAt(`${DAY}T15:30:00Z`)
    const before = await getForecast('early')
    // A has won by 26 points more than expected: 26 × 25 / 192.25 = 3.38; the home court of 4 gained 0.28.
    expect(before.expected_margin).toBeGreaterThan(7)
    expect(before.home_win_probability).toBeGreaterThan(0.7)
    expect((await getForecast('late')).expected_margin).toBeLessThan(4)
  })

  test('a corrected result, a moved game and a removed one change no forecast and no seal', async () => {
    await writeGames(core(), ...RESULTS, EARLY, LATE)
    await sealAt(`${DAY}T15:30:00Z`)
    const [day, forecast] = [await listDay(), await getForecast('late')]
    await writeGames(core(), { ...RESULT, score: [70, 100] }, { ...LATE, date: '2026-11-25', tip_off: null })
    await core().removeGame(sampleId('game', 'early'))
    await sealAt(`${DAY}T15:45:00Z`)
    expect(await listDay()).toEqual(day)
    await sealAt('2026-11-24T22:30:00Z')
    expect(await listDay('2026-11-25')).toEqual({ date: '2026-11-25', seal: null, sealed_at: null, forecasts: [] })
    const { game: _game, ...sealed } = forecast
    expect(await getForecast('late')).toMatchObject(sealed)
  })

  test('a forecast follows the teams of its game, and there is none for others; the day stays as it was sealed', async () => {
    await writeGames(core(), ...RESULTS, EARLY)
    await sealAt(`${DAY}T15:30:00Z`)
    const [day, { game: _game, ...sealed }] = [await listDay(), await getForecast('early')]
    const { home_win_probability: probability, expected_margin: margin } = sealed
    const turned = {
      ...sealed,
      home_win_probability: Number((1 - (probability ?? NaN)).toFixed(4)),
      expected_margin: -(margin ?? NaN),
    }
    const listResults = async () =>
      (await selectResults(core().store.db, competition)).filter(({ id }) => id === sampleId('game', 'early'))
    const exchanged = { ...EARLY, home: 'C', away: 'A' }
    await writeGames(core(), exchanged)
    expect(await getForecast('early')).toMatchObject(turned)
    const other = { ...EARLY, away: 'B' }
    await writeGames(core(), other)
    const none = { home_win_probability: null, expected_margin: null }
    expect(await getForecast('early')).toMatchObject({ ...none, model: null, made_at: null, seal: null })
    await writeGames(core(), EARLY)
    expect(await getForecast('early')).toMatchObject(sealed)
    await writeGames(core(), { ...exchanged, status: 'final' })
    const { home_win_probability, expected_margin } = turned
    expect(await listResults()).toMatchObject([{ home_win_probability, expected_margin }])
    await core().reopenGame(sampleId('game', 'early'))
    await writeGames(core(), { ...other, status: 'final' })
    expect(await listResults()).toMatchObject([none])
    expect(await listDay()).toEqual(day)
  })

  test('the win probability of a game whose sides were exchanged begins with its forecast', async () => {
    const bundle = lineUpGame('played', DAY)
    const { home, away, game } = bundle
    await ingestOrThrow(
      core(),
      scheduledGame({
        game: { external_id: 'played', date: DAY, tip_off: null },
        home: { team: away.team },
        away: { team: home.team },
      }),
    )
    expect(await sealAt('2026-11-19T23:00:00Z')).toBe(1)
    await ingestOrThrow(core(), bundle)
    const { points } = (
      await core()
        .caller()
        .games.winProbability({ id: sampleId('game', game.external_id) })
    ).data
    expect(points[0]?.home_win_probability).toBeCloseTo(1 - 0.6337, 3) // the other team was to have the home court
  })

  test('a forecast stays when one of its teams is merged into another', async () => {
    await writeGames(core(), ...RESULTS, EARLY, { ...RESULT, id: 'r3', home: 'Z', away: 'B' })
    await sealAt(`${DAY}T15:30:00Z`)
    const { game: _game, ...sealed } = await getForecast('early')
    await core().mergeRecords(sampleId('team', 'C'), sampleId('team', 'Z'))
    expect(await getForecast('early')).toMatchObject({ ...sealed, game: { away: { id: sampleId('team', 'Z') } } })
    await core().mergeRecords(sampleId('team', 'A'), sampleId('team', 'D'))
    expect(await getForecast('early')).toMatchObject({ ...sealed, game: { home: { id: sampleId('team', 'D') } } })
  })

  test('a game that was merged into another leaves it its forecast, and a competition its seal, if the other has none', async () => {
    const none = { seal: null }
    await writeGames(core(), ...RESULTS, EARLY)
    await sealAt(`${DAY}T15:30:00Z`)
    const { game: _game, ...sealed } = await getForecast('early')
    const day = await listDay()
    // The same game under two other ids after the seal, with the other team at home.
    await writeGames(core(), { ...EARLY, id: 'twin', home: 'C', away: 'A' }, { ...EARLY, id: 'third' })
    expect(await getForecast('twin')).toMatchObject(none)
    await core().mergeRecords(sampleId('game', 'early'), sampleId('game', 'twin'))
    const { seal, sealed_at, expected_margin: margin } = sealed
    expect(await getForecast('twin')).toMatchObject({ seal, sealed_at, expected_margin: -(margin ?? NaN) })
    await core().mergeRecords(sampleId('game', 'twin'), sampleId('game', 'third'))
    expect(await getForecast('third')).toMatchObject(sealed)
    expect(await listDay()).toEqual(day)
    await writeGames(core(), { ...EARLY, id: 'third', status: 'final' })
    expect(await selectResults(core().store.db, competition)).toMatchObject([{}, {}, { expected_margin: margin }])

    await writeGames(core(), { id: 'm1', league: 'M', home: 'E', away: 'F', date: '2026-11-18' })
    await core().mergeRecords(competition, sampleId('competition', 'M'))
    const { data } = await core()
      .caller()
      .forecasts.get({ competition: sampleId('competition', 'M'), date: DAY })
    expect(data).toEqual(day)
    expect(await listDay()).toEqual(day)
    expect(await getForecast('third')).toMatchObject(sealed)
  })

  test('what was sealed before a merge is not sealed again after it, and own forecasts and seals come first', async () => {
    const ofM = { competition: sampleId('competition', 'M'), date: DAY }
    const ofK = { competition: sampleId('competition', 'K'), date: DAY }
    const own = { ...scheduled('own', 'E', 'F', `${DAY}T16:30:00Z`), league: 'M' }
    const twin = scheduled('twin', 'A', 'C', '2026-11-25T17:00:00Z', '2026-11-25')
    await writeGames(core(), ...RESULTS, EARLY, LATE, own)
    expect(await sealAt(`${DAY}T15:30:00Z`)).toBe(2)
    const getDay = async (of: typeof ofM) => (await core().caller().forecasts.get(of)).data
    const [{ game: _early, ...early }, late] = [await getForecast('early'), await getForecast('late')]
    const [day, dayOfM] = [await listDay(), await getDay(ofM)]
    await writeGames(core(), twin, { ...scheduled('late in K', 'G', 'H', `${DAY}T22:00:00Z`), league: 'K' })
    await core().mergeRecords(sampleId('game', 'early'), sampleId('game', 'twin'))
    await core().mergeRecords(competition, ofM.competition)
    expect(await getDay(ofM)).toEqual(dayOfM)
    await core().mergeRecords(ofM.competition, ofK.competition)
    expect(await sealAt(`${DAY}T15:40:00Z`)).toBe(0)
    expect(await sealAt('2026-11-25T15:30:00Z')).toBe(0)
    expect(await listDay()).toEqual(day)
    expect([day, dayOfM]).toContainEqual(await getDay(ofK))
    expect(await getForecast('twin')).toMatchObject(early)
    expect(await getForecast('late')).toMatchObject({ seal: late.seal, expected_margin: late.expected_margin })
  })

  test('a day is sealed within two hours before its first tip-off, and not from a minute before it', async () => {
    await writeGames(core(), ...RESULTS, EARLY, LATE)
    for (const moment of ['14:59:59', '16:59:00', '17:00:00', '18:00:00'])
      expect(await sealAt(`${DAY}T${moment}Z`), moment).toBe(0)
    expect(await sealAt(`${DAY}T15:00:00Z`)).toBe(1)
    expect(await sealAt(`${DAY}T16:00:00Z`)).toBe(0)
  })

  test('a game without a tip-off counts from the beginning of its day in the time zone of its competition', async () => {
    const inNewYork = { competition: { time_zone: 'America/New_York' } }
    await writeGames(core(), { ...scheduled('unknown', 'A', 'B', null), ...inNewYork }, { ...LATE, ...inNewYork })
    expect(await sealAt(`${DAY}T05:00:00Z`)).toBe(0)
    expect(await sealAt(`${DAY}T04:30:00Z`)).toBe(1)
  })

  test('a game counts from the beginning of its day, too, if its tip-off is still that of another day', async () => {
    const later = '2026-11-25'
    // One moved by its date alone to a later day, one to an earlier day.
    await writeGames(core(), { ...EARLY, date: later }, scheduled('late', 'B', 'D', `${later}T19:30:00Z`, later))
    await writeGames(core(), scheduled('back', 'E', 'F', '2026-12-24T19:30:00Z', '2026-11-28'))
    expect(await sealAt(`${DAY}T15:30:00Z`)).toBe(0)
    expect(await sealAt('2026-11-24T22:30:00Z')).toBe(1)
    expect((await listDay(later)).forecasts).toHaveLength(2)
    expect(await sealAt('2026-11-27T22:30:00Z')).toBe(1)
    expect((await listDay('2026-11-28')).forecasts).toHaveLength(1)
  })

  test('a tip-off on the day before or after that of its game counts', async () => {
    const late = scheduled('late', 'B', 'D', '2026-11-22T04:30:00Z') // the evening of the 21st in New York
    await writeGames(core(), { ...late, competition: { time_zone: 'America/New_York' } })
    expect(await sealAt(`${DAY}T04:30:00Z`)).toBe(0)
    expect(await sealAt('2026-11-22T03:00:00Z')).toBe(1)
  })

  test('a day on which a game is final is not sealed, and its games have no forecast', async () => {
    await writeGames(core(), EARLY, { id: 'noon', date: DAY, tip_off: `${DAY}T17:00:00Z`, home: 'B', away: 'D' })
    expect(await sealAt(`${DAY}T16:00:00Z`)).toBe(0)
    const none = { home_win_probability: null, expected_margin: null, model: null, made_at: null, seal: null }
    expect(await getForecast('early')).toMatchObject({ ...none, sealed_at: null })
  })

  test('preseason games are not forecast, and their results are not used', async () => {
    const preseason = { stage: 'preseason' }
    await writeGames(core(), { ...RESULT, ...preseason }, { ...EARLY, ...preseason }, LATE)
    await sealAt(`${DAY}T16:00:00Z`)
    const { forecasts } = await listDay()
    expect(forecasts).toMatchObject([{ game: sampleId('game', 'late'), expected_margin: 4 }])
  })

  test('the win probability begins with the forecast, follows the score, and ends with the result', async () => {
    await writeGames(core(), ...RESULTS, EARLY)
    await sealAt(`${DAY}T16:00:00Z`)
    const { home_win_probability: forecast } = await getForecast('early')
    await writeGames(core(), { ...RESULT, score: [70, 100] }) // a correction, which the forecast does not follow
    const play = (period: number, clock: string, type: BundleEvent['type'], home_score: number, away_score: number) =>
      ({ period, clock, type, home_score, away_score, side: null, player: null, description: '' }) as const
    const played = sampleBundle({ ...EARLY, status: 'final', score: [80, 90] })
    await ingestOrThrow(core(), {
      ...played,
      events: [
        play(1, '10:00', 'period_start', 0, 0),
        play(2, '05:00', 'two_made', 20, 40),
        play(4, '00:00', 'game_end', 80, 90),
      ],
    })
    const { points } = (
      await core()
        .caller()
        .games.winProbability({ id: sampleId('game', 'early') })
    ).data
    expect(points).toMatchObject([
      { seq: 1, period: 1, clock: '10:00', home_win_probability: expect.closeTo(forecast ?? NaN, 3) },
      { seq: 2, period: 2, clock: '05:00' },
      { seq: 3, period: 4, clock: '00:00', home_win_probability: 0 },
    ])
    expect(points[1]?.home_win_probability).toBeLessThan(0.2)
  })

  test('a game without a play-by-play has no points, and one without a forecast goes by earlier results', async () => {
    const bundle = lineUpGame('played', '2026-11-19')
    await ingestOrThrow(core(), bundle)
    const read = async (id: string) => {
      const { data } = await core()
        .caller()
        .games.winProbability({ id: sampleId('game', id) })
      return data.points
    }
    const points = await read('played')
    expect(points).toHaveLength(bundle.events?.length ?? -1)
    expect(points[0]?.home_win_probability).toBeCloseTo(0.6337, 3) // two new teams: the home court of 4 points
    await writeGames(core(), RESULT)
    expect(await read('r1')).toEqual([])
    expect((await read('played'))[0]?.home_win_probability).toBeGreaterThan(0.8)
  })

  test('an unknown competition returns bad_request, an unknown game not_found, and a lower plan upgrade_required', async () => {
    const api = core().caller()
    const unknown = api.forecasts.get({ competition: 'cp_00000000', date: DAY })
    expect(await catchServiceError(unknown)).toMatchObject({ code: 'bad_request' })
    for (const call of [api.games.forecast, api.games.winProbability])
      expect(await catchServiceError(call({ id: 'gm_00000000' }))).toMatchObject({ code: 'not_found' })
    const lower = core().caller('archive').forecasts.get({ competition, date: DAY })
    expect(await catchServiceError(lower)).toMatchObject({ code: 'upgrade_required' })
  })
})

describe.each(databases)('on %s', (kind) => {
  test.each(['worker', 'process without SECRETS_KEY'] as const)('a %s seals the days that are due', async (process) => {
    const isWorker = process === 'worker'
    const core = await openCore(await testDatabase(kind), {
      ...(isWorker && LOCAL_WEBHOOKS),
      now: () => new Date(`${DAY}T15:30:00Z`),
    })
    await writeGames(core, ...RESULTS, EARLY, LATE)
    const options = { sendEmail: async () => {} }
    const worker = isWorker ? await core.startWorker(options) : core.startMaintenance(options)
    onTestFinished(() => worker.stop())
    await expect
      .poll(() => core.caller().games.forecast({ id: sampleId('game', 'early') }), { timeout: 60_000 })
      .toMatchObject({ data: { model: 'margin-1' } })
  })

  test('two workers at once make one seal, and the forecasts that it is of', async () => {
    const at = { now: () => new Date(`${DAY}T15:30:00Z`) }
    const database = await testDatabase(kind)
    const one = await openCore(database, at)
    const two = kind === 'Postgres' ? await openCore(database, at) : one
    await writeGames(one, ...RESULTS, EARLY, LATE)
    const sealed = await Promise.all([one, two, one].map((worker) => worker.sealForecasts()))
    expect(sealed.filter((days) => days > 0)).toEqual([1])
    const { data } = await one.caller().forecasts.get({ competition: sampleId('competition', 'L'), date: DAY })
    expect(data.forecasts).toHaveLength(2)
  })
})
