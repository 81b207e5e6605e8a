import { describe, expect, test } from 'vitest'
import { GameBundle } from '@basketball-data/core/contract'
import type { KnownRecords } from './records.ts'
import { readSheets } from './read-sheets.ts'
import { change, LEAGUE, readBundles, readTables, toFiles, type Change } from './test-support/league.ts'

const UTF8 = new TextEncoder()

const firstLine = async (...changes: Change[]) => (await readBundles(change(...changes)))[0]?.home.players?.[0]

test('a league becomes bundles with its games, teams, players and lines', async () => {
  const [final, scheduled] = await readBundles(LEAGUE)
  expect(final).toMatchObject({
    source: 'summer-league',
    competition: { external_id: 'summer-league', name: 'Summer League', time_zone: 'Europe/Ljubljana' },
    season: { external_id: 'summer-league-2026-27', name: '2026-27', start_year: 2026 },
    game: {
      external_id: 'summer-league-2026-27-1',
      date: '2026-11-19',
      tip_off: '2026-11-19T19:30:00Z',
      status: 'final',
      home_score: 71,
      away_score: 68,
      periods: { home: [18, 17, 20, 16], away: [20, 15, 17, 16] },
    },
    home: { team: { external_id: 'red-foxes', name: 'Red Foxes' } },
    away: { team: { external_id: 'blue-herons', name: 'Blue Herons' } },
  })
  expect(final?.home.players).toMatchObject([
    {
      player: 'ana-example',
      number: '4',
      starter: true,
      played: true,
      seconds: 1884,
      stats: {
        points: 15,
        two_made: 5,
        two_attempted: 9,
        three_made: 1,
        offensive_rebounds: 1,
        defensive_rebounds: 3,
        rebounds: 4,
        steals: null,
      },
    },
    { player: 'bea-sample', number: '00', starter: false, seconds: 1884 },
  ])
  expect(final?.away.players).toMatchObject([
    { player: 'gina-blank', starter: true, seconds: 1860 },
    { player: 'hana-copy', starter: false, played: false, seconds: null, stats: { points: null } },
  ])
  expect(final?.players?.map(({ name }) => name)).toEqual(['Ana Example', 'Bea Sample', 'Gina Blank', 'Hana Copy'])
  expect(scheduled).toMatchObject({ game: { status: 'scheduled' }, home: { team: { name: 'Blue Herons' } } })
  expect(scheduled?.home.players).toBeUndefined()
  for (const bundle of [final, scheduled]) expect(GameBundle.safeParse(bundle).success).toBe(true)
})

test('two CSV files are enough: games, and lines by date and team', async () => {
  const games = 'Date;Home Team;Visitor;Result\n19.11.2026;Red Foxes;Blue Herons;71:68\n'
  const lines = 'Date;Team;Name;Min;PTS\n19.11.2026;Blue Herons;Gina Blank;31,4;13\n'
  const files = [
    { name: 'games.csv', bytes: UTF8.encode(games) },
    { name: 'lines.csv', bytes: UTF8.encode(lines) },
  ]
  const { bundles, mistakes } = await readSheets(files, { competition: 'Town Cup' })
  expect(mistakes).toEqual([])
  expect(bundles).toMatchObject([
    {
      source: 'town-cup',
      season: { name: '2026-27' },
      game: { external_id: 'town-cup-2026-27-2026-11-19-red-foxes-blue-herons', date: '2026-11-19', home_score: 71 },
      away: { players: [{ player: 'gina-blank', seconds: 1884, stats: { points: 13 } }] },
    },
  ])
})

