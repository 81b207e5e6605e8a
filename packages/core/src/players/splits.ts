import { windowOf } from '../accounts/window.ts'
import { answerOf, GetPlayerSplits, PlayerSplits, type SplitBy } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { requireFilters } from '../seasons/resolve-queries.ts'
import { averages, isWon, outcomeOf, trueShooting, usage } from '../statistics/index.ts'
import { operation } from '../trpc.ts'
import { selectPlayerRef } from './queries.ts'
import { selectSplitLines, type SplitLine } from './split-queries.ts'

type Split = PlayerSplits['splits'][number]

/** The part of the games a line falls into. */
const partOf = (by: SplitBy, row: SplitLine): string => {
  switch (by) {
    case 'venue':
      return row.line.side
    case 'result':
      return isWon(outcomeOf(row.line.side, row)) ? 'won' : 'lost'
    case 'month':
      return row.line.date.slice(0, 7)
    case 'opponent':
      return row.opponent.id
    case 'starter':
      return row.line.starter ? 'starter' : 'bench'
  }
}

/** The order in which the parts stand; months and opponents stand by themselves. */
const ORDER = ['home', 'away', 'won', 'lost', 'starter', 'bench']

const byPart = (a: Split, b: Split): number =>
  ORDER.indexOf(a.split) - ORDER.indexOf(b.split) || compare(a.opponent, b.opponent) || compare(a.split, b.split)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** The sum over lines; null where no line records it. */
const sum = (values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0)
}

const SUMMED = [
  'points',
  'rebounds',
  'assists',
  'steals',
  'turnovers',
  'blocks',
  'field_goals_made',
  'field_goals_attempted',
  'three_made',
  'three_attempted',
  'free_throws_made',
  'free_throws_attempted',
  'seconds',
] as const

const totalsOf = (rows: SplitLine[]): Record<(typeof SUMMED)[number], number | null> => {
  const total = (stat: (typeof SUMMED)[number]) => sum(rows.map(({ line }) => line[stat]))
  return {
    points: total('points'),
    rebounds: total('rebounds'),
    assists: total('assists'),
    steals: total('steals'),
    turnovers: total('turnovers'),
    blocks: total('blocks'),
    field_goals_made: total('field_goals_made'),
    field_goals_attempted: total('field_goals_attempted'),
    three_made: total('three_made'),
    three_attempted: total('three_attempted'),
    free_throws_made: total('free_throws_made'),
    free_throws_attempted: total('free_throws_attempted'),
    seconds: total('seconds'),
  }
}

/** Usage over the games in which the team's own totals and time are known too. */
const usageOf = (rows: SplitLine[]): number | null => {
  const known = rows.filter(({ team, team_seconds }) => team !== null && team_seconds !== null)
  const ofTeam = (stat: 'field_goals_attempted' | 'free_throws_attempted' | 'turnovers') =>
    sum(known.map(({ team }) => team?.[stat] ?? null))
  return usage(totalsOf(known), {
    field_goals_attempted: ofTeam('field_goals_attempted'),
    free_throws_attempted: ofTeam('free_throws_attempted'),
    turnovers: ofTeam('turnovers'),
    seconds: sum(known.map(({ team_seconds }) => team_seconds)),
  })
}

const splitOf = (by: SplitBy, split: string, rows: SplitLine[]): Split => {
  const totals = totalsOf(rows)
  return {
    split,
    opponent: by === 'opponent' ? (rows[0]?.opponent.name ?? '') : '',
    games: rows.length,
    ...averages({ ...totals, games: rows.length }),
    true_shooting_pct: trueShooting(totals),
    usage_pct: usageOf(rows),
  }
}

export const getPlayerSplits = operation(
  {
    plan: 'complete',
    path: '/players/{id}/splits',
    tag: 'Players',
    summary: 'What a player averaged in parts of the games',
    description:
      'Averages per game played at home and away, won and lost, by month, opponent, or as starter and from the bench. Preseason and all-star do not count.',
    input: GetPlayerSplits,
    output: answerOf(PlayerSplits),
  },
  async ({ ctx, input: { id, by, season, competition } }) => {
    await requireFilters(ctx.store, { season, competition })
    const player = await selectPlayerRef(ctx.store, id)
    if (player === undefined) throw notFound('player', id)
    const rows = await selectSplitLines(ctx.store, id, { season, competition, from: windowOf(ctx).from ?? undefined })
    const parts = Map.groupBy(rows, (row) => partOf(by, row))
    const splits = [...parts].map(([split, ofPart]) => splitOf(by, split, ofPart)).toSorted(byPart)
    return { data: { player, by, splits }, meta: {} }
  },
)
