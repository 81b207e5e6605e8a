import { windowOf } from '../accounts/window.ts'
import { envelopeOf, GetPlayerSplits, PlayerSplits, type SplitBy, type StatLine } from '../contract/index.ts'
import { requireFilters } from '../seasons/queries.ts'
import { averages, gameSeconds, outcomeOf, resultOf, total, trueShooting, usage } from '../statistics/index.ts'
import { operation } from '../operation.ts'
import { requirePlayer } from './queries.ts'
import { selectSplitLines, type SplitLine } from './game-queries.ts'

type Split = PlayerSplits['splits'][number]

const RESULTS = { W: 'won', L: 'lost' }

/** The split to which a line belongs; null for a draw if split by result. */
const splitKey = (by: SplitBy, row: SplitLine): string | null => {
  switch (by) {
    case 'venue':
      return row.line.side
    case 'result': {
      const result = resultOf(outcomeOf(row.line.side, row))
      return result && RESULTS[result]
    }
    case 'month':
      return row.line.date.slice(0, 7)
    case 'opponent':
      return row.opponent.id
    case 'starter':
      return row.line.starter ? 'starter' : 'bench'
  }
}

/** The order of splits. Months and opponents are not in it and compare as equal. */
const ORDER = ['home', 'away', 'won', 'lost', 'starter', 'bench']

const bySplit = (a: Split, b: Split): number =>
  ORDER.indexOf(a.split) - ORDER.indexOf(b.split) || compare(a.opponent, b.opponent) || compare(a.split, b.split)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Totals of the lines. A total is null if one of the lines does not record the statistic. */
const totalsOf = (rows: SplitLine[]) => {
  const totalOf = (stat: keyof StatLine | 'seconds') => total(rows.map(({ line }) => line[stat]))
  return {
    games: rows.length,
    seconds: totalOf('seconds'),
    points: totalOf('points'),
    rebounds: totalOf('rebounds'),
    assists: totalOf('assists'),
    steals: totalOf('steals'),
    turnovers: totalOf('turnovers'),
    blocks: totalOf('blocks'),
    field_goals_made: totalOf('field_goals_made'),
    field_goals_attempted: totalOf('field_goals_attempted'),
    three_made: totalOf('three_made'),
    three_attempted: totalOf('three_attempted'),
    free_throws_made: totalOf('free_throws_made'),
    free_throws_attempted: totalOf('free_throws_attempted'),
  }
}

/** The totals of the player's team over the same games, for the usage formula. */
const teamTotalsOf = (rows: SplitLine[]) => {
  const totalOf = (stat: 'field_goals_attempted' | 'free_throws_attempted' | 'turnovers') =>
    total(rows.map(({ team }) => team?.[stat] ?? null))
  return {
    seconds: total(rows.map(({ length }) => gameSeconds(length))),
    field_goals_attempted: totalOf('field_goals_attempted'),
    free_throws_attempted: totalOf('free_throws_attempted'),
    turnovers: totalOf('turnovers'),
  }
}

const splitOf = (by: SplitBy, split: string, rows: SplitLine[]): Split => {
  const totals = totalsOf(rows)
  return {
    split,
    opponent: by === 'opponent' ? (rows[0]?.opponent.name ?? '') : '',
    games: rows.length,
    ...averages(totals),
    true_shooting_pct: trueShooting(totals),
    usage_pct: usage(totals, teamTotalsOf(rows)),
  }
}

export const getPlayerSplits = operation(
  {
    plan: 'complete',
    path: '/players/{id}/splits',
    tag: 'Players',
    summary: 'Player splits',
    description:
      'Averages per game played, split by venue, result, month or opponent, or by starting and coming off the bench. A drawn game is in no split by result. Preseason and all-star games do not count.',
    input: GetPlayerSplits,
    output: envelopeOf(PlayerSplits),
  },
  async ({ ctx, input: { id, by, season, competition } }) => {
    await requireFilters(ctx.store, { season, competition })
    const player = await requirePlayer(ctx.store, id)
    const rows = await selectSplitLines(ctx.store, id, { season, competition, from: windowOf(ctx).from ?? undefined })
    const grouped = Map.groupBy(rows, (row) => splitKey(by, row))
    const splits = [...grouped]
      .flatMap(([split, lines]) => (split === null ? [] : splitOf(by, split, lines)))
      .toSorted(bySplit)
    return { data: { player, by, splits }, meta: {} }
  },
)
