import { isDeepStrictEqual } from 'node:util'
import { LeaderStat, SplitBy } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { readHistory, type History } from './history.ts'
import { recountLog, recountPlayerSeasons, recountRoster, recountSplits, recountSummary } from './players.ts'
import { recountLeaders, recountStandings } from './tables.ts'
import { recountForm, recountHeadToHead } from './teams.ts'

type Api = ReturnType<Core['caller']>

/** What is asked, what the service answers and what a recount from games and box lines gives. */
type Question = { name: string; ask: (api: Api) => Promise<unknown>; expected: () => unknown }

const ofSeason = (history: History, { id: season, competition_id: competition }: History['seasons'][number]) => [
  {
    name: `standings ${season}`,
    ask: async (api: Api) => {
      const { games, through, table } = (await api.standings.get({ competition, season })).data
      return { games, through: games === 0 ? null : through, table }
    },
    expected: () => recountStandings(history, season),
  },
  ...LeaderStat.options.flatMap((stat) =>
    [undefined, 1].map((min_games) => ({
      name: `leaders ${season} ${stat} ${min_games}`,
      ask: async (api: Api) => {
        const { data } = await api.leaders.get({ competition, season, stat, ...(min_games && { min_games }) })
        return { min_games: data.min_games, leaders: data.leaders }
      },
      expected: () => recountLeaders(history, season, stat, min_games),
    })),
  ),
]

const ofTeam = (history: History, id: string): Question[] => [
  ...history.seasons.map(({ id: season }) => ({
    name: `roster ${id} ${season}`,
    ask: async (api: Api) => (await api.teams.roster({ id, season })).data.players,
    expected: () => recountRoster(history, id, season),
  })),
  ...([undefined, 'home', 'away'] as const).map((venue) => ({
    name: `form ${id} ${venue}`,
    ask: async (api: Api) => (await api.teams.form({ id, last: 5, ...(venue && { venue }) })).data,
    expected: () => recountForm(history, id, 5, venue),
  })),
  ...history.teams.flatMap(({ id: opponent }) =>
    opponent === id
      ? []
      : [
          {
            name: `head-to-head ${id} ${opponent}`,
            ask: async (api: Api) => {
              const { summary, games } = (await api.teams.headToHead({ id, opponent, last: 3 })).data
              return { summary, games: games.map((game) => game.id) }
            },
            expected: () => recountHeadToHead(history, id, opponent, 3),
          },
        ],
  ),
]

const ofPlayer = (history: History, { id, name }: History['players'][number]): Question[] => [
  {
    name: `log ${id}`,
    ask: async (api) => (await api.players.games({ id, per_page: 200 })).data,
    expected: () => recountLog(history, id),
  },
  {
    name: `seasons ${id}`,
    ask: async (api) => (await api.players.seasons({ id })).data,
    expected: () => recountPlayerSeasons(history, id),
  },
  {
    name: `summary ${id}`,
    ask: async (api) =>
      (await api.players.list({ q: name, per_page: 200 })).data.find((found) => found.id === id) ?? null,
    expected: () => recountSummary(history, id),
  },
  ...SplitBy.options.map((by) => ({
    name: `splits ${id} ${by}`,
    ask: async (api: Api) => (await api.players.splits({ id, by })).data,
    expected: () => recountSplits(history, id, by),
  })),
]

/** One record of every `of`, so that a large league does not take long. */
const some = <Record extends { id: string }>(records: Record[], of: number): Record[] =>
  records.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter((_, place) => place % of === 0)

/** Whatever can be asked of the seasons, of one team in `every` and of one player in `every`. */
const questions = async ({ store }: Core, every: number): Promise<Question[]> => {
  const history = await readHistory(store)
  return [
    ...history.seasons.flatMap((season) => ofSeason(history, season)),
    ...some(history.teams, every).flatMap(({ id }) => ofTeam(history, id)),
    ...some(history.players, every).flatMap((player) => ofPlayer(history, player)),
  ]
}

/** A value with its numbers to 12 digits: two ways to the same sum differ beyond. */
const toTwelveDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(12)) : part,
  )

/** An answer that is not what a recount gives. */
export type Mismatch = { name: string; answered: unknown; recounted: unknown }

/** Asks for whatever there is, of one team and of one player in `every`; gives the answers that a recount refutes. */
export const findMismatches = async (core: Core, every = 1): Promise<Mismatch[]> => {
  const api = core.caller()
  const found: Mismatch[] = []
  for (const { name, ask, expected } of await questions(core, every)) {
    const [answered, recounted] = [toTwelveDigits(await ask(api)), toTwelveDigits(expected())]
    if (!isDeepStrictEqual(answered, recounted)) found.push({ name, answered, recounted })
  }
  return found
}
