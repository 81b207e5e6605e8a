import { isDeepStrictEqual } from 'node:util'
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { countsForStandings, countsForStatistics, defaultMinGames, type CountedBy } from '../../statistics/index.ts'
import { execute, isCounted, isRegular, seasons, selectRows, within, type Database } from '../../store/index.ts'
import type { GameRow } from '../write/game-row.ts'
import { allSettledOrThrow } from '../write/statements.ts'

const SeasonTeams = z.object({
  id: z.string(),
  min_games: z.number(),
  counted: z.array(z.number()),
  regular: z.array(z.number()),
})

/**
 * Updates the default minimum of games for leaders from the stored counts of the teams: of their games of the regular
 * season, or of all that count in a competition without one.
 */
const refreshMinGames = async (tx: Database, ids: readonly string[] | undefined): Promise<void> => {
  const rows = await selectRows(
    tx,
    SeasonTeams,
    sql`select s.id, s.min_games, t.*
        from seasons s
        cross join lateral (
          select coalesce(array_to_json(array_agg(ts.counted_games) filter (where ts.counted_games > 0)), '[]') as counted,
            coalesce(array_to_json(array_agg(ts.regular_games) filter (where ts.regular_games > 0)), '[]') as regular
          from team_seasons ts where ts.season_id = s.id) t
        where ${within(sql`s.id`, ids)}`,
  )
  for (const { id, min_games: stored, counted, regular } of rows) {
    const min_games = defaultMinGames(regular.length > 0 ? regular : counted)
    if (min_games !== stored) await tx.update(seasons).set({ min_games }).where(eq(seasons.id, id))
  }
}

/** The columns of a game that the stored counts depend on. */
export type CountedGame = Pick<
  GameRow,
  'season_id' | 'home_team_id' | 'away_team_id' | 'date' | 'status' | keyof CountedBy | 'has_boxscore'
>

/** What a game adds to the counts of its season, day and teams; 1 or 0, or -1 or 0 to take it away again. */
const countGame = (game: CountedGame, sign: 1 | -1) => {
  const final = game.status === 'final'
  const count = (counted: boolean) => (counted ? sign : 0)
  const counted = final && game.has_boxscore && countsForStatistics(game)
  return {
    season_id: game.season_id,
    date: game.date,
    home_team_id: game.home_team_id,
    away_team_id: game.away_team_id,
    games: sign,
    final_games: count(final),
    no_result_games: count(game.status === 'no_result'),
    box_scores: count(final && game.has_boxscore),
    counted_games: count(counted),
    regular_games: count(counted && countsForStandings(game.stage, false)),
  }
}

