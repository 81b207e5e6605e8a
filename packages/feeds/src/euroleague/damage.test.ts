import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { numberLines, openFile } from '../files.ts'
import { openTestCore } from '../test-support/core.ts'
import { findSilentDamage, type Part } from '../test-support/damage.ts'
import { readGame } from './game.ts'
import { COLUMNS } from './schemas.ts'
import { sampleResponses } from './test-support/sample-game.ts'

const Rows = z.array(z.looseObject({}))
/** The responses about a game, whose parts can be damaged. */
const Responses = z.looseObject({
  season_code: z.string(),
  game_code: z.number(),
  boxscore: z.looseObject({ Stats: z.array(z.looseObject({ PlayersStats: Rows, totr: z.looseObject({}) })) }),
  playbyplay: z.looseObject({ FirstQuarter: Rows, SecondQuarter: Rows, ThirdQuarter: Rows, ForthQuarter: Rows }),
  points: z.looseObject({ Rows }),
})
type Responses = z.infer<typeof Responses>

const STATISTICS = Object.values(COLUMNS)
const PLAY = ['NUMBEROFPLAY', 'CODETEAM', 'PLAYER_ID', 'PLAYTYPE', 'MINUTE', 'MARKERTIME', 'POINTS_A', 'POINTS_B']
const SHOT = ['NUM_ANOT', 'TEAM', 'ID_PLAYER', 'ID_ACTION', 'MINUTE']

/** The box score of the home team, the plays and the shots, every `n`th row of each. */
const listParts = ({ boxscore, playbyplay, points }: Responses, n: number): Part[] => {
  const { FirstQuarter, SecondQuarter, ThirdQuarter, ForthQuarter } = playbyplay
  const everyNth = <Row>(rows: readonly Row[]): Row[] => rows.filter((_, at) => at % n === 0)
  const [home] = boxscore.Stats
  return [
    { name: 'totals', value: home?.totr ?? {}, fields: STATISTICS },
    ...everyNth(home?.PlayersStats ?? []).flatMap((value, at) => [
      { name: `line ${at}`, value, fields: ['Player_ID', 'IsStarter', 'Minutes', ...STATISTICS] },
      { name: `line ${at}`, value, fields: ['Plusminus'], except: ['-1'] },
    ]),
    ...everyNth([...FirstQuarter, ...SecondQuarter, ...ThirdQuarter, ...ForthQuarter]).map((value, at) => ({
      name: `play ${at}`,
      value,
      fields: PLAY,
    })),
    ...everyNth(points.Rows).flatMap((value, at) => [
      { name: `shot ${at}`, value, fields: SHOT },
      { name: `shot ${at}`, value, fields: ['COORD_X', 'COORD_Y'], except: ['0.5', '-1'] },
    ]),
  ]
}

/** Damages every `n`th row, with one kind of damage in `every`. */
const findIn = async (given: unknown, n: number, every: number): Promise<string[]> => {
  const responses = Responses.parse(given)
  return findSilentDamage(await openTestCore('Postgres'), listParts(responses, n), () => readGame(responses), every)
}

test('no damage to one value of a box score, a play or a shot goes unnoticed', async () => {
  expect(await findIn(sampleResponses(), 1, 3)).toEqual([])
})

const SEASON = fileURLToPath(new URL('../../../../../shared/data/euroleague-2022', import.meta.url))

/** A response about the first game of the season. */
const readFirst = async (kind: string): Promise<unknown> => {
  for await (const { text } of numberLines(openFile(`${SEASON}/${kind}.ndjson.gz`)))
    return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data
  throw new Error(`${kind} is empty`)
}

test.skipIf(!existsSync(SEASON))(
  'no damage to one value of a game of the EuroLeague goes unnoticed (skipped without ../shared/data)',
  async () => {
    const given = {
      season_code: 'E2022',
      game_code: 1,
      header: await readFirst('Header'),
      boxscore: await readFirst('Boxscore'),
      playbyplay: await readFirst('PlaybyPlay'),
      points: await readFirst('Points'),
    }
    expect(await findIn(given, 101, 5)).toEqual([])
  },
)
