// Writes a season of the EuroLeague as a league would keep it, in a workbook and in CSV files with semicolons and decimal commas, and
// compares what the import of these serves with what the import of the feed serves. SHEETS=whole takes all 328 games.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Core, GameBundle } from '@basketball-data/core'
import type { BoxScore, GameDetail, StatLine, TeamBox } from '@basketball-data/core/contract'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { readSheets, toWorkbook, type SheetFile, type TemplateSheet } from '@basketball-data/feeds/sheets'
import { expect, test } from 'vitest'
import { ingestAllOrThrow, openTestCore } from '../packages/core/src/testing/index.ts'

const SEASON = join(fileURLToPath(new URL('../../shared/data', import.meta.url)), 'euroleague-2022')
const GAMES = process.env['SHEETS'] === 'whole' ? 328 : 27

type Served = { box: BoxScore; detail: GameDetail }

/** What a database serves of its games, by day and teams. */
const readServed = async (core: Core): Promise<Map<string, Served>> => {
  const caller = core.caller()
  const served = new Map<string, Served>()
  for (let page = 1; ; page++) {
    const { data } = await caller.games.list({ page, per_page: 100 })
    if (data.length === 0) return served
    for (const { id, date, home, away } of data) {
      const [box, detail] = [await caller.games.boxScore({ id }), await caller.games.get({ id })]
      served.set(`${date} ${home.name} ${away.name}`, { box: box.data, detail: detail.data })
    }
  }
}

/** Records without their ids, which differ with their source. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'id' ? undefined : part)))

const pairs = (stats: StatLine): string[] =>
  (['two', 'three', 'free_throws'] as const).map((kind) => `${stats[`${kind}_made`]}/${stats[`${kind}_attempted`]}`)

const COUNTS = {
  OREB: 'offensive_rebounds',
  DREB: 'defensive_rebounds',
  REB: 'rebounds',
  AST: 'assists',
  STL: 'steals',
  TO: 'turnovers',
  BLK: 'blocks',
  'blocks against': 'blocks_received',
  PF: 'fouls',
  FD: 'fouls_drawn',
  PIR: 'performance_index',
  PTS: 'points',
} as const

const counts = (stats: StatLine): (number | null)[] => Object.values(COUNTS).map((count) => stats[count])

type Writing = { toMinutes: (seconds: number) => string; toDay: (day: string) => TemplateSheet['rows'][number][number] }

const toLines = (id: string, { team, totals, players }: TeamBox, { toMinutes }: Writing): TemplateSheet['rows'] => [
  ...players.map(({ player, number, starter, played, seconds, plus_minus, ...stats }) => {
    const minutes = played ? toMinutes(seconds ?? 0) : 'DNP'
    return [
      id,
      team.name,
      player.name,
      number,
      starter ? 'x' : '',
      minutes,
      ...pairs(stats),
      ...counts(stats),
      plus_minus,
    ]
  }),
  ...(totals === null ? [] : [[id, team.name, 'Total', null, null, null, ...pairs(totals), ...counts(totals), null]]),
]

const LOCAL = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', hour: '2-digit', minute: '2-digit' })

const toGame = (id: string, { box, detail }: Served, { toDay }: Writing): TemplateSheet['rows'][number] => {
  const { date, tip_off, home, away, home_score, away_score, stage, round, venue, attendance } = box.game
  const periods = detail.periods?.home.map((points, at) => `${points}-${detail.periods?.away[at]}`).join(', ') ?? null
  const referees = detail.officials?.map(({ name }) => name).join('; ') ?? null
  const facts = [stage, round, venue, attendance, referees, box.home.coach, box.away.coach]
  const time = tip_off === null ? null : LOCAL.format(new Date(tip_off))
  return [id, toDay(date), time, home.name, away.name, home_score, away_score, periods, ...facts]
}

const toSheets = (served: ReadonlyMap<string, Served>, writing: Writing): TemplateSheet[] => {
  const games = [...served.values()]
  const names = new Set(
    games.flatMap(({ box }) => [...box.home.players, ...box.away.players]).map(({ player }) => player.name),
  )
  return [
    {
      name: 'competition',
      rows: [
        ['name', 'season', 'gender', 'time zone', 'tie break'],
        ['EuroLeague', '2022/23', 'men', 'Europe/Madrid', 'euroleague'],
      ],
    },
    { name: 'players', rows: [['name'], ...Array.from(names, (name) => [name])] },
    {
      name: 'games',
      rows: [
        'id,date,time,home,away,home score,away score,periods,stage,round,venue,attendance,referees,home coach,away coach'.split(
          ',',
        ),
        ...games.map((game, at) => toGame(String(at + 1), game, writing)),
      ],
    },
    {
      name: 'box scores',
      rows: [
        ['game', 'team', 'player', 'no.', 'starter', 'min', '2P', '3P', 'FT', ...Object.keys(COUNTS), '+/-'],
        ...games.flatMap(({ box }, at) =>
          [box.home, box.away].flatMap((side) => toLines(String(at + 1), side, writing)),
        ),
      ],
    },
  ]
}

const DECIMAL: Writing = {
  toMinutes: (seconds) => (seconds / 60).toFixed(4).replace('.', ','),
  toDay: (day) => day.split('-').toReversed().join('.'),
}
const CLOCK: Writing = {
  toMinutes: (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  toDay: (day) => ({ day }),
}

const toField = (cell: TemplateSheet['rows'][number][number]): string =>
  typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : JSON.stringify(cell ?? '')

const toSemicolons = ({ name, rows }: TemplateSheet): SheetFile => ({
  name: `${name}.csv`,
  bytes: Buffer.from(`\uFEFF${rows.map((row) => row.map(toField).join(';')).join('\r\n')}`),
})

const importAll = async (bundles: readonly GameBundle[]): Promise<Map<string, Served>> => {
  const core = await openTestCore('Postgres')
  await ingestAllOrThrow(core, bundles)
  return readServed(core)
}

/** The first games of the season without what a sheet does not have. */
const readSeason = async (): Promise<GameBundle[]> => {
  const bundles: GameBundle[] = []
  for await (const { bundle } of euroleague.read([SEASON])) {
    if (bundle === undefined || bundles.length === GAMES) break
    bundles.push({ ...bundle, events: undefined, shots: undefined })
  }
  return bundles
}

test.skipIf(!existsSync(SEASON))(
  `${GAMES} games of the EuroLeague have the same box scores by a workbook, by CSV files and by the feed (skipped without ../shared/data)`,
  async () => {
    const ofFeed = await importAll(await readSeason())
    expect(ofFeed.size).toBe(GAMES)
    const workbook = { name: 'euroleague.xlsx', bytes: await toWorkbook(toSheets(ofFeed, CLOCK)) }
    for (const files of [[workbook], toSheets(ofFeed, DECIMAL).map(toSemicolons)]) {
      const { bundles, mistakes, ignored } = await readSheets(files)
      expect({ mistakes, ignored }).toEqual({ mistakes: [], ignored: [] })
      const served = await importAll(bundles)
      expect(served.size).toBe(GAMES)
      for (const [name, game] of ofFeed) expect(withoutIds(served.get(name))).toEqual(withoutIds(game))
    }
  },
)
