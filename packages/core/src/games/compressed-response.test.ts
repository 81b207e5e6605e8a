import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { invoke } from '../invoke.ts'
import type { GameBundle } from '../contract/index.ts'
import { boxLines, games, compressedResponses } from '../store/index.ts'
import { CompressedResponse } from '../operation.ts'
import { operationTable } from '../operations.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  databases,
  finalGame,
  openCore,
  openTestCore,
  sharedCore,
  testDatabase,
  type BundleChanges,
} from '../testing/index.ts'

const PARTS = ['boxScore', 'playByPlay', 'shots'] as const

const partsOf = (core: Core, id: string) => Promise.all(PARTS.map((part) => core.caller().games[part]({ id })))

/** Reads a part as a transport that accepts compressed responses. */
const readCompressed = (core: Core, part: (typeof PARTS)[number], id: string) =>
  invoke(core.context({ plan: 'live', acceptsCompressed: true }), operationTable.games[part], {
    read: () => ({ id }),
    write: (output) => output,
  })

const storedOf = async (core: Core) =>
  (await core.store.db.select().from(compressedResponses).orderBy(compressedResponses.part)).map(({ part, hash }) => ({
    part,
    hash,
  }))

/** Deletes the stored responses and reads the parts again. */
const rebuiltParts = async (core: Core, id: string) => {
  await core.store.db.delete(compressedResponses)
  return partsOf(core, id)
}

/** A final game with a player who is only in its events and one who is only in its shots. */
const withExtraPlayers = (): GameBundle => {
  const full = finalGame([8, 6])
  const [shot, ...shots] = full.shots ?? []
  const [event, ...events] = full.events ?? []
  if (shot === undefined || event === undefined) throw new Error('the game has events and shots')
  const extra = ['event-only', 'shot-only'].map((external_id) => ({ external_id, name: `Player ${external_id}` }))
  return withChanges(full, {
    players: [...(full.players ?? []), ...extra],
    events: [{ ...event, player: 'event-only' }, ...events],
    shots: [{ ...shot, player: 'shot-only' }, ...shots],
  })
}

