import type { Core } from '@basketball-data/core'
import { LeaderStat, SplitBy } from '@basketball-data/core/contract'
import { z } from 'zod'
import { createApp } from '../../app.ts'
import { TODAY } from './bundles.ts'

const Ids = z.array(z.object({ id: z.string() }))
const Part = z.object({ summary: z.unknown(), games: z.array(z.unknown()) })

/** Everything the test kit of the client answers from, as the service itself answers it. */
export const captureLeague = async (core: Core) => {
  const account = await core.accounts.create({ email: 'fixtures@example.org', plan: 'complete' })
  const { key } = await core.keys.create(account.id)
  const app = createApp(core)
  const ask = async (path: string): Promise<unknown> => {
    const answer = await app.request(`/v1${path}`, { headers: { 'x-api-key': key } })
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return z.object({ data: z.unknown() }).parse(await answer.json()).data
  }
  const records: Record<string, Record<string, unknown>> = {}
  /** Under the path with its parameters, its ids left out, then by these. */
  const put = (template: string, ids: string, data: unknown) => {
    if (data !== undefined) (records[template] ??= {})[ids] = data
  }
  const keep = async (template: string, id: string) => put(template, id, await ask(template.replace('{id}', id)))

  const lists = {
    competitions: await ask('/competitions'),
    seasons: await ask('/seasons'),
    teams: await ask('/teams'),
    games: await ask('/games'),
  }
  const idsOf = (list: unknown): string[] => Ids.parse(list).map(({ id }) => id)
  const teams = idsOf(lists.teams)
  const [cup = '', league = ''] = idsOf(lists.competitions)
  const named = z.array(z.looseObject({ id: z.string(), name: z.string() }))
  const squads = await Promise.all(teams.map(async (team) => named.parse(await ask(`/players?team=${team}`))))
  const players = squads.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))

  /** The summary over each number of last games that there is, and over none. */
  const keepSummaries = async (template: string, ids: string, path: string) => {
    for (let last = 1; ; last++) {
      const part = Part.parse(await ask(`${path}&last=${last}`))
      if (part.games.length < last) break
      put(`${template} ${last}`, ids, part.summary)
    }
    put(`${template} 0`, ids, Part.parse(await ask(`${path}&competition=${cup}`)).summary)
  }

  for (const team of teams) {
    await keep('/teams/{id}', team)
    for (const season of idsOf(lists.seasons))
      put('/teams/{id}/roster', `${team} ${season}`, await ask(`/teams/${team}/roster?season=${season}`))
    put('/teams/{id}/form', team, Part.parse(await ask(`/teams/${team}/form?last=100`)).games)
    await keepSummaries('form', team, `/teams/${team}/form?`)
    for (const venue of ['home', 'away'])
      await keepSummaries('form', `${team} ${venue}`, `/teams/${team}/form?venue=${venue}`)
    for (const opponent of teams.filter((id) => id !== team))
      await keepSummaries('met', `${team} ${opponent}`, `/teams/${team}/head-to-head?opponent=${opponent}`)
  }
  for (const { id } of players) {
    await keep('/players/{id}', id)
    await keep('/players/{id}/seasons', id)
    for (const by of SplitBy.options) await keep(`/players/{id}/splits?by=${by}`, id)
  }
  for (const id of idsOf(lists.games))
    for (const part of ['', '/boxscore', '/playbyplay', '/shots']) await keep(`/games/{id}${part}`, id)
  for (const competition of [league, cup]) {
    put('/standings', competition, await ask(`/standings?competition=${competition}`))
    for (const stat of LeaderStat.options) {
      const path = `/stats/leaders?competition=${competition}&stat=${stat}`
      const all = { ...Object(await ask(`${path}&min_games=1&top=100`)), ...leastGames(await ask(path)) }
      put(`/stats/leaders?stat=${stat}`, competition, all)
    }
  }
  return { today: TODAY.toISOString(), ...lists, players, records }
}

const leastGames = (leaders: unknown) => z.object({ min_games: z.number() }).parse(leaders)
