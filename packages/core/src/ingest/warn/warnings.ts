import { isDeepStrictEqual } from 'node:util'
import {
  dayIn,
  SECONDS_PER_DAY,
  Side,
  type CheckedBundle,
  type NotedPart,
  type StatLine,
} from '../../contract/index.ts'
import { listOmitted, type GameRow } from '../write/game-row.ts'
import type { GameRows, LineRow } from '../write/part-rows.ts'
import { asc, eq, sql } from 'drizzle-orm'
import {
  games,
  warnings,
  within,
  type Database,
  type Store,
  type StoredEvent,
  type StoredShot,
} from '../../store/index.ts'
import { total } from '../../statistics/index.ts'

type Stats = { [Stat in keyof StatLine]?: number | null | undefined }

/** Statistics that only players have: those of the players add up to the team's, apart from heaves. */
const OF_PLAYERS = [
  'points',
  'two_made',
  'two_attempted',
  'three_made',
  'three_attempted',
  'free_throws_made',
  'free_throws_attempted',
  'assists',
  'blocks',
  'blocks_received',
] as const
/** Statistics that a team can have without a player: those of the players add up to at most the team's. */
const OF_TEAMS = ['offensive_rebounds', 'defensive_rebounds', 'rebounds', 'turnovers', 'steals', 'fouls'] as const

/** Points from field goals; null if unknown. */
export const fieldPoints = ({ two_made, three_made }: Stats): number | null =>
  total([two_made, two_made, three_made, three_made, three_made])

/**
 * The points of free throws beyond one each, by the running score: in the G League one free throw stands for all of a foul and
 * is worth up to three points.
 */
const extraPoints = (events: readonly StoredEvent[], side: Side, player?: string): number =>
  events.reduce((sum, event, at) => {
    if (event.type !== 'free_throw_made' || event.side !== side) return sum
    if (player !== undefined && event.player_id !== player) return sum
    const worth = event[`${side}_score`] - (events[at - 1]?.[`${side}_score`] ?? 0)
    return worth === 2 || worth === 3 ? sum + worth - 1 : sum
  }, 0)

/**
 * Inconsistencies within one line, or within the totals.
 *
 * @param getExtraPoints the points of its free throws beyond one each
 */
const statsWarnings = (subject: string, pointsCode: string, stats: Stats, getExtraPoints: () => number): Warning[] => {
  const made = total([fieldPoints(stats), stats.free_throws_made])
  const rebounds = total([stats.offensive_rebounds, stats.defensive_rebounds])
  const warnings: Warning[] = []
  if (stats.points != null && made !== null && stats.points !== made && stats.points !== made + getExtraPoints())
    warnings.push({ code: pointsCode, message: `${subject} ${stats.points} points, the shots made ${made}` })
  if (stats.rebounds != null && rebounds !== null && stats.rebounds !== rebounds)
    warnings.push({
      code: 'rebounds',
      message: `${subject} ${stats.rebounds} rebounds, ${rebounds} offensive and defensive`,
    })
  return warnings
}

const notPlayed = (line: LineRow): Warning[] => {
  const { played, side, player_id, seconds, points } = line
  const has = Object.entries({ seconds, points }).flatMap(([what, count]) => (count ? [`${count} ${what}`] : []))
  if (played || has.length === 0) return []
  return [{ code: 'not_played', message: `${side}: ${player_id} did not play, but has ${has.join(' and ')}` }]
}

/** How many missed threes may be the team's alone, like heaves of the NBA: those of the play-by-play, or without one any number. */
const countHeaves = ({ events }: GameRows, side: Side): number =>
  events.length === 0
    ? Infinity
    : events.filter((event) => event.type === 'three_missed' && event.side === side && event.player_id === null).length

/** By how much the totals of a team may exceed the sum of its players. */
const allowance = (stat: keyof StatLine, rows: GameRows, side: Side): number => {
  if (stat === 'three_attempted') return countHeaves(rows, side)
  return OF_TEAMS.some((one) => one === stat) ? Infinity : 0
}

const sumWarnings = (rows: GameRows, totals: Stats, sheet: LineRow[], side: Side): Warning[] =>
  [...OF_PLAYERS, ...OF_TEAMS].flatMap((stat) => {
    const team = totals[stat]
    const known = sheet.flatMap((line) => line[stat] ?? [])
    if (team == null || known.length === 0) return []
    const players = known.reduce((sum, one) => sum + one, 0)
    const agrees = players <= team && team - players <= allowance(stat, rows, side)
    return agrees
      ? []
      : [{ code: 'player_sums', message: `${side}: the players have ${players} ${stat}, the team ${team}` }]
  })

