import { expect, test } from 'vitest'
import { ingestOrThrow, openTestCore, sampleBundle, writeGames, type SampleGame } from '../testing/index.ts'
import { Tally } from './tally.ts'

const SCORES: [number, number][] = [
  [90, 70],
  [88, 68],
  [79, 80],
]
const DAYS = ['2026-10-01', '2026-10-01', '2026-10-02']
const GAMES = SCORES.map((score, index): SampleGame => ({
  id: `g${index}`,
  date: DAYS[index] ?? '',
  home: 'A',
  away: index === 1 ? 'C' : 'B',
  score,
}))

/** The cells of the rows of a table that has this heading. */
const readRows = (report: string, heading: string): string[][] => {
  const [, table = ''] = report.split(`| ${heading} |`)
  const [rows = ''] = table.split('\n\n')
  const lines = rows.trim().split('\n').slice(2)
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

test('games of a day are forecast from the results of earlier days alone, beside the rates of home wins', async () => {
  const core = await openTestCore('embedded')
  await writeGames(core, ...GAMES)
  const report = await core.reportForecasts()
  expect(report).toContain('## League L\n')
  // The first two have 0.634, the home court alone; the third expects A to win by more, and it loses.
  const [[season, games, rate, logLoss, record, home] = []] = readRows(report, 'season | games')
  expect([season, games, rate, home]).toEqual(['2026-27', '3', '66.7 %', '0.637'])
  // Equal records twice, both won, and a better one once, lost: with hindsight both shares are certain.
  expect(record).toBe('0.000')
  const last = 3 * Number(logLoss) + 2 * Math.log(0.634)
  expect(1 - Math.exp(-last)).toBeGreaterThan(0.68)
  expect(readRows(report, 'forecast | games')).toHaveLength(10)
})

test('a sealed forecast counts as it was made', async () => {
  let now = new Date('2026-10-02T15:30:00Z')
  const core = await openTestCore('Postgres', { now: () => now })
  const [first, second, third] = GAMES.map((game) => ({ ...game, tip_off: `${game.date}T17:00:00Z` }))
  await writeGames(core, { ...first, id: 'g0' }, { ...second, id: 'g1' }, { ...third, id: 'g2', status: 'scheduled' })
  await core.sealForecasts()
  now = new Date('2026-10-03T12:00:00Z')
  await writeGames(core, { ...third, id: 'g2' })
  const before = await core.reportForecasts()
  await writeGames(core, { ...second, id: 'g1', score: [60, 99] }) // a correction, which the sealed forecast does not follow
  const [[, , , corrected] = []] = readRows(await core.reportForecasts(), 'season | games')
  const [[, , , logLoss] = []] = readRows(before, 'season | games')
  // Only the second game has changed: it was won at 0.634, and is lost.
  expect(3 * (Number(corrected) - Number(logLoss))).toBeCloseTo(Math.log(0.634 / 0.366), 1)
})

test('the constants are not shown with the seasons that they are fitted to', async () => {
  const core = await openTestCore('Postgres')
  const of = (year: number) => {
    const bundle = sampleBundle({ id: `g${year}`, year, date: `${year}-11-01` })
    return { ...bundle, competition: { ...bundle.competition, name: 'EuroLeague' } }
  }
  await ingestOrThrow(core, of(2014))
  await ingestOrThrow(core, of(2015))
  expect(readRows(await core.reportForecasts(), 'season | games').map(([season]) => season)).toEqual(['2015-16'])
})

test('the first eight are measured after every third round of a season that is over', async () => {
  const core = await openTestCore('Postgres')
  const teams = [...'ABCDEFGHIJ']
  const games = teams.flatMap((home, index) =>
    teams.slice(index + 1).map((away, next): SampleGame => {
      const day = `${1 + ((index * 7 + next) % 28)}`.padStart(2, '0')
      return { id: `${home}${away}`, date: `2026-11-${day}`, home, away, score: [90, 70] }
    }),
  )
  await writeGames(core, ...games)
  // 45 games are 9 rounds: after 15 and after 30 games, 10 teams each, and 5 games of the next round.
  const [row] = readRows(await core.reportForecasts(), 'season | chances')
  expect(row?.slice(0, 2)).toEqual(['2026-27', '20'])
  expect(row?.[5]).toBe('10')
  await writeGames(core, { id: 'left', date: '2026-12-30', home: 'A', away: 'J', status: 'scheduled' })
  expect(readRows(await core.reportForecasts(), 'season | chances')).toEqual([])
})

test('probabilities of 0.8 of which 6 of 10 come true have a calibration error of 0.2', () => {
  const tally = new Tally()
  for (let index = 0; index < 10; index += 1) tally.add(0.8, index < 6)
  expect(tally.calibrationError).toBeCloseTo(0.2, 10)
  expect(tally.brier).toBeCloseTo(0.6 * 0.04 + 0.4 * 0.64, 10)
})
