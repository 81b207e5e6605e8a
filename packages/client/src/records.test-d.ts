import type * as contract from '@basketball-data/core/contract'
import { expectTypeOf } from 'vitest'
import type * as client from './index.ts'

type Flat<T> = T extends object ? { [name in keyof T]: Flat<T[name]> } : T
type EventOf<Event, Type> = Flat<Extract<Event, { type: Type }>>

// Every record is the contract's, field by field: types that differ in anything do not compile.
expectTypeOf<client.Plan>().toEqualTypeOf<contract.Plan>()
expectTypeOf<client.CompetitionRef>().toEqualTypeOf<contract.CompetitionRef>()
expectTypeOf<client.SeasonRef>().toEqualTypeOf<contract.SeasonRef>()
expectTypeOf<client.TeamRef>().toEqualTypeOf<contract.TeamRef>()
expectTypeOf<client.PlayerRef>().toEqualTypeOf<contract.PlayerRef>()
expectTypeOf<client.LineTeam>().toEqualTypeOf<contract.LineTeam>()
expectTypeOf<client.Index>().toEqualTypeOf<contract.Index>()
expectTypeOf<client.Usage>().toEqualTypeOf<contract.Usage>()
expectTypeOf<client.Competition>().toEqualTypeOf<contract.Competition>()
expectTypeOf<client.Season>().toEqualTypeOf<contract.Season>()
expectTypeOf<client.Team>().toEqualTypeOf<contract.Team>()
expectTypeOf<client.TeamDetail>().toEqualTypeOf<contract.TeamDetail>()
expectTypeOf<client.GameStatus>().toEqualTypeOf<contract.GameStatus>()
expectTypeOf<client.Game>().toEqualTypeOf<contract.Game>()
expectTypeOf<client.Periods>().toEqualTypeOf<contract.Periods>()
expectTypeOf<client.Official>().toEqualTypeOf<contract.Official>()
expectTypeOf<client.GameDetail>().toEqualTypeOf<contract.GameDetail>()
expectTypeOf<client.StatLine>().toEqualTypeOf<contract.StatLine>()
expectTypeOf<client.PlayerLine>().toEqualTypeOf<contract.PlayerLine>()
expectTypeOf<client.TeamBox>().toEqualTypeOf<contract.TeamBox>()
expectTypeOf<client.BoxScore>().toEqualTypeOf<contract.BoxScore>()
expectTypeOf<client.Side>().toEqualTypeOf<contract.Side>()
expectTypeOf<client.EventType>().toEqualTypeOf<contract.EventType>()
expectTypeOf<client.Event>().toEqualTypeOf<contract.Event>()
expectTypeOf<client.PlayByPlay>().toEqualTypeOf<contract.PlayByPlay>()
expectTypeOf<client.Shot>().toEqualTypeOf<contract.Shot>()
expectTypeOf<client.Shots>().toEqualTypeOf<contract.Shots>()
expectTypeOf<client.PlayerSummary>().toEqualTypeOf<contract.PlayerSummary>()
expectTypeOf<client.Player>().toEqualTypeOf<contract.Player>()
expectTypeOf<client.PlayerGame>().toEqualTypeOf<contract.PlayerGame>()
expectTypeOf<client.Averages>().toEqualTypeOf<contract.Averages>()
expectTypeOf<client.PlayerSeasons>().toEqualTypeOf<contract.PlayerSeasons>()
expectTypeOf<client.SplitBy>().toEqualTypeOf<contract.SplitBy>()
expectTypeOf<client.PlayerSplits>().toEqualTypeOf<contract.PlayerSplits>()
expectTypeOf<client.Roster>().toEqualTypeOf<contract.Roster>()
expectTypeOf<client.TeamForm>().toEqualTypeOf<contract.TeamForm>()
expectTypeOf<client.HeadToHead>().toEqualTypeOf<contract.HeadToHead>()
expectTypeOf<client.StandingsRow>().toEqualTypeOf<contract.StandingsRow>()
expectTypeOf<client.Standings>().toEqualTypeOf<contract.Standings>()
expectTypeOf<client.LeaderStat>().toEqualTypeOf<contract.LeaderStat>()
expectTypeOf<client.Leaders>().toEqualTypeOf<contract.Leaders>()
expectTypeOf<Flat<client.Prices>>().toEqualTypeOf<Flat<contract.Prices>>()
expectTypeOf<client.Trend>().toEqualTypeOf<contract.Trend>()
expectTypeOf<client.WebhookEventType>().toEqualTypeOf<contract.WebhookEventType>()
expectTypeOf<client.Webhook>().toEqualTypeOf<contract.Webhook>()
expectTypeOf<client.NewWebhook>().toEqualTypeOf<contract.NewWebhook>()
expectTypeOf<EventOf<client.WebhookEvent, 'game.final'>>().toEqualTypeOf<EventOf<contract.WebhookEvent, 'game.final'>>()
expectTypeOf<EventOf<client.WebhookEvent, 'game.period'>>().toEqualTypeOf<
  EventOf<contract.WebhookEvent, 'game.period'>
