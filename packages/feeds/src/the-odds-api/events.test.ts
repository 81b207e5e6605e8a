import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PricedEvent } from '@basketball-data/core/contract'
import { BY_BOOKMAKER_COLUMNS, EUROPEAN_COLUMNS } from './closing-csv.ts'
import { readTextEvents, FeedError, theOddsApi, type FeedPrices } from './index.ts'
import { OPEN_CLOSE_COLUMNS, SNAPSHOT_COLUMNS } from './snapshots-csv.ts'

const market = (key: string, ...outcomes: [name: string, price: number | string, point?: number][]) => ({
  key,
  last_update: '2026-11-19T11:59:00Z',
  outcomes: outcomes.map(([name, price, point]) => ({ name, price, ...(point !== undefined && { point }) })),
})
const eventWith = (markets: object[], bookmaker = { key: 'alder', title: 'Alder' }) => ({
  id: 'e1',
  sport_key: 'basketball_nba',
  sport_title: 'NBA',
  commence_time: '2026-11-19T19:00:00Z',
  home_team: 'Los Angeles Clippers',
  away_team: 'Phoenix Suns',
  bookmakers: [{ ...bookmaker, last_update: '2026-11-19T11:58:00Z', markets }],
})

const read = (response: unknown, name = 'odds.json'): FeedPrices[] => [
  ...readTextEvents(JSON.stringify(response), name),
]
const oneEvent = (response: unknown, name?: string): Extract<FeedPrices, { event: PricedEvent }> => {
  const [item] = read(response, name)
  if (item === undefined || item.error) throw new Error('no event')
  return item
}
const quotesIn = ({ event }: { event: PricedEvent }) =>
  event.quotes.map(({ market, side, line, price }) => [market, side, line, price])