/** Inconsistencies in the box score of one side. */
export const boxWarnings = (rows: GameRows, side: Side): Warning[] => {
  const { boxes, lines, events } = rows
  // Sums of the lines agree with them, and what is wrong with a line is said of the line.
  const totals = boxes.find((box) => box.side === side && box.has_totals && box.totals_given)
  const sheet = lines.filter((line) => line.side === side)
  return [
    ...sheet.flatMap((line) =>
      statsWarnings(`${side}: ${line.player_id} has`, 'line_points', line, () =>
        extraPoints(events, side, line.player_id),
      ),
    ),
    ...sheet.flatMap(notPlayed),
    ...(totals === undefined
      ? []
      : statsWarnings(`${side}: the totals have`, 'totals_points', totals, () => extraPoints(events, side))),
    ...(totals === undefined ? [] : sumWarnings(rows, totals, sheet, side)),
  ]
}

/** Points and field-goal points of a side's box score: of the totals, or else of the players; null if unknown. */
const boxPoints = ({ boxes, lines }: GameRows, side: Side) => {
  const totals = boxes.find((box) => box.side === side && box.has_totals)
  const sheet = lines.filter((line) => line.side === side && (line.played || line.points != null))
  const ofPlayers = (points: (number | null | undefined)[]) => (sheet.length === 0 ? null : total(points))
  return {
    points: totals?.points ?? ofPlayers(sheet.map((line) => line.points)),
    field: (totals && fieldPoints(totals)) ?? ofPlayers(sheet.map(fieldPoints)),
  }
}

/** The shots of a side must add up to its field-goal points, or without a box score to at most the score. */
const shotPoints = ({ shots }: GameRows, side: Side, field: number | null, final: number): Warning[] => {
  if (shots.length === 0) return []
  const points = shots.reduce((sum, shot) => (shot.side === side ? sum + shot.points : sum), 0)
  if (field === null ? points <= final : points === field) return []
  const against = field === null ? `the final score is ${final}` : `the box score ${field} from the field`
  return [{ code: 'shot_points', message: `${side}: the shots give ${points} points, ${against}` }]
}

/** A draw is possible only in a two-leg tie; anywhere else the score is wrong or an overtime is missing. */
export const drawWarnings = ({ game }: GameRows): Warning[] => {
  const { status, home_score, away_score } = game
  if (status !== 'final' || home_score == null || home_score !== away_score) return []
  return [
    { code: 'drawn', message: `the final score is ${home_score}-${away_score}, a draw: neither team has won or lost` },
  ]
}

/** Contradictions to the final score of one side; empty for a game without a final score. */
export const scoreWarnings = (rows: GameRows, side: Side): Warning[] => {
  const { game, events } = rows
  const final = game[`${side}_score`]
  if (game.status !== 'final' || final == null) return []
  const { points, field } = boxPoints(rows, side)
  const against = (code: string, source: string, score: number | null | undefined): Warning[] =>
    score == null || score === final
      ? []
      : [{ code, message: `${side}: ${source} ${score}, the final score is ${final}` }]
  return [
    ...against('box_score', 'the box score gives', points),
    ...against('period_sums', 'the periods give', game.periods && total(game.periods[side])),
    ...against('playbyplay_score', 'the play-by-play ends with', events.at(-1)?.[`${side}_score`]),
    ...shotPoints(rows, side, field, final),
  ]
}

/** Today, and the time zone in which days and tip-offs are compared; null if a competition names none. */
export type Calendar = { now: Date; time_zone: string | null }

/** Where a day begins first: without a time zone, a game is ahead only if its day has begun nowhere. */
const FIRST_ZONE = 'Pacific/Kiritimati'

/** A day that contradicts the status or the tip-off. Days at a venue and in a competition can differ by one. */
export const dateWarnings = (
  { date, status, tip_off }: Pick<GameRow, 'date' | 'status' | 'tip_off'>,
  { now, time_zone }: Calendar,
): Warning[] => {
  const warnings: Warning[] = []
  if (status === 'final' && date > dayIn(now, time_zone ?? FIRST_ZONE))
    warnings.push({
      code: 'future_final',
      message: `the game is final, but its day ${date} is ahead of today, ${dayIn(now, time_zone)}`,
    })
  const day = tip_off === null ? date : dayIn(tip_off, time_zone)
  if (Math.abs(Date.parse(day) - Date.parse(date)) > SECONDS_PER_DAY * 1000)
    warnings.push({ code: 'tip_off_day', message: `the tip-off is on ${day}, the game on ${date}` })
  return warnings
}

