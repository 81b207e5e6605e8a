import { isDeepStrictEqual } from 'node:util'
import { SplitBy } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { readHistory, type History } from './history.ts'
import { recountLog, recountPlayerSeasons, recountRoster, recountSplits, recountSummary } from './players.ts'
import { recountForm, recountHeadToHead } from './teams.ts'

type Api = ReturnType<Core['caller']>

/** A call of the service, and its expected data recounted from games and box lines. */
type Comparison = { name: string; call: (api: Api) => Promise<unknown>; expected: () => unknown }

const ofTeam = (history: History, id: string): Comparison[] => [
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

const ofPlayer = (history: History, { id, name }: History['players'][number]): Comparison[] => [
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

/** The comparisons for one in `every` teams and players. */
const comparisons = async ({ store }: Core, every: number): Promise<Comparison[]> => {
  const history = await readHistory(store)
  return [
    ...everyNth(history.teams, every).flatMap(({ id }) => ofTeam(history, id)),
    ...everyNth(history.players, every).flatMap((player) => ofPlayer(history, player)),
  ]
}

/** Rounds the numbers in a value to 12 digits: sums in different orders differ in further digits. */
const toTwelveDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(12)) : part,
  )

/** A response that differs from the recount. */
export type Mismatch = { name: string; actual: unknown; expected: unknown }

/** What the check of all seasons finds, one by one. */
const checkMismatches = async (core: Core): Promise<Mismatch[]> => {
  const mismatches: Mismatch[] = []
  for await (const { season, disagreements } of core.check())
    for (const { subject, field, served, recomputed } of disagreements)
      mismatches.push({ name: `${season?.name} ${subject} ${field}`, actual: served, expected: recomputed })
  return mismatches
}

/** Checks all seasons, and compares one in `every` teams and players with a recount; returns the differences. */
export const findMismatches = async (core: Core, every = 1): Promise<Mismatch[]> => {
  const api = core.caller()
  const mismatches = await checkMismatches(core)
  for (const { name, call, expected: recount } of await comparisons(core, every)) {
    const [actual, expected] = [toTwelveDigits(await call(api)), toTwelveDigits(recount())]
    if (!isDeepStrictEqual(actual, expected)) mismatches.push({ name, actual, expected })
  }
  return mismatches
}
