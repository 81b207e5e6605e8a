import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { change, LEAGUE, readTables, type Tables } from './test-support/league.ts'

type Mistake = [name: string, tables: Tables, sheet: string, row: number | null, column: string | null, message: RegExp]

const MISTAKES: Mistake[] = [
  [
    'a day that does not exist',
    change(['games', '2026-11-26', '31.11.2026']),
    'games',
    3,
    'date',
    /is not a date, like/,
  ],
  [
    'a time in UTC',
    change(['games', '2026-11-26|18:00', '2026-11-26T17:00:00Z|']),
    'games',
    3,
    'date',
    /is not a date and time where the game is played.*without Z/,
  ],
  [
    'a time with an offset from UTC',
    change(['games', '2026-11-26|18:00', '2026-11-26 18:00+01:00|']),
    'games',
    3,
    'date',
    /without Z or an offset/,
  ],
  ['a date in words', change(['games', '2026-11-26', 'next week']), 'games', 3, 'date', /"next week" is not a date/],
  ['no date', change(['games', '2026-11-26', '']), 'games', 3, 'date', /is missing/],
  [
    'dates that can be read in two orders',
    change(['games', '2026-11-19', '03.04.2027'], ['games', '2026-11-26', '05/06/2027']),
    'games',
    2,
    'date',
    /03\.04\.2027 can be 2027-04-03 or 2027-03-04.*rows 2, 3.*--dates/,
  ],
  [
    'one date that can be read in two orders',
    change(['games', '2026-11-19', '03.04.2027']),
    'games',
    2,
    'date',
    /no date of the column says which \(row 2\)/,
  ],
  [
    'dates in two orders',
    change(['games', '2026-11-19', '19.11.2026'], ['games', '2026-11-26', '11/26/2026']),
    'games',
    3,
    'date',
    /11\/26\/2026 has the month first.*write all dates in one order/,
  ],
  [
    'a date outside of the season',
    change(['games', '2026-11-26', '2062-11-26']),
    'games',
    3,
    'date',
    /outside of the season 2026-27/,
  ],
  [
    'a time that does not exist',
    change(['games', '18:00', '25:00']),
    'games',
    3,
    'time',
    /"25:00" is not a time, like 20:30/,
  ],
  ['an hour without minutes', change(['games', '18:00', '8']), 'games', 3, 'time', /is not a time/],
  [
    'times without a time zone',
    change(['competition', 'Europe/Ljubljana', '']),
    'games',
    2,
    'time',
    /need a time zone/,
  ],
  [
    'an unknown time zone',
    change(['competition', 'Europe/Ljubljana', 'CET5']),
    'competition',
    2,
    'time zone',
    /like Europe\/Ljubljana/,
  ],
  [
    'an unknown season',
    change(['competition', '2026-27', '2026-28']),
    'competition',
    2,
    'season',
    /write 2026-27 or 2026/,
  ],
  [
    'a team against itself',
    change(['games', '18:00|Blue Herons|Red Foxes', '18:00|Red Foxes|Red Foxes']),
    'games',
    3,
    'away',
    /Red Foxes cannot play against itself/,
  ],
  [
    'no away team',
    change(['games', '18:00|Blue Herons|Red Foxes', '18:00|Blue Herons|']),
    'games',
    3,
    'away',
    /is missing/,
  ],
  [
    'a game that is there twice',
    change(['games', '2|2026-11-26|18:00|Blue Herons|Red Foxes|', '2|2026-11-19|20:30|Red Foxes|Blue Herons|']),
    'games',
    3,
    null,
    /is the same game as row 2: Red Foxes – Blue Herons; delete one/,
  ],
  [
    'an id of two games',
    change(['games', '2|2026-11-26', '1|2026-11-26']),
    'games',
    3,
    'id',
    /1 is the id of Red Foxes – Blue Herons \(games row 2\)/,
  ],
  [
    'a final without scores',
    change(['games', 'Red Foxes||||', 'Red Foxes||||final']),
    'games',
    3,
    'status',
    /scores are missing/,
  ],
  [
    'one score',
    change(['games', 'Red Foxes||||', 'Red Foxes|80|||']),
    'games',
    3,
    'away score',
    /both scores, or none/,
  ],
  [
    'a score of a game that is to come',
    change(['games', '16-16|final', '16-16|scheduled']),
    'games',
    2,
    'status',
    /delete the score, or write final/,
  ],
  [
    'an unknown status',
    change(['games', '16-16|final', '16-16|won']),
    'games',
    2,
    'status',
    /one of scheduled, final, no result, forfeit/,
  ],
  [
    'periods that do not add up',
    change(['games', '18-20', '19-20']),
    'games',
    2,
    'periods',
    /add up to 72-68, the score is 71-68/,
  ],
  [
    'halves in a league of four quarters',
    change(['games', '18-20, 17-15, 20-17, 16-16', '35-35, 36-33']),
    'games',
    2,
    'periods',
    /has 2 of 4 periods.+write 2 as periods in the sheet competition/,
  ],
  [
    'a period of 80 minutes',
    change(['games', 'periods|status', 'periods|period minutes'], ['games', '16-16|final', '16-16|80']),
    'games',
    2,
    'period minutes',
    /"80" is not a whole number from 1 to 60/,
  ],
  ['an unreadable period', change(['games', '18-20', '18']), 'games', 2, 'periods', /the score of each period, like/],
  [
    'a score that is no number',
    change(['games', '|71|', '|seventy|']),
    'games',
    2,
    'home score',
    /"seventy" is not a whole number/,
  ],
  [
    'a line of an unknown game',
    change(['lines', '1|Red Foxes|Bea', '7|Red Foxes|Bea']),
    'lines',
    3,
    'game',
    /7 is the id of no game; there are 1, 2/,
  ],
  [
    'a line of an unknown team',
    change(['lines', '1|Red Foxes|Bea', '1|Red Foxs|Bea']),
    'lines',
    3,
    'team',
    /Red Foxs has no game.*is it Red Foxes\?/,
  ],
  ['a line without a player', change(['lines', 'Bea Sample', '']), 'lines', 3, 'player', /is missing/],
  [
    'a player twice in a game',
    change(['lines', 'Bea Sample', 'Ana Example']),
    'lines',
    3,
    'player',
    /has a line in this game in row 2/,
  ],
  [
    'a player of both teams',
    change(['lines', 'Gina Blank', 'Ana Example']),
    'lines',
    4,
    'player',
    /has a line in this game in row 2/,
  ],
  ['more made than attempted', change(['lines', '4/8', '9/8']), 'lines', 3, '2P', /9 made are more than 8 attempted/],
  [
    'a percentage',
    change(['lines', '|4/8|', '|50%|']),
    'lines',
    3,
    '2P',
    /percentage; write made and attempted, like 5\/9/,
  ],
  [
    'a percentage of a count',
    change(['lines', '|0|2|1|0|8', '|0|2|50%|0|8']),
    'lines',
    3,
    'AST',
    /"50%" is a percentage; write a whole number/,
  ],
  [
    'a count with decimals',
    change(['lines', '|0|2|1|0|8', '|0|2|1,5|0|8']),
    'lines',
    3,
    'AST',
    /"1,5" is not a whole number/,
  ],
  ['a negative count', change(['lines', '|0|2|1|0|8', '|0|2|-1|0|8']), 'lines', 3, 'AST', /"-1" is not a whole number/],
  [
    'minutes with 75 seconds',
    change(['lines', '31:24', '31:75']),
    'lines',
    2,
    'minutes',
    /minutes like 31:24 or 31\.4, or DNP/,
  ],
  [
    'minutes that may be two times',
    change(['lines', '31:24', '31.24']),
    'lines',
    2,
    'minutes',
    /can be 31:24 or 31\.24 minutes/,
  ],
  [
    'points of a player who did not play',
    change(['lines', 'DNP||||||||', 'DNP||||||||3']),
    'lines',
    5,
    'minutes',
    /is DNP, but the row has counts/,
  ],
  ['a starter who is no yes or no', change(['lines', '|no|', '|maybe|']), 'lines', 5, 'starter', /yes or no/],
  [
    'the error of a formula, for a name',
    change(['lines', 'Bea Sample', '#N/A']),
    'lines',
    3,
    'player',
    /#N\/A is the error of a formula; correct the formula/,
  ],
  [
    'the error of a formula in another language',
    change(['lines', '|0|2|1|0|8', '|0|2|#¿NOMBRE?|0|8']),
    'lines',
    3,
    'AST',
    /is the error of a formula/,
  ],
  ['a column that is misspelt', change(['games', 'periods', 'perods']), 'games', 1, 'perods', /is it periods\?/],
  ['a column that is there twice', change(['lines', '|AST|', '|PTS|']), 'lines', 1, 'PTS', /is there twice/],
  [
    'a name with a letter that was lost',
    change(['lines', 'Bea Sample', 'Bea Sampl\uFFFD']),
    'lines',
    3,
    'player',
    /letter that was lost; type it again/,
  ],
  [
    'a name that is nearly another one',
    change(['lines', 'Bea Sample', 'Ana Exemple']),
    'lines',
    3,
    'player',
    /nearly Ana Example \(lines row 2\)/,
  ],
  [
    'no column of home teams',
    change(['games', '|home|', '|hosts of the game|']),
    'games',
    null,
    'home',
    /There is no such column/,
  ],
  ['lines of a game that is to come', change(['lines', '\n1|', '\n2|']), 'lines', 2, null, /has lines, but no score/],
]