describe('a file may have', () => {
  const expected = readBundles(LEAGUE)
  test.each([',', ';', '\t'])('%j between its fields', async (separator) => {
    expect((await readSheets(toFiles(LEAGUE, separator))).bundles).toEqual(await expected)
  })

  test.each([
    ['a byte order mark', '\uFEFF', 'utf8'],
    ['UTF-16 with a byte order mark', '\uFEFF', 'utf16le'],
  ] as const)('%s', async (_, mark, encoding) => {
    const files = toFiles(LEAGUE).map(({ name, bytes }) => ({
      name,
      bytes: Buffer.from(mark + Buffer.from(bytes).toString(), encoding),
    }))
    expect((await readSheets(files)).bundles).toEqual(await expected)
  })

  test('columns in any order, a title above them and empty rows', async () => {
    const turned = LEAGUE.games.replace(/^(.+?)\|(.+?)\|(.*)$/gm, '$2|$1|$3')
    const games = `Games of the Summer League\n\n${turned.trim().replace('\n', '\n\n')}`
    expect(await readBundles({ ...LEAGUE, games })).toEqual(await expected)
  })

  test('other names of its sheets and columns', async () => {
    const tables = {
      League: LEAGUE.competition,
      Schedule: LEAGUE.games.replace('id|date|time|home|away', 'Game No.|Game Date|Tip-off|HOME TEAM|Visitors'),
      'Box Scores': LEAGUE.lines.replace('minutes|2P|3P|FT', 'MIN|2P M/A|3PM-A|Free throws'),
    }
    expect(await readBundles(tables)).toEqual(await expected)
  })

  test('dates in any one order', async () => {
    const dates = (one: string, other: string) =>
      readBundles(change(['games', '2026-11-19', one], ['games', '2026-11-26', other]))
    expect(await dates('19.11.2026', '26.11.2026')).toEqual(await expected)
    expect(await dates('11/19/26', '11/26/26')).toEqual(await expected)
    expect(await dates('Thu 19 Nov 2026', 'November 26, 2026')).toEqual(await expected)
    expect(await dates('46345', '46352')).toEqual(await expected)
  })

  test('times as they are written in many countries', async () => {
    for (const time of ['20.30', '20h30', '8:30 pm', '8:30PM', '20:30:00'])
      expect(await readBundles(change(['games', '20:30', time]))).toEqual(await expected)
  })

  test('columns that are not imported, which it lists', async () => {
    const { bundles, ignored } = await readTables({
      ...change(['games', '|status', '|status|phone of the gym']),
      'phone list': 'who|phone\nMe|1',
    })
    expect(bundles).toEqual(await expected)
    expect(ignored).toEqual(['games: phone of the gym', 'phone list'])
  })
})

test('a named order decides dates that can be read in two', async () => {
  const tables = change(['games', '2026-11-19', '03.12.2026'], ['games', '2026-11-26', '04.12.2026'])
  const days = async (dates: 'dmy' | 'mdy') => {
    const { bundles } = await readTables({ ...tables, competition: 'name|season|time zone\nL|2026|UTC' }, { dates })
    return bundles.map(({ game }) => game.date)
  }
  expect(await days('dmy')).toEqual(['2026-12-03', '2026-12-04'])
  expect(await days('mdy')).toEqual(['2026-03-12', '2026-04-12'])
})

test('minutes are minutes:seconds, whole or decimal minutes, or what a spreadsheet makes of them', async () => {
  for (const [written, seconds] of [
    ['31:24', 1884],
    ['31', 1860],
    ['31,4', 1884],
    ['31:24:00', 1884],
    ['0:31:24', 1884],
    ['0:31:00', 1860],
    ['31.416666', 1885],
    ['0:00', 0],
  ] as const)
    expect(await firstLine(['lines', '31:24', written])).toMatchObject({ played: true, seconds })
})

test('hours of a column of minutes that has a time longer than a game are minutes', async () => {
  const [final] = await readBundles(change(['lines', '31:24', '31:24:00'], ['lines', '31.4', '0:45:00']))
  expect(final?.home.players?.map(({ seconds }) => seconds)).toEqual([1884, 45])
})

test('a date without a time has none, as spreadsheets write it', async () => {
  for (const written of ['2026-11-26 00:00:00', '26/11/2026 0:00:00', '11/26/2026 12:00:00 AM', '2026-11-26T00:00'])
    expect((await readBundles(change(['games', '2026-11-26|18:00', `${written}|`])))[1]?.game).toMatchObject({
      date: '2026-11-26',
      tip_off: undefined,
    })
  const [, game] = await readBundles(change(['games', '2026-11-26|18:00', '2026-11-26T18:00:00|']))
  expect(game?.game.tip_off).toBe('2026-11-26T17:00:00Z')
})

