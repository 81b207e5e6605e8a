import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestCore } from '../test-support/core.ts'
import { findSilentDamage, type Part } from '../test-support/damage.ts'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import {
  boxRow,
  liveBox,
  livePlays,
  playRow,
  shotChart,
  chartRow,
  statsBox,
  statsPlays,
  summary,
} from './test-support/sample-game.ts'

const Loose = z.looseObject({})
/** A live box score and play-by-play, whose parts can be damaged. */
const LiveBox = z.looseObject({
  game: z.looseObject({
    gameId: z.string(),
    homeTeam: z.looseObject({
      statistics: Loose,
      players: z.array(z.looseObject({ statistics: Loose })),
    }),
  }),
})
const LivePlays = z.looseObject({ game: z.looseObject({ actions: z.array(Loose) }) })
/** A response of stats.nba.com, whose parts can be damaged. */
const Tables = z.looseObject({
  resultSets: z.array(
    z.looseObject({ name: z.string(), headers: z.array(z.string()), rowSet: z.array(z.array(z.unknown())) }),
  ),
})
type Tables = z.infer<typeof Tables>

/** Of the damage to a made-up game, and of that to a real one, which takes ten times as long to read. */
const [EVERY, EVERY_OF_REAL] = [3, 5]

const everyNth = <Row>(rows: readonly Row[], n: number): Row[] => rows.filter((_, at) => at % n === 0)

const LIVE_STATISTICS = [
  'points',
  'twoPointersMade',
  'twoPointersAttempted',
  'threePointersMade',
  'threePointersAttempted',
  'freeThrowsMade',
  'freeThrowsAttempted',
  'reboundsOffensive',
  'reboundsDefensive',
  'assists',
  'steals',
  'turnovers',
  'blocks',
  'blocksReceived',
  'foulsPersonal',
  'foulsDrawn',
]
const ACTION = [
  'actionNumber',
  'clock',
  'period',
  'teamId',
  'personId',
  'actionType',
  'shotResult',
  'scoreHome',
  'scoreAway',
]

/** Damages the home team of a live box score, and every `n`th player and action, with one kind of damage in `every`. */
const findInLive = async (givenBox: unknown, givenPlays: unknown, n: number, every: number): Promise<string[]> => {
  const [box, plays] = [LiveBox.parse(givenBox), LivePlays.parse(givenPlays)]
  const { homeTeam, gameId } = box.game
  const parts: Part[] = [
    { name: 'totals', value: homeTeam.statistics, fields: LIVE_STATISTICS.filter((name) => name !== 'turnovers') },
    ...everyNth(homeTeam.players, n).flatMap((player, at) => [
      { name: `player ${at}`, value: player, fields: ['starter', 'played'] },
      { name: `line ${at}`, value: player.statistics, fields: ['minutes', ...LIVE_STATISTICS] },
      { name: `line ${at}`, value: player.statistics, fields: ['plusMinusPoints'], except: ['-1'] },
    ]),
    ...everyNth(plays.game.actions, n).flatMap((value, at) => [
      { name: `action ${at}`, value, fields: ACTION },
      { name: `action ${at}`, value, fields: ['xLegacy', 'yLegacy'], except: ['0.5', '-1'] },
    ]),
  ]
  const read = () => readGame(gameId, [...toParts(box, 'box score'), ...toParts(plays, 'play-by-play')])
  return findSilentDamage(await openTestCore('Postgres'), parts, read, every)
}

