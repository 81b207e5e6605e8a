import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PricedEvent } from '../../ingest/priced-event.ts'
import { eventsFromFiles, eventsOfText, FeedError, type FeedItem } from './index.ts'

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

const read = (answer: unknown, name = 'odds.json'): FeedItem[] => [...eventsOfText(JSON.stringify(answer), name)]
const oneEvent = (answer: unknown, name?: string): Extract<FeedItem, { event: PricedEvent }> => {
  const [found] = read(answer, name)
  if (found === undefined || !('event' in found)) throw new Error('no event')
  return found
}
const shown = ({ event }: { event: PricedEvent }) =>
  event.quotes.map(({ market, side, line, price }) => [market, side, line, price])

describe('an answer of the odds endpoints', () => {
  test('gives each event with its quotes; a spread is that of the home team, a team has all its names', () => {
    const found = oneEvent([
      eventWith([
        market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', 1.8]),
        market('spreads', ['Los Angeles Clippers', 1.9, -2.5], ['Phoenix Suns', 1.92, 2.5]),
        market('totals', ['Over', 1.88, 220.5], ['Under', 1.94, 220.5]),
      ]),
    ])
    expect(shown(found)).toEqual([
      ['moneyline', 'away', null, 2.1],
      ['moneyline', 'home', null, 1.8],
      ['spread', 'home', -2.5, 1.9],
      ['spread', 'away', -2.5, 1.92],
      ['total', 'over', 220.5, 1.88],
      ['total', 'under', 220.5, 1.94],
    ])
    expect(found.event).toMatchObject({
      source: 'the-odds-api',
      external_id: 'e1',
      home: ['Los Angeles Clippers', 'LA Clippers', 'L.A. Clippers', 'LAC'],
      gender: 'men',
      tip_off: '2026-11-19T19:00:00Z',
    })
    expect(found.event.quotes[0]).toMatchObject({
      bookmaker: { key: 'alder', name: 'Alder', exchange: false },
      set_at: '2026-11-19T11:59:00Z',
    })
  })

  test('lay prices, prices that return nothing and markets of parts of the game are left out and counted', () => {
    const found = oneEvent([
      eventWith(
        [
          market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', 1]),
          market('h2h_lay', ['Phoenix Suns', 2.12], ['Los Angeles Clippers', 1.9]),
          market('player_points', ['Over', 1.9, 20.5]),
        ],
        { key: 'betfair_ex_au', title: 'Betfair' },
      ),
    ])
    expect(shown(found)).toEqual([['moneyline', 'away', null, 2.1]])
    expect(found.event.quotes[0]?.bookmaker).toEqual({ key: 'betfair_ex_au', name: 'Betfair', exchange: true })
    expect(found.left_out).toEqual({ lay: 2, no_price: 1, other_market: 1 })
  })

  test('a winner market with a draw is the three-way market', () => {
    const three = market('h2h', ['Phoenix Suns', 2.1], ['Draw', 15], ['Los Angeles Clippers', 1.9])
    expect(shown(oneEvent([eventWith([three])])).map(([of, side]) => [of, side])).toEqual([
      ['three_way', 'away'],
      ['three_way', 'draw'],
      ['three_way', 'home'],
    ])
  })

  test('American odds below zero say that all are American', () => {
    const american = market('h2h', ['Phoenix Suns', 150], ['Los Angeles Clippers', -110])
    expect(shown(oneEvent([eventWith([american])])).map(([, , , price]) => price)).toEqual([2.5, 1.909091])
  })

  test('a price below zero that is no American odds is left out, and the others are what they are', () => {
    const odd = oneEvent([eventWith([market('h2h', ['Phoenix Suns', 2.1], ['Los Angeles Clippers', -1])])])
    expect(shown(odd)).toEqual([['moneyline', 'away', null, 2.1]])
    expect(odd.left_out.no_price).toBe(1)
  })

  test('a fraction is read as one', () => {
    const fractional = market('h2h', ['Phoenix Suns', '5/2'], ['Los Angeles Clippers', '1/3'])
    expect(shown(oneEvent([eventWith([fractional])])).map(([, , , price]) => price)).toEqual([3.5, 1.333333])
  })

  test('it was read at its timestamp, else when its name says, else when its newest price was set', () => {
    const event = eventWith([market('h2h', ['Phoenix Suns', 2.1])])
    const readAt = (answer: unknown, name?: string) => oneEvent(answer, name).event.quotes[0]?.read_at
    const at = { timestamp: '2026-11-19T12:00:05Z', data: [event] }
    expect(readAt(at, 'x_20260303_212706.json')).toBe('2026-11-19T12:00:05Z')
    expect(readAt({ ...at, data: event })).toBe('2026-11-19T12:00:05Z')
    expect(readAt([event], 'x_20260303_212706.json')).toBe('2026-03-03T21:27:06Z')
    expect(readAt(event, '2026-03-03T21:27:06Z.json')).toBe('2026-03-03T21:27:06Z')
    expect(readAt([event])).toBe('2026-11-19T11:59:00Z')
  })

  test('an event that is none is a problem of its own, and the others are read', () => {
    const found = read([{ id: 'broken' }, eventWith([market('h2h', ['Phoenix Suns', 2.1])])])
    expect(found).toMatchObject([{ place: 'odds.json event 1' }, { event: { external_id: 'e1' } }])
  })
})

