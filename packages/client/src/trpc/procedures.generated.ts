// Written by packages/client/scripts/generate-types.ts from docs/openapi.json; do not edit.
import type * as api from '@basketball-data/client'
import type { Id, Mutation, Nothing, Query, Subscription } from './procedure-types.ts'

/** The procedures of the service. */
export interface Procedures {
  index: Query<Nothing, { data: api.ServiceIndex; meta: Nothing }>
  usage: Query<Nothing, { data: api.Usage; meta: Nothing }>
  competitions: {
    list: Query<api.ListCompetitions, { data: api.Competition[]; meta: api.ListMeta }>
  }
  seasons: {
    list: Query<api.ListSeasons, { data: api.Season[]; meta: api.ListMeta }>
  }
  teams: {
    list: Query<api.ListTeams, { data: api.Team[]; meta: api.ListMeta }>
    get: Query<Id, { data: api.TeamDetail; meta: Nothing }>
    roster: Query<api.GetTeamRoster & Id, { data: api.Roster; meta: Nothing }>
    form: Query<api.GetTeamForm & Id, { data: api.TeamForm; meta: Nothing }>
    headToHead: Query<api.GetTeamHeadToHead & Id, { data: api.HeadToHead; meta: Nothing }>
    lineUps: Query<api.GetTeamLineUps & Id, { data: api.TeamLineUps; meta: Nothing }>
    shotChart: Query<api.GetTeamShotChart & Id, string>
    trends: Query<api.ListTeamTrends & Id, { data: api.Trend[]; meta: api.ListMeta }>
  }
  players: {
    list: Query<api.ListPlayers, { data: api.PlayerSummary[]; meta: api.ListMeta }>
    get: Query<Id, { data: api.Player; meta: Nothing }>
    games: Query<api.ListPlayerGames & Id, { data: api.PlayerGame[]; meta: api.ListMeta }>
    seasons: Query<api.GetPlayerSeasons & Id, { data: api.PlayerSeasons; meta: Nothing }>
    splits: Query<api.GetPlayerSplits & Id, { data: api.PlayerSplits; meta: Nothing }>
    averages: Query<api.GetPlayerAverages & Id, { data: api.PlayerAverages; meta: Nothing }>
    onOff: Query<api.GetPlayerOnOff & Id, { data: api.OnOff; meta: Nothing }>
    shotChart: Query<api.GetPlayerShotChart & Id, string>
  }
  standings: {
    get: Query<api.GetStandings, { data: api.Standings; meta: Nothing }>
    race: Query<api.GetRace, { data: api.Race; meta: Nothing }>
    whatIf: Query<api.GetWhatIf, { data: api.WhatIfStandings; meta: Nothing }>
  }
  leaders: {
    get: Query<api.GetLeaders, { data: api.Leaders; meta: Nothing }>
  }
  forecasts: {
    get: Query<api.GetForecasts, { data: api.Forecasts; meta: Nothing }>
  }
  history: {
    standings: Query<api.GetHistoryStandings, { data: api.Standings; meta: Nothing }>
    leaders: Query<api.GetHistoryLeaders, { data: api.Leaders; meta: Nothing }>
  }
  games: {
    list: Query<api.ListGames, { data: api.Game[]; meta: api.ListMeta }>
    get: Query<Id, { data: api.GameDetail; meta: Nothing }>
    boxScore: Query<Id, { data: api.BoxScore; meta: Nothing }>
    playByPlay: Query<Id, { data: api.PlayByPlay; meta: Nothing }>
    shots: Query<Id, { data: api.Shots; meta: Nothing }>
    lineUps: Query<Id, { data: api.GameLineUps; meta: Nothing }>
    possessions: Query<Id, { data: api.Possessions; meta: Nothing }>
    prices: Query<api.GetGamePrices & Id, { data: api.Prices; meta: Nothing }>
    preview: Query<Id, { data: api.GamePreview; meta: Nothing }>
    revisions: Query<api.ListGameRevisions & Id, { data: api.GameRevision[]; meta: api.ListMeta }>
    forecast: Query<Id, { data: api.GameForecast; meta: Nothing }>
    winProbability: Query<Id, { data: api.WinProbability; meta: Nothing }>
    shotChart: Query<api.GetGameShotChart & Id, string>
    flow: Query<api.GetGameFlow & Id, string>
    stream: Subscription<api.StreamGame & Id, api.GameStreamEvent>
  }
  results: {
    yesterday: Query<api.ListResultsOfYesterday, { data: api.Game[]; meta: api.ListMeta }>
  }
  live: Query<api.ListLive, { data: api.LiveGame[]; meta: api.LiveBoardMeta }>
  stream: Subscription<api.StreamGames, api.StreamEvent>
  changes: {
    list: Query<api.ListChanges, { data: api.Change[]; meta: api.ChangesMeta }>
  }
  webhooks: {
    list: Query<Nothing, { data: api.Webhook[]; meta: api.ListMeta }>
    create: Mutation<api.WebhookInput, { data: api.Webhook & { secret: string }; meta: Nothing }>
    remove: Mutation<Id, { data: api.Webhook; meta: Nothing }>
    test: Mutation<Id, { data: api.Webhook; meta: Nothing }>
  }
}
