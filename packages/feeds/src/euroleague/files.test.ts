import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { responsesByGame } from './files.ts'
import { readGame } from './game.ts'
import type { EuroleagueGame } from './layout.ts'
import { boxscore, header, plays, points, schedule } from './test-support/sample-game.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'euroleague-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = async (path: string, content: unknown) => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(file, path.endsWith('.gz') ? gzipSync(text) : text)
}
const line = (gamecode: number, data: unknown, seasoncode = 'E2022') => JSON.stringify({ seasoncode, gamecode, data })
const gamesOf = async (...names: string[]): Promise<EuroleagueGame[]> => {
  const games: EuroleagueGame[] = []
  const paths = names.length === 0 ? [folder] : names.map((name) => join(folder, name))
  for await (const game of responsesByGame(paths)) games.push(game)
  return games
}
const namesOf = async (...paths: string[]) => (await gamesOf(...paths)).map(({ game }) => game)

describe('a line per game', () => {
  test('files of all kinds, compressed or not, are joined by season and game code; blank lines are skipped', async () => {
    await put(
      'Header.ndjson.gz',
      [line(10, header()), '', line(9, header()), line(2, header(), 'E2023'), ''].join('\n'),
    )
    await put('Points.ndjson', `${line(9, points())}\r\n`)
    await put('Comparison.ndjson.gz', line(11, {}))
    const games = await gamesOf()
    expect(games.map(({ game }) => game)).toEqual(['E2022_9', 'E2022_10', 'E2023_2'])
    expect(games[0]).toMatchObject({
      paths: [join(folder, 'Header.ndjson.gz'), join(folder, 'Points.ndjson')],
      responses: { season_code: 'E2022', game_code: 9, header: { Round: '7' }, points: { Rows: expect.any(Array) } },
    })
  })

  test('a broken line refuses only its own game', async () => {
    await put('Header.ndjson', [line(1, header()), line(2, header()).slice(0, 99), line(3, header())].join('\n'))
    const games = await gamesOf()
    expect(games.map(({ game, error }) => [game, error === undefined])).toEqual([
      ['E2022_1', true],
      ['E2022_2', false],
      ['E2022_3', true],
    ])
    expect(games[1]?.error?.message).toMatch(/^E2022_2: Header\.ndjson: /)
  })

  test('a line without a game comes last, with its line number', async () => {
    await put('Header.ndjson', ['{"data":1}', 'nonsense', line(3, header())].join('\n'))
    expect(await namesOf()).toEqual(['E2022_3', 'Header.ndjson line 1', 'Header.ndjson line 2'])
  })

  test('the keys of a line may be in any order', async () => {
    await put('Header.ndjson', JSON.stringify({ data: header(), gamecode: 5, seasoncode: 'U2022' }))
    expect(await namesOf()).toEqual(['U2022_5'])
  })

  test('games with only empty responses are left out', async () => {
    await put('Header.ndjson', [line(1, ''), line(2, null), line(3, {}), line(4, header())].join('\n'))
    expect(await namesOf()).toEqual(['E2022_4'])
  })

  test('a truncated gzip file is refused by its path', async () => {
    await put('Header.ndjson', line(1, header()))
    await writeFile(join(folder, 'Points.ndjson.gz'), gzipSync(line(1, points())).subarray(0, 60))
    expect(await namesOf()).toEqual(['E2022_1', join(folder, 'Points.ndjson.gz')])
  })
})

describe('a file per game', () => {
  test('takes the season from the schedule in the same folder, whose other games are read too', async () => {
    await put('schedule.json', { data: [schedule({ gameCode: 61 }), schedule({ gameCode: 62 })], total: 2 })
    await put('Boxscore/61.json', boxscore())
    await put('PlaybyPlay/61.json', plays())
    const games = await gamesOf()
    expect(games.map(({ responses }) => responses && Object.keys(responses).toSorted())).toEqual([
      ['boxscore', 'game_code', 'playbyplay', 'schedule', 'season_code'],
      ['game_code', 'schedule', 'season_code'],
    ])
    expect(games.map(({ responses }) => responses && readGame(responses).game.external_id)).toEqual([
      'E2022_61',
      'E2022_62',
    ])
  })

  test('takes the season from the Header or a folder without a schedule', async () => {
    await put('a/Header/7.json', header())
    await put('a/Boxscore/7.json', boxscore())
    await put('eurocup-2019-sample/Boxscore/8.json', boxscore())
    await put('E2001/Boxscore/9.json', boxscore())
    expect(await namesOf()).toEqual(['E2001_9', 'E2022_7', 'U2019_8'])
  })

  test('is refused without a season', async () => {
    await put('Boxscore/7.json', boxscore())
    expect((await gamesOf())[0]?.error?.message).toContain('which season? name a folder like E2024')
  })

  test('takes the game code from the name of its folder', async () => {
    await put('game12-all/Header.json', header())
    await put('game12-all/Boxscore.json', boxscore())
    await put('unnamed/Header.json', header())
    const games = await gamesOf()
    expect(games[0]).toMatchObject({ game: 'E2022_12', responses: { header: {}, boxscore: {} } })
    expect(games[1]?.error?.message).toContain('which game? name its folder like game12')
  })

  test('an empty file counts as an empty response', async () => {
    await put('Header/7.json', header())
    await put('Points/7.json', '')
    expect((await gamesOf())[0]?.responses?.points).toBeUndefined()
  })

  test('a schedule of another shape is refused by its path', async () => {
    await put('schedule.json', { games: [] })
    await put('Header/7.json', header())
    expect((await gamesOf()).map(({ error }) => error?.message)).toEqual([
      undefined,
      expect.stringMatching(/schedule\.json: data: /),
    ])
  })
})

test('if a response occurs twice, the last one is used', async () => {
  await put('old/Header.ndjson', line(1, header({ ScoreA: '1' })))
  await put('new/Header.ndjson', line(1, header({ ScoreA: '2' })))
  expect((await gamesOf('old', 'new'))[0]?.responses?.header).toMatchObject({ ScoreA: '2' })
})

describe('a path without files of the feed is refused before the first game', () => {
  test.each([
    ['a folder of other files', 'other', 'other: nothing of this feed; expected Header.ndjson(.gz)'],
    ['a file of another name', 'other/Evolution.ndjson', 'Evolution.ndjson: nothing of this feed'],
    ['a path that does not exist', 'nowhere', 'nowhere: no such file or folder'],
  ])('%s', async (_, path, message) => {
    await put('other/Evolution.ndjson', line(1, {}))
    await put('Header.ndjson', line(1, header()))
    await expect(gamesOf('Header.ndjson', path)).rejects.toThrow(message)
  })
})
