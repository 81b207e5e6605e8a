// Feeds recorded games a few rows at a time, and compares the live board with a fold of the raw rows that shares no code with it.
// LIVE_BOARD=whole feeds and compares every row of every game of the season, which takes half an hour.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { Core, GameBundle } from '@basketball-data/core'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { nbaLive } from '@basketball-data/feeds/nba'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestCore } from '../packages/core/src/testing/index.ts'

const DATA = fileURLToPath(new URL('../../shared/data', import.meta.url))
const IS_WHOLE = process.env['LIVE_BOARD'] === 'whole'

const Row = z.object({
  NUMBEROFPLAY: z.number().nullable(),
  CODETEAM: z.string(),
  PLAYER_ID: z.string(),
  PLAYTYPE: z.string().trim(),
  MINUTE: z
    .number()
    .nullable()
    .transform((minute) => minute ?? 0),
  MARKERTIME: z.string().trim(),
  POINTS_A: z.number().nullable(),
  POINTS_B: z.number().nullable(),
})
type Row = z.infer<typeof Row>
const Rows = z.array(Row)
const Play = z.object({
  gamecode: z.number(),
  data: z.object({
    CodeTeamA: z.string(),
    CodeTeamB: z.string(),
    FirstQuarter: Rows,
    SecondQuarter: Rows,
    ThirdQuarter: Rows,
    ForthQuarter: Rows,
    ExtraTime: Rows.nullable().transform((rows) => rows ?? []),
  }),
})
const Box = z.object({
  gamecode: z.number(),
  data: z.object({
    Stats: z.array(z.object({ PlayersStats: z.array(z.object({ Player_ID: z.string(), IsStarter: z.number() })) })),
  }),
})

async function* readLines<Line>(folder: string, name: string, schema: z.ZodType<Line>) {
  const text = createReadStream(join(folder, `${name}.ndjson.gz`)).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) yield schema.parse(JSON.parse(line))
}

/** What the board must show after a row: the players as the feed names them, null where the rows do not tell them. */
type Expected = {
  shown: unknown
  five: readonly [readonly string[], readonly string[]] | null
}

const FOULS = /^(CM|CMTI|OF|CMU|CMU_\w+|CMD|F|BF)$/

/** Folds the rows of a game one after the other. A second overtime begins behind the end of the first. */
function* fold({ data }: z.infer<typeof Play>, starters: readonly Set<string>[]): Generator<Expected> {
  const quarters = [data.FirstQuarter, data.SecondQuarter, data.ThirdQuarter, data.ForthQuarter]
  const teams = [data.CodeTeamA.trim(), data.CodeTeamB.trim()]
  const score: [number, number] = [0, 0]
  const ends: [number, number][] = []
  let fouls: [number, number] = [0, 0]
  let period = 0
  let state = 'running'
  let seq = 0
  const on = starters.map((five) => new Set(five))
  const seen = new Set<number>()
  const take = (row: Row, of: number): Expected | null => {
    if (row.NUMBEROFPLAY !== null && seen.has(row.NUMBEROFPLAY)) return null
    if (row.NUMBEROFPLAY !== null) seen.add(row.NUMBEROFPLAY)
    if (of !== period) {
      fouls = [0, 0]
      state = 'running'
    }
    period = of
    score[0] = row.POINTS_A ?? score[0]
    score[1] = row.POINTS_B ?? score[1]
    ends[period - 1] = [...score]
    const team = teams.indexOf(row.CODETEAM.trim())
    if (FOULS.test(row.PLAYTYPE)) fouls = [fouls[0] + Number(team === 0), fouls[1] + Number(team === 1)]
    if (row.PLAYTYPE === 'EG') state = 'ended'
    if (row.PLAYTYPE === 'EP' && state !== 'ended') state = 'break'
    if (row.PLAYTYPE === 'IN') on[team]?.add(row.PLAYER_ID.trim())
    if (row.PLAYTYPE === 'OUT') on[team]?.delete(row.PLAYER_ID.trim())
    const full = period > 4 ? '05:00' : '10:00'
    const isBrokenOff = row.PLAYTYPE === 'EG' && row.MINUTE < 10 * Math.min(period, 4)
    const marker = isBrokenOff ? null : ({ BP: full, EP: '00:00', EG: '00:00' }[row.PLAYTYPE] ?? null)
    // Rows with a clock like 00:-1 have none.
    const clock = /^\d\d:\d\d$/.test(row.MARKERTIME) ? row.MARKERTIME : marker
    const side = (at: 0 | 1) => ({
      score: score[at],
      periods: ends.map((end, n) => end[at] - (ends[n - 1]?.[at] ?? 0)),
      fouls: fouls[at],
    })
    seq += 1
    const [home = new Set<string>(), away = new Set<string>()] = on
    const five = state === 'running' && home.size === 5 && away.size === 5 ? ([[...home], [...away]] as const) : null
    return { shown: { state, period, clock, home: side(0), away: side(1), seq }, five }
  }
  for (const [at, rows] of quarters.entries())
    for (const row of rows) {
      const expected = take(row, at + 1)
      if (expected !== null) yield expected
    }
  let extra = 5
  for (const [at, row] of data.ExtraTime.entries()) {
    const expected = take(row, extra)
    if (expected !== null) yield expected
    const next = data.ExtraTime[at + 1]?.PLAYTYPE ?? 'EG'
    if (row.PLAYTYPE === 'EP' && next !== 'EG') extra += 1
  }
}