/** SQL: the differences of the counts as rows `change`, for a subquery that adds them up. */
const changeRows = (changes: readonly ReturnType<typeof countGame>[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(changes)}::json) as change (season_id text, date date, home_team_id text,
        away_team_id text, games integer, final_games integer, no_result_games integer, box_scores integer, counted_games integer,
        regular_games integer)`

const bothTeams = (game: SQL): SQL =>
  sql`cross join lateral (values (${game}.home_team_id), (${game}.away_team_id)) as side (team_id)`

/** A game as a write leaves it, and as it was stored; undefined if it is new. */
export type CountedChange = { after: CountedGame; before: CountedGame | undefined }

const hasBoxScore = ({ after, before }: CountedChange): boolean => after.has_boxscore || before?.has_boxscore === true

const changesCounts = ({ after, before }: CountedChange): boolean =>
  before === undefined || !isDeepStrictEqual(countGame(after, 1), countGame(before, 1))

/**
 * Adds the difference that the writes of games make to the stored counts, whatever the number of games. No row is written
 * whose counts stay the same.
 */
export const updateCounts = async (tx: Database, written: readonly CountedChange[]): Promise<void> => {
  const changed = written.filter(changesCounts)
  if (changed.length === 0) return
  const former = changed.flatMap(({ before }) => before ?? [])
  const changes = changeRows([
    ...changed.map(({ after }) => countGame(after, 1)),
    ...former.map((before) => countGame(before, -1)),
  ])
  const listSeasons = (some: readonly CountedChange[]) =>
    some.flatMap(({ after, before }) => [after.season_id, ...(before === undefined ? [] : [before.season_id])])
  const withBoxScore = listSeasons(changed.filter(hasBoxScore))
  await allSettledOrThrow(
    execute(
      tx,
      sql`insert into season_days (season_id, date, games, final_games, no_result_games)
          select season_id, date, sum(games), sum(final_games), sum(no_result_games) from ${changes}
          group by season_id, date having (sum(games), sum(final_games), sum(no_result_games)) <> (0, 0, 0)
          on conflict (season_id, date) do update set games = season_days.games + excluded.games,
            final_games = season_days.final_games + excluded.final_games,
            no_result_games = season_days.no_result_games + excluded.no_result_games`,
    ),
    execute(
      tx,
      sql`insert into team_seasons (team_id, season_id, games, final_games, no_result_games, counted_games, regular_games)
          select side.team_id, season_id, sum(games), sum(final_games), sum(no_result_games), sum(counted_games),
            sum(regular_games)
          from ${changes} ${bothTeams(sql`change`)} group by side.team_id, season_id
          having (sum(games), sum(final_games), sum(no_result_games), sum(counted_games), sum(regular_games))
            <> (0, 0, 0, 0, 0)
          on conflict (team_id, season_id) do update set games = team_seasons.games + excluded.games,
            final_games = team_seasons.final_games + excluded.final_games,
            no_result_games = team_seasons.no_result_games + excluded.no_result_games,
            counted_games = team_seasons.counted_games + excluded.counted_games,
            regular_games = team_seasons.regular_games + excluded.regular_games`,
    ),
    execute(
      tx,
      sql`update teams t set games = t.games + d.games from (
            select side.team_id, sum(games) as games from ${changes} ${bothTeams(sql`change`)}
            group by side.team_id having sum(games) <> 0) d
          where t.id = d.team_id`,
    ),
    ...(former.length === 0
      ? []
      : [
          execute(
            tx,
            sql`delete from season_days d using ${changes} where d.season_id = change.season_id and d.date = change.date and d.games = 0`,
          ),
          execute(
            tx,
            sql`delete from team_seasons ts using ${changes} ${bothTeams(sql`change`)}
                where ts.season_id = change.season_id and ts.team_id = side.team_id and ts.games = 0`,
          ),
        ]),
    execute(
      tx,
      sql`update seasons s set games = s.games + d.games, final_games = s.final_games + d.final_games,
            no_result_games = s.no_result_games + d.no_result_games, box_scores = s.box_scores + d.box_scores,
            first_date = (select min(date) from season_days where season_id = s.id),
            last_date = (select max(date) from season_days where season_id = s.id)
          from (
            select season_id, sum(games) as games, sum(final_games) as final_games,
              sum(no_result_games) as no_result_games, sum(box_scores) as box_scores
            from ${changes} group by season_id) d
          where s.id = d.season_id`,
    ),
    ...(withBoxScore.length === 0 ? [] : [refreshMinGames(tx, withBoxScore)]),
  )
}

/** Counts all games of seasons again, for each season, day and team. Without ids: of all seasons. */
export const refreshCounts = async (tx: Database, ids: readonly string[] | undefined): Promise<void> => {
  const byStatus = sql`count(*), count(*) filter (where g.status = 'final'), count(*) filter (where g.status = 'no_result')`
  const games = within(sql`g.season_id`, ids)
  await Promise.all([
    execute(tx, sql`delete from season_days d where ${within(sql`d.season_id`, ids)}`),
    execute(
      tx,
      sql`insert into season_days (season_id, date, games, final_games, no_result_games)
          select g.season_id, g.date, ${byStatus} from games g where ${games} group by g.season_id, g.date`,
    ),
    execute(
      tx,
      sql`update seasons s set (games, final_games, no_result_games, box_scores, first_date, last_date) = (
            select ${byStatus}, count(*) filter (where g.status = 'final' and g.has_boxscore), min(g.date), max(g.date)
            from games g where g.season_id = s.id)
          where ${within(sql`s.id`, ids)}`,
    ),
    execute(tx, sql`delete from team_seasons ts where ${within(sql`ts.season_id`, ids)}`),
    execute(
      tx,
      sql`insert into team_seasons (team_id, season_id, games, final_games, no_result_games, counted_games, regular_games)
          select side.team_id, g.season_id, ${byStatus}, count(*) filter (where g.has_boxscore and ${isCounted}),
            count(*) filter (where g.has_boxscore and ${isCounted} and ${isRegular})
          from games g ${bothTeams(sql`g`)} where ${games} group by side.team_id, g.season_id`,
    ),
    execute(
      tx,
      sql`update teams t set games = c.games
          from (
            select t.id, coalesce(sum(ts.games), 0) as games from teams t left join team_seasons ts on ts.team_id = t.id
            group by t.id) c
          where c.id = t.id and t.games <> c.games`,
    ),
  ])
  await refreshMinGames(tx, ids)
}
