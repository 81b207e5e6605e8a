import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  catchServiceError,
  finalGame,
  findRebuildChanges,
  ingestOrThrow,
  openTestCore,
  sampleId,
  scheduledGame,
  sharedCore,
  tableContents,
} from '../testing/index.ts'

const id = sampleId('game', 'g1')

describe.each(anyDatabase)('a correction by hand on %s', (kind) => {
  const core = sharedCore(kind)
  const newOperator = () =>
    core().accounts.create({ email: `operator-${Math.random()}@example.org`, plan: 'free', operator: true })
  const listLog = async () =>
    (await core().auditLog()).map(({ action, actor, detail }) => [action, actor?.id ?? null, detail])

  test('of fields is that of a bundle, and the log has who, and what was there before', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { id: by } = await newOperator()
    const fields = {
      home_score: 9,
      periods: { home: [9], away: [6] },
      date: '2026-11-20',
      tip_off: '2026-11-20T18:30:00Z',
    }
    expect(await core().changeGame(id, fields, { by })).toBe(true)
    expect((await core().caller().games.get({ id })).data).toMatchObject({ ...fields, away_score: 6 })
    expect((await core().games.get(id)).warnings.map(({ code }) => code)).toContain('playbyplay_score')
    expect(await core().changeGame(id, fields)).toBe(false)
    expect(await core().changeGame(id, { venue: 'Arena' })).toBe(true)
    expect(await listLog()).toEqual([
      ['game changed', null, `${id} Alpha – Beta, 2026-11-20, final 9–6: venue Hall → Arena`],
      [
        'game changed',
        by,
        `${id} Alpha – Beta, 2026-11-19, final 8–6: home_score 8 → 9, periods 8 0 0 0 / 6 0 0 0 → 9 / 6, date 2026-11-19 → 2026-11-20, tip_off 2026-11-19T19:00:00Z → 2026-11-20T18:30:00Z`,
      ],
    ])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('goes by the source that names the teams of the game, whatever other names the game has', async () => {
    const same_as = [{ source: 'another', external_id: 'x1' }]
    await ingestOrThrow(core(), finalGame([8, 6], { game: { same_as } }))
    expect(await core().changeGame(id, { home_score: 9 })).toBe(true)
  })

  test('is overwritten by the next bundle that has another value', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    await core().changeGame(id, { home_score: 9 })
    expect((await ingestOrThrow(core(), finalGame([8, 6]))).outcome).toBe('updated')
    expect((await core().games.get(id)).home_score).toBe(8)
  })

  test('of a game that has changed since it was seen changes nothing', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { version } = await core().games.get(id)
    await ingestOrThrow(core(), finalGame([8, 7]))
    const before = await tableContents(core().store)
    for (const correct of [
      () => core().changeGame(id, { home_score: 9 }, { version }),
      () => core().reopenGame(id, { version }),
      () => core().removeGame(id, { version }),
    ])
      expect(await catchServiceError(correct())).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('has changed since'),
      })
    expect(await tableContents(core().store)).toEqual(before)
    expect(await core().changeGame(id, { away_score: 7 }, { version })).toBe(false)
  })

  test('that is refused leaves no trace', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const before = await tableContents(core().store)
    expect(await catchServiceError(core().changeGame(id, { status: 'final' }))).toMatchObject({
      details: [{ message: 'a final game needs both scores' }],
    })
    for (const correct of [
      () => core().changeGame('gm_none', { home_score: 1 }),
      () => core().reopenGame('gm_none'),
      () => core().removeGame('gm_none'),
      () => core().mergeRecords('pl_none', 'pl_other'),
    ])
      expect(await catchServiceError(correct())).toMatchObject({ code: 'not_found' })
    expect(await core().reopenGame(id)).toBe(false)
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('of several games together writes all of them, or none', async () => {
    const { id: by } = await newOperator()
    const bundles = Array.from({ length: 60 }, (_, n) => finalGame([8, 6], { game: { external_id: `g${n}` } }))
    const before = await tableContents(core().store)
    const preview = await core().importTogether(bundles, { name: 'x', by, accept: () => false })
    expect(preview).toMatchObject({ imported: false, results: bundles.map(() => ({ outcome: 'created' })) })
    const wrong = [...bundles, finalGame([8, 6], { game: { external_id: 'wrong', home_score: null } })]
    const refused = await core().importTogether(wrong, { name: 'x', by, accept: () => true })
    expect([refused.imported, refused.results.at(-1)?.outcome]).toEqual([false, 'refused'])
    expect(await tableContents(core().store)).toEqual(before)
    const imported = await core().importTogether(bundles, { name: 'league.xlsx', by, accept: () => true })
    expect(imported).toEqual({ ...preview, imported: true })
    const other = await openTestCore(kind)
    for await (const _ of other.ingestAll(bundles));
    const without = ['audit_log', 'accounts', 'account_counts', 'webhook_events', 'deliveries']
    expect(await tableContents(core().store, without)).toEqual(await tableContents(other.store, without))
    await core().importTogether(bundles, { name: 'again', accept: () => true })
    expect(await listLog()).toEqual([['games imported', by, 'league.xlsx: 60 created']])
    const many = Array.from({ length: 501 }, () => finalGame([8, 6]))
    expect(await catchServiceError(core().importTogether(many, { name: 'x', accept: () => true }))).toMatchObject({
      message: expect.stringContaining('at most 500'),
    })
  })

  test('is in the log: reopened, removed and merged, with the names that are gone', async () => {
    const { id: by } = await newOperator()
    await ingestOrThrow(core(), finalGame([8, 6]))
    const away = { team: { external_id: 'C', name: 'Alfa' } }
    const home = { team: { external_id: 'B', name: 'Beta' } }
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2', date: '2026-11-21' }, home, away }))
    const [from, into] = [sampleId('team', 'C'), sampleId('team', 'A')]
    expect(await core().mergeRecords(from, into, { by })).toBe(true)
    expect(await core().mergeRecords(from, into, { by })).toBe(false)
    await core().reopenGame(id, { by })
    await core().removeGame(id)
    expect(await listLog()).toEqual([
      ['game removed', null, `${id} Alpha – Beta, 2026-11-19, scheduled`],
      ['game reopened', by, `${id} Alpha – Beta, 2026-11-19, final 8–6`],
      ['records merged', by, `${from} Alfa into ${into} Alpha`],
    ])
    expect(await core().accounts.log(by)).toHaveLength(1)
  })
})
