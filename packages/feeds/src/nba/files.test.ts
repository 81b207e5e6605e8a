import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { responsesByGame, type NbaGame } from './files.ts'
import { leagueSchedule, liveBox, livePlays, resultSets, scheduled, statsBox } from './test-support/sample-game.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nba-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = async (path: string, content: unknown) => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(file, path.endsWith('.gz') ? gzipSync(text) : text)
}
const gamesOf = async (...names: string[]): Promise<NbaGame[]> => {
  const games: NbaGame[] = []
  const paths = names.length === 0 ? [folder] : names.map((name) => join(folder, name))
  for await (const game of responsesByGame(paths)) games.push(game)
  return games
}

test('files are recognized by content, not by name, and joined by game id', async () => {
  await put('a/one.json', livePlays())
  await put('b/c/two.json.gz', liveBox())
  await put('list.json', leagueSchedule(scheduled(), scheduled({ gameId: '0022500001' })))
  await put('LICENSE', 'text')
  const games = await gamesOf()
  expect(games.map(({ game, parts }) => [game, parts?.map(({ kind }) => kind)])).toEqual([
    ['0022500001', ['schedule']],
    ['0022500061', ['live plays', 'live box', 'schedule']],
  ])
  expect(games[1]?.paths.map((path) => path.slice(folder.length + 1))).toEqual([
    'a/one.json',
    'b/c/two.json.gz',
    'list.json',
  ])
  expect(games.map(({ progress }) => progress)).toEqual([0.5, 1])
})

describe('a file of something else is refused by its path, with the expected kinds', () => {
  test.each([
    ['no JSON', 'a,b\n1,2\n', 'no JSON'],
    ['another JSON', { hello: 1 }, 'not a response of this feed; expected a box score'],
    ['a list', [1, 2], 'not a response of this feed'],
    ['data.nba.com', { g: { gid: '0021600270' } }, 'a response of data.nba.com'],
    [
      'other result sets',
      resultSets('commonteamroster', { Roster: [{ A: 1 }] }),
      'result sets of "commonteamroster" are not read',
    ],
    ['a field of another shape', { game: { gameId: '1', actions: [{ period: 'x' }] } }, 'game.actions.0.period: '],
    ['a part of a game', statsBox([{}], [], { RangeType: 2, StartRange: 9 }), 'a box score of a part of its game'],
  ])('%s', async (_, content, problem) => {
    await put('good.json', liveBox())
    await put('odd.json', content)
    const [good, odd] = await gamesOf()
    expect(good?.parts).toHaveLength(1)
    expect(odd?.game).toBe(join(folder, 'odd.json'))
    expect(odd?.error?.message).toContain(`${join(folder, 'odd.json')}: ${problem}`)
  })
})

test('a path that does not exist and a folder without JSON are refused before the first game', async () => {
  await put('good.json', liveBox())
  await put('texts/readme.txt', '')
  await expect(gamesOf('good.json', 'nowhere')).rejects.toThrow('nowhere: no such file or folder')
  await expect(gamesOf('good.json', 'texts')).rejects.toThrow('texts: no JSON file in it; expected a box score')
})
