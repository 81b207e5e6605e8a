import { choices } from '../statistics/on-court/infer-period-starters.ts'

/** What a five of a team did in a game: `values` are the columns that are added up, seconds first. */
export type GameFive = { game: string; players: readonly string[]; values: readonly number[] }

/** Players who were on court together, and the sums of the fives with all of them. */
export type LineUpSums = { players: readonly string[]; games: number; values: readonly number[] }

type Running = { players: readonly string[]; games: number; latest: string; values: number[] }

/**
 * Adds fives up by line-ups of a size, those with the most time first. Not in Postgres, where it takes several times as long:
 * each five has ten pairs, whose columns would all go through its aggregates.
 * @param fives those of one game one after the other, their players in a fixed order
 */
export const lineUpSums = (
  fives: readonly GameFive[],
  { size, minSeconds, top }: { size: number; minSeconds: number; top: number },
): LineUpSums[] => {
  const ways = [...choices([0, 1, 2, 3, 4], size)]
  const found = new Map<string, Running>()
  for (const { game, players, values } of fives)
    for (const way of ways) {
      let key = ''
      for (const position of way) key += `${players[position]},`
      const sum = found.get(key)
      if (sum === undefined) {
        const chosen = way.map((position) => players[position] ?? '')
        found.set(key, { players: chosen, games: 1, latest: game, values: [...values] })
        continue
      }
      if (sum.latest !== game) {
        sum.games += 1
        sum.latest = game
      }
      for (let column = 0; column < values.length; column++)
        sum.values[column] = (sum.values[column] ?? 0) + (values[column] ?? 0)
    }
  const seconds = ({ values }: Running): number => values[0] ?? 0
  return [...found]
    .filter(([, sum]) => seconds(sum) >= minSeconds)
    .toSorted(([keyA, a], [keyB, b]) => seconds(b) - seconds(a) || (keyA < keyB ? -1 : 1))
    .slice(0, top)
    .map(([, { players, games, values }]) => ({ players, games, values }))
}
