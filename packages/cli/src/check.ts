import type { Disagreement, SeasonCheck } from '@basketball-data/core'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { configOf, printsJson, withExistingCore } from './session.ts'

/** Disagreements of one season that are listed in the text; --json has all. */
const MAX_LISTED = 20

const words = (value: Disagreement['served']): string => (value === null ? 'nothing' : String(value))

const line = ({ subject, field, served, recomputed }: Disagreement): string => {
  if (field !== null) return `  ${subject}, ${field}: served ${words(served)}, recomputed ${words(recomputed)}`
  return `  ${subject}: ${served === true ? 'served, but nothing to compute it from' : 'not served'}`
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const disagree = (count: number): string => {
  if (count === 0) return 'nothing disagrees'
  return count === 1 ? '1 disagrees' : `${count.toLocaleString('en')} disagree`
}

const seasonText = ({ competition, season, compared, disagreements }: SeasonCheck): string => {
  const { games, rows, leaders, players, values } = compared
  const parts = [
    counted(games, 'game'),
    `${counted(rows, 'row')} of the standings`,
    counted(leaders, 'leader'),
    counted(players, 'player'),
    counted(values, 'value'),
  ]
  const what =
    competition === null || season === null
      ? `All seasons: ${counted(values, 'value')}`
      : `${competition.name} ${season.name}: ${parts.join(', ')}`
  const listed = disagreements.slice(0, MAX_LISTED).map(line)
  const more = disagreements.length - listed.length
  return [
    `${what}; ${disagree(disagreements.length)}.`,
    ...listed,
    ...(more > 0 ? [`  … and ${more.toLocaleString('en')} more, with --json`] : []),
  ].join('\n')
}

const HELP = `
Recomputes the standings, the top ten of every statistic, season totals, counts and flags of each season from its games
and box lines, and prints what differs from what is served and stored. It changes nothing, and can run at any time.
Differences in standings, totals and counts go away with "basketball-data rebuild-statistics".

Exit code: 0 when nothing disagrees, 1 otherwise.`

/** `check` */
export const defineCheck = (command: Command): void => {
  command
    .argument('[database]', 'postgres://… or a folder, instead of --database')
    .addHelpText('after', HELP)
    .action(async (database: string | undefined) => {
      const json = printsJson(command)
      const write = (text: string) => process.stdout.write(`${text}\n`)
      const address = database ?? (await configOf(command)).DATABASE_URL
      const seasons: SeasonCheck[] = []
      let [disagreements, values] = [0, 0]
      await withExistingCore(
        command,
        async (core) => {
          for await (const checked of core.check()) {
            disagreements += checked.disagreements.length
            values += checked.compared.values
            if (json) seasons.push(checked)
            else write(seasonText(checked))
          }
        },
        { database: address },
      )
      write(
        json
          ? JSON.stringify({ values, disagreements, seasons })
          : `${counted(values, 'value')} compared; ${disagree(disagreements)}.`,
      )
      if (disagreements > 0)
        throw new Failed(`${counted(disagreements, 'value differs', 'values differ')} from the recomputation.`)
    })
}
