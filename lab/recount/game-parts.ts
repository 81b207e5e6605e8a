import { Side } from '../../packages/core/src/contract/index.ts'
import type { Comparison } from './comparison.ts'
import { isCounted, nameIn, totalIfKnown, type Game, type History, type Line } from './history.ts'

/** Columns that only players have, so that the lines add up to the totals. */
const EXACT = [
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
/** Columns that a team can have without a player, so that the lines add up to at most the totals. */
const AT_MOST = ['offensive_rebounds', 'defensive_rebounds', 'rebounds', 'turnovers', 'steals', 'fouls'] as const

/** The parts of a game. */
type Parts = {
  lines: readonly Line[]
  boxes: History['boxes']
  play: History['plays'][number] | undefined
  shots: History['shots'][number] | undefined
  warned: ReadonlySet<string>
}

/** The parts of each game by its id. */
export const groupParts = ({ lines, boxes, plays, shots, warnings }: History): ((game: string) => Parts) => {
  const boxesByGame = Map.groupBy(boxes, ({ game_id }) => game_id)
  const playByPlayByGame = new Map(plays.map((play) => [play.game_id, play]))
  const shotsByGame = new Map(shots.map((chart) => [chart.game_id, chart]))
  const warned = Map.groupBy(warnings, ({ game_id }) => game_id)
  return (game) => ({
    lines: lines.get(game) ?? [],
    boxes: boxesByGame.get(game) ?? [],
    play: playByPlayByGame.get(game),
    shots: shotsByGame.get(game),
    warned: new Set(warned.get(game)?.map(({ code }) => code)),
  })
}

/** Whether the lines of a side contradict its totals. */
const contradictsTotals = ({ lines, boxes }: Parts, side: Side): boolean => {
  const totals = boxes.find((box) => box.side === side && box.has_totals)
  if (totals === undefined) return false
  for (const stat of [...EXACT, ...AT_MOST]) {
    const [team, values] = [totals[stat], lines.flatMap((line) => (line.side === side ? (line[stat] ?? []) : []))]
    if (team === null || values.length === 0) continue
    const players = values.reduce((sum, value) => sum + value, 0)
    if (AT_MOST.some((one) => one === stat) ? players > team : players !== team) return true
  }
  return false
}

const boxPoints = ({ lines, boxes }: Parts, side: Side): number | null => {
  const totals = boxes.find((box) => box.side === side && box.has_totals)
  const scored = lines.filter((line) => line.side === side && (line.played || line.points !== null))
  return totals?.points ?? totalIfKnown(scored.map(({ points }) => points))
}

/** The contradictions of a game that an import warns about, by the code of the warning. */
const contradictions = (game: Game, parts: Parts): Set<string> => {
  const found = new Set<string>()
  for (const side of Side.options) {
    if (contradictsTotals(parts, side)) found.add('player_sums')
    const final = game[`${side}_score`]
    if (game.status !== 'final' || final === null) continue
    const sources = {
      box_score: boxPoints(parts, side),
      period_sums: totalIfKnown(game.periods?.[side] ?? []),
      playbyplay_score: parts.play?.[`${side}_score`] ?? null,
    }
    for (const [code, score] of Object.entries(sources)) if (score !== null && score !== final) found.add(code)
  }
  if (game.status === 'final' && game.home_score === game.away_score) found.add('drawn')
  return found
}

/** Null for an unknown tip-off, which lines store as -infinity. */
const toTime = (moment: Date | null): string | null =>
  moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString()

/**
 * Compares what a game says about its parts with the parts: its flags, the copies in its box lines, and whether every
 * contradiction between them is listed as a warning.
 */
export const compareParts = (comparison: Comparison, { players, teams }: History, game: Game, parts: Parts): void => {
  const { lines, boxes, play, shots, warned } = parts
  const subject = `game ${game.id}, ${game.date}, ${nameIn(teams, game.home_team_id)} - ${nameIn(teams, game.away_team_id)}`
  comparison.fields(
    subject,
    { 'has.boxscore': game.has_boxscore, 'has.playbyplay': game.has_playbyplay, 'has.shots': game.has_shots },
    {
      'has.boxscore': lines.length > 0 || boxes.some((box) => box.has_totals),
      'has.playbyplay': (play?.events ?? 0) > 0,
      'has.shots': (shots?.shots ?? 0) > 0,
    },
  )
  for (const line of lines)
    comparison.fields(
      `${subject}, line of ${nameIn(players, line.player_id)}`,
      {
        team: line.team_id,
        season: line.season_id,
        date: line.date,
        tip_off: toTime(line.tip_off_order),
        final: line.final,
        counted: line.counted,
      },
      {
        team: game[`${line.side}_team_id`],
        season: game.season_id,
        date: game.date,
        tip_off: toTime(game.tip_off),
        final: game.status === 'final',
        counted: isCounted(game),
      },
    )
  for (const code of contradictions(game, parts)) comparison.value(subject, `warning ${code}`, warned.has(code), true)
  const [home, away] = [game.periods?.home ?? [], game.periods?.away ?? []]
  const endsEmpty = game.status === 'final' && home.length > 4 && home.at(-1) === 0 && away.at(-1) === 0
  comparison.value(subject, 'an overtime of 0–0 at its end', endsEmpty, false)
}
