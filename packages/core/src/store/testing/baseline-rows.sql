-- Rows of a database of the baseline (migration 0000_baseline), for store/upgrade.test.ts. The API key of the account is
-- bd_wFbufwEeenouZivbVUuqf6RNGNfEmhdp9VnW75. Like the baseline it is never changed.
insert into accounts (id, email, plan, created_at) values
  ('ac_cw5y1rg5', 'name@example.org', 'complete', '2026-11-22 08:51:01.906+00');
insert into account_days (account_id, day, calls) values
  ('ac_cw5y1rg5', '2026-11-22', '1');
insert into api_keys (id, account_id, fingerprint, hint, created_at, revoked_at, window_calls, window_second) values
  ('ak_vjb92fdp', 'ac_cw5y1rg5', E'\\xc27cca32147be2233c838c775c953040e4311f6f35ba26c51296df5730afe9ab', 'bd_…nW75', '2026-11-22 08:51:01.924+00', NULL, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1}', '1795337464');
insert into bookmakers (key, name, exchange, named_at) values
  ('alpha', 'Alpha Bets', 'false', '2026-11-19 18:00:00+00');
insert into competitions (id, name, sort_name, slug, country, gender, kind, time_zone, regulation_minutes, tie_break, described_on) values
  ('cp_hkkbj4hg', 'League', 'league', 'league', NULL, 'men', 'league', NULL, '40', 'simple', '2026-11-26');
insert into seasons (id, competition_id, name, start_year, games, first_date, last_date, final_games, box_scores, standings_games, standings_through, min_games) values
  ('ss_mv3gkzjb', 'cp_hkkbj4hg', '2026-27', '2026', '3', '2026-11-19', '2026-11-26', '2', '2', '2', '2026-11-20', '2');
insert into teams (id, name, sort_name, search, country, city, arena, arena_capacity, founded, games, described_on) values
  ('tm_cqpjvzp0', 'Beta', 'beta', '''beta''', NULL, NULL, NULL, NULL, NULL, '3', '2026-11-26'),
  ('tm_hv3hz313', 'Alpha', 'alpha', '''alpha''', NULL, NULL, NULL, NULL, NULL, '3', '2026-11-26');
insert into games (id, competition_id, season_id, stage, round, date, tip_off, status, home_team_id, away_team_id, home_score, away_score, attendance, venue, has_boxscore, has_playbyplay, has_shots, periods, officials, ended_periods, revision, bundle_hash) values
  ('gm_7nf5msya', 'cp_hkkbj4hg', 'ss_mv3gkzjb', 'regular', '1', '2026-11-19', '2026-11-19 19:00:00+00', 'final', 'tm_hv3hz313', 'tm_cqpjvzp0', '8', '6', '1000', 'Hall', 'true', 'true', 'true', '{"away": [6, 0, 0, 0], "home": [8, 0, 0, 0]}', '[{"name": "Ref Eree", "role": "referee"}]', '4', '1', E'\\x8c16fd8f552d9106e8e57de7da014955ed977f5bb20524c6875596b09d098505'),
  ('gm_km55kbmv', 'cp_hkkbj4hg', 'ss_mv3gkzjb', 'regular', '1', '2026-11-20', NULL, 'final', 'tm_hv3hz313', 'tm_cqpjvzp0', '5', '4', '1000', 'Hall', 'true', 'true', 'true', '{"away": [4, 0, 0, 0], "home": [5, 0, 0, 0]}', '[{"name": "Ref Eree", "role": "referee"}]', '4', '1', E'\\x4807d0d7de7ab986e954b9ef30d782140f3ff3850872e7aa3bf13f23e3085911'),
  ('gm_kr9yataz', 'cp_hkkbj4hg', 'ss_mv3gkzjb', NULL, NULL, '2026-11-26', '2026-11-19 19:00:00+00', 'scheduled', 'tm_hv3hz313', 'tm_cqpjvzp0', NULL, NULL, NULL, NULL, 'false', 'false', 'false', NULL, NULL, '0', '0', E'\\xe41ee1c65d0b111cc46cb452be2af720cbbea6c490baa4ae39ecc16870b025af');
