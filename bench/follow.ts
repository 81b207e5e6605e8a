// Measures following: a night of games at once from a host that tolerates few requests, killed followers, a whole season.
// Usage: node bench/follow.ts [--data <folder>] [--games 9] [--kills 100] [--speed 30] [--season] [--page <file>]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRecordings } from '@basketball-data/feeds/replay'
import { followNight, type Night } from './follow/night.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, quantile, table, writePart } from './report.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '..', 'shared', 'data', 'euroleague-2022') },
    games: { type: 'string', default: '9' },
    kills: { type: 'string', default: '100' },
    speed: { type: 'string', default: '30' },
    season: { type: 'boolean', default: false },
    page: { type: 'string' },
  },
})
const [count, kills, speed] = [Number(values.games), Number(values.kills), Number(values.speed)]
if (!existsSync(values.data))
  throw new Error(`there are no recorded games of the EuroLeague at ${values.data}; give --data`)
if (!(count >= 1 && kills >= 0 && speed >= 1))
  throw new RangeError('give --games and --speed from 1 on, --kills from 0 on')

const FOLLOWERS = 3
const PER_MINUTE = 10
/** Of all games of a season at once, each is requested every few minutes. */
const SEASON_PER_MINUTE = 120

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

/** @throws {Error} if a night did not end as an import */
const check = ({ different, wrongEvents, failures }: Night): void => {
  for (const failure of new Set(failures)) log(failure)
  if (different.length > 0)
    throw new Error(`${different.length} games differ from their import: ${different.slice(0, 5).join('; ')}`)
  if (wrongEvents.length > 0) throw new Error(`events are missing or twice: ${wrongEvents.slice(0, 5).join('; ')}`)
}

const server = await startPostgres()
try {
  const all = await readRecordings(values.data, { lateEdits: 0, vanishing: 0, median: 6, seed: '' })
  const recordings = values.season ? all : { ...all, games: all.games.slice(0, count) }
  const rows: string[][] = []
  if (values.season) {
    log(`following ${recordings.games.length} games at once`)
    const season = await followNight(server.url, 'season', {
      recordings,
      followers: FOLLOWERS,
      perMinute: SEASON_PER_MINUTE,
      speed,
      kills: 0,
    })
    check(season)
    rows.push(
      [`${season.games} games of a season at once: requests`, formatInteger(season.counts.requests), ''],
      ['games that differ from an import, in either order of it', `0 of ${season.games}`, '0'],
      ['games whose webhook events are missing or twice', `0 of ${season.games}`, '0'],
      ['events of their play-by-plays', formatInteger(season.events), ''],
    )
  } else {
    log(`following ${recordings.games.length} games`)
    const night = await followNight(server.url, 'night', {
      recordings,
      followers: FOLLOWERS,
      perMinute: PER_MINUTE,
      speed,
      kills: 0,
    })
    check(night)
    rows.push(
      [
        `${night.games} games at once: requests in the busiest minute, counted by the host`,
        String(night.counts.busiestMinute),
        `≤ ${PER_MINUTE}`,
      ],
      ['requests refused by the host', String(night.counts.refused), '0'],
      ['age of a shown score, median s', quantile(night.ages, 0.5).toFixed(0), '≤ 60'],
      ['the same, 95th percentile s', quantile(night.ages, 0.95).toFixed(0), '≤ 120'],
    )
    if (kills > 0) {
      log(`killing ${kills} followers`)
      const killed = await followNight(server.url, 'killed', {
        recordings,
        followers: FOLLOWERS,
        perMinute: PER_MINUTE,
        speed,
        kills,
      })
      check(killed)
      rows.push(
        [
          `after ${kills} killed followers: games that differ from one import, event by event`,
          `0 of ${killed.games}`,
          '0',
        ],
        ['games whose webhook events are missing or twice', `0 of ${killed.games}`, '0'],
        [
          'requests in the busiest minute, refused',
          `${killed.counts.busiestMinute}, ${killed.counts.refused}`,
          `≤ ${PER_MINUTE}, 0`,
        ],
      )
    }
  }
  const text = `${environment()}; ${FOLLOWERS} processes, recorded games of the EuroLeague, all clocks ${speed} times as fast: 10 ms of this machine count as
${speed * 10} ms.

${table(['', 'measured', 'target'], rows)}`
  if (values.page === undefined) console.log(text)
  else await writePart(values.page, values.season ? 'season' : 'night', text)
} finally {
  await server.stop()
}
