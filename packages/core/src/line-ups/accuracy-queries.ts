import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CompetitionRef, InexactReason, LineUpNoteCode, SeasonRef } from '../contract/index.ts'
import { isCounted, selectRows, type Store } from '../store/index.ts'

const InexactGame = z.object({
  id: z.string(),
  date: z.string(),
  home: z.string(),
  away: z.string(),
  reasons: z.array(InexactReason),
})
/** A game whose line-ups are not exact, with the reasons. */
export type InexactGame = z.infer<typeof InexactGame>

const SeasonAccuracy = z.object({
  competition: CompetitionRef,
  season: SeasonRef,
  games: z.number(),
  /** Games with a play-by-play; the rest of this record is about them. */
  with_events: z.number(),
  exact: z.number(),
  /** Lines of players who played, and those of them whose stints add up to the minutes of the box score to the second. */
  lines: z.number(),
  exact_lines: z.number(),
  /** Lines for which the feed has a plus/minus, and those of them for which the stints give the same. */
  plus_minus: z.number(),
  equal_plus_minus: z.number(),
  /** Games in which one team has more than two possessions more than the other. */
  apart: z.number(),
  periods: z.number(),
  /** Periods in which one team has two possessions more than the other. */
  uneven_periods: z.number(),
  /** Periods with two possessions of one team in a row, by a rule or not. */
  repeating_periods: z.number(),
  /** Games with two possessions of one team in a row that no rule explains. */
  not_alternating: z.number(),
  /** Periods of which two independent counts of possessions disagree. */
  doubtful_periods: z.number(),
  /** Games in which something was repaired or contradicts the stints, by its code. */
  notes: z.partialRecord(LineUpNoteCode, z.number()),
  inexact: z.array(InexactGame),
})
/** How exact the line-ups and possessions of a season are. Games that statistics do not count are excluded. */
export type SeasonAccuracy = z.infer<typeof SeasonAccuracy>

const PlayedSeason = SeasonAccuracy.pick({ competition: true, season: true, games: true, with_events: true })

/** The seasons with a play-by-play, by the name of the competition and the year. */
const selectSeasons = ({ db }: Store) =>
  selectRows(
    db,
    PlayedSeason,
    sql`select json_build_object('id', s.id, 'name', s.name) as season, json_build_object('id', c.id, 'name', c.name) as competition,
          count(*)::integer as games, count(*) filter (where g.has_playbyplay)::integer as with_events
        from games g join seasons s on s.id = g.season_id join competitions c on c.id = s.competition_id
        where ${isCounted} group by s.id, c.id having bool_or(g.has_playbyplay) order by c.name, s.start_year, s.id`,
  )

const Measured = SeasonAccuracy.omit({ competition: true, season: true, games: true, with_events: true, inexact: true })

const measureSeason = async ({ db }: Store, season: string): Promise<z.infer<typeof Measured>> => {
  const [measured] = await selectRows(
    db,
    Measured,
    sql`with measured as (
          select l.* from games g join line_ups l on l.game_id = g.id where g.season_id = ${season} and ${isCounted}
        ), sums as (
          select m.game_id, p.player_id, sum(s.start - s."end") as seconds, sum(s.points_for - s.points_against) as plus_minus
          from measured m cross join lateral (values (m.stints->'home'), (m.stints->'away')) as side (stints)
          cross join lateral json_to_recordset(side.stints)
            as s (start integer, "end" integer, players text[], points_for integer, points_against integer)
          cross join lateral unnest(s.players) as p (player_id) group by m.game_id, p.player_id
        ), turns as (
          select m.game_id, p.period, case p.side when 'home' then 1 else -1 end as turn,
            lag(p.side) over (partition by m.game_id, p.period order by p.number) = p.side as repeats
          from measured m cross join lateral rows from (json_to_recordset(m.possessions) as (period integer, side text))
            with ordinality as p (period, side, number)
        ), periods as (
          select game_id, sum(turn) as lead, bool_or(repeats) as repeats from turns group by game_id, period
        )
        select lines.*, periods.*, of_games.*,
          (select count(*)::integer from (select from turns group by game_id having abs(sum(turn)) > 2) games) as apart,
          (select coalesce(json_object_agg(code, games order by code), '{}') from (
            select n->>'code' as code, count(distinct game_id) as games
            from measured cross join lateral jsonb_array_elements(notes) as n group by 1) noted) as notes
        from (
          select count(*)::integer as lines, count(*) filter (where coalesce(s.seconds, 0) = b.seconds)::integer as exact_lines,
            count(b.plus_minus)::integer as plus_minus,
            count(*) filter (where s.plus_minus = b.plus_minus)::integer as equal_plus_minus
          from measured m join box_lines b on b.game_id = m.game_id and b.played
          left join sums s on s.game_id = b.game_id and s.player_id = b.player_id) lines,
        (
          select count(*)::integer as periods, count(*) filter (where abs(lead) >= 2)::integer as uneven_periods,
            count(*) filter (where repeats)::integer as repeating_periods from periods) periods,
        (
          select count(*) filter (where exact)::integer as exact, count(*) filter (where not alternating)::integer as not_alternating,
            coalesce(sum(cardinality(doubtful_periods)), 0)::integer as doubtful_periods from measured) of_games`,
  )
  if (measured === undefined) throw new RangeError('counts are one row')
  return measured
}

const NamedGame = InexactGame.extend({ names: z.record(z.string(), z.string()).nullable() })

/** The games of a season that are not exact, oldest first. Their reasons name players instead of their ids. */
const selectInexact = async ({ db }: Store, season: string): Promise<InexactGame[]> => {
  const games = await selectRows(
    db,
    NamedGame,
    sql`select g.id, g.date::text as date, h.name as home, a.name as away, l.reasons, (
            select json_object_agg(p.id, p.name) from box_lines b join players p on p.id = b.player_id
            where b.game_id = g.id and b.played) as names
        from games g join line_ups l on l.game_id = g.id
        join teams h on h.id = g.home_team_id join teams a on a.id = g.away_team_id
        where g.season_id = ${season} and ${isCounted} and not l.exact order by g.date, g.tip_off_order, g.id`,
  )
  return games.map(({ reasons, names, ...game }) => {
    const getName = (id: string): string => names?.[id] ?? id
    return {
      ...game,
      reasons: reasons.map(({ code, message }) => ({ code, message: message.replaceAll(/\bpl_\w+/g, getName) })),
    }
  })
}

/** Measures the line-ups of every season that has a play-by-play, season by season. */
export async function* measureAccuracy(store: Store): AsyncGenerator<SeasonAccuracy, void, undefined> {
  for (const played of await selectSeasons(store)) {
    const { id } = played.season
    yield { ...played, ...(await measureSeason(store, id)), inexact: await selectInexact(store, id) }
  }
}
