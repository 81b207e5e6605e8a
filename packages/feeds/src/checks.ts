import {
  Side,
  type BundleEvent,
  type BundleLine,
  type BundleShot,
  type BundleStats,
  type EventType,
} from '@basketball-data/core/contract'
import type { Sections } from './game-parts.ts'
import { counted, noteIf, type Note } from './notes.ts'

// What the parts of a game say about each other.

/** The numbers of a line that belong together: all are present, or the feed does not record one of them for any player. */
const getNumbers = ({ stats, plus_minus, seconds, played }: BundleLine) => ({
  ...stats,
  plus_minus,
  ...(played && { seconds }),
})

/** The names of numbers that some rows have and others lack. */
const gapsIn = (rows: readonly { of: string; numbers: Record<string, number | null | undefined> }[]): string[] => {
  const recorded = new Set(rows.flatMap(({ numbers }) => Object.keys(numbers).filter((name) => numbers[name] != null)))
  return rows.flatMap(({ of, numbers }) =>
    Object.keys(numbers)
      .filter((name) => recorded.has(name) && numbers[name] === null)
      .map((name) => `${name} of ${of}`),
  )
}

/** Notes numbers that one player or the totals lack, although the others on the sheet have them. */
export const missingStatistics = (lines: readonly BundleLine[], totals: BundleStats | null, team: string): Note[] => {
  const rowsWhere = (played: boolean) =>
    lines.filter((line) => line.played === played).map((line) => ({ of: line.player, numbers: getNumbers(line) }))
  const gaps = [
    ...gapsIn([...rowsWhere(true), ...(totals === null ? [] : [{ of: 'the totals', numbers: totals }])]),
    ...gapsIn(rowsWhere(false)),
  ]
  return noteIf(
    gaps.length,
    'statistics_missing',
    `${team}: ${counted(gaps.length, 'statistic')} missing or not a possible number, stored as unknown: ${gaps.join(', ')}.`,
  )
}

/** The statistics of players that an event is counted in, except fouls, which box scores count in two ways. */
export const COUNTED_IN = {
  two_made: ['two_made', 'two_attempted'],
  two_missed: ['two_attempted'],
  three_made: ['three_made', 'three_attempted'],
  three_missed: ['three_attempted'],
  free_throw_made: ['free_throws_made', 'free_throws_attempted'],
  free_throw_missed: ['free_throws_attempted'],
  offensive_rebound: ['offensive_rebounds'],
  defensive_rebound: ['defensive_rebounds'],
  assist: ['assists'],
  steal: ['steals'],
  turnover: ['turnovers'],
  block: ['blocks'],
  shot_blocked: ['blocks_received'],
  foul_drawn: ['fouls_drawn'],
} as const satisfies Partial<Record<EventType, readonly (keyof BundleStats)[]>>

/** Those statistics, with the types of the events that are counted in them. */
const COUNTED = [...new Set(Object.values(COUNTED_IN).flat())].map((stat) => {
  const types = Object.entries(COUNTED_IN).flatMap(([type, stats]) => (stats.some((one) => one === stat) ? [type] : []))
  return [stat, new Set(types)] as const
})

/** A box score counts all fouls of a player, or all except technical ones. */
const FOULS: ReadonlySet<EventType> = new Set(['foul', 'offensive_foul', 'unsportsmanlike_foul', 'disqualifying_foul'])

/** The statistics of players in which the box score of a side and its events differ. */
const differences = (lines: readonly BundleLine[], events: readonly BundleEvent[]): string[] => {
  /** Null if the statistic of a player who played is unknown. */
  const sum = (stat: keyof BundleStats): number | null =>
    lines.reduce<number | null>((all, { stats, played }) => {
      const value = stats[stat] ?? (played ? null : 0)
      return all === null || value === null ? null : all + value
    }, 0)
  const count = (types: ReadonlySet<string>) => events.filter(({ type }) => types.has(type)).length
  const counted = COUNTED.flatMap(([stat, types]) => {
    const [boxed, played] = [sum(stat), count(types)]
    return boxed === null || boxed === played ? [] : [`${stat} ${boxed} and ${played}`]
  })
  const [fouls, personal, technical] = [sum('fouls'), count(FOULS), count(new Set(['technical_foul']))]
  const agree = fouls === null || fouls === personal || fouls === personal + technical
  return [...counted, ...(agree ? [] : [`fouls ${fouls} and ${personal}`])]
}

/** Notes statistics of players that the box score and the play-by-play of a game that is over have differently. */
export const playDifferences = ({ home, away, events }: Sections): Note[] => {
  if (!events || events.length === 0) return []
  const ofPlayers = events.filter(({ player }) => player !== null)
  return Side.options.flatMap((side) => {
    const { players } = side === 'home' ? home : away
    if (!players || players.length === 0) return []
    const differing = differences(
      players,
      ofPlayers.filter((event) => event.side === side),
    )
    return noteIf(
      differing.length,
      'plays_differ',
      `${side}: box score and play-by-play differ for the players: ${differing.join(', ')}; both are stored.`,
    )
  })
}

/** Notes shots that have another player or side than their event. */
export const shotDifferences = (events: readonly BundleEvent[] | undefined, shots: readonly BundleShot[]): Note[] => {
  const differing = shots.filter(({ seq, player, side }) => {
    const event = events?.[seq - 1]
    return event !== undefined && (event.player !== player || event.side !== side)
  }).length
  return noteIf(
    differing,
    'shot_differs',
    `${counted(differing, 'shot')} of another player or team than the event; both are stored.`,
  )
}