test('zero, an empty cell and "-" are not the same: a count of 0, and two that are not recorded', async () => {
  const [final] = await readBundles(change(['lines', '|0|2|1|0|8', '|0||-|0|8']))
  expect(final?.home.players?.[1]?.stats).toMatchObject({
    offensive_rebounds: 0,
    defensive_rebounds: null,
    rebounds: null,
    assists: null,
    turnovers: 0,
  })
  expect(final?.notes?.map(({ code }) => code)).toContain('statistics_missing')
})

test('a player who did not play can have a foul', async () => {
  const lines = 'game|team|player|min|PF|PTS\n1|Red Foxes|Ana Example|DNP|1|'
  const [final] = await readBundles({ ...LEAGUE, lines })
  expect(final?.home.players?.[0]).toMatchObject({ played: false, seconds: null, stats: { fouls: 1, points: null } })
})

test('statistics that follow from others are computed', async () => {
  const lines = 'game|team|player|FGM-A|3PM|3PA|FTM|FTA|REB|OREB\n1|Red Foxes|Ana Example|6-13|1|4|2|2|7|3'
  const [final] = await readBundles({ ...LEAGUE, lines })
  expect(final?.home.players?.[0]?.stats).toMatchObject({
    points: 15,
    two_made: 5,
    two_attempted: 9,
    three_made: 1,
    rebounds: 7,
    defensive_rebounds: 4,
  })
})

test('a row Total is the totals of a team, and a row Team is added to those of its players', async () => {
  const row = (player: string) => `\n1|Red Foxes|${player}||||9/17|1/4|2/2|4|6|6|3|23`
  const [totals] = await readBundles({ ...LEAGUE, lines: LEAGUE.lines + row('Total') })
  expect(totals?.home.totals).toMatchObject({ points: 23, offensive_rebounds: 4, rebounds: 10 })
  const [team] = await readBundles({ ...LEAGUE, lines: `${LEAGUE.lines}\n1|Red Foxes|Team|||||||2|1|||` })
  expect(team?.home.totals).toMatchObject({ points: 23, offensive_rebounds: 3, defensive_rebounds: 6, steals: null })
})

test('periods may have a column each, for both teams or for each of them', async () => {
  const rest = 'home score|away score'
  const read = async (headings: string, points: string) => {
    const games = `date|home|away|${rest}|${headings}\n2026-11-19|Red Foxes|Blue Herons|71|68|${points}`
    const [final] = await readBundles({ competition: LEAGUE.competition, games })
    return final?.game.periods
  }
  const periods = { home: [18, 17, 15, 16, 5], away: [20, 15, 15, 16, 2] }
  expect(await read('Q1|Q2|Q3|Q4|OT', '18-20|17:15|15-15|16-16|5-2')).toEqual(periods)
  const columns = [1, 2, 3, 4, 5].flatMap((n) => [`home Q${n}`, `away Q${n}`]).join('|')
  expect(await read(columns, '18|20|17|15|15|15|16|16|5|2')).toEqual(periods)
})

test('the periods of a league that plays halves are its halves and overtimes', async () => {
  const read = async (headings: string, points: string) => {
    const games = `date|home|away|score|${headings}\n2026-11-19|Red Foxes|Blue Herons|71-68|${points}`
    const [final] = await readBundles({ competition: 'name|periods|period minutes\nHalves|2|20', games })
    return final?.game.periods
  }
  const halves = { home: [35, 36], away: [30, 38] }
  const overtimes = { home: [30, 30, 6, 5], away: [32, 28, 6, 2] }
  expect(await read('H1|H2|OT', '35-30|36-38|')).toEqual(halves)
  expect(await read('half 1|half 2|OT|2OT', '30-32|30-28|6-6|5-2')).toEqual(overtimes)
  expect(await read('periods', '30-32, 30-28, 6-6, 5-2')).toEqual(overtimes)
})

test('the periods of a game may have another length than those of its league', async () => {
  const bundles = await readBundles(
    change(
      ['games', 'periods|status', 'periods|status|Minutes per period'],
      ['games', '16-16|final', '16-16|final|8'],
      ['games', 'Red Foxes||||', 'Red Foxes|||||'],
    ),
  )
  expect(bundles.map(({ game }) => game.period_minutes)).toEqual([8, undefined])
})

