import type { StatLine } from '../contract/index.ts'
import type { games, StoredEvent, StoredShot, teamBoxes } from '../store/index.ts'
import type { LineRow } from './rows.ts'

/** Something inconsistent in a game. */
export type Warning = { code: string; message: string }

/** A game as it is stored, in rows. */
export type GameRows = {
  game: Pick<typeof games.$inferInsert, 'status' | 'home_score' | 'away_score' | 'periods'>
  boxes: (typeof teamBoxes.$inferInsert)[]
  lines: LineRow[]
  events: StoredEvent[]
  shots: StoredShot[]
}

type Stats = { [Stat in keyof StatLine]?: number | null | undefined }
const SIDES = ['home', 'away'] as const
type Side = (typeof SIDES)[number]

/** Statistics that only players make: those of the players add up to those of the team. */
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
/** Statistics that a team can also have by itself: those of the players are at most those of the team. */
const OF_TEAMS = ['offensive_rebounds', 'defensive_rebounds', 'rebounds', 'turnovers', 'steals', 'fouls'] as const

const sum = (numbers: (number | null | undefined)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

const pointsOf = ({ two_made, three_made, free_throws_made }: Stats): number =>
  2 * (two_made ?? 0) + 3 * (three_made ?? 0) + (free_throws_made ?? 0)

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined

const boxWarnings = ({ boxes, lines }: GameRows, side: Side): Warning[] => {
  const box = boxes.find((found) => found.side === side)
  const sheet = lines.filter((line) => line.side === side)
  const wrong: Warning[] = []
  for (const line of sheet)
    if (isKnown(line.points) && isKnown(line.free_throws_made) && line.points !== pointsOf(line))
      wrong.push({
        code: 'line_points',
        message: `${side}: a player has ${line.points} points, the shots made ${pointsOf(line)}`,
      })
  if (box === undefined || !box.has_totals || sheet.length === 0) return wrong
  for (const stat of [...OF_PLAYERS, ...OF_TEAMS]) {
    const total = box[stat]
    if (!isKnown(total) || !sheet.some((line) => isKnown(line[stat]))) continue
    const players = sum(sheet.map((line) => line[stat]))
    const fits = (OF_TEAMS as readonly string[]).includes(stat) ? players <= total : players === total
    if (!fits)
      wrong.push({ code: 'player_sums', message: `${side}: the players have ${players} ${stat}, the team ${total}` })
  }
  return wrong
}

const scoreWarnings = ({ game, boxes, events, shots }: GameRows, side: Side): Warning[] => {
  const final = game[`${side}_score`]
  if (game.status !== 'final' || !isKnown(final)) return []
  const against = (code: string, what: string, points: number | null | undefined): Warning[] =>
    !isKnown(points) || points === final
      ? []
      : [{ code, message: `${side}: ${what} ${points}, the final score is ${final}` }]
  const box = boxes.find((found) => found.side === side)
  const made =
    box?.has_totals && isKnown(box.two_made) && isKnown(box.three_made)
      ? 2 * box.two_made + 3 * box.three_made
      : undefined
  const shotPoints = sum(shots.map((shot) => (shot.side === side ? shot.points : 0)))
  return [
    ...against('box_score', 'the box score gives', box?.has_totals ? box.points : undefined),
    ...against('period_sums', 'the periods give', game.periods ? sum(game.periods[side]) : undefined),
    ...against('playbyplay_score', 'the play-by-play ends with', events.at(-1)?.[`${side}_score`]),
    ...(shots.length === 0 || made === undefined || made === shotPoints
      ? []
      : [
          {
            code: 'shot_points',
            message: `${side}: the shots give ${shotPoints} points, the box score ${made} from the field`,
          },
        ]),
  ]
}

const fallingScore = ({ events }: GameRows): Warning[] => {
  const falls = events.filter((event, place) => {
    const before = events[place - 1]
    return before !== undefined && (event.home_score < before.home_score || event.away_score < before.away_score)
  })
  return falls.length === 0
    ? []
    : [
        {
          code: 'falling_score',
          message: `the running score falls at ${falls.length} events, first at seq ${falls[0]?.seq}`,
        },
      ]
}

const shotEvents = ({ events, shots }: GameRows): Warning[] => {
  if (events.length === 0) return []
  const strange = shots.filter((shot) => {
    const type = events[shot.seq - 1]?.type
    return type !== `${shot.value === 3 ? 'three' : 'two'}_${shot.made ? 'made' : 'missed'}`
  })
  return strange.length === 0
    ? []
    : [
        {
          code: 'shot_events',
          message: `${strange.length} shots are not the event of their seq, first seq ${strange[0]?.seq}`,
        },
      ]
}

/** What does not agree within a game: nothing is dropped for it, it is said. */
export const warningsOf = (rows: GameRows): Warning[] => [
  ...SIDES.flatMap((side) => [...boxWarnings(rows, side), ...scoreWarnings(rows, side)]),
  ...fallingScore(rows),
  ...shotEvents(rows),
]
