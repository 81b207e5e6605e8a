import { operations } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { operationId } from './operations.ts'

test.each([
  ['index', 'getIndex'],
  ['competitions.list', 'listCompetitions'],
  ['teams.get', 'getTeam'],
  ['games.boxScore', 'getGameBoxScore'],
  ['games.playByPlay', 'getGamePlayByPlay'],
  ['teams.headToHead', 'getTeamHeadToHead'],
  ['teams.roster', 'getTeamRoster'],
  ['teams.form', 'getTeamForm'],
  ['teams.trends', 'listTeamTrends'],
  ['games.prices', 'getGamePrices'],
  ['players.list', 'listPlayers'],
  ['players.get', 'getPlayer'],
  ['players.games', 'listPlayerGames'],
  ['players.seasons', 'getPlayerSeasons'],
  ['players.splits', 'getPlayerSplits'],
  ['standings.get', 'getStandings'],
  ['leaders.get', 'getLeaders'],
  ['results.yesterday', 'listResultsOfYesterday'],
  ['games.stream', 'streamGame'],
  ['stream', 'streamGames'],
  ['changes.list', 'listChanges'],
  ['webhooks.list', 'listWebhooks'],
  ['webhooks.create', 'createWebhook'],
  ['webhooks.remove', 'removeWebhook'],
  ['webhooks.test', 'testWebhook'],
])('the operation %s has the id %s', (name, id) => expect(operationId(name)).toBe(id))

test('operation ids are unique and in camel case', () => {
  const ids = operations.map(({ name }) => operationId(name))
  expect(new Set(ids).size).toBe(operations.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/)
})
