import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GameBundle, GameRevision } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { randomBundles } from '../ingest/testing/random-bundles.ts'
import {
  anyDatabase,
  applyStrictly,
  catchServiceError,
  finalGame,
  ingestOrThrow,
  invert,
  sampleId,
  scheduledGame,
  sharedCore,
  withChanges,
} from '../testing/index.ts'
import { gameRevisions } from '../store/index.ts'

/** The document that patches change: the data of four endpoints. */
const getDocument = async (core: Core, id: string) => {
  const { games } = core.caller()
  return {
    game: (await games.get({ id })).data,
    boxscore: (await games.boxScore({ id })).data,
    playbyplay: (await games.playByPlay({ id })).data,
    shots: (await games.shots({ id })).data,
  }
}

/** All revisions of a game, newest first, read by cursor. */
const listRevisions = async (core: Core, id: string, per_page = 7): Promise<GameRevision[]> => {
  const { revisions } = core.caller().games
  const pages = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const { data, meta }: Awaited<ReturnType<typeof revisions>> = await revisions({ id, per_page, cursor })
    pages.push(...data)
    cursor = meta.next_cursor
  }
  return pages
}

const getRevision = async (core: Core, id: string) =>
  (await core.caller().changes.list({ game: id })).data.at(-1)?.revision ?? 0

type Play = NonNullable<GameBundle['events']>[number]
type Shot = NonNullable<GameBundle['shots']>[number]

const play = fc.record({
  period: fc.integer({ min: 1, max: 4 }),
  clock: fc.constantFrom('09:00', '05:00.5', null),
  side: fc.constantFrom('home', 'away', null),
  player: fc.constantFrom('p1', 'p4', null),
  type: fc.constantFrom('assist', 'foul', 'steal'),
  description: fc.constantFrom('a', 'b', 'c'),
  distance_ft: fc.constant(null),
  home_score: fc.constant(0),
  away_score: fc.constant(0),
}) satisfies fc.Arbitrary<Play>

const shot = fc.record({
  period: fc.constantFrom(1, null),
  side: fc.constantFrom('home', 'away'),
  player: fc.constantFrom('p1', 'p4'),
  value: fc.constant(2),
  made: fc.constant(false),
  points: fc.constant(0),
  x_ft: fc.constantFrom(0, 1.25, -3.5),
  y_ft: fc.constantFrom(0, 7.1),
}) satisfies fc.Arbitrary<Omit<Shot, 'seq'>>

/** Changes lists here and there, as a correction does. */
const edit = <Item>(
  list: readonly Item[],
  changes: readonly { at: number; removed: number; added: Item[] }[],
): Item[] =>
  changes.reduce<Item[]>(
    (edited, { at, removed, added }) => edited.toSpliced(at % (edited.length + 1), removed, ...added),
    [...list],
  )

const changeSome = <Item>(item: fc.Arbitrary<Item>) =>
  fc.array(fc.record({ at: fc.nat(), removed: fc.nat(1), added: fc.array(item, { maxLength: 2 }) }), { maxLength: 3 })

const CORRECTIONS = 40

/** Corrections of three games: of anything but names, in most of them also of plays and shots. */
const corrections = fc
  .tuple(
    randomBundles(CORRECTIONS, 3),
    fc.array(fc.tuple(fc.boolean(), changeSome(play), changeSome(shot)), {
      minLength: CORRECTIONS,
      maxLength: CORRECTIONS,
    }),
  )
  .map(([bundles, edits]) => {
    const lists = new Map<string, { events: Play[]; shots: Shot[] }>()
    return bundles.map((bundle, index) => {
      const [isEdited = false, plays = [], shots = []] = edits[index] ?? []
      const { external_id } = bundle.game
      const { events, shots: taken } = lists.get(external_id) ?? {}
      const edited = {
        events: edit(events ?? [], plays),
        shots: edit<Omit<Shot, 'seq'>>(taken ?? [], shots).map((each, at) => ({ ...each, seq: 1 + 2 * at })),
      }
      if (isEdited) lists.set(external_id, edited)
      return withChanges(bundle, {
        home: { team: { name: bundle.home.team.external_id } },
        away: { team: { name: bundle.away.team.external_id } },
        players: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((player) => ({ external_id: player, name: player })),
        ...(isEdited && edited),
      })
    })
  })