describe('a mistake is listed with its sheet, row and column, and what would be right:', () => {
  test.each(MISTAKES)('%s', async (_name, tables, sheet, row, column, message) => {
    const { bundles, mistakes, mistake_count } = await readTables(tables)
    expect(mistakes).toEqual([{ sheet, row, column, message: expect.stringMatching(message) }])
    expect({ bundles, mistake_count }).toEqual({ bundles: [], mistake_count: 1 })
  })
})

describe('games that would have one identifier are mistakes:', () => {
  const read = async (...games: string[]) => {
    const rows = ['id|date|time|home|away', ...games].join('\n')
    const { mistakes } = await readTables({ competition: LEAGUE.competition, games: rows })
    return mistakes.map(({ sheet, row, column, message }) => [sheet, row, column, message])
  }

  test('two of one day and its teams without ids', async () => {
    const message = (row: number) =>
      `is not told apart from Red Foxes – Blue Herons (games row ${row}) by its date and teams; write an id for each.`
    for (const time of ['11:00', ''])
      expect(
        await read(`|2026-11-19|${time}|Red Foxes|Blue Herons`, '|2026-11-19|20:00|Red Foxes|Blue Herons'),
      ).toEqual([
        ['games', 2, 'id', message(3)],
        ['games', 3, 'id', message(2)],
      ])
  })

  test.each([
    ['1.11', '11.1'],
    ['A-1', 'A 1'],
    ['No. 7', 'nò 7'],
  ])('those with the ids %s and %s', async (one, other) => {
    expect(
      await read(`${one}|2026-11-19||Red Foxes|Blue Herons`, `${other}|2026-11-26||Blue Herons|Red Foxes`),
    ).toEqual([
      ['games', 2, 'id', expect.stringMatching(`by its id ${one}, of which only letters and digits count`)],
      ['games', 3, 'id', expect.stringMatching(`by its id ${other}, .+; write another one`)],
    ])
  })

  test('but not those with ids of their own', async () => {
    expect(
      await read('A 1|2026-11-19|11:00|Red Foxes|Blue Herons', 'A 2|2026-11-19|20:00|Red Foxes|Blue Herons'),
    ).toEqual([])
  })
})

