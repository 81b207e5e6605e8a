import { z } from 'zod'
import type { GameBundle, LiveFeed } from '@basketball-data/core/contract'
import { scheduledGame } from '../../test-support/core.ts'
import type { HostResponse } from './feed-host.ts'

const Schedule = z.object({ season: z.string(), games: z.array(z.object({ game: z.string(), tip_off: z.string() })) })
const Entry = z.object({ game: z.string(), tip_off: z.string() })
const Plays = z.object({ game: z.string(), minute: z.int(), home: z.int(), away: z.int() })

const buildEvents = ({ minute, home, away }: z.infer<typeof Plays>): NonNullable<GameBundle['events']> => {
  const event = { clock: null, side: null, player: null, distance_ft: null, home_score: home, away_score: away }
  return [
    { ...event, period: Math.min(4, 1 + Math.trunc(minute / 10)), type: 'other', description: `minute ${minute}` },
  ]
}

/** The score after some minutes of a game: two points of the home team in each, one of the away team. */
export const scoreAt = (minute: number) => ({ home: 2 * minute, away: minute })

/** A feed whose games take 40 minutes, and whose responses have the minute and the score. */
export const sampleFeed: LiveFeed = {
  name: 'sample',
  budget: 'sample.test',
  requestsPerMinute: 10,
  checkSeason: (season = '2026') => {
    if (!/^\d{4}$/.test(season)) throw new Error(`"${season}" is not a season; write it like 2026`)
    return season
  },
  scheduleUrl: (season) => `https://sample.test/schedule/${season}`,
  readSchedule: (season, schedule) => {
    const read = Schedule.parse(schedule)
    if (read.season !== season) throw new Error(`the schedule is of ${read.season}, not of ${season}`)
    return read.games.map((entry) => ({ game: entry.game, tip_off: new Date(entry.tip_off), entry }))
  },
  listResources: (game) =>
    ['plays', 'box'].map((kind) => ({ kind, url: `https://sample.test/${kind}/${game}`, live: kind === 'plays' })),
  readGame: (game, entry, { plays, box }) => {
    const { tip_off } = Entry.parse(entry)
    const played = plays === undefined ? null : Plays.parse(plays)
    const boxed = box === undefined ? null : Plays.parse(box)
    for (const response of [played, boxed])
      if (response !== null && response.game !== game) throw new Error(`${game}: a response is of ${response.game}`)
    const over = played !== null && played.minute >= 40
    const ended = Math.trunc((played?.minute ?? 0) / 10)
    const teams = {
      home: { team: { external_id: `${game}H`, name: `Home of ${game}` } },
      away: { team: { external_id: `${game}A`, name: `Away of ${game}` } },
    }
    const bundle = scheduledGame({
      ...teams,
      game: {
        external_id: game,
        tip_off,
        date: tip_off.slice(0, 10),
        venue: boxed === null ? null : `Hall at minute ${boxed.minute}`,
        ...(ended > 0 && { periods: { home: Array<number>(ended).fill(20), away: Array<number>(ended).fill(10) } }),
        ...(over && { status: 'final', home_score: 80, away_score: 40 }),
      },
      events: played === null ? null : buildEvents(played),
    })
    if (over) return { bundle, progress: 'over' }
    return { bundle, progress: played === null ? 'to come' : 'live' }
  },
}

/** Real minutes that a minute of the game takes: fewer than in truth, so that a test needs fewer requests. */
export const PACE = 1

/** The minute of a game at a moment; null before its tip-off. */
export const minuteAt = (tipOff: number, at: number): number | null =>
  at < tipOff ? null : Math.min(40, Math.trunc((at - tipOff) / 60_000 / PACE))

/** The responses of the host of the sample feed, for games with their tip-offs. */
export const sampleResponses =
  (games: ReadonlyMap<string, number>) =>
  (path: string, at: number): HostResponse | null => {
    const [, kind, name = ''] = path.split('/')
    if (kind === 'schedule') {
      const listed = Array.from(games, ([game, tipOff]) => ({
        game,
        tip_off: new Date(tipOff).toISOString().replace('.000', ''),
      }))
      return { json: { season: '2026', games: listed } }
    }
    const tipOff = games.get(name)
    const minute = tipOff === undefined ? null : minuteAt(tipOff, at)
    return minute === null ? null : { json: { game: name, minute, ...scoreAt(minute) } }
  }