const later = { external_id: 'g2', date: '2026-12-24' }
const renames: { what: string; changes: BundleChanges }[] = [
  { what: 'the home team', changes: { home: { team: { external_id: 'A', name: 'Renamed' } } } },
  {
    what: 'the away team',
    changes: { home: { team: { external_id: 'B', name: 'Renamed' } }, away: { team: { external_id: 'C' } } },
  },
  { what: 'the competition', changes: { competition: { name: 'Renamed' } } },
  { what: 'the season', changes: { season: { name: 'Renamed' } } },
  ...['A1', 'B3', 'event-only', 'shot-only'].map((external_id) => ({
    what: `player ${external_id}`,
    changes: { players: [{ external_id, name: 'Renamed' }] },
  })),
]

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('the parts of a final game are stored at the first call', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    expect(await storedOf(core())).toEqual([])
    const first = await partsOf(core(), game)
    const stored = await storedOf(core())
    expect(stored.map(({ part }) => part)).toEqual(['boxscore', 'playbyplay', 'shots'])
    expect(await partsOf(core(), game)).toEqual(first)
    expect(await storedOf(core())).toEqual(stored)
    expect(await rebuiltParts(core(), game)).toEqual(first)
    expect(await storedOf(core())).toEqual(stored)
  })

  test('a stored response is the compressed JSON, with its SHA-256 as hash', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    for (const part of PARTS) {
      const response = await readCompressed(core(), part, game)
      if (!(response instanceof CompressedResponse)) throw new Error(`games.${part} is not compressed`)
      const text = await response.text()
      expect(JSON.parse(text)).toEqual(await core().caller().games[part]({ id: game }))
      expect(response.hash).toBe(createHash('sha256').update(text).digest('base64url'))
    }
  })

  test('a plan with days_back gets stored responses inside its window and upgrade_required outside', async () => {
    const plans = { live: { days_back: 7 } }
    const core = await openTestCore(kind, { plans, now: () => new Date('2026-11-20T12:00:00Z') })
    const dates = ['2026-11-13', '2026-11-12']
    const responses = []
    for (const date of dates) {
      const { game } = await ingestOrThrow(core, finalGame([8, 6], { game: { external_id: date, date } }))
      await partsOf(core, game)
      await core.store.db.update(compressedResponses).set({ hash: 'as stored' })
      responses.push(await readCompressed(core, 'boxScore', game).catch((error: unknown) => error))
    }
    expect(responses).toMatchObject([{ hash: 'as stored' }, { code: 'upgrade_required' }])
  })

  test('the parts of a game that is not final are not stored', async () => {
    const live = { status: 'scheduled' as const, home_score: null, away_score: null }
    const { game } = await ingestOrThrow(core(), withChanges(finalGame([8, 6]), { game: live }))
    const [{ data: box }] = await Promise.all([core().caller().games.boxScore({ id: game }), partsOf(core(), game)])
    expect(box.home.players).toHaveLength(3)
    expect(await storedOf(core())).toEqual([])
  })

  test('unknown parts are empty, and the parts of an unknown game return not_found', async () => {
    const { game } = await ingestOrThrow(core(), scheduledGame())
    const [box, plays, chart] = await partsOf(core(), game)
    expect(box?.data).toMatchObject({ home: { coach: null, totals: null, players: [] }, away: { players: [] } })
    expect([plays?.data, chart?.data]).toMatchObject([{ events: [] }, { shots: [] }])
    for (const part of PARTS)
      await expect(core().caller().games[part]({ id: 'gm_00000000' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(renames)('a new name of $what invalidates the stored responses that contain it', async ({ changes }) => {
    const { game } = await ingestOrThrow(core(), withExtraPlayers())
    const before = await partsOf(core(), game)
    expect(JSON.stringify(before)).not.toContain('Renamed')
    await ingestOrThrow(core(), scheduledGame({ ...changes, game: later }))
    const after = await partsOf(core(), game)
    expect(JSON.stringify(after)).toContain('Renamed')
    expect(after).toEqual(await rebuiltParts(core(), game))
  })

  test('a change without a new name keeps the stored responses', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    await partsOf(core(), game)
    const stored = await storedOf(core())
    const team = { country: 'Spain', arena: 'Hall' }
    const players = [{ external_id: 'A1', name: 'Player A1', height_cm: 200 }]
    await ingestOrThrow(core(), scheduledGame({ game: later, home: { team }, players }))
    expect(await storedOf(core())).toEqual(stored)
  })

  test('every correction invalidates the stored responses', async () => {
    const first = finalGame([8, 6])
    const { game } = await ingestOrThrow(core(), first)
    const corrections: BundleChanges[] = [
      { game: { attendance: 7 } },
      { game: { home_score: 9 } },
      { home: { coach: 'Other' } },
      { home: { players: [] } },
      { events: [] },
      { shots: null },
      { away: { team: { external_id: 'C', name: 'Gamma' } } },
      { season: { external_id: 'L27', start_year: 2027 } },
    ]
    for (const correction of corrections) {
      await partsOf(core(), game)
      await ingestOrThrow(core(), withChanges(first, correction))
      const after = await partsOf(core(), game)
      expect(after, JSON.stringify(correction)).toEqual(await rebuiltParts(core(), game))
    }
  })

  test('a correction of the teams changes the teams of the stored box lines', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { game, competition, season, source } = finalGame([8, 6])
    const home = { team: { external_id: 'C', name: 'Gamma' } }
    const away = { team: { external_id: 'A', name: 'Alpha' } }
    await ingestOrThrow(core(), { source, competition, season, game, home, away })
    const [row] = await core().store.db.select().from(games)
    for (const line of await core().store.db.select().from(boxLines))
      expect(line.team_id).toBe(line.side === 'home' ? row?.home_team_id : row?.away_team_id)
  })

  describe('while games are corrected', () => {
    const CORRECTIONS = 25

    /** Opens two cores on one database, like two processes; on an embedded database both are the same core. */
    const writerAndReader = async () => {
      const database = await testDatabase(kind)
      const writer = await openCore(database)
      return [writer, kind === 'embedded' ? writer : await openCore(database)] as const
    }

    const corrected = (n: number) =>
      finalGame([8 + n, 6], {
        home: { team: { name: `Alpha ${n}` } },
        players: ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((external_id) => ({
          external_id,
          name: `${external_id} ${n}`,
        })),
      })

    /** Repeats `work` in three loops until `done` settles. */
    const repeatUntil = async (done: Promise<unknown>, work: () => Promise<unknown>) => {
      const state = { over: false }
      const end = done.finally(() => {
        state.over = true
      })
      const worker = async () => {
        while (!state.over) await work()
      }
      await Promise.all([end, worker(), worker(), worker()])
    }

    test('a response stored during a correction is not used after it', async () => {
      const [writer, reader] = await writerAndReader()
      const { game } = await ingestOrThrow(writer, corrected(0))
      for (let n = 1; n <= CORRECTIONS; n++) {
        const correction = { over: false }
        const read = async () => {
          while (!correction.over) await partsOf(reader, game)
        }
        const correct = ingestOrThrow(writer, corrected(n)).finally(() => {
          correction.over = true
        })
        await Promise.all([correct, read(), read(), read()])
        const responses = await partsOf(reader, game)
        expect(responses[0]?.data.game.home_score).toBe(8 + n)
        expect(responses).toEqual(await rebuiltParts(reader, game))
      }
    })

    test('a call after a completed correction returns the correction', async () => {
      const [writer, reader] = await writerAndReader()
      const { game } = await ingestOrThrow(writer, corrected(0))
      const correct = async () => {
        for (let n = 1; n <= CORRECTIONS; n++) {
          await ingestOrThrow(writer, corrected(n))
          const [box, plays] = await partsOf(reader, game)
          expect([box?.data.game.home_score, plays?.data.game.home_score]).toEqual([8 + n, 8 + n])
        }
      }
      await repeatUntil(correct(), () => partsOf(reader, game))
    })

    test('no response mixes data from before and after a correction', async () => {
      const [writer, reader] = await writerAndReader()
      const { game } = await ingestOrThrow(writer, corrected(0))
      const correct = async () => {
        for (let n = 1; n <= CORRECTIONS; n++) await ingestOrThrow(writer, corrected(n))
      }
      await repeatUntil(correct(), async () => {
        const [{ data: box }, { data: plays }, { data: chart }] = await Promise.all([
          reader.caller().games.boxScore({ id: game }),
          reader.caller().games.playByPlay({ id: game }),
          reader.caller().games.shots({ id: game }),
        ])
        const n = (box.game.home_score ?? 0) - 8
        expect(box.game.home.name).toBe(`Alpha ${n}`)
        expect(box.home.totals?.points).toBe(8 + n)
        expect(box.home.players[0]).toMatchObject({ points: 8 + n, player: { name: `A1 ${n}` } })
        expect(plays.events.at(-1)?.home_score).toBe(plays.game.home_score)
        const points = chart.shots.reduce((sum, shot) => sum + (shot.side === 'home' ? shot.points : 0), 0)
        expect(points).toBe(chart.game.home_score)
      })
    })
  })
})