test('all mistakes are found at once, those of rows with several, too', async () => {
  const tables = change(
    ['competition', '2026-27', 'next'],
    ['games', '18:00', '25:00'],
    ['games', '|71|', '|x|'],
    ['lines', 'Bea Sample', 'Ana Exemple'],
    ['lines', '31:24|5/9', 'x|9/5'],
    ['lines', '1|Blue Herons|Hana', '4|Blue Herons|Hana'],
  )
  const { mistakes } = await readTables(tables)
  expect(mistakes.map(({ sheet, row, column }) => [sheet, row, column])).toEqual([
    ['competition', 2, 'season'],
    ['games', 2, 'home score'],
    ['games', 3, 'time'],
    ['lines', 2, '2P'],
    ['lines', 2, 'minutes'],
    ['lines', 3, 'player'],
    ['lines', 5, 'game'],
  ])
})

const listPlaces = async (tables: Tables) => {
  const { mistakes } = await readTables(tables)
  return mistakes.map(({ sheet, row, column }) => [sheet, row, column])
}

describe('a line whose game is unknown has its other mistakes listed:', () => {
  test.each<[string, Tables, [number, string][]]>([
    [
      'because of its team',
      change(['lines', '1|Red Foxes|Bea Sample|00||31.4|4/8', '1|Red Foxs|Bea Sample|00|maybe|x|9/8']),
      [
        [3, 'team'],
        [3, '2P'],
        [3, 'minutes'],
        [3, 'starter'],
      ],
    ],
    [
      'because of its id',
      change(['lines', '1|Red Foxes|Bea Sample|00||31.4', '7|Red Foxes|Ana Exemple|00||x']),
      [
        [3, 'game'],
        [3, 'minutes'],
        [3, 'player'],
      ],
    ],
    [
      'because its team does not play in it',
      change(
        ['games', '1|2026-11-19', '3|2026-11-20||Golden Bears|Green Owls|||\n1|2026-11-19'],
        ['lines', '1|Red Foxes|Bea Sample|00||31.4', '1|Green Owls|Bea Sample|00||x'],
      ),
      [
        [3, 'team'],
        [3, 'minutes'],
      ],
    ],
    [
      'and one without a player, too',
      change(['lines', '1|Red Foxes|Bea Sample|00||31.4', '7|Red Foxes||00||x']),
      [
        [3, 'player'],
        [3, 'game'],
        [3, 'minutes'],
      ],
    ],
    [
      'and totals',
      change(['lines', '1|Red Foxes|Bea Sample|00||31.4|4/8', '1|Red Foxs|Total||||9/8']),
      [
        [3, 'team'],
        [3, '2P'],
      ],
    ],
  ])('%s', async (_name, tables, places) => {
    expect(await listPlaces(tables)).toEqual(places.map((place) => ['lines', ...place]))
  })

  test('a name of two players is none of them, since the team tells them apart', async () => {
    const tables = change(['lines', '1|Red Foxes|Bea', '1|Red Foxs|Bea'])
    const players = 'name|team|id\nBea Sample|Red Foxes|1\nBea Sample|Blue Herons|2'
    expect(await listPlaces({ ...tables, players })).toEqual([['lines', 3, 'team']])
  })

  test('a line without a player has its date looked up', async () => {
    const lines = 'date|team|player|minutes\n2026-11-20|Red Foxes||10'
    expect(await listPlaces({ ...LEAGUE, lines })).toEqual([
      ['lines', 2, 'player'],
      ['lines', 2, 'date'],
    ])
  })
})

