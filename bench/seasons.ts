// Measures what one changed game costs as its season grows, on both databases.
// Usage: node bench/seasons.ts [--rounds 60] [--output <file>]
import { createCore, type Core } from '@basketball-data/core'
import postgres from 'postgres'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, median, openRun, readVersion, table } from './report.ts'
import { rotated } from './rounds.ts'
import { changedGame, writeSeason, type SeasonSize } from './season-sizes.ts'

/** The target for a larger season, as a multiple of the time with the first one. */
const TARGET = 1.3

/** A usual season, many teams with as many games each, and few teams with many games. */
const SIZES: readonly SeasonSize[] = [
  { games: 300, teams: 20 },
  { games: 6000, teams: 400 },
  { games: 6000, teams: 30 },
]

const { log, getSetting, writePage } = openRun('benchmarks-seasons.md', { rounds: 60 })
const rounds = getSetting('rounds')
/** Rounds that are not measured: the first executions of a statement are planned anew. */
const WARM_UP = 10

/** Games of a page; a divisor of the games of every season, so that all last pages are full. */
const PER_PAGE = 50

type Database = 'Postgres' | 'embedded'
type Season = { database: Database; size: SeasonSize; core: Core; competition: string }

/** Milliseconds of one round: of the ingest, of the last page of games, and of the standings computed and as stored then. */
type Times = { ingest: number; lastPage: number; computed: number; stored: number }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const measure = async ({ core, size, competition }: Season, round: number): Promise<Times> => {
  const bundle = changedGame(size, (round * 37) % size.games, round)
  const ingest = await timed(async () => {
    const { outcome } = await core.ingest(bundle)
    if (outcome !== 'updated') throw new Error(`the game is ${outcome}`)
  })
  const api = core.caller()
  const lastPage = await timed(() => api.games.list({ page: size.games / PER_PAGE, per_page: PER_PAGE }))
  const standings = () => api.standings.get({ competition })
  const [computed, stored] = [await timed(standings), await timed(standings)]
  return { ingest, lastPage, computed, stored }
}

const openSeason = async (database: Database, address: string, size: SeasonSize): Promise<Season> => {
  log(`writing a season of ${size.games} games of ${size.teams} teams, ${database}`)
  const core = await createCore({ database: address, migrate: true })
  await writeSeason(core, size)
  const [competition] = (await core.caller().competitions.list({})).data
  return { database, size, core, competition: competition?.id ?? '' }
}

const describe = ({ games, teams }: SeasonSize) => `${formatInteger(games)} games of ${teams} teams`

const writeUp = (
  seasons: readonly Season[],
  times: ReadonlyMap<Season, Times[]>,
  version: string | undefined,
): string => {
  const rows = seasons.map((season) => {
    const of = times.get(season) ?? []
    const first = times.get(seasons.find(({ database }) => database === season.database) ?? season) ?? []
    const ratio = median(of.map(({ ingest }, round) => ingest / (first[round]?.ingest ?? Number.NaN)))
    const column = (name: keyof Times) => formatDecimal(median(of.map((one) => one[name])))
    const result = of === first ? ['', ''] : [formatDecimal(ratio), ratio <= TARGET ? 'met' : 'not met']
    const calls = [column('lastPage'), column('computed'), column('stored')]
    return [season.database, describe(season.size), column('ingest'), ...result, ...calls]
  })
  const head = [
    'database',
    'season',
    'changed game, ms',
    'ratio',
    `≤ ${TARGET}`,
    'last page, ms',
    'standings computed, ms',
    'stored, ms',
  ]
  return `# Benchmarks of large seasons

Written by \`npm run bench -- seasons\`; run it again to measure on your machine.

${environment(version)}. ${rounds} rounds; in each, one game of every season is ingested with another score and another box score of
24 players; then the last page of all games is read, by its number, and the standings twice: computed and stored after the
change, and as stored. Times are medians over the rounds; the ratio is the
median of the ratios to the first season of the same database within a round.

${table(head, rows)}
`
}

const server = await startPostgres()
const admin = postgres(server.url, { max: 1, onnotice: () => {} })
const seasons: Season[] = []
try {
  for (const [index, size] of SIZES.entries()) {
    const name = `season_${index}`
    await admin.unsafe(`create database ${name}`)
    seasons.push(await openSeason('Postgres', server.url.replace(/[^/]+$/, name), size))
  }
  for (const size of SIZES) seasons.push(await openSeason('embedded', 'memory://', size))
  log('measuring')
  const times = new Map(seasons.map((season) => [season, [] as Times[]]))
  for (let round = 0; round < WARM_UP + rounds; round++)
    for (const season of rotated(seasons, round)) {
      const measured = await measure(season, round)
      if (round >= WARM_UP) times.get(season)?.push(measured)
    }
  await writePage(writeUp(seasons, times, await readVersion(admin)))
} finally {
  await Promise.all(seasons.map(({ core }) => core.close()))
  await admin.end()
  await server.stop()
}
