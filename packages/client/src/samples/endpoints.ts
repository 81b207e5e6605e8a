import type { BasketballData } from '@basketball-data/client'

/**
 * A sample for each operation, by its id in the OpenAPI document. The documentation page shows the lines of each, so they
 * are short; they make the request of the example response.
 */
export const samples = (
  client: BasketballData,
): Record<string, () => Promise<void>> => ({
  getIndex: async () => {
    const { name, status, endpoints } = await client.index()
    console.log(name, status, endpoints)
  },

  getUsage: async () => {
    const { plan, remaining, resets_at } = await client.usage()
    console.log(plan, remaining, 'calls left until', resets_at)
  },

  getOpenApiDocument: async () => {
    const document = await client.openapi()
    console.log(document.openapi)
  },

  listCompetitions: async () => {
    for await (const competition of client.competitions.list())
      console.log(competition.name, competition.last_season)
  },

  listSeasons: async () => {
    for await (const season of client.seasons.list())
      console.log(season.competition.name, season.name)
  },

  listTeams: async () => {
    for await (const { id, name, games } of client.teams.list())
      console.log(id, name, games)
  },

  getTeam: async () => {
    const team = await client.teams.get('tm_7da4b7v5')
    console.log(team.name, team.arena)
    for (const { name, from } of team.coaches)
      console.log(name, 'since', from)
  },

  getTeamRoster: async () => {
    const { players } = await client.teams.roster('tm_7da4b7v5')
    for (const { number, player, points } of players)
      console.log(number, player.name, points)
  },

  getTeamForm: async () => {
    const form = await client.teams.form('tm_7da4b7v5', {
      last: 3,
    })
    console.log(form.summary.won, form.summary.lost)
    for (const { result, opponent, margin } of form.games)
      console.log(result, opponent.name, margin)
  },

  getTeamHeadToHead: async () => {
    const { summary, games } = await client.teams.headToHead(
      'tm_7da4b7v5',
      { opponent: 'tm_h0jp7ppj' },
    )
    console.log(`${summary.won} of ${summary.games} won`)
    for (const { date, home_score, away_score } of games)
      console.log(date, home_score, away_score)
  },

  getTeamLineUps: async () => {
    const { lineups } = await client.teams.lineUps(
      'tm_7da4b7v5',
      { season: 'ss_tmdz0047', size: 2, top: 1 },
    )
    for (const { players, seconds, net_rating } of lineups)
      console.log(
        players.map(({ name }) => name),
        seconds,
        net_rating,
      )
  },

  getTeamShotChart: async () => {
    const svg = await client.teams.shotChart('tm_7da4b7v5', {
      season: 'ss_tmdz0047',
    })
    console.log(svg.length)
  },

  listTeamTrends: async () => {
    const trends = client.teams.trends('tm_7da4b7v5', {
      season: 'ss_tmdz0047',
    })
    for await (const { angle, hit_rate, roi } of trends)
      console.log(angle, hit_rate, roi)
  },

  listPlayers: async () => {
    const players = client.players.list({ q: 'inigo' })
    for await (const { id, name, last_team } of players)
      console.log(id, name, last_team?.name)
  },

  getPlayer: async () => {
    const player = await client.players.get('pl_bjw4q86e')
    console.log(player.name, player.position)
    for (const { name, games } of player.teams)
      console.log(name, games)
  },

  listPlayerGames: async () => {
    const games = client.players.games('pl_bjw4q86e', {
      season: 'ss_tmdz0047',
    })
    for await (const { game, opponent, points } of games)
      console.log(game.date, opponent.name, points)
  },

  getPlayerSeasons: async () => {
    const { seasons } =
      await client.players.seasons('pl_bjw4q86e')
    for (const { season, games, points } of seasons)
      console.log(season.name, games, points)
  },

  getPlayerSplits: async () => {
    const { splits } = await client.players.splits(
      'pl_bjw4q86e',
      { season: 'ss_tmdz0047' },
    )
    for (const { split, points, usage_pct } of splits)
      console.log(split, points, usage_pct)
  },

  getPlayerAverages: async () => {
    const { games, averages } = await client.players.averages(
      'pl_bjw4q86e',
      { season: 'ss_tmdz0047', to: '2026-10-31' },
    )
    console.log(games, averages.points, averages.three_pct)
  },

  getPlayerOnOff: async () => {
    const { on, off, net } = await client.players.onOff(
      'pl_bjw4q86e',
      { season: 'ss_tmdz0047' },
    )
    console.log(on.net_rating, off.net_rating, net.net_rating)
  },

  getPlayerShotChart: async () => {
    const svg = await client.players.shotChart('pl_bjw4q86e', {
      season: 'ss_tmdz0047',
    })
    console.log(svg.length)
  },

  listGames: async () => {
    for await (const game of client.games.list()) {
      const { date, home, away, status } = game
      console.log(date, `${home.name} – ${away.name}`, status)
    }
  },

  getGame: async () => {
    const game = await client.games.get('gm_60cjtvvv')
    console.log(game.home.name, game.home_score)
    console.log(game.away.name, game.away_score)
    console.log(game.periods?.home, game.periods?.away)
  },

  getGameBoxScore: async () => {
    const { home } = await client.games.boxScore('gm_60cjtvvv')
    console.log(home.team.name, home.totals?.points)
    for (const { player, minutes, points } of home.players)
      console.log(player.name, minutes, points)
  },

  getGamePlayByPlay: async () => {
    const { events } =
      await client.games.playByPlay('gm_60cjtvvv')
    for (const { period, clock, description } of events)
      console.log(period, clock, description)
  },

  getGameShots: async () => {
    const { shots } = await client.games.shots('gm_60cjtvvv')
    for (const { player, x_ft, y_ft, made } of shots)
      console.log(player?.name, x_ft, y_ft, made)
  },

  getGameLineUps: async () => {
    const { exact, home } =
      await client.games.lineUps('gm_60cjtvvv')
    console.log(home.team.name, exact)
    for (const {
      start_clock,
      players,
      points_for,
    } of home.stints)
      console.log(
        start_clock,
        players.map(({ name }) => name),
        points_for,
      )
  },

  getGamePossessions: async () => {
    const { possessions } =
      await client.games.possessions('gm_60cjtvvv')
    for (const { number, team, end, points } of possessions)
      console.log(number, team.name, end, points)
  },

  listGameRevisions: async () => {
    for await (const {
      revision,
      at,
      parts,
      patch,
    } of client.games.revisions('gm_smp7jgc1'))
      console.log(revision, at, parts, patch.length)
  },

  getGamePreview: async () => {
    const { home, away } =
      await client.games.preview('gm_60cjtvvv')
    for (const { team, rank, streak, rest_days } of [
      home,
      away,
    ])
      console.log(team.name, rank, streak, rest_days)
  },

  getGameForecast: async () => {
    const { home_win_probability, expected_margin, sealed_at } =
      await client.games.forecast('gm_60cjtvvv')
    console.log(home_win_probability, expected_margin)
    console.log('sealed at', sealed_at)
  },

  getGameWinProbability: async () => {
    const { points } =
      await client.games.winProbability('gm_60cjtvvv')
    for (const {
      period,
      clock,
      home_win_probability,
    } of points)
      console.log(period, clock, home_win_probability)
  },

  getForecasts: async () => {
    const { seal, forecasts } = await client.forecasts({
      competition: 'cp_pa4sptnd',
      date: '2026-11-20',
    })
    console.log(seal)
    for (const { game, home_win_probability } of forecasts)
      console.log(game, home_win_probability)
  },

  getGamePrices: async () => {
    const { average, markets } =
      await client.games.prices('gm_60cjtvvv')
    console.log(average?.home, average?.away)
    console.log(markets.spread?.line, markets.total?.line)
  },

  getGameShotChart: async () => {
    const svg = await client.games.shotChart('gm_60cjtvvv', {
      side: 'home',
    })
    console.log(svg.length) // write it to a file, or into a page
  },

  getGameFlow: async () => {
    const svg = await client.games.flow('gm_60cjtvvv')
    console.log(svg.length)
  },

  streamGame: async () => {
    const stream = client.games.stream('gm_60cjtvvv')
    for await (const { event, data } of stream) {
      if (event === 'game') console.log(data.status)
      if (event === 'play' && data.op === 'add')
        console.log(data.event.clock, data.event.home_score)
    }
  },

  streamGames: async () => {
    const stream = client.stream({
      competition: 'cp_pa4sptnd',
    })
    for await (const { event, data } of stream)
      if (event === 'final') console.log(data.data.game.id)
  },

  listLive: async () => {
    for await (const {
      game,
      state,
      home,
      away,
    } of client.live())
      console.log(game.id, state, home.score, away.score)
  },

  listResultsOfYesterday: async () => {
    for await (const game of client.results.yesterday()) {
      console.log(game.home.name, game.home_score)
      console.log(game.away.name, game.away_score)
    }
  },

  getStandings: async () => {
    const { season, table } = await client.standings({
      competition: 'cp_pa4sptnd',
    })
    console.log(season.name)
    for (const { rank, team, won, lost } of table)
      console.log(rank, team.name, won, lost)
  },

  getRace: async () => {
    const { games_left, teams } = await client.race({
      competition: 'cp_pa4sptnd',
    })
    console.log(games_left, 'games left')
    for (const { team, best_rank, worst_rank, places } of teams)
      console.log(team.name, best_rank, worst_rank, places[0])
  },

  getWhatIf: async () => {
    const { table } = await client.whatIf({
      competition: 'cp_pa4sptnd',
      results: 'gm_60cjtvvv:80-90',
    })
    for (const { rank, team, decided_by } of table)
      console.log(rank, team.name, decided_by)
  },

  getLeaders: async () => {
    const { stat, leaders } = await client.stats.leaders({
      competition: 'cp_pa4sptnd',
      top: 3,
      min_games: 1,
    })
    for (const { rank, player, per_game } of leaders)
      console.log(rank, player.name, per_game, stat)
  },

  getHistoryStandings: async () => {
    const { through, table } = await client.history.standings({
      competition: 'cp_pa4sptnd',
      date: '2026-10-31',
    })
    console.log('after the games of', through)
    for (const { rank, team, won, lost } of table)
      console.log(rank, team.name, won, lost)
  },

  getHistoryLeaders: async () => {
    const { leaders } = await client.history.leaders({
      competition: 'cp_pa4sptnd',
      date: '2026-10-31',
      top: 3,
      min_games: 1,
    })
    for (const { rank, player, per_game } of leaders)
      console.log(rank, player.name, per_game)
  },

  listChanges: async () => {
    let after: string | undefined
    for await (const change of client.changes.list({ after })) {
      console.log(change.game.id, change.parts)
      after = change.id // continue from here next time
    }
  },

  listWebhooks: async () => {
    for await (const webhook of client.webhooks.list())
      console.log(webhook.url, webhook.status)
  },

  createWebhook: async () => {
    const { id, secret } = await client.webhooks.create({
      url: 'https://hooks.example.org/games',
      events: ['game.final', 'game.period'],
      competitions: ['cp_pa4sptnd'],
    })
    console.log(id, secret) // the only time you see the secret
  },

  removeWebhook: async () => {
    const removed = await client.webhooks.remove(
      'wh_0f3a9c5d7e1b2468',
    )
    console.log(removed.url)
  },

  testWebhook: async () => {
    const webhook = await client.webhooks.test(
      'wh_0f3a9c5d7e1b2468',
    )
    console.log(webhook.last_status)
  },
})
