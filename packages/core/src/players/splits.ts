import { getWindow } from '../accounts/window.ts'
import { envelopeSchema, GetPlayerSplits, PlayerSplits, type PlayerRef } from '../contract/index.ts'
import { requireFilters } from '../competitions/queries.ts'
import { averages, gameSeconds, total, trueShooting, usage, type Totals } from '../statistics/index.ts'
import { read } from '../trpc.ts'
import { requirePlayer } from './queries.ts'
import { selectSplitSums, type SplitSums } from './split-queries.ts'

type Split = PlayerSplits['splits'][number]

/** The order of splits. Months and opponents are not in it and compare as equal. */
const ORDER = ['home', 'away', 'won', 'lost', 'starter', 'bench']

const bySplit = (a: Split, b: Split): number =>
  ORDER.indexOf(a.split) - ORDER.indexOf(b.split) || compare(a.opponent, b.opponent) || compare(a.split, b.split)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** A total is null if one of the lines does not record the statistic. */
const sumTotals = (rows: SplitSums[]) => {
  const sumTotal = (stat: Exclude<keyof Totals, 'games'>) => total(rows.map((row) => row[stat]))
  return {
    games: gamesIn(rows),
    seconds: sumTotal('seconds'),
    points: sumTotal('points'),
    rebounds: sumTotal('rebounds'),
    assists: sumTotal('assists'),
    steals: sumTotal('steals'),
    turnovers: sumTotal('turnovers'),
    blocks: sumTotal('blocks'),
    field_goals_made: sumTotal('field_goals_made'),
    field_goals_attempted: sumTotal('field_goals_attempted'),
    three_made: sumTotal('three_made'),
    three_attempted: sumTotal('three_attempted'),
    free_throws_made: sumTotal('free_throws_made'),
    free_throws_attempted: sumTotal('free_throws_attempted'),
  }
}

const gamesIn = (rows: SplitSums[]): number => rows.reduce((sum, { games }) => sum + games, 0)

const getSeconds = (row: SplitSums): number | null => {
  const ofGame = gameSeconds(row)
  return ofGame === null ? null : ofGame * row.games
}

/** The totals of the player's team over the same games, for the usage formula. */
const sumTeamTotals = (rows: SplitSums[]) => ({
  seconds: total(rows.map(getSeconds)),
  field_goals_attempted: total(rows.map((row) => row.team_field_goals_attempted)),
  free_throws_attempted: total(rows.map((row) => row.team_free_throws_attempted)),
  turnovers: total(rows.map((row) => row.team_turnovers)),
})

const toSplit = (split: string, rows: SplitSums[]): Split => {
  const totals = sumTotals(rows)
  return {
    split,
    opponent: rows[0]?.opponent_name ?? '',
    games: totals.games,
    ...averages(totals),
    true_shooting_pct: trueShooting(totals),
    usage_pct: usage(totals, sumTeamTotals(rows)),
  }
}

const toSplits = (rows: SplitSums[]): Split[] =>
  [...Map.groupBy(rows, ({ split }) => split)]
    .flatMap(([split, ofSplit]) => (split === null ? [] : toSplit(split, ofSplit)))
    .toSorted(bySplit)

export const getPlayerSplits = read
  .meta({
    plan: 'complete',
    openapi: {
      operationId: 'getPlayerSplits',
      method: 'GET',
      path: '/players/{id}/splits',
      tags: ['Players'],
      summary: 'Player splits',
      description:
        'Averages per game played, split by venue, result, month or opponent, or by starting and coming off the bench. A drawn game is in no split by result. Preseason and all-star games do not count.',
    },
  })
  .input(GetPlayerSplits)
  .output(envelopeSchema(PlayerSplits))
  .query(async ({ ctx, input: { id, by, season, competition } }) => {
    const { store } = ctx
    const select = () => selectSplitSums(store, id, by, { season, competition, from: getWindow(ctx).from ?? undefined })
    const respond = (player: PlayerRef, rows: SplitSums[]) => ({
      data: { player, by, splits: toSplits(rows) },
      meta: {},
    })
    const rows = await select()
    const [first] = rows
    if (first !== undefined) return respond({ id, name: first.player_name }, rows)
    await requireFilters(store, { season, competition })
    return respond(await requirePlayer(store, id), await select())
  })
