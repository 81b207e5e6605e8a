import { windowOf } from '../accounts/window.ts'
import { envelopeOf, GetPlayerSplits, PlayerSplits, type PlayerRef } from '../contract/index.ts'
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
const totalsOf = (rows: SplitSums[]) => {
  const totalOf = (stat: Exclude<keyof Totals, 'games'>) => total(rows.map((row) => row[stat]))
  return {
    games: gamesIn(rows),
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

const gamesIn = (rows: SplitSums[]): number => rows.reduce((sum, { games }) => sum + games, 0)

const secondsOf = (row: SplitSums): number | null => {
  const ofGame = gameSeconds(row)
  return ofGame === null ? null : ofGame * row.games
}

/** The totals of the player's team over the same games, for the usage formula. */
const teamTotalsOf = (rows: SplitSums[]) => ({
  seconds: total(rows.map(secondsOf)),
  field_goals_attempted: total(rows.map((row) => row.team_field_goals_attempted)),
  free_throws_attempted: total(rows.map((row) => row.team_free_throws_attempted)),
  turnovers: total(rows.map((row) => row.team_turnovers)),
})

const splitOf = (split: string, rows: SplitSums[]): Split => {
  const totals = totalsOf(rows)
  return {
    split,
    opponent: rows[0]?.opponent_name ?? '',
    games: totals.games,
    ...averages(totals),
    true_shooting_pct: trueShooting(totals),
    usage_pct: usage(totals, teamTotalsOf(rows)),
  }
}

const splitsOf = (rows: SplitSums[]): Split[] =>
  [...Map.groupBy(rows, ({ split }) => split)]
    .flatMap(([split, ofSplit]) => (split === null ? [] : splitOf(split, ofSplit)))
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
  .output(envelopeOf(PlayerSplits))
  .query(async ({ ctx, input: { id, by, season, competition } }) => {
    const { store } = ctx
    const select = () => selectSplitSums(store, id, by, { season, competition, from: windowOf(ctx).from ?? undefined })
    const respond = (player: PlayerRef, rows: SplitSums[]) => ({
      data: { player, by, splits: splitsOf(rows) },
      meta: {},
    })
    const rows = await select()
    const [first] = rows
    if (first !== undefined) return respond({ id, name: first.player_name }, rows)
    await requireFilters(store, { season, competition })
    return respond(await requirePlayer(store, id), await select())
  })