describe('sheets of games that lack a column have the mistakes listed that do not come from that:', () => {
  const WRONG = change(
    ['games', '|71|', '|x|'],
    ['games', '18:00', '25:00'],
    ['lines', '31:24|5/9', 'x|9/5'],
    ['lines', 'Bea Sample', 'Ana Exemple'],
  )
  const FOUND = [
    ['games', 2, 'home score'],
    ['games', 3, 'time'],
    ['lines', 2, '2P'],
    ['lines', 2, 'minutes'],
    ['lines', 3, 'player'],
  ]
  const drop = (column: string): Tables => ({ ...WRONG, games: `${WRONG['games']}`.replace(`|${column}|`, '|other|') })

  test.each(['date', 'home', 'away'])('%s', async (column) => {
    expect(await listPlaces(drop(column))).toEqual([['games', null, column], ...FOUND])
  })

  test('a line is of an unknown game, and of an unknown team where the teams are there', async () => {
    const lines = 'game|team|player|minutes\n1|Red Foxs|Ana Example|10\n7|Red Foxes|Ana Example|10'
    const of = async (column: string) => listPlaces({ ...drop(column), lines })
    expect(await of('date')).toEqual(
      expect.arrayContaining([
        ['lines', 2, 'team'],
        ['lines', 3, 'game'],
      ]),
    )
    expect((await of('home')).filter(([sheet]) => sheet === 'lines')).toEqual([['lines', 3, 'game']])
  })

  test('lines with dates, games without ids, forfeits and times without a zone', async () => {
    const tables = {
      competition: 'name|season\nSummer League|2026-27',
      lines: 'date|team|opponent|player|minutes\n2026-11-19|Red Foxes|Blue Herons|Ana Example|x',
    }
    const games = (headings: string) =>
      `${headings}\n2026-11-19||Red Foxes|Blue Herons|forfeit|Red Foxes\n2062-11-19|20:00|Red Foxes|Blue Herons||`
    expect(await listPlaces({ ...tables, games: games('date|time|hosts of the game|away|status|winner') })).toEqual([
      ['games', null, 'home'],
      ['games', 3, 'time'],
      ['games', 3, 'date'],
      ['lines', 2, 'minutes'],
    ])
    const undated = 'team|opponent|player\nBlue Herons|Red Foxes|Ana Example\nBlue Herons||Bea Sample'
    expect(
      await listPlaces({ ...tables, lines: undated, games: games('date|time|hosts of the game|away|status|winner') }),
    ).toEqual([
      ['games', null, 'home'],
      ['games', 3, 'time'],
      ['games', 3, 'date'],
      ['lines', 3, 'date'],
    ])
    expect(await listPlaces({ ...tables, games: games('some day|time|home|away|status|winner') })).toEqual([
      ['games', null, 'date'],
      ['games', 3, 'time'],
      ['lines', 2, 'minutes'],
    ])
  })

  test('without a sheet of games, those of teams, players and lines', async () => {
    const { competition, lines } = WRONG
    const tables = { competition: `${competition}`, teams: 'name|founded\nRed Foxes|soon', lines: `${lines}` }
    expect(await listPlaces(tables)).toEqual([
      ['games', null, null],
      ['teams', 2, 'founded'],
      ['lines', 2, '2P'],
      ['lines', 2, 'minutes'],
      ['lines', 3, 'player'],
    ])
  })
})

