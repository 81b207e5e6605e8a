import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { euroleague, responsesByGame, type EuroleagueGame } from './files.ts'
import { readGame } from './game.ts'

import { boxRow, boxscore, byPlayer, header, playByPlay, plays, points, schedule } from './test-support/sample-game.ts'

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
const listGames = async (...names: string[]): Promise<EuroleagueGame[]> => {
  const games: EuroleagueGame[] = []
  const paths = names.length === 0 ? [folder] : names.map((name) => join(folder, name))
  for await (const game of responsesByGame(paths)) games.push(game)
  return games
}
const listNames = async (...paths: string[]) => (await listGames(...paths)).map(({ game }) => game)

describe('a line per game', () => {
  test('files of all kinds, compressed or not, are joined by season and game code; blank lines are skipped', async () => {
    await put(
      'Header.ndjson.gz',
      [line(10, header()), '', line(9, header()), line(2, header(), 'E2023'), ''].join('\n'),
    )
    await put('Points.ndjson', `${line(9, points())}\r\n`)
    await put('Comparison.ndjson.gz', line(11, {}))
    const games = await listGames()
    expect(games.map(({ game }) => game)).toEqual(['E2022_9', 'E2022_10', 'E2023_2'])
    expect(games[0]).toMatchObject({
      paths: [join(folder, 'Header.ndjson.gz'), join(folder, 'Points.ndjson')],
      responses: { season_code: 'E2022', game_code: 9, header: { Round: '7' }, points: { Rows: expect.any(Array) } },
    })
  })

  test('a broken line refuses only its own game', async () => {
    await put('Header.ndjson', [line(1, header()), line(2, header()).slice(0, 99), line(3, header())].join('\n'))
    const games = await listGames()
    expect(games.map(({ game, error }) => [game, error === undefined])).toEqual([
      ['E2022_1', true],
      ['E2022_2', false],
      ['E2022_3', true],
    ])
    expect(games[1]?.error?.message).toMatch(/^E2022_2: Header\.ndjson: /)
  })

  test('a line without a game comes last, with its line number', async () => {
    await put('Header.ndjson', ['{"data":1}', 'nonsense', line(3, header())].join('\n'))
    expect(await listNames()).toEqual(['E2022_3', 'Header.ndjson line 1', 'Header.ndjson line 2'])
  })

  test('the keys of a line may be in any order', async () => {
    await put('Header.ndjson', JSON.stringify({ data: header(), gamecode: 5, seasoncode: 'U2022' }))
    expect(await listNames()).toEqual(['U2022_5'])
  })

  test('games with only empty responses are left out', async () => {
    await put('Header.ndjson', [line(1, ''), line(2, null), line(3, {}), line(4, header())].join('\n'))
    expect(await listNames()).toEqual(['E2022_4'])
  })

  test('a file that cannot be read to its end is refused by its path, and none of its lines is used', async () => {
    await put('Header.ndjson', line(1, header()))
    const lines = [line(1, points()), line(2, { noise: randomBytes(200_000).toString('base64') })].join('\n')
    await writeFile(join(folder, 'Points.ndjson.gz'), gzipSync(lines).subarray(0, -1000))
    const games = await listGames()
    expect(games.map(({ game }) => game)).toEqual(['E2022_1', join(folder, 'Points.ndjson.gz')])
    expect(games[0]?.responses).not.toHaveProperty('points')
  })

  test('files in any order of lines give the same games in the same order', async () => {
    const codes = [1, 2, 3, 10, 20]
    const seasons = ['U2008', 'E2022']
    const all = seasons.flatMap((season) => codes.map((code) => ({ season, code })))
    const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
    await fc.assert(
      fc.asyncProperty(shuffled, shuffled, async (first, second) => {
        await put(
          'Header.ndjson',
          first.map(({ season, code }) => line(code, { Round: `${season} ${code}` }, season)).join('\n'),
        )
        await put('Points.ndjson', second.map(({ season, code }) => line(code, { Rows: [code] }, season)).join('\n'))
        const games = await listGames()
        expect(games.map(({ responses }) => [responses?.header, responses?.points])).toEqual(
          ['E2022', 'U2008'].flatMap((season) =>
            codes.map((code) => [{ Round: `${season} ${code}` }, { Rows: [code] }]),
          ),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('texts are read game by game: those of later games are not in memory', async () => {
    const big = 'x'.repeat(500_000)
    await put('Header.ndjson', [1, 2, 3].map((code) => line(code, { Round: '1', big })).join('\n'))
    const games = responsesByGame([folder])
    expect((await games.next()).value?.responses?.header).toMatchObject({ Round: '1' })
    await truncate(join(folder, 'Header.ndjson'), 600_000)
    const errors: (string | undefined)[] = []
    for await (const { error } of games) errors.push(error?.message)
    expect(errors).toEqual([expect.stringContaining('E2022_2: Header.ndjson: '), expect.stringContaining('E2022_3: ')])
  })

  test('a file with a hundred lines in a row of something else is refused as a whole', async () => {
    await put('Header.ndjson', line(1, header()))
    await put('Points.ndjson', '{"a":1}\n'.repeat(5000))
    expect((await listGames()).map(({ game, error }) => [game, error?.reason])).toEqual([
      ['E2022_1', undefined],
      [
        join(folder, 'Points.ndjson'),
        expect.stringMatching(/^100 lines in a row without a game, the last one: seasoncode: /),
      ],
    ])
  })
})

describe('a file per game', () => {
  test('takes the season from the schedule in the same folder, whose other games are read too', async () => {
    await put('schedule.json', { data: [schedule({ gameCode: 61 }), schedule({ gameCode: 62 })], total: 2 })
    await put('Boxscore/61.json', boxscore())
    await put('PlaybyPlay/61.json', plays())
    const games = await listGames()
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
    expect(await listNames()).toEqual(['E2001_9', 'E2022_7', 'U2019_8'])
  })

  test('is refused without a season', async () => {
    await put('Boxscore/7.json', boxscore())
    await put('E2001/Boxscore/9.json', boxscore())
    expect((await listGames())[1]?.error?.message).toContain('which season? name a folder like E2024')
  })

  test.each([
    ['E2022/Boxscore/12.json', 'E2022/Header/12.json'],
    ['E2022/12/Boxscore.json', 'E2022/12/Header.json'],
    ['E2022/12/boxscore.json.gz', 'E2022/12/header.json.gz'],
    ['E2022/E2022_12/Boxscore.json', 'E2022/E2022_12/Header.json'],
    ['E2022/12/E2022_Boxscore.json', 'E2022/12/E2022_Header.json'],
    ['E2022/12/E2022_12_Boxscore.json', 'E2022/12/E2022_12_Header.json'],
    ['E2022/012/Boxscore.json', 'E2022/012/Header.json'],
    ['E2022/game12/Boxscore.json', 'E2022/game-12/Header.json'],
    ['E2022_12/Boxscore.json', 'E2022_12/Header.json'],
    ['E2022_12_Boxscore.json', 'E2022_12_Header.json'],
    ['Boxscore_E2022_12.json', 'Header-E2022-012.json'],
    ['Boxscore/E2022_12.json', 'Header/E2022_12.json'],
    ['Boxscore/E2022/12.json', 'Header/E2022/12.json'],
    ['raw/e2022/x/12/Boxscore.json', 'raw/e2022/y/12/Header.json'],
    ['E2022_Boxscore.ndjson', 'E2022/12/Header.json'],
  ])('%s and %s belong to game E2022_12', async (box, head) => {
    await put(box, box.includes('ndjson') ? line(12, boxscore()) : boxscore())
    await put(head, header({ pcom: '', CompetitionReducedName: '' }))
    await put('E2022/12/Comparison.json', {})
    await put('E2022/12/Boxscore-old.json', boxscore())
    const games = await listGames()
    expect(games.map(({ game }) => game)).toEqual(['E2022_12'])
    expect(games[0]?.responses).toMatchObject({ header: { Round: '7' }, boxscore: { Attendance: '1234' } })
  })

  test('takes the game code from the name of its folder', async () => {
    await put('game12-all/Header.json', header())
    await put('game12-all/Boxscore.json', boxscore())
    await put('unnamed/Header.json', header())
    const games = await listGames()
    expect(games[0]).toMatchObject({ game: 'E2022_12', responses: { header: {}, boxscore: {} } })
    expect(games[1]?.error?.message).toContain('which game? name its folder like game12')
  })

  test('an empty file counts as an empty response', async () => {
    await put('Header/7.json', header())
    await put('Points/7.json', '')
    expect((await listGames())[0]?.responses?.points).toBeUndefined()
  })

  test('a schedule of another shape is refused by its path', async () => {
    await put('schedule.json', { games: [] })
    await put('Header/7.json', header())
    expect((await listGames()).map(({ error }) => error?.message)).toEqual([
      undefined,
      expect.stringMatching(/schedule\.json: data: /),
    ])
  })
})

test('if a response occurs twice, the last one is used', async () => {
  await put('old/Header.ndjson', line(1, header({ ScoreA: '1' })))
  await put('new/Header.ndjson', line(1, header({ ScoreA: '2' })))
  expect((await listGames('old', 'new'))[0]?.responses?.header).toMatchObject({ ScoreA: '2' })
})

describe('a path without files of the feed is refused before the first game', () => {
  test.each([
    [
      'a folder of other files',
      'other',
      'other: nothing of this feed (it has Evolution.ndjson); expected Header.ndjson(.gz)',
    ],
    ['a file of another name', 'other/Evolution.ndjson', 'Evolution.ndjson: nothing of this feed'],
    ['a path that does not exist', 'nowhere', 'nowhere: no such file or folder'],
  ])('%s', async (_, path, message) => {
    await put('other/Evolution.ndjson', line(1, {}))
    await put('Header.ndjson', line(1, header()))
    await expect(listGames('Header.ndjson', path)).rejects.toThrow(message)
  })

  test('one of another league with the same names', async () => {
    await put('E2022/1/boxscore.json', { meta: { version: 1 }, game: { gameId: '0022000001' } })
    await put('E2022/2/boxscore.json', { meta: { version: 1 }, game: { gameId: '0022000002' } })
    await expect(listGames()).rejects.toThrow('nothing of this feed: ')
    await expect(listGames()).rejects.toThrow('boxscore.json begins with {"meta":{"version":1}')
  })

  test('but such a file beside games of the feed is refused alone', async () => {
    await put('Header.ndjson', line(1, header()))
    await put('other/boxscore.json', { meta: { version: 1 }, game: { gameId: '0022000001' } })
    expect((await listGames()).map(({ game, error }) => [game, error?.reason])).toEqual([
      ['E2022_1', undefined],
      [join(folder, 'other/boxscore.json'), 'which game? name its folder like game12'],
    ])
  })

  test('one in which no file tells its game', async () => {
    await put('0022000001/boxscore.json', boxscore())
    await put('0022000002/boxscore.json', boxscore())
    await expect(listGames()).rejects.toThrow('which game? name its folder like game12 (and 1 more)')
  })

  test('a file of nothing but other lines', async () => {
    await put('Header.ndjson', '{"a":1}\n'.repeat(5000))
    await expect(listGames()).rejects.toThrow('Header.ndjson: 100 lines in a row without a game')
  })
})

describe('an aborted signal ends the reading', () => {
  test('between two games', async () => {
    await put('Header.ndjson', [line(1, header()), line(2, header())].join('\n'))
    const controller = new AbortController()
    const games = responsesByGame([folder], controller.signal)
    await games.next()
    controller.abort()
    await expect(games.next()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })

  test.skipIf(process.platform === 'win32')('while a file waits for more input', async () => {
    execFileSync('mkfifo', [join(folder, 'Header.ndjson')])
    const input = createWriteStream(join(folder, 'Header.ndjson'))
    onTestFinished(() => void input.destroy())
    input.write(`${line(1, header())}\n`)
    const controller = new AbortController()
    const first = responsesByGame([join(folder, 'Header.ndjson')], controller.signal).next()
    setTimeout(() => controller.abort(), 50)
    await expect(first).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})

describe('players with a made-up id in some games', () => {
  /** A box score whose first player has the id and name. */
  const buildBox = (Player_ID: string, Player: string) =>
    boxscore([boxRow(1, { Player_ID, Player }), boxRow(2), boxRow(3), boxRow(4), boxRow(5)])
  const first = () => buildBox('P000123', 'GARCÍA, JUAN')
  const second = () => buildBox('MAD991    ', 'GARCIA, JUAN ')
  const listPlayers = async (...names: string[]) => {
    const ids: (string | undefined)[] = []
    const notes: string[] = []
    for await (const { bundle } of euroleague.read(
      names.length === 0 ? [folder] : names.map((name) => join(folder, name)),
    )) {
      ids.push(bundle?.home.players?.[0]?.player)
      notes.push(
        ...(bundle?.notes ?? [])
          .filter(({ code }) => /player/.test(code))
          .map(({ code, message }) => `${code}: ${message}`),
      )
    }
    return { ids, notes }
  }
  const joined = {
    ids: ['P000123', 'P000123'],
    notes: [
      'player_joined: U2008_HRB_MAD991 (GARCIA, JUAN) is read as P000123, who has this name in the same season and team.',
    ],
  }

  test('are the player of the league in every game, whichever game comes first', async () => {
    await put('Header.ndjson', [line(1, header(), 'U2008'), line(2, header(), 'U2008')].join('\n'))
    for (const [one, two] of [
      [1, 2],
      [2, 1],
    ] as const) {
      await put('Boxscore.ndjson', [line(one, first(), 'U2008'), line(two, second(), 'U2008')].join('\n'))
      expect(await listPlayers()).toEqual(joined)
    }
  })

  test('are found in files of their own, too', async () => {
    for (const code of [1, 2]) await put(`U2008/${code}/Header.json`, header())
    await put('U2008/2/Boxscore.json', first())
    await put('U2008/1/Boxscore.json', second())
    expect(await listPlayers()).toEqual(joined)
  })

  test('are found in the play-by-play of a game without a box score', async () => {
    const rows = [byPlayer('2FGM', 1, '09:40', { PLAYER_ID: 'P000123', PLAYER: 'GARCIA, JUAN' })]
    await put('Header.ndjson', [line(1, header(), 'U2008'), line(2, header(), 'U2008')].join('\n'))
    await put('Boxscore.ndjson', [line(1, second(), 'U2008'), line(2, '', 'U2008')].join('\n'))
    await put('PlaybyPlay.ndjson', line(2, playByPlay([rows]), 'U2008'))
    expect((await listPlayers()).notes).toEqual(joined.notes)
  })

  test('keep their made-up id if the other id is only in another season, and are noted', async () => {
    await put('Header.ndjson', [line(1, header(), 'U2008'), line(1, header(), 'U2009')].join('\n'))
    await put('Boxscore.ndjson', [line(1, first(), 'U2009'), line(1, second(), 'U2008')].join('\n'))
    expect(await listPlayers()).toEqual({
      ids: ['U2008_HRB_MAD991', 'P000123'],
      notes: ['local_player_id: 1 player with an id of this season and team alone.'],
    })
  })
})
