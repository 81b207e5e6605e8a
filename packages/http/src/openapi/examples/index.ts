import { operations, type ServiceInfo } from '@basketball-data/core'
import type { Envelope, Index, List, PageMeta, Plan, Usage } from '@basketball-data/core/contract'
import { boxScore } from './box-score.ts'
import { played, playedInDetail, scheduled } from './games.ts'
import { playByPlay, shotChart } from './play-by-play.ts'
import { gameLog, player, playerSeasons, playerSplits, playerSummaries } from './players.ts'
import { prices, trends } from './prices.ts'
import { competition, seasons, team, teamDetail } from './records.ts'
import { leaders, standings } from './season.ts'
import { createdWebhook, webhook } from './webhooks.ts'
import { form, headToHead, roster } from './team-records.ts'

const answer = <Data>(data: Data): Envelope<Data> => ({ data, meta: {} })

const pages = (count: number, total: number, plan: Plan): PageMeta => ({
  count,
  next_cursor: count < total ? 'Y3Vyc29yLWV4YW1wbGU' : null,
  page: 1,
  per_page: count < total ? count : 50,
  total,
  total_pages: Math.ceil(total / count),
  next_page: count < total ? 2 : null,
  prev_page: null,
  plan,
})

const list = <Item>(data: Item[], total: number, plan: Plan = 'free'): List<Item> => ({
  data,
  meta: pages(data.length, total, plan),
})

const usage: Usage = {
  key: 'bd_…9fQk',
  plan: 'live',
  calls_today: 369,
  calls_this_month: 8214,
  limits: { per_minute: 60, per_day: 10_000, per_month: null },
  remaining: 9631,
  resets_at: '2026-11-21T00:00:00Z',
  window: { from: null, to: null },
}

/** A success answer of each operation, by its path in the router. */
export const successExamples = ({ name, base, docs }: ServiceInfo): Record<string, unknown> => ({
  index: answer<Index>({ name, base, docs, status: 'ok', endpoints: operations.length + 1 }),
  usage: answer(usage),
  'competitions.list': list([competition], 1),
  'seasons.list': list(seasons, 2),
  'teams.list': list([team], 18, 'live'),
  'teams.get': answer(teamDetail),
  'teams.roster': answer(roster),
  'teams.form': answer(form),
  'teams.headToHead': answer(headToHead),
  'teams.trends': list(trends, trends.length, 'complete'),
  'players.list': list(playerSummaries, 2, 'live'),
  'players.get': answer(player),
  'players.games': list(gameLog, 9, 'live'),
  'players.seasons': answer(playerSeasons),
  'players.splits': answer(playerSplits),
  'standings.get': answer(standings),
  'leaders.get': answer(leaders),
  'games.list': list([scheduled, played], 306),
  'games.get': answer(playedInDetail),
  'games.boxScore': answer(boxScore),
  'games.playByPlay': answer(playByPlay),
  'games.shots': answer(shotChart),
  'games.prices': answer(prices),
  'results.yesterday': list([played], 1),
  'webhooks.list': list([webhook], 1, 'live'),
  'webhooks.create': answer(createdWebhook),
  'webhooks.remove': answer(webhook),
  'webhooks.test': answer(webhook),
})