test.each<[string, Tables]>([
  ['competition', { competition: `${LEAGUE.competition}\nSpring League|2026-27|Europe/Madrid` }],
  ['competition 2', { 'competition 2': LEAGUE.competition }],
  ['tournament', { competition: 'name|season|time zone', league: LEAGUE.competition, tournament: 'name\nSpring Cup' }],
])('a second row of a competition is a mistake with its place, also in the sheet %s', async (sheet, tables) => {
  const { mistakes } = await readTables({ ...LEAGUE, ...tables })
  const [first, row] = [sheet === 'tournament' ? 'league' : 'competition', sheet === 'competition' ? 3 : 2]
  const message = `A file has one competition, that of ${first} row 2; delete this row, or put the games of another competition into a file of its own.`
  expect(mistakes).toEqual([{ sheet, row, column: null, message }])
})

test('the first 200 mistakes are listed, and all are counted', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `9|Red Foxes|Player ${at}|`).join('\n')
  const { mistakes, mistake_count } = await readTables({ ...LEAGUE, lines: `${LEAGUE.lines}\n${lines}` })
  expect({ listed: mistakes.length, mistake_count }).toEqual({ listed: 200, mistake_count: 500 })
})

test('a file without a sheet of games says what it needs', async () => {
  const { mistakes } = await readTables({ players: 'name|team\nAna Example|Red Foxes' })
  expect(mistakes.map(({ message }) => message)).toEqual([
    expect.stringContaining('add a sheet competition'),
    expect.stringContaining('columns date, home and away'),
  ])
})

test('a file with more rows or names than any league has is refused', async () => {
  const many = await readTables({ ...LEAGUE, notes: 'x|y\n'.repeat(50_000) })
  expect(many.mistakes[0]?.message).toMatch(/have more than 50,000 rows together/)
  const games = Array.from({ length: 1501 }, (_, at) => `2026-11-19|Team ${at}|Club ${at}`).join('\n')
  const { mistakes } = await readTables({ competition: LEAGUE.competition, games: `date|home|away\n${games}` })
  expect(mistakes).toEqual([
    { sheet: 'teams', row: null, column: null, message: expect.stringMatching(/names 3002 teams; 3000 are possible/) },
  ])
})

