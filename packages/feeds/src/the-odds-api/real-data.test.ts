import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Core } from '@basketball-data/core'
import { readGame, responsesByGame } from '../euroleague/index.ts'
import { parseRows } from '../csv.ts'
import { readTextEvents, theOddsApi } from './index.ts'
import type { GameBundle } from '@basketball-data/core/contract'
import { ingestAllOrThrow, openTestCore } from '../test-support/core.ts'

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const SNAPSHOTS = `${DATA}/odds/the-odds-api-nba-2026-snapshots.csv.gz`
const JOINED = `${DATA}/odds/nba-2026-open-close-joined.csv.gz`

const readText = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
const table = (path: string) => parseRows(readText(path), path).map(({ values }) => values)

/** The results from a day on as bundles without tip-offs. */
const listGamesSince = (day: string): GameBundle[] => {
  const names = new Map(
    table(`${DATA}/nba-2025-26/standings.csv`).map((team) => [
      team['TEAM_ABBREVIATION'] || 'LAC',
      team['TEAM_NAME'] ?? '',
    ]),
  )
  const team = (short = '') => ({ team: { external_id: short, name: names.get(short) ?? '' } })
  return ['games', 'po_games'].flatMap((file) =>
    table(`${DATA}/nba-2025-26/${file}.csv`)
      .filter((row) => (row['GAME_DATE'] ?? '') >= day)
      .map((row) => ({
        source: 'nba',
        competition: {
          external_id: '00',
          name: 'NBA',
          slug: 'nba',
          gender: 'men',
          kind: 'league',
          time_zone: 'America/New_York',
          regulation_minutes: 48,
        },
        season: { external_id: '2025', name: '2025-26', start_year: 2025 },
        game: {
          external_id: row['GAME_ID'] ?? '',
          date: row['GAME_DATE'] ?? '',
          stage: file === 'games' ? 'regular' : 'playoffs',
          status: 'final',
          home_score: Number(row['HOME_PTS']),
          away_score: Number(row['AWAY_PTS']),
        },
        home: team(row['HOME_TEAM']),
        away: team(row['AWAY_TEAM']),
      })),
  )
}

/** Imports one event of a file in `every`. */
const importEvents = async (core: Core, path: string, every = 1) => {
  const imported = { unmatched: [] as string[], games: new Map<string, string>() }
  let read = 0
  for await (const item of theOddsApi.read([path])) {
    if (item.error) throw new Error(`${item.error.location}: ${item.error.reason}`)
    if (read++ % every !== 0) continue
    const result = await core.ingestQuotes(item.event)
    if (result.outcome === 'unmatched') imported.unmatched.push(result.reason)
    else imported.games.set(item.event.external_id, result.game)
  }
  return imported
}

/**
 * Average closing prices by NBA game id and side, from a table with the last price of each bookmaker, determined
 * independently. A bookmaker whose last price is of an earlier snapshot than the others has withdrawn.
 */
const joinedAverages = () => {
  const prices = new Map<string, number[]>()
  const rows = table(JOINED).filter((row) => row['market'] === 'h2h' && row['nba_game_id'] !== '')
  const byTime = rows.toSorted((a, b) => ((a['close_snapshot'] ?? '') < (b['close_snapshot'] ?? '') ? -1 : 1))
  const lastSnapshots = new Map(byTime.map((row) => [row['nba_game_id'], row['close_snapshot']]))
  for (const row of rows) {
    if (row['close_snapshot'] !== lastSnapshots.get(row['nba_game_id'])) continue
    const key = `${row['nba_game_id']} ${row['outcome'] === row['home'] ? 'home' : 'away'}`
    prices.set(key, [...(prices.get(key) ?? []), Number(row['close_price'])])
  }
  return [...prices].map(([key, all]) => [key, all.reduce((sum, price) => sum + price, 0) / all.length] as const)
}