const runs = fc
  .sample(corrections, { numRuns: 2, seed: 20_261_127 })
  .map((bundles, sequence) => ({ sequence, bundles }))

describe.each(anyDatabase)('revisions on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const g1 = sampleId('game', 'g1')
  /** The patches of the newest revisions. */
  const patches = async () => (await api().games.revisions({ id: g1 })).data.map(({ patch }) => patch)

  test.each(runs)(
    'undone from the game of today, and applied from the first, they are what the endpoints showed: $sequence',
    async ({ bundles }) => {
      const shown = new Map<string, object>()
      for (const [step, bundle] of bundles.entries()) {
        const id = sampleId('game', bundle.game.external_id)
        for (const change of [() => core().ingest(bundle), () => step % 19 === 18 && core().reopenGame(id)]) {
          await change()
          const revision = await getRevision(core(), id)
          if (revision > 0) shown.set(`${id} ${revision}`, await getDocument(core(), id))
        }
      }
      let count = 0
      for (const id of ['g1', 'g2', 'g3'].map((name) => sampleId('game', name))) {
        const revisions = await listRevisions(core(), id)
        const newest = revisions[0]?.revision ?? 0
        expect(revisions.map(({ revision }) => revision)).toEqual(
          Array.from({ length: newest }, (_, at) => newest - at),
        )
        let document: unknown = await getDocument(core(), id)
        for (const { revision, patch } of revisions) {
          expect(document).toEqual(shown.get(`${id} ${revision}`))
          document = applyStrictly(document, invert(patch))
        }
        for (const { revision, patch } of revisions.toReversed()) {
          document = applyStrictly(document, patch)
          expect(document).toEqual(shown.get(`${id} ${revision}`))
          count++
        }
        const byPage = (await api().games.revisions({ id, per_page: 5, page: 2 })).data
        expect(byPage).toEqual(revisions.slice(5, 10))
      }
      expect(count).toBeGreaterThan(CORRECTIONS / 3)
    },
    600_000,
  )

  test('begin with the first final score, not with a game in progress, and name the parts that changed', async () => {
    const { events, shots } = finalGame([8, 6])
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(
      core(),
      withChanges(scheduledGame(), { players: finalGame([8, 6]).players ?? [], events, shots }),
    )
    expect((await api().games.revisions({ id: g1 })).data).toEqual([])
    await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(core(), finalGame([8, 6], { game: { venue: 'Dome' } }))
    await ingestOrThrow(core(), finalGame([8, 6], { game: { venue: 'Dome' } }))
    const { data, meta } = await api().games.revisions({ id: g1 })
    expect(meta).toMatchObject({ count: 2, total: 2, next_cursor: null })
    expect(data.map(({ revision, parts }) => [revision, parts])).toEqual([
      [2, ['game']],
      [1, ['game', 'boxscore', 'playbyplay', 'shots']],
    ])
    const paths = ['game', 'boxscore/game', 'playbyplay/game', 'shots/game'].map((path) => `/${path}/venue`)
    expect(data[0]?.patch).toEqual(
      paths.flatMap((path) => [
        { op: 'test', path, value: 'Hall' },
        { op: 'replace', path, value: 'Dome' },
      ]),
    )
    expect(data[1]?.patch).toEqual([])
    expect(await getRevision(core(), g1)).toBe(2)
  })

  test('of an inserted play add that play and change the numbers of those after it', async () => {
    const { events } = finalGame([80, 60])
    const [first] = events ?? []
    if (events == null || first === undefined) throw new RangeError('the game has plays')
    await ingestOrThrow(core(), finalGame([80, 60]))
    await ingestOrThrow(
      core(),
      finalGame([80, 60], { events: events.toSpliced(1, 0, { ...first, type: 'timeout', player: null }) }),
    )
    const [patch = []] = await patches()
    const plays = patch.filter(({ path }) => path.startsWith('/playbyplay/events'))
    expect(plays.filter(({ path }) => !path.endsWith('/seq'))).toMatchObject([
      { op: 'add', path: '/playbyplay/events/1' },
    ])
    expect(plays).toHaveLength(1 + 2 * (events.length - 1))
  })

  test('of an inserted shot store only that shot and the one after it', async () => {
    const shots = (finalGame([80, 60]).shots ?? []).map((each, at) => ({ ...each, seq: 2 + 2 * at, x_ft: at }))
    const [first] = shots
    if (first === undefined) throw new RangeError('the game has shots')
    const inserted = shots.toSpliced(1, 0, { ...first, seq: 3, x_ft: -20 })
    for (const list of [shots, inserted])
      await ingestOrThrow(core(), finalGame([80, 60], { events: null, shots: list }))
    const rows = await core().store.db.select({ undo: gameRevisions.undo }).from(gameRevisions)
    const paths = rows.flatMap(({ undo }) => undo.map(({ path }) => path))
    expect(paths.filter((path) => !/^\/shots\/[12](\/|$)/.test(path))).toEqual([])
    expect(paths.length).toBeLessThan(6)
  })

  test('have the names and ids that records have now, and a new name is none', async () => {
    const score = finalGame([8, 6])
    await ingestOrThrow(core(), withChanges(score, { events: null }))
    await ingestOrThrow(core(), score)
    const before = await patches()
    const players = score.players?.map((player) => ({ ...player, name: `${player.name} II` })) ?? []
    await ingestOrThrow(core(), { ...score, players })
    const text = JSON.stringify(before)
    expect(text).toContain('Player A1"')
    expect(JSON.stringify(await patches())).toEqual(text.replaceAll(/Player (\w+)/g, 'Player $1 II'))
    await ingestOrThrow(
      core(),
      scheduledGame({ game: { external_id: 'other' }, home: { team: { external_id: 'C', name: 'C' } } }),
    )
    await core().mergeRecords(sampleId('team', 'A'), sampleId('team', 'C'))
    const merged = await patches()
    expect(JSON.stringify(merged)).toContain(sampleId('team', 'C'))
    expect(JSON.stringify(merged)).not.toContain(sampleId('team', 'A'))
    const undone = applyStrictly(await getDocument(core(), g1), invert(merged[0] ?? []))
    expect(undone).toMatchObject({ game: { home: { id: sampleId('team', 'C') } }, playbyplay: { events: [] } })
    expect(merged).toHaveLength(2)
  })

  test('of a merged game go on with those of the game that stays', async () => {
    const score = finalGame([8, 6])
    await ingestOrThrow(core(), withChanges(score, { events: null, shots: null }))
    const before = await getDocument(core(), g1)
    await ingestOrThrow(core(), withChanges(score, { game: { external_id: 'copy', venue: 'Dome' } }))
    await core().mergeRecords(sampleId('game', 'copy'), g1)
    const [revision] = (await api().games.revisions({ id: g1 })).data
    expect(revision).toMatchObject({ revision: 2, parts: ['game', 'playbyplay', 'shots'] })
    expect(applyStrictly(await getDocument(core(), g1), invert(revision?.patch ?? []))).toEqual(before)
    expect((await api().games.revisions({ id: sampleId('game', 'copy') })).data).toHaveLength(2)
  })

  test('of a reopened game and its new score can be undone; a removed game has none', async () => {
    const old = { game: { date: '2025-11-19', tip_off: null } }
    await ingestOrThrow(core(), finalGame([8, 6], old))
    const before = await getDocument(core(), g1)
    await core().reopenGame(g1)
    expect(await core().closeUnplayed()).toBe(1)
    await ingestOrThrow(core(), finalGame([8, 4], old))
    const all = await patches()
    expect(all).toHaveLength(4)
    expect(applyStrictly(await getDocument(core(), g1), all.slice(0, -1).flatMap(invert))).toEqual(before)
    await core().removeGame(g1)
    expect(await catchServiceError(api().games.revisions({ id: g1 }))).toMatchObject({ code: 'not_found' })
    await ingestOrThrow(core(), finalGame([8, 6]))
    expect(await patches()).toEqual([[]])
  })
})