describe('names that take too long to compare are refused:', () => {
  const GAME = { competition: LEAGUE.competition, games: 'date|home|away|score\n2026-11-19|A|B|71-68' }
  /** A name of letters that no near number has. */
  const spell = (at: number) =>
    at.toString(26).replaceAll(/./g, (digit) => String.fromCodePoint(97 + parseInt(digit, 26)))

  test('more than 30,000 names in rows', async () => {
    const rows = Array.from(
      { length: 1500 },
      (_, at) =>
        `${spell(at)} p|${Array.from({ length: 20 }, (__, other) => `${spell(at)} ${spell(other)}`).join(';')}`,
    )
    const { mistakes } = await readTables({ ...GAME, players: ['name|aliases', ...rows].join('\n') })
    expect(mistakes).toContainEqual({
      sheet: 'players',
      row: 1430,
      column: null,
      message: 'The rows above have 30,000 names of players, and no more are possible; delete some.',
    })
  })

  test('40 million pairs, of names that nobody could confuse, too', async () => {
    const spellShort = (at: number) => at.toString(36).padStart(3, '0')
    const known = Array.from({ length: 15_000 }, (_, at) => ({ external_id: `${at}`, name: spellShort(20_000 + at) }))
    const games = Array.from({ length: 1450 }, (_, at) => `2026-11-19|${spellShort(2 * at)}|${spellShort(2 * at + 1)}`)
    const { mistakes } = await readTables(
      { ...GAME, games: ['date|home|away', ...games].join('\n') },
      { known: async () => ({ teams: known, players: [], games: [] }) },
    )
    expect(mistakes).toEqual([
      {
        sheet: 'teams',
        row: null,
        column: null,
        message: expect.stringMatching(/too many names to compare all; give the teams of the file rows/),
      },
    ])
  })

  test.each([
    [
      'rows of one name',
      { players: ['name|id', ...Array.from({ length: 101 }, (_, at) => `Ana|${at}`)] },
      /^More than 100 rows/,
    ],
    [
      'games of one team',
      { games: ['id|date|home|away', ...Array.from({ length: 501 }, (_, at) => `${at}|2026-11-19|A|B${at % 400}`)] },
      /^A has more than 500 games/,
    ],
  ])('more %s than any league has', async (_name, tables, message) => {
    const rows = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.join('\n')]))
    const { mistakes } = await readTables({ ...GAME, ...rows })
    expect(mistakes.at(-1)?.message).toMatch(message)
  })

  test('but not those of 300 teams and 5000 players with rows', async () => {
    const teams = Array.from({ length: 300 }, (_, at) => `Club ${spell(at)}`)
    const players = Array.from({ length: 5000 }, (_, at) => `${spell(at)} of ${spell(5000 - at)}`)
    const games = Array.from({ length: 150 }, (_, at) => `${at}|2026-11-19|${teams[2 * at]}|${teams[2 * at + 1]}|71-68`)
    const lines = players.map((name, at) => `${Math.floor((at % 300) / 2)}|${teams[at % 300]}|${name}|1`)
    const { bundles, mistakes } = await readTables({
      competition: LEAGUE.competition,
      teams: ['name|city', ...teams.map((name) => `${name}|Town`)].join('\n'),
      players: ['name|aliases', ...players.map((name) => `${name}|x${name}; y${name}; z${name}`)].join('\n'),
      games: ['id|date|home|away|score', ...games].join('\n'),
      lines: ['game|team|player|PTS', ...lines].join('\n'),
    })
    expect({ mistakes, games: bundles.length }).toEqual({ mistakes: [], games: 150 })
  })
})

test('headings are compared once each, however many columns a sheet can have', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  const row = Array.from({ length: 500 }, (_, at) => `heading ${at}`).join('|')
  await readTables({ lines: Array.from({ length: 10 }, () => row).join('\n') })
  expect(normalize.mock.calls.length).toBeLessThan(50_000)
})