test('the table of a league has points if its competition gives all three', async () => {
  const read = async (points: string) => {
    const competition = `name|season|time zone|points win|points loss|points forfeit|table stages\nL|2026-27|UTC|${points}|playoffs; cup`
    return readTables({ ...LEAGUE, competition })
  }
  expect((await read('2|1|0')).bundles[0]?.competition).toMatchObject({
    points_win: 2,
    points_loss: 1,
    points_forfeit: 0,
    table_stages: ['playoffs', 'cup'],
  })
  for (const points of ['2|1|', '1|2|0'])
    expect((await read(points)).mistakes).toEqual([
      { sheet: 'competition', row: 2, column: 'points win', message: expect.stringMatching(/like 2, 1 and 0/) },
    ])
})

test('a forfeit has the winner that its column or its score names, and no points', async () => {
  const read = async (winner: string, score: string) => {
    const games = `date|home|away|score|status|winner\n2026-11-19|Red Foxes|Blue Herons|${score}|forfeit|${winner}`
    const { bundles, mistakes } = await readTables({ competition: LEAGUE.competition, games })
    const { status, forfeit_winner, home_score } = bundles[0]?.game ?? {}
    return mistakes[0]?.message ?? [status, forfeit_winner, home_score]
  }
  expect(await read('', '20-0')).toEqual(['forfeit', 'home', undefined])
  expect(await read('away', '')).toEqual(['forfeit', 'away', undefined])
  expect(await read('blue herons', '20-0')).toEqual(['forfeit', 'away', undefined])
  expect(await read('neither', '')).toEqual(['forfeit', 'neither', undefined])
  expect(await read('', '')).toMatch(/needs its winner; write home, away or neither/)
})

describe('teams and players', () => {
  const PLAYERS = 'name|id|aliases|team|height|birth date\n'

  test('are described by their sheets', async () => {
    const [final] = await readBundles({
      ...LEAGUE,
      teams: 'name|city|arena|capacity|aliases\nRed Foxes|Harbour Town|Harbour Hall|2.345|Foxes; RF',
      players: `${PLAYERS}Ana Example|77||Red Foxes|1,98 m|1998-05-04`,
    })
    expect(final?.home.team).toEqual({
      external_id: 'red-foxes',
      same_as: [
        { source: 'summer-league', external_id: 'foxes' },
        { source: 'summer-league', external_id: 'rf' },
      ],
      name: 'Red Foxes',
      aliases: ['Foxes', 'RF'],
      city: 'Harbour Town',
      arena: 'Harbour Hall',
      arena_capacity: 2345,
    })
    expect(final?.players?.[0]).toMatchObject({ external_id: '77', height_cm: 198, birth_date: '1998-05-04' })
    expect(final?.home.players?.[0]?.player).toBe('77')
  })

  test('have the same identifier however case, blanks and punctuation differ', async () => {
    const [final] = await readBundles(change(['lines', 'Red Foxes|Ana Example', ' RED  FOXES|ana example']))
    expect(final?.home.players?.[0]?.player).toBe('ana-example')
  })

  test('are found by another name', async () => {
    const tables = { ...change(['lines', 'Ana Example', 'A. Sample']), players: `${PLAYERS}Ana Example||A. Sample|` }
    const [final] = await readBundles(tables)
    expect(final?.players?.[0]).toMatchObject({ external_id: 'ana-example', name: 'Ana Example' })
  })

  test('of one name are told apart by their ids and teams', async () => {
    const tables = {
      ...change(['lines', 'Gina Blank', 'Ana Example']),
      players: `${PLAYERS}Ana Example|1||Red Foxes\nAna Example|2||Blue Herons`,
    }
    const [final] = await readBundles(tables)
    expect([final?.home.players?.[0]?.player, final?.away.players?.[0]?.player]).toEqual(['1', '2'])
  })

  test('whose names differ only in accents are told apart by them, if each has a row', async () => {
    const tables = {
      ...change(['lines', 'Ana Example', 'Kärla'], ['lines', 'Bea Sample', 'Karla']),
      players: `${PLAYERS}Kärla|1||\nKarla|2||`,
    }
    const [final] = await readBundles(tables)
    expect(final?.home.players?.map(({ player }) => player)).toEqual(['1', '2'])
    const teams = 'name|id\nバード|1\nハート|2'
    const games = 'date|home|away\n2026-11-19|バード|ハート'
    const [game] = await readBundles({ competition: LEAGUE.competition, games, teams })
    expect([game?.home.team.external_id, game?.away.team.external_id]).toEqual(['1', '2'])
    const { mistakes } = await readTables({ ...tables, lines: LEAGUE.lines.replace('Ana Example', 'Kàrla') })
    expect(mistakes[0]?.message).toMatch(/2 players are called Kàrla; write the id/)
  })

  test('may have their given name and surname in two columns, or the surname first with a comma', async () => {
    const lines = 'game|team|first name|surname|PTS\n1|Red Foxes|Ana|Example|15'
    expect((await readBundles({ ...LEAGUE, lines }))[0]?.players?.[0]?.name).toBe('Ana Example')
    expect((await readBundles(change(['lines', 'Ana Example', 'Example, Ana'])))[0]?.players?.[0]?.name).toBe(
      'Ana Example',
    )
  })
})