describe('a response of the odds endpoints', () => {
  test('becomes events with quotes: a spread is the handicap of the home team, a team has all its names', () => {
    const item = oneEvent([
      eventWith([
        market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', 1.8]),
        market('spreads', ['Los Angeles Clippers', 1.9, -2.5], ['Phoenix Suns', 1.92, 2.5]),
        market('totals', ['Over', 1.88, 220.5], ['Under', 1.94, 220.5]),
      ]),
    ])
    expect(quotesIn(item)).toEqual([
      ['moneyline', 'away', null, 2.1],
      ['moneyline', 'home', null, 1.8],
      ['spread', 'home', -2.5, 1.9],
      ['spread', 'away', -2.5, 1.92],
      ['total', 'over', 220.5, 1.88],
      ['total', 'under', 220.5, 1.94],
    ])
    expect(item.event).toMatchObject({
      source: 'the-odds-api',
      external_id: 'e1',
      home: ['Los Angeles Clippers', 'LA Clippers', 'L.A. Clippers', 'LAC'],
      gender: 'men',
      tip_off: '2026-11-19T19:00:00Z',
    })
    expect(item.event.quotes[0]).toMatchObject({
      bookmaker: { key: 'alder', name: 'Alder', exchange: false },
      set_at: '2026-11-19T11:59:00Z',
    })
  })

  test('lay prices, prices without a profit and other markets are left out and counted', () => {
    const item = oneEvent([
      eventWith(
        [
          market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', 1]),
          market('h2h_lay', ['Phoenix Suns', 2.12], ['Los Angeles Clippers', 1.9]),
          market('player_points', ['Over', 1.9, 20.5]),
        ],
        { key: 'betfair_ex_au', title: 'Betfair' },
      ),
    ])
    expect(quotesIn(item)).toEqual([['moneyline', 'away', null, 2.1]])
    expect(item.event.quotes[0]?.bookmaker).toEqual({ key: 'betfair_ex_au', name: 'Betfair', exchange: true })
    expect(item.left_out).toEqual({ lay: 2, no_price: 1, other_market: 1 })
  })

  test('a winner market with a draw is a three-way market', () => {
    const three = market('h2h', ['Phoenix Suns', 2.1], ['Draw', 15], ['Los Angeles Clippers', 1.9])
    expect(quotesIn(oneEvent([eventWith([three])])).map(([of, side]) => [of, side])).toEqual([
      ['three_way', 'away'],
      ['three_way', 'draw'],
      ['three_way', 'home'],
    ])
  })

  test.each([
    ['h2h', 'Tie'],
    ['h2h_3_way', 'Tie'],
    ['h2h_3_way', 'Phoenix Suns'],
  ])('a market %s with an outcome %s is a three-way market', (key, outcome) => {
    const three = market(key, ['Phoenix Suns', 2.1], [outcome, 15], ['Los Angeles Clippers', 1.9])
    const markets = quotesIn(oneEvent([eventWith([three])])).map(([of]) => of)
    expect(markets).toEqual(['three_way', 'three_way', 'three_way'])
  })

  test('negative American odds make all prices American', () => {
    const american = market('h2h', ['Phoenix Suns', 150], ['Los Angeles Clippers', -110])
    expect(quotesIn(oneEvent([eventWith([american])])).map(([, , , price]) => price)).toEqual([2.5, 1.909091])
  })

  test('a negative price that is not American odds is left out and does not affect the others', () => {
    const odd = oneEvent([eventWith([market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', -1])])])
    expect(quotesIn(odd)).toEqual([['moneyline', 'away', null, 2.1]])
    expect(odd.left_out.no_price).toBe(1)
  })

  test('fractional odds are converted', () => {
    const fractional = market('h2h', ['Phoenix Suns', '5/2'], ['Los Angeles Clippers', '1/3'])
    expect(quotesIn(oneEvent([eventWith([fractional])])).map(([, , , price]) => price)).toEqual([3.5, 1.333333])
  })

  test('was read at its timestamp, else at the time in the file name, else when its newest price was set', () => {
    const event = eventWith([market('h2h', ['Phoenix Suns', 2.1])])
    const readAt = (response: unknown, name?: string) => oneEvent(response, name).event.quotes[0]?.read_at
    const at = { timestamp: '2026-11-19T12:00:05Z', data: [event] }
    expect(readAt(at, 'x_20260303_212706.json')).toBe('2026-11-19T12:00:05Z')
    expect(readAt({ ...at, data: event })).toBe('2026-11-19T12:00:05Z')
    expect(readAt([event], 'x_20260303_212706.json')).toBe('2026-03-03T21:27:06Z')
    expect(readAt(event, '2026-03-03T21:27:06Z.json')).toBe('2026-03-03T21:27:06Z')
    expect(readAt([event])).toBe('2026-11-19T11:59:00Z')
  })

  test('may have its times as Unix seconds, as requested with dateFormat=unix', () => {
    const markets = [{ ...market('h2h', ['Phoenix Suns', 2.1]), last_update: 1795089540 }]
    const event = { ...eventWith(markets), commence_time: 1795114800 }
    for (const timestamp of [1795089605, '1795089605'])
      expect(oneEvent({ timestamp, data: [event] }).event).toMatchObject({
        tip_off: '2026-11-19T19:00:00Z',
        quotes: [{ set_at: '2026-11-19T11:59:00Z', read_at: '2026-11-19T12:00:05Z' }],
      })
    expect(read([{ ...event, commence_time: 1795114800000 }, event])).toMatchObject([
      { error: { reason: expect.stringContaining('or Unix seconds, like 1795203000') } },
      { event: {} },
    ])
  })

  test('is refused if the time of the snapshot is unknown, with a hint to name the file after it', () => {
    const untimed = [{ ...eventWith([]), bookmakers: [{ key: 'alder', title: 'Alder', markets: [] }] }]
    expect(() => read(untimed)).toThrow(/name the file after it, like 2026-11-20T19:30:00Z\.json$/)
    expect(read([{ ...eventWith([]), bookmakers: [] }])).toEqual([])
  })

  test('an invalid event is reported, and the others are read', () => {
    const items = read([{ id: 'broken' }, eventWith([market('h2h', ['Phoenix Suns', 2.1])])])
    expect(items).toMatchObject([{ error: { location: 'odds.json event 1' } }, { event: { external_id: 'e1' } }])
  })
})

describe('a table of snapshots', () => {
  const header =
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,bookmaker_title,last_update,market,outcome_name,price,point,snapshot_utc'
  const row = (commence: string, snapshot: string, rest: string) =>
    `e1,basketball_nba,"Home, The",Away,${commence},alder,Alder,2026-11-19T11:00:00Z,${rest},${snapshot}`

  test('becomes an event with the prices of all snapshots and the tip-off of the newest one', () => {
    const text = [
      header,
      row('2026-11-19T20:00:00Z', '20261119_130000', 'spreads,Away,1.9,3.5'),
      row('2026-11-19T19:00:00Z', '20261119_120000', 'h2h,"Home, The",1.5,'),
      'e1,too,short',
      '',
    ].join('\r\n')
    const [error, item] = [...readTextEvents(text, 'snapshots.csv')]
    expect(error).toMatchObject({ error: { location: 'snapshots.csv line 4' } })
    expect(item).toMatchObject({
      event: {
        home: ['Home, The'],
        tip_off: '2026-11-19T20:00:00Z',
        announced_at: '2026-11-19T13:00:00Z',
        quotes: [
          { market: 'spread', side: 'away', line: -3.5, read_at: '2026-11-19T13:00:00Z' },
          { market: 'moneyline', side: 'home', line: null, price: 1.5, read_at: '2026-11-19T12:00:00Z' },
        ],
      },
    })
  })
})

/** A table of snapshots with one moneyline price of the home team per row. */
const buildTable = (...prices: string[]): string =>
  [
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,last_update,market,outcome_name,price,point,snapshot_utc',
    ...prices.map(
      (price, at) =>
        `e1,basketball_nba,Home,Away,2026-11-19 19:00:00+00:00,b${at},,h2h,Home,${price},,2026-11-19T13:00:00+01:00`,
    ),
  ].join('\n')

test.each([
  ['decimal', ['1.91', '2', '150', 'two'], [1.91, 2, 150], /expected 1\.91, 10\/11 or -110/],
  ['fractional', ['10/11', '5/2', 'evens', '5'], [1.909091, 3.5, 2], /not fractional odds, like 10\/11 or 5\/1/],
  ['American, if one of them has a sign', ['150', '-110', '12'], [2.5, 1.909091], /not American odds/],
  ['American, if all are at least 100', ['150', '110', 'x'], [2.5, 2.1], /not American odds/],
  [
    'of several formats, if each is unambiguous',
    ['1.91', '-110', '5/2', '150'],
    [1.91, 1.909091, 3.5],
    /may be decimal/,
  ],
])('the prices of a table may be %s', (_, texts, prices, reason) => {
  const [error, item, ...others] = [...readTextEvents(buildTable(...texts), 'a.csv')]
  expect(error).toEqual({
    error: { location: `a.csv line ${texts.length + 1}`, reason: expect.stringMatching(reason) },
  })
  expect(item).toMatchObject({
    event: {
      tip_off: '2026-11-19T19:00:00Z',
      quotes: prices.map((price) => ({ price, set_at: null, read_at: '2026-11-19T12:00:00Z' })),
    },
  })
  expect(others).toEqual([])
})

test('missing and invalid prices are counted or reported and do not affect the others', () => {
  expect([...readTextEvents(buildTable('', '0', '1', '1.9', '100001'), 'a.csv')]).toMatchObject([
    { event: { quotes: [{ price: 1.9 }] }, left_out: { lay: 0, no_price: 4, other_market: 0 } },
  ])
  const noPrice = market('h2h', ['Phoenix Suns', 0], ['Los Angeles Clippers', 1.8])
  const broken = { ...noPrice, key: 'totals', outcomes: [{ name: 'Over', price: 1.9, point: '220' }, { price: null }] }
  const missing = { ...noPrice, key: 'spreads', outcomes: [{ name: 'Phoenix Suns', price: null, point: 3.5 }] }
  expect(read([eventWith([noPrice, broken, missing])])).toMatchObject([
    { error: { location: 'odds.json event 1 alder totals', reason: expect.stringContaining('point') } },
    { error: { location: 'odds.json event 1 alder totals', reason: expect.stringContaining('name') } },
    { event: { quotes: [{ price: 1.8 }] }, left_out: { no_price: 2 } },
  ])
})

describe('snapshots of one event that differ', () => {
  const header =
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,last_update,market,outcome_name,price,point,snapshot_utc'
  const row = (teams: string, commence: string, snapshot: string, outcome: string) =>
    `e1,basketball_nba,${teams},2026-11-${commence}:00Z,alder,,${outcome},20261119_${snapshot}`

  test('a price belongs to its team if home and away are swapped or the name is written differently', () => {
    const text = [
      header,
      row('LA Clippers,Phoenix Suns', '19T19:00', '120000', 'spreads,LA Clippers,1.9,-2.5'),
      row('Phoenix Suns,Los Angeles Clippers', '19T19:00', '130000', 'spreads,Los Angeles Clippers,1.92,-3.5'),
      row('Phoenix Suns,Los Angeles Clippers', '19T19:00', '130000', 'h2h,Phoenix Suns,2.1,'),
    ].join('\n')
    expect([...readTextEvents(text, 'a.csv')]).toMatchObject([
      {
        event: {
          home: expect.arrayContaining(['Phoenix Suns', 'PHX']),
          away: expect.arrayContaining(['Los Angeles Clippers', 'LAC']),
          earlier: [{ home: expect.arrayContaining(['LA Clippers']), away: expect.arrayContaining(['PHX']) }],
          quotes: [
            { side: 'away', line: 2.5, price: 1.9 },
            { side: 'away', line: 3.5, price: 1.92 },
            { side: 'home', price: 2.1 },
          ],
        },
      },
    ])
  })

  test('the newest tip-off is that of the event; the others are listed as earlier ones, newest first', () => {
    const teams = 'Home,Away'
    const text = [
      header,
      row(teams, '19T19:00', '120000', 'h2h,Home,1.9,'),
      row(teams, '22T19:00', '140000', 'h2h,Home,1.8,'),
      row(teams, '20T19:00', '130000', 'h2h,Home,1.7,'),
      row(teams, '19T19:00', '110000', 'h2h,Home,1.6,'),
    ].join('\n')
    const [item] = [...readTextEvents(text, 'a.csv')]
    if (item === undefined || item.error) throw new Error('no event')
    expect(item.event).toMatchObject({ tip_off: '2026-11-22T19:00:00Z', announced_at: '2026-11-19T14:00:00Z' })
    expect(item.event.earlier?.map(({ tip_off }) => tip_off)).toEqual(['2026-11-20T19:00:00Z', '2026-11-19T19:00:00Z'])
  })

  test('prices of other teams are another event with the same id', () => {
    const text = [
      header,
      row('Home,Away', '19T19:00', '120000', 'h2h,Home,1.9,'),
      row('Home,Other', '19T19:00', '130000', 'h2h,Home,1.8,'),
    ].join('\n')
    expect([...readTextEvents(text, 'a.csv')]).toMatchObject([
      { event: { external_id: 'e1', away: ['Away'], quotes: [{ price: 1.9 }] } },
      { event: { external_id: 'e1', away: ['Other'], quotes: [{ price: 1.8 }] } },
    ])
  })
})

test('a table of opening and closing prices has two prices per row and the NBA game id', () => {
  const text = `event_id,nba_game_id,commence_time,home,away,home_pts,away_pts,bookmaker,market,outcome,open_price,open_point,open_snapshot,close_price,close_point,close_snapshot,close_last_update,snapshots
e1,0022500001,2026-11-19T19:00:00Z,Home,Away,1,2,alder,spreads,Home,1.9,-3.5,20261119_100000,1.95,-4,20261119_180000,2026-11-19T17:59:00Z,2`
  expect([...readTextEvents(text, 'joined.csv')]).toMatchObject([
    {
      event: {
        same_as: [{ source: 'nba', external_id: '0022500001' }],
        quotes: [
          { line: -3.5, price: 1.9, set_at: null, read_at: '2026-11-19T10:00:00Z' },
          { line: -4, price: 1.95, set_at: '2026-11-19T17:59:00Z', read_at: '2026-11-19T18:00:00Z' },
        ],
      },
    },
  ])
})

test('a table of closing prices by bookmaker: team1 may be the away team, and the first price of a total is over', () => {
  const text = `nba_game_id,date,home,away,home_score,away_score,market,bookmaker,team1,team2,line1,line2,price1_american,price2_american
0021000358,2010-12-13,DAL,MIL,99,103,spread,5Dimes,MIL,DAL,7.5,-7.5,-110,105
0021000358,2010-12-13,DAL,MIL,99,103,total,5Dimes,MIL,DAL,192,192,-105,-115
0021000358,2010-12-13,DAL,MIL,99,103,moneyline,5Dimes,MIL,DAL,,,244,-275
0021000358,2010-12-13,DAL,MIL,99,103,moneyline,Bovada,MIL,DAL,,,12,-275
0021000358,2010-12-13,DAL,MIL,99,103,spread,Bovada,MIL,DAL,7.5,,-110,105
0021000358,2010-12-13,DAL,MIL,99,103,moneyline,Bovada,MIA,DAL,,,200,-275
0021000358,2010-12-13,MIL,DAL,99,103,moneyline,Bodog,MIL,DAL,,,0,-300`
  const [odds, line, team, item] = [...readTextEvents(text, 'closing.csv')]
  expect([odds, line, team]).toEqual([
    { error: { location: 'closing.csv line 5', reason: '"12" is not American odds, like +150 or -110' } },
    { error: { location: 'closing.csv line 6', reason: 'line2 is missing' } },
    { error: { location: 'closing.csv line 7', reason: 'team1 is MIA, but 0021000358 is DAL – MIL' } },
  ])
  if (item === undefined || item.error) throw new Error('no event')
  expect(quotesIn(item)).toEqual([
    ['spread', 'away', -7.5, 1.909091],
    ['spread', 'home', -7.5, 2.05],
    ['total', 'over', 192, 1.952381],
    ['total', 'under', 192, 1.869565],
    ['moneyline', 'away', null, 3.44],
    ['moneyline', 'home', null, 1.363636],
    ['moneyline', 'home', null, 1.333333],
  ])
  expect(item.left_out.no_price).toBe(1)
  expect(item.event).toMatchObject({ date: '2010-12-13', home: ['DAL', 'Dallas Mavericks'] })
  expect(item.event.quotes.every(({ read_at }) => read_at === null)).toBe(true)
})

test('a table of European closing prices, with semicolons and a byte order mark', () => {
  const text =
    '\uFEFFCountry;League;Season;Date;Type;Home_Team;Home_Points;Away_Points;Away_Team;Note;Odds_Home;Odds_Away\n' +
    'Germany;Bbl;2008/2009;07/10/2008;Regular Season;Gottingen;83;72;Artland;;2;1.73\n' +
    'Germany;Bbl;2008/2009;31/02/2008;Regular Season;Gottingen;83;72;Artland;;2;1.73\n' +
    'Germany;Bbl;2008/2009;14/10/2008;Regular Season;Gottingen;83;72;Artland;;5/2;1/3\n' +
    'Germany;Bbl;2008/2009;21/10/2008;Regular Season;Gottingen;83;72;Artland;;2;1\n'
  expect([...readTextEvents(text, 'europe.csv')]).toMatchObject([
    {
      event: {
        external_id: '2008-10-07 Bbl Gottingen – Artland',
        date: '2008-10-07',
        quotes: [
          { market: 'moneyline', side: 'home', price: 2, read_at: null },
          { market: 'moneyline', side: 'away', price: 1.73 },
        ],
      },
    },
    { error: { location: 'europe.csv line 3' } },
    { event: { quotes: [{ price: 3.5 }, { price: 1.333333 }] } },
    { event: { quotes: [{ side: 'home', price: 2 }] }, left_out: { no_price: 1 } },
  ])
})

describe('a table of European closing prices as a spreadsheet saves it', () => {
  const withDates = (...dates: string[]) =>
    [
      'Country;League;Date;Home_Team;Away_Team;Odds_Home;Odds_Away',
      ...dates.map((date) => `Germany;Bbl;${date};A;B;2;1,73`),
    ].join('\n')
  const read = (...dates: string[]) => [...readTextEvents(withDates(...dates), 'europe.csv')]

  test.each([
    ['one digit', '7/1/2008', '2008-01-07'],
    ['points', '07.10.2008', '2008-10-07'],
    ['points and one digit', '7.1.2008', '2008-01-07'],
    ['hyphens', '7-10-2008', '2008-10-07'],
    ['the year first', '2008-10-07', '2008-10-07'],
  ])('may have dates with %s, the day before the month', (_, written, date) => {
    expect(read(written)).toMatchObject([{ event: { date, quotes: [{ price: 2 }, { price: 1.73 }] } }])
  })

  test.each(['31/02/2008', '7/10/08', '7. Okt', '39728'])(
    'names the order of a date that cannot be read: %s',
    (date) => {
      expect(read('07/10/2008', date)).toMatchObject([
        { event: { date: '2008-10-07' } },
        { error: { location: 'europe.csv line 3', reason: expect.stringContaining('day/month/year, like 3/10/2026') } },
      ])
    },
  )

  test('is refused as a whole if a date has the month before the day', () => {
    expect(() => read('07/10/2008', '10/14/2008')).toThrow(
      'europe.csv: line 3: 10/14/2008 has the month before the day; write all dates as day/month/year',
    )
  })
})

test('a table with commas has no decimal commas: "1,500" may be 1.5 or 1500', () => {
  expect([...readTextEvents(buildTable('"1,500"', '1.5'), 'a.csv')]).toMatchObject([
    { error: { location: 'a.csv line 2', reason: expect.stringContaining('"1,500" is not a price') } },
    { event: { quotes: [{ price: 1.5 }] } },
  ])
})

test('a table that lacks columns is refused with their names', () => {
  const [header = ''] = buildTable().split('\n')
  expect(() => readTextEvents(header.replace('price,point,', ''), 'a.csv')).toThrow(
    /a\.csv: neither .+ a table of event_id, sport_key, home_team, away_team …: missing columns price, point$/,
  )
})

test('docs/prices.md lists every column', () => {
  const page = readFileSync(new URL('../../../../docs/prices.md', import.meta.url), 'utf8')
  const columns = [...SNAPSHOT_COLUMNS, ...OPEN_CLOSE_COLUMNS, ...BY_BOOKMAKER_COLUMNS, ...EUROPEAN_COLUMNS]
  expect(columns.filter((column) => !page.includes(`\`${column}\``))).toEqual([])
})

test('an error response of the API is refused with its message', () => {
  const response = { message: 'Usage quota has been reached.', error_code: 'OUT_OF_USAGE_CREDITS' }
  expect(() => read(response)).toThrow('odds.json: an error response of the API: Usage quota has been reached.')
})

test('a text in another format is refused with the expected formats', () => {
  expect(() => readTextEvents('a,b\n1,2\n', 'games.csv')).toThrow(/games\.csv: neither .+ event_id, sport_key/)
  expect(() => read({ games: [] })).toThrow(FeedError)
  expect(() => [...readTextEvents('{broken', 'odds.json')]).toThrow(/odds\.json: not JSON/)
})

describe('files', () => {
  const folderWith = (files: Record<string, string | Buffer>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'odds-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return folder
  }
  const all = async (...paths: string[]) => {
    const items: FeedPrices[] = []
    for await (const item of theOddsApi.read(paths)) items.push(item)
    return items
  }

  test('of a folder are read compressed or not; a file without prices is reported, and the others are read', async () => {
    const response = JSON.stringify([eventWith([market('h2h', ['Phoenix Suns', 2.1])])])
    const folder = folderWith({ 'a.json': response, 'b.json.gz': gzipSync(response), 'c.csv': 'x,y\n', 'd.md': '# no' })
    expect(await all(folder)).toMatchObject([
      { event: { external_id: 'e1' } },
      { event: { external_id: 'e1' } },
      { error: { location: join(folder, 'c.csv'), reason: expect.stringMatching(/^neither/) } },
    ])
  })

  test('with broken quotation marks are reported with the line, and the others are read', async () => {
    const folder = folderWith({ 'a.csv': buildTable('1.9'), 'b.csv': buildTable('1.9', '"1.9', '1.8') })
    expect(await all(folder)).toMatchObject([
      { event: { external_id: 'e1' } },
      { error: { location: join(folder, 'b.csv'), reason: 'line 3: a quotation mark is opened and not closed' } },
    ])
  })

  test('of long files of something else only the start is read, and no more than a hundred at the start', async () => {
    const numbers = Array.from({ length: 20_000 }, (_, at) => at)
    // Without their ends, reading the whole files would fail.
    const json = gzipSync(JSON.stringify({ numbers })).subarray(0, -20)
    const table = gzipSync(`a,b\n${numbers.join('\n')}`).subarray(0, -20)
    const response = JSON.stringify([eventWith([market('h2h', ['Phoenix Suns', 2.1])])])
    expect(await all(folderWith({ 'a.json.gz': json, 'b.csv.gz': table, 'c.json': response }))).toMatchObject([
      { error: { reason: 'contains no events of The Odds API at its start' } },
      { error: { reason: expect.stringMatching(/^neither a response/) } },
      { event: { external_id: 'e1' } },
    ])
    await expect(all(folderWith({ 'a.json.gz': json, 'b.csv.gz': table }))).rejects.toThrow(
      'a.json.gz: contains no events of The Odds API at its start (and 1 more)',
    )
    const others = Object.fromEntries(numbers.slice(0, 101).map((at) => [`${at}.csv`, 'x,y\n']))
    await expect(all(folderWith(others))).rejects.toThrow('(and 99 more)')
  })

  test('a path that does not exist and a folder without prices are refused', async () => {
    await expect(all(join(tmpdir(), 'no-such-odds'))).rejects.toThrow(/no such file or folder/)
    await expect(all(folderWith({ 'd.md': '# no' }))).rejects.toThrow(
      /nothing of this feed \(it has d\.md\); expected \.json, \.csv/,
    )
  })
})

const CASES = fileURLToPath(new URL('../../../../../shared/data/cases', import.meta.url))

test.skipIf(!existsSync(CASES))(
  'a response with Unix times is read from its file (skipped without ../shared/data)',
  async () => {
    const items: FeedPrices[] = []
    for await (const item of theOddsApi.read([`${CASES}/14-odds-unix-dates`])) items.push(item)
    const quote = { market: 'moneyline', set_at: '2026-02-11T23:00:00Z', read_at: '2026-02-11T23:00:00Z' }
    expect(items).toMatchObject([{ event: { tip_off: '2026-02-12T00:00:00Z', quotes: [quote, quote] } }])
  },
)

test.skipIf(!existsSync(CASES))(
  'tables of a spreadsheet with decimal commas and local dates are read; one in Windows-1252 is not UTF-8 (skipped without ../shared/data)',
  async () => {
    const items: FeedPrices[] = []
    const folder = `${CASES}/13-closing-table-as-excel-writes-it`
    for await (const item of theOddsApi.read([folder])) items.push(item)
    const event = { date: '2026-10-03', home: ['Köln'], away: ['Gießen'], quotes: [{ price: 1.91 }, { price: 1.95 }] }
    expect(items).toMatchObject([
      { event },
      { error: { location: `${folder}/cp1252.csv`, reason: 'not UTF-8: save the file in that encoding' } },
      { event },
      { event },
    ])
  },
)

const ODDS = fileURLToPath(new URL('../../../../../shared/data/odds', import.meta.url))

test.skipIf(!existsSync(ODDS))(
  'every table of prices is read without an error (skipped without ../shared/data)',
  async () => {
    const seen = new Map<string, { events: number; quotes: number; lay: number }>()
    for await (const item of theOddsApi.read([ODDS])) {
      if (item.error) throw new Error(`${item.error.location}: ${item.error.reason}`)
      const { source } = item.event
      const before = seen.get(source) ?? { events: 0, quotes: 0, lay: 0 }
      seen.set(source, {
        events: before.events + 1,
        quotes: before.quotes + item.event.quotes.length,
        lay: before.lay + item.left_out.lay,
      })
    }
    expect(Object.fromEntries(seen)).toEqual({
      'european-closing-prices': { events: 50, quotes: 100, lay: 0 },
      'nba-closing-prices': { events: expect.any(Number), quotes: 840, lay: 0 },
      // 406 events with 21,468 prices and 397 with 14,372 opening and closing prices; lay prices and one price of 1 are left out.
      'the-odds-api': { events: 406 + 397, quotes: expect.any(Number), lay: expect.any(Number) },
    })
  },
)
