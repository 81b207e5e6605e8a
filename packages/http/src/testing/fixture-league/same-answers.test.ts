import { readFileSync } from 'node:fs'
import { operations } from '@basketball-data/core'
import { LeaderStat, SplitBy } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sharedService } from '../services.ts'
import { fixtureBundles, TODAY } from './bundles.ts'
import { captureLeague } from './capture.ts'
import { pack } from './pack.ts'

/** The test kit of the client is no part of this package: it is taken by its names alone. */
const client = new URL('../../../../client/src/', import.meta.url)
const service = sharedService('embedded', { games: fixtureBundles(), now: () => TODAY })
const Handled = z.object({ response: z.instanceof(Response) }).optional()
const Handler = z.object({ run: z.function({ output: z.promise(z.unknown()) }) })
let handlers: { run: (call: object) => Promise<unknown> }[]
let key: string

beforeAll(async () => {
  const kit = await import(/* @vite-ignore */ new URL('testing/index.ts', client).href)
  handlers = kit.handlers({ baseUrl: 'https://data.example/v1' })
  z.array(Handler.loose()).parse(handlers.map((handler) => ({ run: handler.run.bind(handler) })))
  key = await service().newKey('complete')
})

const fromKit = async (path: string) => {
  const request = () => new Request(`https://data.example/v1${path}`, { headers: { authorization: 'Bearer any' } })
  for (const handler of handlers) {
    const handled = Handled.parse(
      (await handler.run({ request: request(), requestId: 'test', resolutionContext: {} })) ?? undefined,
    )
    if (handled) return { status: handled.response.status, body: await handled.response.json() }
  }
  throw new Error(`${path} is not handled`)
}

/** What is told to programs: of an error its code and its extras, of a list everything but the text of the cursor. */
const comparable = ({ status, body }: { status: number; body: unknown }) =>
  JSON.parse(
    JSON.stringify({ status, body }, (name, value: unknown) => {
      if (name === 'message' || name === 'docs') return undefined
      // Where several values are wrong, either may be told of.
      if (name === 'allowed' && status === 400) return undefined
      return name === 'next_cursor' && value !== null ? 'more' : value
    }),
  ) as object

/** What the kit answers, and what the service does. */
const both = async (path: string) =>
  [
    { path, ...comparable(await fromKit(path)) },
    { path, ...comparable(await service().ask(`/v1${path}`, { key })) },
  ] as const

test('the committed league is what the service answers', async () => {
  const committed = readFileSync(new URL('testing/league.json', client), 'utf8')
  expect(committed).toBe(`${JSON.stringify(pack(await captureLeague(service().core)))}\n`)
  expect(committed.length).toBeLessThan(90_000)
})

describe('the test kit of the client answers as the service does', () => {
  const ids = async () => {
    const caller = service().core.caller()
    const [games, teams, seasons, competitions] = await Promise.all([
      caller.games.list({}),
      caller.teams.list({}),
      caller.seasons.list({}),
      caller.competitions.list({}),
    ])
    const of = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id)
    const squads = await Promise.all(of(teams).map((team) => caller.players.list({ team })))
    return {
      game: [...of(games), 'gm_00000000', 'nothing'],
      team: [...of(teams), 'tm_00000000'],
      player: [...squads.flatMap(of), 'pl_00000000'],
      season: [...of(seasons), 'ss_00000000'],
      competition: [...of(competitions), 'cp_00000000'],
    }
  }

  test('to every path with every parameter, right and wrong', async () => {
    const known = await ids()
    const values: Record<string, string[]> = {
      ...known,
      opponent: known.team,
      q: ['lund', 'ada', 'sol', 'Éloy', 'la', '!', 'ember val', 'herons'],
      date: ['2026-11-19', '2026-02-30'],
      from: ['2026-11-06', '2026-11-20', 'x'],
      to: ['2026-11-13', '2026-10-23'],
      status: ['scheduled', 'final', 'no_result', 'over'],
      by: [...SplitBy.options, 'day'],
      stat: [...LeaderStat.options, 'fouls'],
      venue: ['home', 'away', 'moon'],
      last: ['1', '2', '3', '100', '0'],
      top: ['1', '4', '100', '101'],
      min_games: ['1', '5', '9'],
      page: ['1', '2', '40', '0'],
      per_page: ['1', '3', '200', '201'],
      colour: ['red'],
    }
    const reads = operations.filter(
      ({ name, meta }) => meta.openapi.method === 'GET' && !/^(index|usage|webhooks)/.test(name),
    )
    const call = fc.constantFrom(...reads).chain(({ meta }) => {
      const { path } = meta.openapi
      const kind = { teams: 'team', players: 'player', games: 'game' }[path.split('/')[1] ?? ''] ?? 'game'
      const names = [...Object.keys(meta.input.shape).filter((name) => name !== 'id' && name !== 'cursor'), 'colour']
      const parameter = (name: string) =>
        fc.oneof(
          { weight: name === 'colour' ? 30 : 3, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.constantFrom(...(values[name] ?? ['x'])) },
        )
      const parameters = fc.record(Object.fromEntries(names.map((name) => [name, parameter(name)])))
      return fc.tuple(fc.constantFrom(...(values[kind] ?? [])), parameters).map(([id, sent]) => {
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(sent)) if (value !== undefined) query.set(name, value)
        return `${path.replace('{id}', id)}?${query.toString()}`
      })
    })
    await fc.assert(
      fc.asyncProperty(call, async (path) => {
        const [kit, there] = await both(path)
        expect(kit).toEqual(there)
      }),
      { numRuns: 800 },
    )
  })

  test('to every record there is', async () => {
    const known = await ids()
    const paths = [
      ...known.game.flatMap((id) => ['', '/boxscore', '/playbyplay', '/shots'].map((part) => `/games/${id}${part}`)),
      ...known.team.flatMap((id) => ['', '/roster', '/form'].map((part) => `/teams/${id}${part}`)),
      ...known.player.flatMap((id) => ['', '/games', '/seasons', '/splits'].map((part) => `/players/${id}${part}`)),
      ...known.competition.flatMap((id) => [`/standings?competition=${id}`, `/stats/leaders?competition=${id}`]),
      '/results/yesterday',
      '/games?page=2&per_page=3',
      '/players?q=lund',
    ]
    for (const path of paths) {
      const [kit, there] = await both(path)
      expect(kit).toEqual(there)
    }
  })
})