insert into players (id, name, original_name, sort_name, search, country, position, height_cm, birth_date, described_on) values
  ('pl_0t18tv95', 'Player A2', NULL, 'player a2', '''a2'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20'),
  ('pl_98ffvg00', 'Player A3', NULL, 'player a3', '''a3'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20'),
  ('pl_evq8rggt', 'Player A1', NULL, 'player a1', '''a1'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20'),
  ('pl_p18pqkcn', 'Player B1', NULL, 'player b1', '''b1'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20'),
  ('pl_prb8ya3r', 'Player B2', NULL, 'player b2', '''b2'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20'),
  ('pl_tff0bzvw', 'Player B3', NULL, 'player b3', '''b3'' ''player''', NULL, NULL, NULL, NULL, '2026-11-20');
insert into box_lines (game_id, player_id, team_id, season_id, date, tip_off_order, final, counted, side, position, number, starter, played, seconds, points, two_made, two_attempted, three_made, three_attempted, free_throws_made, free_throws_attempted, offensive_rebounds, defensive_rebounds, rebounds, assists, steals, turnovers, blocks, blocks_received, fouls, fouls_drawn, performance_index, field_goals_made, field_goals_attempted, plus_minus) values
  ('gm_7nf5msya', 'pl_0t18tv95', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'home', '1', '0', 'false', 'true', '90', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_7nf5msya', 'pl_98ffvg00', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'home', '2', NULL, 'false', 'false', NULL, '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_7nf5msya', 'pl_evq8rggt', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'home', '0', '00', 'true', 'true', '2400', '8', '4', '5', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '7', '4', '5', NULL),
  ('gm_7nf5msya', 'pl_p18pqkcn', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'away', '0', '00', 'true', 'true', '2400', '6', '3', '4', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '5', '3', '4', NULL),
  ('gm_7nf5msya', 'pl_prb8ya3r', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'away', '1', '0', 'false', 'true', '90', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_7nf5msya', 'pl_tff0bzvw', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-19', '2026-11-19 19:00:00+00', 'true', 'true', 'away', '2', NULL, 'false', 'false', NULL, '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_km55kbmv', 'pl_0t18tv95', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'home', '1', '0', 'false', 'true', '90', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_km55kbmv', 'pl_98ffvg00', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'home', '2', NULL, 'false', 'false', NULL, '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_km55kbmv', 'pl_evq8rggt', 'tm_hv3hz313', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'home', '0', '00', 'true', 'true', '2400', '5', '1', '2', '1', '1', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '4', '2', '3', NULL),
  ('gm_km55kbmv', 'pl_p18pqkcn', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'away', '0', '00', 'true', 'true', '2400', '4', '2', '3', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '3', '2', '3', NULL),
  ('gm_km55kbmv', 'pl_prb8ya3r', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'away', '1', '0', 'false', 'true', '90', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL),
  ('gm_km55kbmv', 'pl_tff0bzvw', 'tm_cqpjvzp0', 'ss_mv3gkzjb', '2026-11-20', '-infinity', 'true', 'true', 'away', '2', NULL, 'false', 'false', NULL, '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL);
insert into closing_averages (game_id, moneyline_home, moneyline_away, spread_line, spread_home, spread_away, total_line, total_over, total_under) values
  ('gm_7nf5msya', '1.8', '2.1', NULL, NULL, NULL, NULL, NULL, NULL);
insert into compressed_responses (game_id, part, hash, gzip, record_ids) values
  ('gm_7nf5msya', 'boxscore', 'QVhrOp2QMp4QXRRyKXXJS9H9aF1zDkUG_HN5jzGu88c', E'\\x1f8b0800000000000003ed97c1729b3010865f25b367654618dbb1b925bdf4d0430f3db5936104ac80182445123876c6efde11c6462e769b1eda34d35c40bbf3efb2da0fb4c33364cc32889e216735ba7b994104791ddf083eabcd86018154d60a6d694b298e8a54c5c56a953c4c8b1c08882e183e21cb1b841d0183cc786a63e2ba0df3d5f62119d4133a995f4f6e3ab965b97369cc9b8a6920a065235c6400c49578d407c175b00402b654b1e4fcc4fd2558469446947e852ea56d0c44c04bc12a2050486f83b68e8b362cb661100e05dd56aa60ae1cb6661b5f9a3eaa8776abe820bd43db295dd2d8a45223448b7de0c19c1360d6a2c8984811a280524aa045d1b8f88facea6a62c63d27914f7d90d50d125015db241b773d784c21add91bbbddb0178bac7ee19e52c9d20222f8e0ee57925fddba2e4acb2a039168aa6aff58d406a26fcffdfa985b5531b68f0b9de776c8fdb9d35cdd062ebf68eac40500a5fbee6bebcc6143981dacba148d45c766ea683939a6526406a2c9d47549c952b8ed2e08d8b58c6b962144d3bde17a5a2bebb2cd08d84223f6027a303d0925c09dcb165aaecd20f49da772c9390a53b6186b4cdc4b683a778667dd270633a63476bf3616bbcebaa21a2d64db359612482a99aefc65ac31c5b23d542b9b3eac5bc599666bd1d90a3597ba766f535c8a0c9f20ba21c04bacb23897ac32439f7ce769bf54d598d8f5bf87be23e750531b2c6cbb9c8d514f4e51fba439abcc4f50d3200a4f502f3dd0d4074d47a0e9ff0e9a9e034d2f82a62f05bd5c70dee6948e41873ee8fdf17089746f1e51f7ea03e7fe6c7927fdb748df7b13ecc7017179928de6c39d371f9e8ffce63ebf70c46ffacafc029f5ff00afce6e7f88517f94d77bf1abb2a58a8c7552a469fe8dd1f1bbbff38e357ff4667bfc9f8a5a7b1d2c962c3423d46fd3e76dfea617c16b4e59c26db763d06fd3e76df2ce97bf7635663f737bddb7d07a0f71160590f0000', '{cp_hkkbj4hg,ss_mv3gkzjb,tm_hv3hz313,tm_cqpjvzp0,pl_evq8rggt,pl_0t18tv95,pl_98ffvg00,pl_p18pqkcn,pl_prb8ya3r,pl_tff0bzvw}');
insert into webhook_events (id, type, game_id, body, created_at) values
  ('evt_6cc99402ed128f5c', 'game.final', 'gm_7nf5msya', '{"id":"evt_6cc99402ed128f5c","type":"game.final","created_at":"2026-11-22T08:51:03.307Z","data":{"game":{"id":"gm_7nf5msya","competition":{"id":"cp_hkkbj4hg","name":"League"},"season":{"id":"ss_mv3gkzjb","name":"2026-27"},"stage":"regular","round":"1","date":"2026-11-19","tip_off":"2026-11-19T19:00:00Z","status":"final","home":{"id":"tm_hv3hz313","name":"Alpha"},"away":{"id":"tm_cqpjvzp0","name":"Beta"},"home_score":8,"away_score":6,"attendance":1000,"venue":"Hall","has":{"boxscore":true,"playbyplay":true,"shots":true},"periods":{"home":[8,0,0,0],"away":[6,0,0,0]},"revision":1}}}', '2026-11-22 08:51:03.307+00');
insert into webhooks (id, account_id, url, events, competitions, status, secret, secret_prefix, created_at, consecutive_failures, last_delivery_at, last_status) values
  ('wh_2e3c459c37c97344', 'ac_cw5y1rg5', 'http://127.0.0.1:9/hook', '{game.final}', '{}', 'active', E'\\x4aef5ffda78d9a741bc1df99f8d1c93e9c3ffde246cbe719955b60e132274e4bdceaaf54fe8dfdf3a20327c082334edbac30faaeaac8747918ed8aa554300e32fcdca10589b156c120bfdad890b8973eace3640dd77094e5eac33bdd179263587496', 'whsec_0a07', '2026-11-22 08:51:01.983+00', '0', NULL, NULL);
insert into deliveries (webhook_id, event_id, test, due_at, sending, claim_number, attempts, outcome, ended_at) values
  ('wh_2e3c459c37c97344', 'evt_6cc99402ed128f5c', 'false', '2026-11-22 08:51:02.056+00', 'false', '0', '1', 'delivered', '2026-11-20 21:00:05+00');
insert into delivery_attempts (webhook_id, event_id, number, at, duration, status, error) values
  ('wh_2e3c459c37c97344', 'evt_6cc99402ed128f5c', '1', '2026-11-20 21:00:05+00', '35', '204', NULL);
insert into emails (id, recipient, subject, body, created_at, due_at, attempts) values
  ('em_0123456789abcdef', 'name@example.org', 'Webhook failing', 'text', '2026-11-22 08:51:04.841+00', '2026-11-22 08:51:04.841+00', '0');
insert into external_ids (kind, source, external_id, id) values
  ('competition', 'test', 'L', 'cp_hkkbj4hg'),
  ('game', 'test', 'g1', 'gm_7nf5msya'),
  ('game', 'test', 'g2', 'gm_km55kbmv'),
  ('game', 'test', 'g3', 'gm_kr9yataz'),
  ('player', 'test', 'A1', 'pl_evq8rggt'),
  ('player', 'test', 'A2', 'pl_0t18tv95'),
  ('player', 'test', 'A3', 'pl_98ffvg00'),
  ('player', 'test', 'B1', 'pl_p18pqkcn'),
  ('player', 'test', 'B2', 'pl_prb8ya3r'),
  ('player', 'test', 'B3', 'pl_tff0bzvw'),
  ('season', 'test', 'L26', 'ss_mv3gkzjb'),
  ('team', 'test', 'A', 'tm_hv3hz313'),
  ('team', 'test', 'B', 'tm_cqpjvzp0');
insert into idempotency_keys (account_id, key, body_hash, webhook_id, created_at) values
  ('ac_cw5y1rg5', 'key-1', E'\\x00', 'wh_2e3c459c37c97344', '2026-11-22 08:51:04.86+00');
insert into play_by_plays (game_id, events) values
  ('gm_7nf5msya', '[{"seq": 1, "side": null, "type": "period_start", "clock": "10:00", "period": 1, "player_id": null, "away_score": 0, "home_score": 0, "description": "start", "distance_ft": null}, {"seq": 2, "side": "home", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 2, "description": "shot 0", "distance_ft": 10}, {"seq": 3, "side": "home", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 4, "description": "shot 1", "distance_ft": 10}, {"seq": 4, "side": "home", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 6, "description": "shot 2", "distance_ft": 10}, {"seq": 5, "side": "home", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 8, "description": "shot 3", "distance_ft": 10}, {"seq": 6, "side": "home", "type": "two_missed", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 8, "description": "shot 4", "distance_ft": 10}, {"seq": 7, "side": "away", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 2, "home_score": 8, "description": "shot 5", "distance_ft": 10}, {"seq": 8, "side": "away", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 4, "home_score": 8, "description": "shot 6", "distance_ft": 10}, {"seq": 9, "side": "away", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 6, "home_score": 8, "description": "shot 7", "distance_ft": 10}, {"seq": 10, "side": "away", "type": "two_missed", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 6, "home_score": 8, "description": "shot 8", "distance_ft": 10}, {"seq": 11, "side": null, "type": "game_end", "clock": "10:00", "period": 4, "player_id": null, "away_score": 6, "home_score": 8, "description": "end", "distance_ft": null}]'),
  ('gm_km55kbmv', '[{"seq": 1, "side": null, "type": "period_start", "clock": "10:00", "period": 1, "player_id": null, "away_score": 0, "home_score": 0, "description": "start", "distance_ft": null}, {"seq": 2, "side": "home", "type": "three_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 3, "description": "shot 0", "distance_ft": 10}, {"seq": 3, "side": "home", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 5, "description": "shot 1", "distance_ft": 10}, {"seq": 4, "side": "home", "type": "two_missed", "clock": "05:00", "period": 1, "player_id": "pl_evq8rggt", "away_score": 0, "home_score": 5, "description": "shot 2", "distance_ft": 10}, {"seq": 5, "side": "away", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 2, "home_score": 5, "description": "shot 3", "distance_ft": 10}, {"seq": 6, "side": "away", "type": "two_made", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 4, "home_score": 5, "description": "shot 4", "distance_ft": 10}, {"seq": 7, "side": "away", "type": "two_missed", "clock": "05:00", "period": 1, "player_id": "pl_p18pqkcn", "away_score": 4, "home_score": 5, "description": "shot 5", "distance_ft": 10}, {"seq": 8, "side": null, "type": "game_end", "clock": "10:00", "period": 4, "player_id": null, "away_score": 4, "home_score": 5, "description": "end", "distance_ft": null}]');
insert into player_season_totals (season_id, player_id, team_id, games, points, rebounds, assists, steals, blocks, three_made, offensive_rebounds, seconds, performance_index) values
  ('ss_mv3gkzjb', 'pl_0t18tv95', 'tm_hv3hz313', '2', '0', '0', '0', '0', '0', '0', '0', '180', '0'),
  ('ss_mv3gkzjb', 'pl_evq8rggt', 'tm_hv3hz313', '2', '13', '0', '0', '0', '0', '1', '0', '4800', '11'),
  ('ss_mv3gkzjb', 'pl_p18pqkcn', 'tm_cqpjvzp0', '2', '10', '0', '0', '0', '0', '0', '0', '4800', '8'),
  ('ss_mv3gkzjb', 'pl_prb8ya3r', 'tm_cqpjvzp0', '2', '0', '0', '0', '0', '0', '0', '0', '180', '0');
insert into player_seasons (player_id, season_id, team_id, appearances, first_date, last_date, games, last_game, starts, seconds, points, two_made, two_attempted, three_made, three_attempted, free_throws_made, free_throws_attempted, offensive_rebounds, defensive_rebounds, rebounds, assists, steals, turnovers, blocks, blocks_received, fouls, fouls_drawn, performance_index, field_goals_made, field_goals_attempted, number) values
  ('pl_0t18tv95', 'ss_mv3gkzjb', 'tm_hv3hz313', '2', '2026-11-19', '2026-11-20', '2', '2026-11-20', '0', '180', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'),
  ('pl_evq8rggt', 'ss_mv3gkzjb', 'tm_hv3hz313', '2', '2026-11-19', '2026-11-20', '2', '2026-11-20', '2', '4800', '13', '5', '7', '1', '1', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '11', '6', '8', '00'),
  ('pl_p18pqkcn', 'ss_mv3gkzjb', 'tm_cqpjvzp0', '2', '2026-11-19', '2026-11-20', '2', '2026-11-20', '2', '4800', '10', '5', '7', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '8', '5', '7', '00'),
  ('pl_prb8ya3r', 'ss_mv3gkzjb', 'tm_cqpjvzp0', '2', '2026-11-19', '2026-11-20', '2', '2026-11-20', '0', '180', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0');
insert into quotes (game_id, market, bookmaker, side, line, price, set_at, read_at) values
  ('gm_7nf5msya', 'moneyline', 'alpha', 'away', NULL, '2.1', NULL, '2026-11-19 18:00:00+00'),
  ('gm_7nf5msya', 'moneyline', 'alpha', 'home', NULL, '1.8', NULL, '2026-11-19 18:00:00+00');
insert into refusals (source, external_id, reason, refused_at) values
  ('odds', 'e1', 'no game Alpha – Beta at 2026-11-26T19:00:00Z; near it on 2026-11-26', '2026-11-22 08:51:04.085+00'),
  ('odds', 'e2', 'no game Nobody – Else at 2026-11-26T19:00:00Z', '2026-11-22 08:51:04.191+00'),
  ('unknown', 'games.ndjson line 4', '✖ Invalid input: expected string, received undefined
  → at source
✖ Invalid input: expected object, received undefined
  → at competition
✖ Invalid input: expected object, received undefined
  → at season
✖ Invalid input: expected object, received undefined
  → at game
✖ Invalid input: expected object, received undefined
  → at home
✖ Invalid input: expected object, received undefined
  → at away', '2026-11-22 08:51:04.252+00');
insert into refused_readings (source, external_id, read_at) values
  ('odds', 'e1', '2026-11-20 10:00:00+00'),
  ('odds', 'e2', '2026-11-20 10:00:00+00');
insert into secrets (name, value) values
  ('cursor', E'\\xa51252f2bddda4b9efa9a3b80b03e309ddb3b9f1ce498b1df9c87fefd067cab4'),
  ('secrets-key-check', E'\\x8f4309eea8506e73116cd42b2a6ae383e40704e8d54a1da18bc1e82cd90aa0260f81f468ba66d8');
insert into shot_charts (game_id, shots) values
  ('gm_7nf5msya', '[{"at": "2026-11-19T19:05:00Z", "seq": 2, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": true, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 3, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 4, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 5, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 6, "made": false, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 0, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 7, "made": true, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 8, "made": true, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 9, "made": true, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 10, "made": false, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 0, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}]'),
  ('gm_km55kbmv', '[{"at": "2026-11-19T19:05:00Z", "seq": 2, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 3, "period": 1, "points": 3, "fastbreak": true, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 3, "made": true, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 4, "made": false, "side": "home", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 0, "fastbreak": false, "player_id": "pl_evq8rggt", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 5, "made": true, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 6, "made": true, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 2, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}, {"at": "2026-11-19T19:05:00Z", "seq": 7, "made": false, "side": "away", "x_ft": 6, "y_ft": 8, "value": 2, "period": 1, "points": 0, "fastbreak": false, "player_id": "pl_p18pqkcn", "distance_ft": 10, "off_turnover": false, "second_chance": false}]');
insert into standings (season_id, team_id, rank, played, won, lost, win_share, points_for, points_against, points_difference, home, away, last_ten, streak) values
  ('ss_mv3gkzjb', 'tm_cqpjvzp0', '2', '2', '0', '2', '0', '10', '13', '-3', '0-0', '0-2', '0-2', 'L2'),
  ('ss_mv3gkzjb', 'tm_hv3hz313', '1', '2', '2', '0', '1', '13', '10', '3', '2-0', '0-0', '2-0', 'W2');
insert into team_boxes (game_id, side, team_id, coach, has_totals, points, two_made, two_attempted, three_made, three_attempted, free_throws_made, free_throws_attempted, offensive_rebounds, defensive_rebounds, rebounds, assists, steals, turnovers, blocks, blocks_received, fouls, fouls_drawn, performance_index, field_goals_made, field_goals_attempted) values
  ('gm_7nf5msya', 'away', 'tm_cqpjvzp0', 'Coach of B', 'true', '6', '3', '4', '0', '0', '0', '0', '0', '1', '1', '0', '0', '0', '0', '0', '0', '0', '6', '3', '4'),
  ('gm_7nf5msya', 'home', 'tm_hv3hz313', 'Coach of A', 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('gm_km55kbmv', 'away', 'tm_cqpjvzp0', 'Coach of B', 'true', '4', '2', '3', '0', '0', '0', '0', '0', '1', '1', '0', '0', '0', '0', '0', '0', '0', '4', '2', '3'),
  ('gm_km55kbmv', 'home', 'tm_hv3hz313', 'Coach of A', 'true', '5', '1', '2', '1', '1', '0', '0', '0', '1', '1', '0', '0', '0', '0', '0', '0', '0', '5', '2', '3'),
  ('gm_kr9yataz', 'away', 'tm_cqpjvzp0', NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('gm_kr9yataz', 'home', 'tm_hv3hz313', NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
insert into team_seasons (team_id, season_id, games, counted_games) values
  ('tm_cqpjvzp0', 'ss_mv3gkzjb', '3', '2'),
  ('tm_hv3hz313', 'ss_mv3gkzjb', '3', '2');
insert into warnings (game_id, position, code, message) values
  ('gm_7nf5msya', '0', 'test_note', 'a note of the feed');
insert into quoted_tip_offs (game_id, tip_off, read_at) values
  ('gm_km55kbmv', '2026-11-20 19:00:00+00', '2026-11-20 10:00:00+00');