/** A game to feed: everything but its plays, its plays, and what the board must show after each. */
type FedGame = { bundle: GameBundle; events: NonNullable<GameBundle['events']>; expected: Expected[] }

/** How many rows are fed at a time, and after how many the board is compared: a multiple of it. */
type Pace = { step: number; every: number }

/** Reads the first games of a season. */
const readGames = async (folder: string, count: number): Promise<FedGame[]> => {
  const starters = new Map<number, Set<string>[]>()
  for await (const { gamecode, data } of readLines(folder, 'Boxscore', Box))
    starters.set(
      gamecode,
      data.Stats.map(
        ({ PlayersStats }) =>
          new Set(PlayersStats.flatMap(({ Player_ID, IsStarter }) => (IsStarter === 1 ? Player_ID.trim() : []))),
      ),
    )
  const plays = new Map<string, z.infer<typeof Play>>()
  for await (const play of readLines(folder, 'PlaybyPlay', Play)) plays.set(`_${play.gamecode}`, play)
  const games: FedGame[] = []
  for await (const { bundle } of euroleague.read([folder])) {
    if (games.length === count) break
    const play = plays.get(bundle?.game.external_id.replace(/^E\d+/, '') ?? '')
    if (bundle === undefined || play === undefined || bundle.events == null) continue
    const sheet = (side: 'home' | 'away') => ({
      team: bundle[side].team,
      players: bundle[side].players?.map((line) => ({ ...line, seconds: null, plus_minus: null })) ?? [],
    })
    const { attendance: _attendance, officials: _officials, periods: _periods, ...game } = bundle.game
    games.push({
      bundle: {
        ...bundle,
        game: { ...game, status: 'scheduled', home_score: null, away_score: null },
        home: sheet('home'),
        away: sheet('away'),
        shots: null,
        notes: [],
      },
      events: bundle.events,
      expected: [...fold(play, starters.get(play.gamecode) ?? [])],
    })
  }
  return games
}

/** Feeds games some rows at a time, all at once, and compares the board after one in `every` rows. */
const compareBoards = async (core: Core, games: readonly FedGame[], { step, every }: Pace) => {
  const differences: string[] = []
  let [compared, fives] = [0, 0]
  const ids = new Map<string, FedGame>()
  const players = new Map<string, string>()
  const longest = Math.max(...games.map(({ events }) => events.length))
  for (const { events, expected, bundle } of games)
    if (events.length !== expected.length)
      differences.push(`${bundle.game.external_id}: ${events.length} events of ${expected.length} rows`)
  for (let before = 0, rows = step; before < longest; before = rows, rows = Math.min(rows + step, longest)) {
    const fed = games.filter(({ events }) => before < events.length)
    const bundles = fed.map(({ bundle: { home, away, ...bundle }, events }) => ({
      ...bundle,
      ...(before === 0 ? { home, away } : { home: { team: home.team }, away: { team: away.team } }),
      events: events.slice(0, rows),
    }))
    let at = 0
    for await (const result of core.ingestAll(bundles, { notify: false })) {
      const game = fed[at++]
      if (result.outcome === 'refused') throw new Error(JSON.stringify(result))
      if (game !== undefined) ids.set(result.game, game)
    }
    if (before === 0) for (const [id, name] of await core.externalIds('player', 'euroleague')) players.set(id, name)
    if (rows % every !== 0 && rows !== longest) continue
    let cursor: string | undefined
    do {
      const { data, meta } = await core.caller().live(cursor === undefined ? {} : { cursor })
      cursor = meta.next_cursor ?? undefined
      for (const { game, home, away, state, period, clock, last_event, on_court } of data) {
        const fedGame = ids.get(game.id)
        const expected = fedGame?.expected[Math.min(rows, fedGame.events.length) - 1]
        if (fedGame === undefined || expected === undefined || rows > fedGame.events.length) continue
        compared += 1
        const shown = JSON.stringify({ state, period, clock, home, away, seq: last_event?.seq })
        if (shown !== JSON.stringify(expected.shown))
          differences.push(
            `${fedGame.bundle.game.external_id} ${rows}: ${shown} instead of ${JSON.stringify(expected.shown)}`,
          )
        if (on_court === null) continue
        fives += 1
        const names = [on_court.home, on_court.away].map((five) =>
          five.map(({ id }) => players.get(id) ?? '').toSorted(),
        )
        const rowsSay = expected.five?.map((five) => five.toSorted())
        if (JSON.stringify(names) !== JSON.stringify(rowsSay))
          differences.push(
            `${fedGame.bundle.game.external_id} ${rows}: ${JSON.stringify(names)} on court instead of ${JSON.stringify(rowsSay)}`,
          )
      }
    } while (cursor !== undefined)
  }
  return { compared, fives, differences }
}

