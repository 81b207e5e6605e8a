import { expect, test } from 'vitest'
import { GameBundle, type BundleEvent } from '../contract/index.ts'
import { scheduledGame, type BundleChanges } from '../testing/index.ts'
import { isBrokenOff } from './broken-off.ts'
import { getRules } from './write/merge-records.ts'
import { event, five, withSheets } from './testing/minutes.ts'

/** 2-0 with 9:12 left. */
const EARLY_END = [
  event('period_start', { clock: '10:00' }),
  event('two_made', { clock: '09:12', side: 'home', home_score: 2 }),
  event('game_end', { home_score: 2 }),
]

const withEvents = (events: BundleEvent[], score: [number, number] = [2, 0], changes: BundleChanges = {}): GameBundle =>
  scheduledGame({
    ...changes,
    events,
    game: { status: 'final', home_score: score[0], away_score: score[1], ...changes.game },
  })

const brief = [{ seconds: 48, points: 15 }, ...five({ seconds: 48 }).slice(1)]

const cases: { what: string; bundle: GameBundle; broken: boolean }[] = [
  { what: 'minutes of one side only', bundle: withSheets([15, 0], brief, five({ seconds: 0 })), broken: true },
  {
    what: 'minutes below a first period of 12 minutes',
    bundle: withSheets([20, 15], five({ seconds: 650 }), five({ seconds: 650 }), {
      competition: { regulation_minutes: 48 },
    }),
    broken: true,
  },
  {
    what: 'minutes of the whole first period',
    bundle: withSheets([20, 15], five({ seconds: 600 }), five({ seconds: 600 })),
    broken: false,
  },
  { what: 'events that stop with time left', bundle: withEvents(EARLY_END), broken: true },
  {
    what: 'events without clocks',
    bundle: withEvents(EARLY_END.map((e) => ({ ...e, clock: null }))),
    broken: false,
  },
  {
    what: 'events up to the end of the period',
    bundle: withEvents([...EARLY_END.slice(0, 2), event('game_end', { clock: '00:00', home_score: 2 })]),
    broken: false,
  },
  { what: 'events of another score', bundle: withEvents(EARLY_END, [80, 70]), broken: false },
  {
    what: 'a part of the events, and a box score of the whole game',
    bundle: { ...withSheets([80, 70], five({ seconds: 2400 }), five({ seconds: 2400 })), events: EARLY_END },
    broken: false,
  },
  {
    what: 'all events, and a box score of the whole game',
    bundle: { ...withSheets([2, 0], five({ seconds: 2400 }), five({ seconds: 2400 })), events: EARLY_END },
    broken: false,
  },
  {
    what: 'minutes of a first period, and events of the second',
    bundle: {
      ...withSheets([2, 2], brief, five({ seconds: 48 })),
      events: [...EARLY_END.slice(0, 2), event('two_made', { period: 2, home_score: 2, away_score: 2 })],
    },
    broken: false,
  },
  {
    what: 'minutes of a first period, and points in the second',
    bundle: withSheets([15, 2], brief, five({ seconds: 48 }), {
      game: { periods: { home: [15, 0], away: [0, 2] } },
    }),
    broken: false,
  },
  {
    what: 'no minutes',
    bundle: withSheets([15, 0], five({ seconds: null }), five({ seconds: null })),
    broken: false,
  },
  { what: 'minutes of 0', bundle: withSheets([15, 0], five({ seconds: 0 }), five({ seconds: 0 })), broken: false },
  {
    what: 'minutes of some players who played',
    bundle: withSheets([15, 0], [...brief, { seconds: null }], five({ seconds: 48 })),
    broken: false,
  },
  {
    what: 'a score sheet without some points',
    bundle: withSheets([15, 0], [{ seconds: 300, points: 12 }], [{ seconds: 300 }]),
    broken: false,
  },
  {
    what: 'a short score sheet with all points',
    bundle: withSheets([15, 0], [{ seconds: 48, points: 15 }], [{ seconds: 48 }]),
    broken: true,
  },
  {
    what: 'seconds that are minutes',
    bundle: withSheets([80, 70], five({ seconds: 40 }), five({ seconds: 40 })),
    broken: false,
  },
  {
    what: 'nothing but a score',
    bundle: scheduledGame({ game: { status: 'final', home_score: 15, away_score: 0 } }),
    broken: false,
  },
]

test.each(cases)('$what: broken off in the first period: $broken', ({ bundle, broken }) => {
  const checked = GameBundle.parse(bundle)
  expect(isBrokenOff(checked, getRules(checked.competition, undefined))).toBe(broken)
})