const iso = (snapshot = ''): string => snapshot.replace(/(....)(..)(..)_(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')

/** The rows of the last snapshot of each event and market before the newest tip-off, and the number of rows after it. */
const closingRows = () => {
  const rows = table(SNAPSHOTS).toSorted((a, b) => ((a['snapshot_utc'] ?? '') < (b['snapshot_utc'] ?? '') ? -1 : 1))
  const tipOffs = new Map(rows.map((row) => [row['event_id'], row['commence_time'] ?? '']))
  const isLate = (row: Record<string, string>) => iso(row['snapshot_utc']) > (tipOffs.get(row['event_id'] ?? '') ?? '')
  const beforeTipOff = rows.filter((row) => row['market'] !== 'h2h_lay' && !isLate(row))
  const marketKey = (row: Record<string, string>) => `${row['event_id']} ${row['market']}`
  const lastSnapshots = new Map(beforeTipOff.map((row) => [marketKey(row), row['snapshot_utc']]))
  const isLast = (row: Record<string, string>) => lastSnapshots.get(marketKey(row)) === row['snapshot_utc']
  const closing = new Map(
    beforeTipOff.filter(isLast).map((row) => {
      const side = row['outcome_name'] === row['home_team'] ? 'home' : 'away'
      const key = [row['event_id'], row['bookmaker_title'], row['market'], side].join(' ')
      return [key, { event: row['event_id'] ?? '', price: Number(row['price']), point: row['point'] ?? '' }] as const
    }),
  )
  return { closing, late: rows.filter(isLate).length }
}

describe.skipIf(!existsSync(SNAPSHOTS))('the prices of 2026 (skipped without ../shared/data)', () => {
  test('are matched to the games of the season, and closing prices equal an independent computation', async () => {
    const core = await openTestCore('Postgres')
    await ingestAllOrThrow(core, listGamesSince('2026-03-01')) // the first prices are from 3 March

    const imported = await importEvents(core, SNAPSHOTS)
    expect(imported.games.size).toBe(399)
    expect(imported.unmatched).toHaveLength(7) // six play-in games and one that was never played, all without a result
    expect(await core.refusals()).toHaveLength(7)

    const { closing, late } = closingRows()
    expect(late).toBe(398)
    const ours = await Promise.all(
      [...imported.games].map(async ([event, id]) => [event, (await core.caller().games.prices({ id })).data] as const),
    )
    const shown = new Map(
      ours.flatMap(([event, { markets }]) =>
        (['home', 'away'] as const).flatMap((side) => [
          ...markets.moneyline.books.map(
            (book) => [`${event} ${book.bookmaker.name} h2h ${side}`, { event, price: book[side], point: '' }] as const,
          ),
          ...markets.spread.books.map(({ bookmaker, line, ...book }) => {
            const point = side === 'home' ? Number(line) : 0 - Number(line)
            const text = Number.isInteger(point) ? point.toFixed(1) : String(point)
            return [`${event} ${bookmaker.name} spreads ${side}`, { event, price: book[side], point: text }] as const
          }),
        ]),
      ),
    )
    expect(shown).toEqual(new Map([...closing].filter(([, { event }]) => imported.games.has(event))))

    const source = await core.externalIds('game', 'nba')
    const byLeague = new Map(ours.map(([, prices]) => [source.get(prices.game.id), prices.average]))
    const joined = joinedAverages()
    expect(joined).toHaveLength(2 * 389)
    for (const [key, average] of joined) {
      const [game, side] = key.split(' ')
      const stored = byLeague.get(game)
      expect(side === 'home' ? stored?.home : stored?.away, key).toBeCloseTo(average, 10)
    }

    const again = await importEvents(core, JOINED, 3)
    expect(again.games.size).toBe(133)
    for (const [event, id] of again.games)
      expect((await core.caller().games.prices({ id })).data.average, event).toEqual(
        ours.find(([ourEvent]) => ourEvent === event)?.[1].average,
      )
  })
})

const EUROLEAGUE = `${DATA}/euroleague-2022/Header.ndjson.gz`

/** What bookmakers call the clubs of the EuroLeague in 2022-23, by the code of the league. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  ASV: 'ASVEL Lyon Villeurbanne',
  BAR: 'Barcelona',
  BAS: 'Baskonia',
  BER: 'ALBA Berlin',
  IST: 'Anadolu Efes',
  MAD: 'Real Madrid',
  MCO: 'Monaco',
  MIL: 'Olimpia Milano',
  MUN: 'Bayern Munich',
  OLY: 'Olympiacos',
  PAM: 'Valencia',
  PAN: 'Panathinaikos',
  PAR: 'Partizan',
  RED: 'Crvena Zvezda',
  TEL: 'Maccabi Tel Aviv',
  ULK: 'Fenerbahce',
  VIR: 'Virtus Bologna',
  ZAL: 'Zalgiris Kaunas',
}

describe.skipIf(!existsSync(EUROLEAGUE))('the EuroLeague of 2022-23 (skipped without ../shared/data)', () => {
  const buildEvent = ({ game, home, away }: GameBundle) => ({
    id: game.external_id,
    sport_key: 'basketball_euroleague',
    commence_time: game.tip_off,
    home_team: USUAL_NAMES[home.team.external_id],
    away_team: USUAL_NAMES[away.team.external_id],
    bookmakers: [
      {
        key: 'alder',
        title: 'Alder',
        last_update: game.tip_off,
        markets: [{ key: 'h2h', outcomes: [{ name: USUAL_NAMES[home.team.external_id], price: 1.9 }] }],
      },
    ],
  })

  test('its first 45 games are matched by the names that bookmakers use', async () => {
    const core = await openTestCore('Postgres')
    const bundles: GameBundle[] = []
    for await (const { responses, error } of responsesByGame([EUROLEAGUE])) {
      if (error) throw error
      if (responses.game_code > 45) continue
      bundles.push(readGame(responses))
    }
    await ingestAllOrThrow(core, bundles)
    const outcomes = new Map<string, string>()
    for (const item of readTextEvents(JSON.stringify(bundles.map(buildEvent)), 'odds_20221001_120000.json')) {
      if (item.error) throw new Error(item.error.reason)
      const result = await core.ingestQuotes(item.event)
      outcomes.set(item.event.external_id, result.outcome === 'matched' ? result.game : result.reason)
    }
    const games = await core.externalIds('game', 'euroleague')
    expect(outcomes.size).toBe(45)
    for (const [event, game] of outcomes) expect(games.get(game), `${event}: ${game}`).toBe(event)
  })
})