const LivePlays = z.looseObject({
  game: z.looseObject({
    actions: z.array(
      z.looseObject({
        period: z.number(),
        clock: z.string(),
        actionType: z.string(),
        subType: z.string().optional(),
        descriptor: z.string().optional(),
        teamId: z.number().optional(),
        scoreHome: z.string(),
        scoreAway: z.string(),
      }),
    ),
  }),
})
const LiveTeam = z.looseObject({ teamId: z.number() })
const LiveBox = z.looseObject({ game: z.looseObject({ homeTeam: LiveTeam, awayTeam: LiveTeam }) })

describe.skipIf(!existsSync(DATA))('the live board (skipped without ../shared/data)', () => {
  test(
    'is a fold of the rows of the EuroLeague, compared after every eighth (after each with LIVE_BOARD=whole)',
    { timeout: IS_WHOLE ? 20_000_000 : 300_000 },
    async () => {
      const core = await openTestCore('Postgres', { now: () => new Date('2022-10-01T12:00:00Z') })
      const games = await readGames(join(DATA, 'euroleague-2022'), IS_WHOLE ? Infinity : 2)
      const { compared, fives, differences } = await compareBoards(
        core,
        games,
        IS_WHOLE ? { step: 1, every: 1 } : { step: 4, every: 8 },
      )
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(100)
      expect(fives / compared).toBeGreaterThan(0.6)
    },
  )

  test('is a fold of the actions of the NBA after each of them', { timeout: 300_000 }, async () => {
    const core = await openTestCore('Postgres', { now: () => new Date('2020-12-22T12:00:00Z') })
    const read = (path: string): unknown =>
      JSON.parse(readFileSync(join(DATA, 'nba-live-samples', path, 'live_0022000001.json'), 'utf8'))
    const { game, ...rest } = LivePlays.parse(read('pbp'))
    const box = LiveBox.parse(read('game_details'))
    const boxscore = { ...box, game: { ...box.game, gameStatus: 2 } }
    const teams = [box.game.homeTeam.teamId, box.game.awayTeam.teamId]
    const ends: [number, number][] = []
    let fouls = [0, 0]
    for (const [at, action] of game.actions.entries()) {
      const { period, actionType, subType } = action
      if (ends.length < period) fouls = [0, 0]
      ends[period - 1] = [Number(action.scoreHome), Number(action.scoreAway)]
      const isTeamFoul = actionType === 'foul' && !/technical/i.test(`${subType} ${action.descriptor}`)
      if (isTeamFoul) fouls = fouls.map((count, side) => count + Number(action.teamId === teams[side]))
      if (!IS_WHOLE && at % 10 !== 9 && at !== game.actions.length - 1) continue
      const playbyplay = { ...rest, game: { ...game, actions: game.actions.slice(0, at + 1) } }
      const { bundle } = nbaLive.readGame('0022000001', undefined, { playbyplay, boxscore })
      expect(await core.ingest(bundle)).not.toMatchObject({ outcome: 'refused' })
      const [shown] = (await core.caller().live({ date: bundle.game.date })).data
      const side = (index: 0 | 1) => ({
        score: ends.at(-1)?.[index],
        periods: ends.map((end, n) => end[index] - (ends[n - 1]?.[index] ?? 0)),
        fouls: fouls[index],
      })
      const [, minutes, seconds] = /^PT(\d+)M(\d+)/.exec(action.clock) ?? []
      const ended = actionType === 'game' && subType === 'end'
      const state = ended ? 'ended' : actionType === 'period' && subType === 'end' ? 'break' : 'running'
      expect(shown).toMatchObject({ state, period, clock: `${minutes}:${seconds}`, home: side(0), away: side(1) })
    }
  })
})
