import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import { ingestOrThrow, tableContents, anyDatabase, finalGame, newDatabase } from '../testing/index.ts'
import { execute } from './index.ts'

/** Statements that the database rejects, and the constraint that each violates. */
const forbidden: [string, string][] = [
  [`update games set status = 'live', home_score = null, away_score = null`, 'games_status'],
  [`update games set away_team_id = home_team_id`, 'games_two_teams'],
  [`update games set home_score = null`, 'games_score'],
  [`update games set status = 'scheduled'`, 'games_score'],
  [`update games set home_score = -1`, 'games_score_whole'],
  [`update games set forfeit_winner = 'home'`, 'games_forfeit_winner'],
  [
    `update games set status = 'no_result', home_score = null, away_score = null, forfeit_winner = 'both'`,
    'games_forfeit_winner',
  ],
  [`update games set attendance = -1`, 'games_attendance'],
  [`update games set home_team_id = 'tm_none0000'`, 'games_home_team_id_teams_id_fk'],
  [`update games set away_team_id = 'tm_none0000'`, 'games_away_team_id_teams_id_fk'],
  [`update games set season_id = 'ss_none0000'`, 'games_season_id_seasons_id_fk'],
  [`update games set competition_id = 'cp_none0000'`, 'games_competition_id_competitions_id_fk'],
  [`insert into seasons select * from seasons`, 'seasons_pkey'],
  [`update seasons set competition_id = 'cp_none0000'`, 'seasons_competition_id_competitions_id_fk'],
  [`update competitions set gender = 'all'`, 'competitions_gender'],
  [`update competitions set kind = 'tournament'`, 'competitions_kind'],
  [`update competitions set regulation_minutes = 0`, 'competitions_regulation_minutes'],
  [`update competitions set periods = 0`, 'competitions_regulation_minutes'],
  [`update competitions set overtime_minutes = 0`, 'competitions_regulation_minutes'],
  [`update competitions set points_win = 2`, 'competitions_points'],
  [`update competitions set tie_break = 'coin'`, 'competitions_tie_break'],
  [
    `insert into competitions (id, name, sort_name, slug, gender, kind, regulation_minutes, tie_break, described_on)
      select 'cp_other000', name, sort_name, slug, gender, kind, regulation_minutes, tie_break, described_on from competitions`,
    'competitions_slug_unique',
  ],
  [`update team_boxes set side = 'neutral'`, 'team_boxes_side'],
  [`update team_boxes set team_id = 'tm_none0000'`, 'team_boxes_team_id_teams_id_fk'],
  [`update team_boxes set two_made = two_attempted + 1`, 'team_boxes_made'],
  [`update team_boxes set three_made = three_attempted + 1`, 'team_boxes_made'],
  [`update team_boxes set free_throws_made = free_throws_attempted + 1`, 'team_boxes_made'],
  [`update team_boxes set field_goals_made = field_goals_made + 1`, 'team_boxes_sums'],
  [`update team_boxes set three_attempted = three_attempted + 1`, 'team_boxes_sums'],
  [`update box_lines set side = 'neutral'`, 'box_lines_side'],
  [`update box_lines set seconds = -1`, 'box_lines_seconds'],
  [`update box_lines set two_made = two_attempted + 1`, 'box_lines_made'],
  [`update box_lines set three_made = three_attempted + 1`, 'box_lines_made'],
  [`update box_lines set free_throws_made = free_throws_attempted + 1`, 'box_lines_made'],
  [`update box_lines set two_attempted = two_attempted + 1`, 'box_lines_sums'],
  [`update box_lines set field_goals_made = field_goals_made - 1`, 'box_lines_sums'],
  [
    `update box_lines set player_id = 'pl_none0000' where side = 'home' and position = 0`,
    'box_lines_player_id_players_id_fk',
  ],
  [`update box_lines set team_id = 'tm_none0000'`, 'box_lines_team_id_teams_id_fk'],
  [`insert into box_lines select * from box_lines`, 'box_lines_game_id_player_id_pk'],
  [`update standings set points_difference = points_difference + 1`, 'standings_points_difference'],
  [`update standings set won = played + 1`, 'standings_played'],
  [`update standings set lost = played, won = 1`, 'standings_played'],
  [`insert into play_by_plays values ('gm_none0000', '[]')`, 'play_by_plays_game_id_games_id_fk'],
  [`insert into shot_charts values ('gm_none0000', '[]')`, 'shot_charts_game_id_games_id_fk'],
  [`insert into warnings values ('gm_none0000', 0, 'code', 'message')`, 'warnings_game_id_games_id_fk'],
  [
    `insert into players_without_line select id, 'gm_none0000' from players`,
    'players_without_line_game_id_games_id_fk',
  ],
  [`insert into listed_players select id, 'gm_none0000' from players`, 'listed_players_game_id_games_id_fk'],
  [`delete from teams`, '_fk'],
  [`delete from players`, '_fk'],
  [`delete from seasons`, '_fk'],
  [`delete from competitions`, '_fk'],
  [
    `insert into external_ids select kind, source, external_id, 'other' from external_ids`,
    'external_ids_kind_source_external_id_pk',
  ],
  [`update accounts set plan = 'gold'`, 'accounts_plan'],
  [`insert into accounts (id, email, plan) select 'other', email, plan from accounts`, 'accounts_email_unique'],
  [
    `insert into api_keys (id, account_id, fingerprint, hint) select 'other', account_id, fingerprint, hint from api_keys`,
    'api_keys_fingerprint_unique',
  ],
  [`update api_keys set account_id = 'ac_none'`, 'api_keys_account_id_accounts_id_fk'],
  [`insert into account_past_days select account_id, day, -1 from account_days`, 'account_past_days_calls'],
  [`update account_counts set account_id = 'ac_none'`, 'account_counts_account_id_accounts_id_fk'],
]

describe.each(anyDatabase)('on %s', (kind) => {
  let core: Core
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address })
    await ingestOrThrow(core, finalGame([8, 6]))
    await core.refreshStandings()
    const { id } = await core.accounts.create({ email: 'name@example.org', plan: 'free' })
    await core.countCall((await core.keys.create(id)).key, { counts: true })
    return async () => {
      await core.close()
      await drop()
    }
  })

  test.each(forbidden)('%s violates %s', async (statement, constraint) => {
    await expect(execute(core.store.db, sql.raw(statement))).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^23/), message: expect.stringContaining(constraint) },
    })
  })

  test('deleting a game deletes all of its parts', async () => {
    await execute(core.store.db, sql`delete from games`)
    const { box_lines, team_boxes, play_by_plays, shot_charts, warnings } = await tableContents(core.store)
    expect([box_lines, team_boxes, play_by_plays, shot_charts, warnings]).toEqual([[], [], [], [], []])
  })
})