const STATISTICS = [
  'PTS',
  'FGM',
  'FGA',
  'FG3M',
  'FG3A',
  'FTM',
  'FTA',
  'OREB',
  'DREB',
  'REB',
  'AST',
  'STL',
  'BLK',
  'TO',
  'PF',
]
const FIELDS: Record<string, { fields: string[]; except?: string[] }[]> = {
  PlayerStats: [{ fields: ['MIN', ...STATISTICS] }, { fields: ['PLUS_MINUS'], except: ['-1'] }],
  TeamStats: [{ fields: STATISTICS }],
  PlayByPlay: [
    { fields: ['EVENTNUM', 'EVENTMSGTYPE', 'PERIOD', 'PCTIMESTRING', 'SCORE', 'PLAYER1_ID', 'PLAYER1_TEAM_ID'] },
  ],
  Shot_Chart_Detail: [
    { fields: ['GAME_EVENT_ID', 'PLAYER_ID', 'TEAM_ID', 'SHOT_TYPE', 'SHOT_MADE_FLAG'] },
    { fields: ['LOC_X', 'LOC_Y'], except: ['0.5', '-1'] },
  ],
}

/** Damages every `n`th row of the tables of stats.nba.com, with one kind of damage in `every`. */
const findInTables = async (game: string, given: readonly unknown[], n: number, every: number): Promise<string[]> => {
  const responses: Tables[] = given.map((response) => Tables.parse(response))
  const parts = responses.flatMap(({ resultSets }) =>
    resultSets.flatMap(({ name, headers, rowSet }) =>
      everyNth(rowSet, n).flatMap((value, at): Part[] =>
        (FIELDS[name] ?? []).map((damage) => ({ name: `${name} ${at}`, value, columns: headers, ...damage })),
      ),
    ),
  )
  const read = () =>
    readGame(
      game,
      responses.flatMap((response, at) => toParts(response, `file${at}.json`)),
    )
  return findSilentDamage(await openTestCore('Postgres'), parts, read, every)
}

test('no damage to one value of a live box score or a live play goes unnoticed', async () => {
  expect(await findInLive(liveBox(), livePlays(), 1, EVERY)).toEqual([])
})

test('no damage to one value of a table of stats.nba.com goes unnoticed', async () => {
  const box = statsBox([1, 2, 3, 4, 5, 11, 12, 13, 14, 15].map((player) => boxRow(player)))
  const plays = statsPlays(
    playRow(1, [12, 0], []),
    playRow(2, [1, 1], [1], { PCTIMESTRING: '11:30', HOMEDESCRIPTION: 'Name1 3PT Jump Shot', SCORE: '0 - 3' }),
    playRow(3, [4, 0], [2], { PCTIMESTRING: '11:00', HOMEDESCRIPTION: 'Name2 REBOUND (Off:1 Def:0)' }),
    playRow(4, [1, 1], [11], { PERIOD: 4, PCTIMESTRING: '0:30', VISITORDESCRIPTION: 'Name11 Layup', SCORE: '2 - 3' }),
    playRow(5, [13, 0], [], { PERIOD: 4, PCTIMESTRING: '0:00' }),
  )
  const chart = shotChart(chartRow(2, 1, { SHOT_TYPE: '3PT Field Goal', SHOT_MADE_FLAG: 1 }))
  expect(await findInTables('0022500061', [summary(), box, plays, chart], 1, EVERY)).toEqual([])
})

const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/nba-live-samples/', import.meta.url))
const load = (path: string): unknown => JSON.parse(readFileSync(`${SAMPLES}${path}`, 'utf8'))

test.skipIf(!existsSync(SAMPLES))(
  'no damage to one value of a live game of the NBA goes unnoticed (skipped without ../shared/data)',
  async () => {
    const [box, plays] = [load('game_details/live_0022000001.json'), load('pbp/live_0022000001.json')]
    expect(await findInLive(box, plays, 301, EVERY_OF_REAL)).toEqual([])
  },
)

test.skipIf(!existsSync(SAMPLES))(
  'no damage to one value of a game of stats.nba.com goes unnoticed (skipped without ../shared/data)',
  async () => {
    const kinds = ['boxscore', 'summary', 'home_shots', 'away_shots'].map((kind) => `game_details/stats_${kind}`)
    const files = [...kinds, 'pbp/stats'].map((kind) => load(`${kind}_0021600270.json`))
    expect(await findInTables('0021600270', files, 301, EVERY_OF_REAL)).toEqual([])
  },
)