/** The events for which `isBack` is true, compared with their predecessor. */
const goingBack = (events: StoredEvent[], isBack: (event: StoredEvent, before: StoredEvent) => boolean) =>
  events.filter((event, index) => {
    const before = events[index - 1]
    return before !== undefined && isBack(event, before)
  })

/** Whether the event at a shot's seq describes that shot. */
const isShotEvent = ({ value, made }: StoredShot, event: StoredEvent | undefined): boolean => {
  const kinds = value === null ? ['two', 'three'] : [value === 3 ? 'three' : 'two']
  return kinds.some((kind) => event?.type === `${kind}_${made ? 'made' : 'missed'}`)
}

/** Inconsistencies in the play-by-play and the shots. */
export const playWarnings = ({ events, shots }: GameRows): Warning[] => {
  const falling = goingBack(
    events,
    (event, before) => event.home_score < before.home_score || event.away_score < before.away_score,
  )
  const earlier = goingBack(events, (event, before) => event.period < before.period)
  const mismatched = events.length === 0 ? [] : shots.filter((shot) => !isShotEvent(shot, events[shot.seq - 1]))
  const repeated = shots.filter(({ seq }, index) => seq === shots[index - 1]?.seq)
  const warning = (code: string, items: readonly { seq: number }[], description: string): Warning[] =>
    items.length === 0 ? [] : [{ code, message: `${description}, first at seq ${items[0]?.seq}` }]
  return [
    ...warning('falling_score', falling, `the running score falls at ${falling.length} events`),
    ...warning('falling_period', earlier, `the period goes back at ${earlier.length} events`),
    ...warning('shot_events', mismatched, `${mismatched.length} shots are not the event of their seq`),
    ...warning('repeated_seq', repeated, `${repeated.length} shots have the seq of another`),
  ]
}

/** An inconsistency in a game: a code, a message that describes it, and the part that a note of the feed is about. */
export type Warning = { code: string; message: string; part?: NotedPart | undefined }

/**
 * The notes of a game after a bundle. Of a part that is stored and that the bundle omits, the stored notes stay: the bundle
 * only knows that it does not have it.
 */
export const mergeNotes = (
  bundle: CheckedBundle,
  stored: Pick<GameRow, `has_${NotedPart}`> | undefined,
  warnings: readonly Warning[],
): Warning[] => {
  const omitted = listOmitted(bundle)
  const isKept = ({ part }: Warning): boolean => part !== undefined && omitted[part] && stored?.[`has_${part}`] === true
  return [...bundle.notes.filter((note) => !isKept(note)), ...warnings.filter(isKept)]
}

/** Whether two lists have the same warnings, in any order. */
export const haveSameWarnings = (some: readonly Warning[], others: readonly Warning[]): boolean => {
  const list = (warnings: readonly Warning[]) => warnings.map(({ code, message }) => `${code} ${message}`).toSorted()
  return isDeepStrictEqual(list(some), list(others))
}

/** The warnings of games by id, in their order. */
export const selectWarnings = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Warning[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ game: warnings.game_id, code: warnings.code, message: warnings.message, part: warnings.part })
    .from(warnings)
    .where(within(sql`${warnings.game_id}`, ids))
    .orderBy(warnings.game_id, warnings.position)
  const byGame = Map.groupBy(rows, ({ game }) => game)
  return new Map(
    [...byGame].map(([id, ofGame]) => [
      id,
      ofGame.map(({ code, message, part }) => ({ code, message, ...(part !== null && { part }) })),
    ]),
  )
}

/** The warnings of all games, or those with a code, by date and game. */
export const listWarnings = ({ db }: Store, { code }: { code?: string | undefined } = {}) =>
  db
    .select({ game: warnings.game_id, date: games.date, code: warnings.code, message: warnings.message })
    .from(warnings)
    .innerJoin(games, eq(games.id, warnings.game_id))
    .where(code === undefined ? undefined : eq(warnings.code, code))
    .orderBy(asc(games.date), asc(warnings.game_id), asc(warnings.position))

/** The inconsistencies of a game. They do not prevent it from being stored. */
export const collectWarnings = (
  rows: GameRows & { game: Parameters<typeof dateWarnings>[0] },
  calendar: Calendar,
): Warning[] => [
  ...dateWarnings(rows.game, calendar),
  ...drawWarnings(rows),
  ...Side.options.flatMap((side) => [...boxWarnings(rows, side), ...scoreWarnings(rows, side)]),
  ...playWarnings(rows),
]
