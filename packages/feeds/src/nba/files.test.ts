import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
const listGames = async (...names: string[]): Promise<NbaGame[]> => {
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
  const games = await listGames()
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
    const [good, odd] = await listGames()
    expect(good?.parts).toHaveLength(1)
    expect(odd?.game).toBe(join(folder, 'odd.json'))
    expect(odd?.error?.message).toContain(`${join(folder, 'odd.json')}: ${problem}`)
  })
})

test('a path that does not exist and a folder without JSON are refused before the first game', async () => {
  await put('good.json', liveBox())
  await put('texts/readme.txt', '')
  await expect(listGames('good.json', 'nowhere')).rejects.toThrow('nowhere: no such file or folder')
  await expect(listGames('good.json', 'texts')).rejects.toThrow(
    'texts: nothing of this feed (it has readme.txt); no JSON file; expected a box score',
  )
})

test('a path in which no file has a game is refused before the first game, after a hundred files at the latest', async () => {
  for (let at = 100; at < 250; at++) await put(`other/${at}.json`, { at })
  await put('other/999.json', liveBox())
  await expect(listGames('other')).rejects.toThrow('100.json: not a response of this feed; expected a box score')
  await expect(listGames('other')).rejects.toThrow('(and 99 more)')
  await expect(listGames('other/101.json')).rejects.toThrow('101.json: not a response of this feed')
  expect(await listGames('other/100.json', 'other/999.json')).toHaveLength(2)
})

test('of a long file of something else only the start is read', async () => {
  await put('good.json', liveBox())
  await put('long.json.gz', JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, at) => at) }))
  const broken = join(folder, 'long.json.gz')
  const bytes = await readFile(broken)
  await writeFile(broken, bytes.subarray(0, bytes.length - 20)) // reading to the end would fail
  expect((await listGames())[1]?.error?.message).toContain('not a response of this feed, it begins with {"rows":[0,1,')
})

test('files about many games stay readable in any number', async () => {
  const days = ['1', '2', '3', '4', '5', '6']
  for (const day of days)
    await put(
      `${day}.json`,
      leagueSchedule(scheduled({ gameId: `002250000${day}` }), scheduled({ gameId: '0022500099' })),
    )
  const games = await listGames()
  expect(games.map(({ parts }) => parts?.map(({ from }) => from))).toEqual([
    ...days.map((day) => [`${day}.json`]),
    days.map((day) => `${day}.json`),
  ])
})

test('an aborted signal ends the reading', async () => {
  await put('one.json', liveBox())
  await put('two.json', leagueSchedule(scheduled({ gameId: '0022500099' })))
  const controller = new AbortController()
  const games = responsesByGame([folder], controller.signal)
  await games.next()
  controller.abort()
  await expect(games.next()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