describe('of what the source has imported before', () => {
  const KNOWN: KnownRecords = { teams: [], players: [], games: [] }
  const knowing = (known: Partial<KnownRecords>) => ({ known: async () => ({ ...KNOWN, ...known }) })

  test('a known name keeps its identifier', async () => {
    const [final] = await readBundles(LEAGUE, knowing({ players: [{ external_id: 'P1', name: 'Ana Example' }] }))
    expect(final?.home.players?.[0]?.player).toBe('P1')
  })

  test('a name that is nearly a known one is asked about, unless it has a row', async () => {
    const known = knowing({ players: [{ external_id: 'P1', name: 'Anna Example' }] })
    const { mistakes } = await readTables(LEAGUE, known)
    expect(mistakes).toEqual([
      {
        sheet: 'lines',
        row: 2,
        column: 'player',
        message: expect.stringMatching(
          /^Ana Example is nearly Anna Example \(the database\).*under aliases.*give each a row/,
        ),
      },
    ])
    const confirmed = await readBundles({ ...LEAGUE, players: 'name|team\nAna Example|Red Foxes' }, known)
    expect(confirmed[0]?.home.players?.[0]?.player).toBe('ana-example')
    const joined = await readBundles({ ...LEAGUE, players: 'name|aliases\nAna Example|Anna Example' }, known)
    expect(joined[0]?.players?.[0]).toMatchObject({ external_id: 'P1', name: 'Ana Example' })
  })

  describe('a name of several records', () => {
    const two = [
      { external_id: 'P1', name: 'Ana Example', id: 'pl_1' },
      { external_id: 'P2', name: 'Ana Example', id: 'pl_2' },
    ]

    test('is a mistake, once, until one of them has a row with its id, or the line has it', async () => {
      const { mistakes } = await readTables(LEAGUE, knowing({ players: two }))
      expect(mistakes).toEqual([
        {
          sheet: 'lines',
          row: 2,
          column: 'player',
          message:
            'Several players in the database are called Ana Example; give the one that is meant a row with its id in the sheet players, or write its player id: P1 or P2.',
        },
      ])
      const withRow = { ...LEAGUE, players: 'name|id\nAna Example|P2' }
      expect((await readBundles(withRow, knowing({ players: two })))[0]?.home.players?.[0]?.player).toBe('P2')
      const withId = change(
        ['lines', 'player|', 'player|player id|'],
        ['lines', 'Ana Example|', 'Ana Example|P1|'],
        ['lines', 'Bea Sample|', 'Bea Sample||'],
        ['lines', 'Gina Blank|', 'Gina Blank||'],
        ['lines', 'Hana Copy|', 'Hana Copy||'],
      )
      expect((await readBundles(withId, knowing({ players: two })))[0]?.home.players?.[0]?.player).toBe('P1')
    })

    test('is a mistake of its row without an id, and of one that has it among its aliases', async () => {
      for (const row of ['Ana Example||', 'Anna Example||Ana Example']) {
        const { mistakes } = await readTables(
          { ...LEAGUE, players: `name|id|aliases\n${row}` },
          knowing({ players: two }),
        )
        expect(mistakes).toEqual([
          {
            sheet: 'players',
            row: 2,
            column: 'id',
            message:
              'Several players in the database are called Ana Example; write the id of the one that is meant: P1 or P2.',
          },
        ])
      }
    })

    test('is none if its identifiers are of one record, which keeps the one of its name', async () => {
      const one = ['a-example', 'ana-example'].map((external_id) => ({ external_id, name: 'Ana Example', id: 'pl_1' }))
      const [final] = await readBundles(LEAGUE, knowing({ players: one }))
      expect(final?.home.players?.[0]?.player).toBe('ana-example')
      const row = { ...LEAGUE, players: 'name|aliases\nAna Example|A Example' }
      expect((await readBundles(row, knowing({ players: one })))[0]?.players?.[0]).toMatchObject({
        external_id: 'ana-example',
        same_as: [{ source: 'summer-league', external_id: 'a-example' }],
      })
    })
  })

  test('another one of a known name is told apart if both have rows with ids', async () => {
    const known = knowing({ players: [{ external_id: 'karla', name: 'Kärla' }] })
    const tables = {
      ...change(['lines', 'Ana Example', 'Kärla'], ['lines', 'Bea Sample', 'Karla']),
      players: 'name|id\nKärla|karla\nKarla|2',
    }
    expect((await readBundles(tables, known))[0]?.home.players?.map(({ player }) => player)).toEqual(['karla', '2'])
  })

  test('an id of a known name that is not its own is a mistake', async () => {
    const known = knowing({ players: [{ external_id: 'P1', name: 'Ana Example' }] })
    const { mistakes } = await readTables({ ...LEAGUE, players: 'name|id\nAna Example|77' }, known)
    expect(mistakes).toEqual([
      {
        sheet: 'players',
        row: 2,
        column: 'id',
        message: expect.stringMatching(/is in the database as P1; write that/),
      },
    ])
  })

  test('the competition is kept as it is where the file says nothing', async () => {
    const competition = {
      external_id: 'summer-league',
      name: 'Summer League',
      slug: 'summer',
      gender: 'women',
      kind: 'cup',
      time_zone: 'Europe/Madrid',
      periods: 2,
      regulation_minutes: 40,
    } as const
    const { competition: _none, ...tables } = LEAGUE
    const [final] = await readBundles(tables, { competition: 'Summer League', ...knowing({ competition }) })
    expect(final).toMatchObject({
      competition: { slug: 'summer', gender: 'women', kind: 'cup', periods: 2, regulation_minutes: 40 },
      game: { tip_off: '2026-11-19T19:30:00Z' },
    })
  })

  test('a scheduled game without an id that is on another day now is the same game', async () => {
    const games = 'date|home|away\n2026-12-03|Red Foxes|Blue Herons'
    const before = { external_id: 'old', home: 'red-foxes', away: 'blue-herons' }
    const id = async (known: KnownRecords['games']) => {
      const tables = { competition: LEAGUE.competition, games }
      return (await readBundles(tables, knowing({ games: known })))[0]?.game.external_id
    }
    const teams = ['foxes', 'red-foxes'].map((external_id) => ({ external_id, name: 'Red Foxes', id: 'tm_1' }))
    const renamed = knowing({ teams, games: [{ ...before, home: 'foxes', status: 'scheduled' }] })
    const [moved] = await readBundles({ competition: LEAGUE.competition, games }, renamed)
    expect(moved?.game.external_id).toBe('old')
    const own = 'summer-league-2026-27-2026-12-03-red-foxes-blue-herons'
    expect(await id([{ ...before, status: 'scheduled' }])).toBe('old')
    expect(await id([{ ...before, status: 'final' }])).toBe(own)
    expect(
      await id([
        { ...before, status: 'scheduled' },
        { ...before, external_id: own, status: 'scheduled' },
      ]),
    ).toBe(own)
    expect(
      await id([
        { ...before, status: 'scheduled' },
        { ...before, external_id: 'old 2', status: 'scheduled' },
      ]),
    ).toBe(own)
  })
})