describe('a table of snapshots', () => {
  const header =
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,bookmaker_title,last_update,market,outcome_name,price,point,snapshot_utc'
  const row = (commence: string, snapshot: string, rest: string) =>
    `e1,basketball_nba,"Home, The",Away,${commence},alder,Alder,2026-11-19T11:00:00Z,${rest},${snapshot}`

  test('gives an event with all its readings and the tip-off that was read last', () => {
    const text = [
      header,
      row('2026-11-19T20:00:00Z', '20261119_130000', 'spreads,Away,1.9,3.5'),
      row('2026-11-19T19:00:00Z', '20261119_120000', 'h2h,"Home, The",1.5,'),
      'e1,too,short',
      '',
    ].join('\r\n')
    const [problem, found] = [...eventsOfText(text, 'snapshots.csv')]
    expect(problem).toMatchObject({ place: 'snapshots.csv line 4' })
    expect(found).toMatchObject({
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

test.each([
  ['decimal', ['1.91', '2'], [1.91, 2]],
  ['fractional', ['10/11', '5/2'], [1.909091, 3.5]],
  ['American, one of them with a sign', ['150', '-110'], [2.5, 1.909091]],
])('prices of a table of snapshots may be %s', (_, written, prices) => {
  const rows = written.map(
    (price, at) =>
      `e1,basketball_nba,Home,Away,2026-11-19T19:00:00Z,alder,2026-11-19T11:00:00Z,h2h,${at === 0 ? 'Home' : 'Away'},${price},,20261119_120000`,
  )
  const header =
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,last_update,market,outcome_name,price,point,snapshot_utc'
  const items = [
    ...eventsOfText([header, ...rows, rows[0]?.replace(/h2h,Home,[^,]+/, 'h2h,Home,two')].join('\n'), 'a.csv'),
  ]
  expect(items).toMatchObject([
    { place: 'a.csv line 4', problem: expect.stringContaining('expected a price like 1.91, 10/11 or -110') },
    { event: { quotes: prices.map((price) => ({ price })) } },
  ])
})

test('a table of first and last prices gives two readings of each, and the number of the game', () => {
  const text = `event_id,nba_game_id,commence_time,home,away,home_pts,away_pts,bookmaker,market,outcome,open_price,open_point,open_snapshot,close_price,close_point,close_snapshot,close_last_update,snapshots
e1,0022500001,2026-11-19T19:00:00Z,Home,Away,1,2,alder,spreads,Home,1.9,-3.5,20261119_100000,1.95,-4,20261119_180000,2026-11-19T17:59:00Z,2`
  expect([...eventsOfText(text, 'joined.csv')]).toMatchObject([
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

test('a table of closing prices by bookmaker: the first team is away, of a total the first price is over', () => {
  const text = `nba_game_id,date,home,away,home_score,away_score,market,bookmaker,team1,team2,line1,line2,price1_american,price2_american
0021000358,2010-12-13,DAL,MIL,99,103,spread,5Dimes,MIL,DAL,7.5,-7.5,-110,105
0021000358,2010-12-13,DAL,MIL,99,103,total,5Dimes,MIL,DAL,192,192,-105,-115
0021000358,2010-12-13,DAL,MIL,99,103,moneyline,5Dimes,MIL,DAL,,,244,-275
0021000358,2010-12-13,DAL,MIL,99,103,moneyline,Bovada,MIL,DAL,,,12,-275`
  const [problem, found] = [...eventsOfText(text, 'closing.csv')]
  expect(problem).toMatchObject({ place: 'closing.csv line 5' })
  if (found === undefined || !('event' in found)) throw new Error('no event')
  expect(shown(found)).toEqual([
    ['spread', 'away', -7.5, 1.909091],
    ['spread', 'home', -7.5, 2.05],
    ['total', 'over', 192, 1.952381],
    ['total', 'under', 192, 1.869565],
    ['moneyline', 'away', null, 3.44],
    ['moneyline', 'home', null, 1.363636],
  ])
  expect(found.event).toMatchObject({ date: '2010-12-13', home: ['DAL', 'Dallas Mavericks'] })
  expect(found.event.quotes.every(({ read_at }) => read_at === null)).toBe(true)
})

test('a table of European closing prices, with semicolons and a byte order mark', () => {
  const text =
    '\uFEFFCountry;League;Season;Date;Type;Home_Team;Home_Points;Away_Points;Away_Team;Note;Odds_Home;Odds_Away\n' +
    'Germany;Bbl;2008/2009;07/10/2008;Regular Season;Gottingen;83;72;Artland;;2;1.73\n' +
    'Germany;Bbl;2008/2009;31/02/2008;Regular Season;Gottingen;83;72;Artland;;2;1.73\n' +
    'Germany;Bbl;2008/2009;14/10/2008;Regular Season;Gottingen;83;72;Artland;;5/2;1/3\n' +
    'Germany;Bbl;2008/2009;21/10/2008;Regular Season;Gottingen;83;72;Artland;;2;1\n'
  expect([...eventsOfText(text, 'europe.csv')]).toMatchObject([
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
    { place: 'europe.csv line 3' },
    { event: { quotes: [{ price: 3.5 }, { price: 1.333333 }] } },
    { place: 'europe.csv line 5', problem: expect.stringContaining('"1" is no price above 1') },
  ])
})

test('a text that is nothing of the kind is refused with what would be right', () => {
  expect(() => eventsOfText('a,b\n1,2\n', 'games.csv')).toThrow(/games\.csv: neither .+ event_id, sport_key/)
  expect(() => read({ games: [] })).toThrow(FeedError)
  expect(() => [...eventsOfText('{broken', 'odds.json')]).toThrow(/odds\.json: not JSON/)
})

describe('files', () => {
  const folderWith = (files: Record<string, string | Buffer>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'odds-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return folder
  }
  const all = async (...paths: string[]) => {
    const found: FeedItem[] = []
    for await (const each of eventsFromFiles(paths)) found.push(each)
    return found
  }

  test('of a folder are read packed or not; one that is no prices is a problem, and the others are read', async () => {
    const answer = JSON.stringify([eventWith([market('h2h', ['Phoenix Suns', 2.1])])])
    const folder = folderWith({ 'a.json': answer, 'b.json.gz': gzipSync(answer), 'c.csv': 'x,y\n', 'd.md': '# no' })
    expect(await all(folder)).toMatchObject([
      { event: { external_id: 'e1' } },
      { event: { external_id: 'e1' } },
      { place: join(folder, 'c.csv'), problem: expect.stringMatching(/^neither/) },
    ])
  })

  test('a path that does not exist, or a folder without prices, is refused', async () => {
    await expect(all(join(tmpdir(), 'no-such-odds'))).rejects.toThrow(/no such file or folder/)
    await expect(all(folderWith({ 'd.md': '# no' }))).rejects.toThrow(/no \.json and no \.csv/)
  })
})

const ODDS = fileURLToPath(new URL('../../../../../../shared/data/odds', import.meta.url))

test.skipIf(!existsSync(ODDS))(
  'every table of prices is read without a problem (skipped without the data beside the checkout)',
  async () => {
    const seen = new Map<string, { events: number; quotes: number; lay: number }>()
    for await (const found of eventsFromFiles([ODDS])) {
      if ('problem' in found) throw new Error(`${found.place}: ${found.problem}`)
      const { source } = found.event
      const before = seen.get(source) ?? { events: 0, quotes: 0, lay: 0 }
      seen.set(source, {
        events: before.events + 1,
        quotes: before.quotes + found.event.quotes.length,
        lay: before.lay + found.left_out.lay,
      })
    }
    expect(Object.fromEntries(seen)).toEqual({
      'european-closing-prices': { events: 50, quotes: 100, lay: 0 },
      'nba-closing-prices': { events: expect.any(Number), quotes: 840, lay: 0 },
      // 406 events of 21,468 prices, and 397 with two readings of 14,372 prices, lay prices left out; one price is 1.
      'the-odds-api': { events: 406 + 397, quotes: expect.any(Number), lay: expect.any(Number) },
    })
  },
)