>()
expectTypeOf<client.PageMeta>().toEqualTypeOf<contract.PageMeta>()
expectTypeOf<client.CursorMeta>().toEqualTypeOf<contract.CursorMeta>()
expectTypeOf<client.Paging>().toEqualTypeOf<contract.Paging>()
expectTypeOf<client.ErrorCode>().toEqualTypeOf<contract.ErrorCode>()
expectTypeOf<client.ErrorFields>().toEqualTypeOf<contract.ErrorBody['error']>()
expectTypeOf<client.Page<client.Game>>().toEqualTypeOf<contract.List<contract.Game>>()

// Every parameter is one the endpoint accepts.
type Accepted<Schema extends { _zod: { input: unknown } }> = Schema['_zod']['input']
/** What one or the other of several forms has: what goes together is for the forms to say. */
type Either<Forms> = {
  [Name in Forms extends unknown ? keyof Forms : never]?:
    | (Forms extends { [Own in Name]?: infer Value } ? Value : never)
    | undefined
}
expectTypeOf<client.ListCompetitions>().toEqualTypeOf<Accepted<typeof contract.ListCompetitions>>()
expectTypeOf<client.ListSeasons>().toEqualTypeOf<Accepted<typeof contract.ListSeasons>>()
expectTypeOf<client.ListTeams>().toEqualTypeOf<Accepted<typeof contract.ListTeams>>()
expectTypeOf<Either<client.ListGames>>().toEqualTypeOf<Accepted<typeof contract.ListGames>>()
expectTypeOf<client.ListResults>().toEqualTypeOf<Accepted<typeof contract.ListResults>>()
expectTypeOf<Either<client.ListPlayers>>().toEqualTypeOf<Accepted<typeof contract.ListPlayers>>()
expectTypeOf<client.GetStandings>().toEqualTypeOf<Accepted<typeof contract.GetStandings>>()
expectTypeOf<client.GetLeaders>().toEqualTypeOf<Accepted<typeof contract.GetLeaders>>()

// The id of a path is an argument of its own.
type AcceptedOf<Schema extends { _zod: { input: { id: string } } }> = Omit<Accepted<Schema>, 'id'>
expectTypeOf<client.ListPlayerGames>().toEqualTypeOf<AcceptedOf<typeof contract.ListPlayerGames>>()
expectTypeOf<client.GetPlayerSeasons>().toEqualTypeOf<AcceptedOf<typeof contract.GetPlayerSeasons>>()
expectTypeOf<client.GetPlayerSplits>().toEqualTypeOf<AcceptedOf<typeof contract.GetPlayerSplits>>()
expectTypeOf<client.GetRoster>().toEqualTypeOf<AcceptedOf<typeof contract.GetRoster>>()
expectTypeOf<client.GetTeamForm>().toEqualTypeOf<AcceptedOf<typeof contract.GetTeamForm>>()
expectTypeOf<client.GetPrices>().toEqualTypeOf<AcceptedOf<typeof contract.GetPrices>>()
expectTypeOf<client.GetTrends>().toEqualTypeOf<AcceptedOf<typeof contract.GetTrends>>()
expectTypeOf<client.GetHeadToHead>().toEqualTypeOf<AcceptedOf<typeof contract.GetHeadToHead>>()

// What the endpoint would refuse does not compile.
expectTypeOf<{ date: string; from: string }>().not.toExtend<client.ListGames>()
expectTypeOf<{ from: string; to: string; status: 'final' }>().toExtend<client.ListGames>()
expectTypeOf<{ competition: string }>().not.toExtend<client.ListPlayers>()
expectTypeOf<{ team: string; season: string }>().toExtend<client.ListPlayers>()
