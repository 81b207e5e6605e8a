import { SplitBy } from '../../packages/core/src/contract/index.ts'
import type { Core } from '../../packages/core/src/core.ts'
import { createComparison, type Difference } from './comparison.ts'
import { readHistory, type History } from './history.ts'
import { recountLog, recountPlayerSeasons, recountRoster, recountSplits, recountSummary } from './players.ts'
import { compareSeasons, type Api } from './seasons.ts'
import { recountForm, recountHeadToHead } from './teams.ts'

/** A call of the service, and its expected data recounted from games and box lines. */
type RecountedCall = { name: string; call: (api: Api) => Promise<unknown>; expected: () => unknown }

const recountTeam = (history: History, id: string): RecountedCall[] => [
  ...history.seasons.map(({ id: season }) => ({
    name: `roster ${id} ${season}`,
    call: async (api: Api) => (await api.teams.roster({ id, season })).data.players,
    expected: () => recountRoster(history, id, season),
  })),
  ...([undefined, 'home', 'away'] as const).map((venue) => ({
    name: `form ${id} ${venue}`,
    call: async (api: Api) => (await api.teams.form({ id, last: 5, ...(venue && { venue }) })).data,
    expected: () => recountForm(history, id, 5, venue),
  })),
  ...history.teams.flatMap(({ id: opponent }) =>
    opponent === id
      ? []
      : [
          {
            name: `head-to-head ${id} ${opponent}`,
            call: async (api: Api) => {
              const { summary, games } = (await api.teams.headToHead({ id, opponent, last: 3 })).data
              return { summary, games: games.map((game) => game.id) }
            },
            expected: () => recountHeadToHead(history, id, opponent, 3),
          },
        ],
  ),
]

const recountPlayer = (history: History, { id, name }: History['players'][number]): RecountedCall[] => [
  {
    name: `log ${id}`,
    call: async (api) => (await api.players.games({ id, per_page: 200 })).data,
    expected: () => recountLog(history, id),
  },
  {
    name: `seasons ${id}`,
    call: async (api) => (await api.players.seasons({ id })).data,
    expected: () => recountPlayerSeasons(history, id),
  },
  {
    name: `summary ${id}`,
    call: async (api) =>
      (await api.players.list({ q: name, per_page: 200 })).data.find((player) => player.id === id) ?? null,
    expected: () => recountSummary(history, id),
  },
  ...SplitBy.options.map((by) => ({
    name: `splits ${id} ${by}`,
    call: async (api: Api) => (await api.players.splits({ id, by })).data,
    expected: () => recountSplits(history, id, by),
  })),
]

/** Every n-th record by id, so that a large league does not take long. */
const everyNth = <Record extends { id: string }>(records: Record[], n: number): Record[] =>
  records.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter((_, index) => index % n === 0)

/** How much is recounted. */
export type RecountOptions = {
  /** Responses about one in so many teams and players; 0 for none of them, 1 (all) by default. */
  every?: number
}

/**
 * Recounts, from games and box lines alone, what is served and stored about seasons (standings, leaders, totals, counts, flags) and
 * what is served about teams and players (rosters, form, logs, splits), and returns what differs. It shares no code with
 * what computes these values in the product.
 */
export const recount = async (
  core: Core,
  { every = 1 }: RecountOptions = {},
): Promise<{ values: number; differences: readonly Difference[] }> => {
  const history = await readHistory(core.store)
  const api = core.caller()
  const comparison = createComparison()
  await compareSeasons(comparison, api, history)
  const calls =
    every === 0
      ? []
      : [
          ...everyNth(history.teams, every).flatMap(({ id }) => recountTeam(history, id)),
          ...everyNth(history.players, every).flatMap((player) => recountPlayer(history, player)),
        ]
  for (const { name, call, expected } of calls) comparison.value(name, null, await call(api), expected())
  return { values: comparison.count(), differences: comparison.differences }
}

/** What differs from a recount: nothing. */
export const findDifferences = async (core: Core, options?: RecountOptions): Promise<readonly Difference[]> =>
  (await recount(core, options)).differences
