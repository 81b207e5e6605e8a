// Plays a season day by day, and compares what a database with all of it serves of each day with what one serves that has only the
// results up to that day. ANY_DAY=whole compares every day of all clubs, which takes minutes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Core, GameBundle } from '@basketball-data/core'
import { LeaderStat } from '@basketball-data/core/contract'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { expect, test } from 'vitest'
import { ingestAllOrThrow, openTestCore } from '../packages/core/src/testing/index.ts'
import { toFixture } from './fixture.ts'

const SEASON = join(fileURLToPath(new URL('../../shared/data', import.meta.url)), 'euroleague-2022')
/** Days between two comparisons, and how many clubs play: those with the most games, which have the playoffs. */
const [STEP, CLUBS] = process.env['ANY_DAY'] === 'whole' ? [1, Infinity] : [8, 7]

const readBundles = async (): Promise<GameBundle[]> => {
  const bundles: GameBundle[] = []
  for await (const { bundle } of euroleague.read([SEASON])) if (bundle) bundles.push(bundle)
  const listClubs = ({ home, away }: GameBundle) => [home.team.external_id, away.team.external_id]
  const byClub = Map.groupBy(bundles.flatMap(listClubs), (club) => club)
  const ordered = [...byClub].toSorted(([, a], [, b]) => b.length - a.length)
  const chosen = new Set(ordered.slice(0, CLUBS).map(([club]) => club))
  return bundles.filter((bundle) => listClubs(bundle).every((club) => chosen.has(club)))
}

/** The standings and leaders that a database serves without a day. */
const readLatest = async (core: Core, competition: string, day: string) => {
  const api = core.caller()
  const { data } = await api.standings.get({ competition })
  const leaders = []
  for (const stat of LeaderStat.options) leaders.push((await api.leaders.get({ competition, stat, top: 100 })).data)
  return { standings: data.games === 0 ? { ...data, through: day } : data, leaders }
}

const readDay = async (core: Core, competition: string, date: string) => {
  const { history } = core.caller()
  const leaders = []
  for (const stat of LeaderStat.options)
    leaders.push((await history.leaders({ competition, date, stat, top: 100 })).data)
  return { standings: (await history.standings({ competition, date })).data, leaders }
}

/** The previews of the games of the next day, without the games themselves. */
const readPreviews = async (core: Core, date: string | undefined) => {
  if (date === undefined) return []
  const { games } = core.caller()
  const { data } = await games.list({ date })
  const previews = []
  for (const { id } of data) {
    const { game, ...preview } = (await games.preview({ id })).data
    previews.push({ game: game.id, ...preview })
  }
  return previews
}

/** The averages of the leaders over the games up to a day. */
const readAverages = async (core: Core, players: readonly string[], to?: string) => {
  const averages = []
  for (const id of players) averages.push((await core.caller().players.averages({ id, to })).data)
  return averages
}

/** Records without names, which change with sponsors: each is the current one. */
const withoutNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'name' ? undefined : part)))

test.skipIf(!existsSync(SEASON))(
  'every day of a season is served as by a database that has only the results up to it (skipped without the data)',
  { timeout: 3_600_000 },
  async () => {
    const bundles = await readBundles()
    const [whole, growing] = [await openTestCore('Postgres'), await openTestCore('Postgres')]
    await ingestAllOrThrow(whole, bundles)
    await ingestAllOrThrow(growing, bundles.map(toFixture))
    const [competition = ''] = (await whole.caller().competitions.list({})).data.map(({ id }) => id)
    const byDay = Map.groupBy(bundles, ({ game }) => game.date)
    const days = [...byDay.keys()].toSorted()
    let compared = 0
    for (const [index, day] of days.entries()) {
      const next = days[index + 1]
      await ingestAllOrThrow(growing, byDay.get(day) ?? [])
      if (index % STEP !== 0 && next !== undefined) continue
      const served = await readDay(whole, competition, day)
      expect(withoutNames(served), day).toEqual(withoutNames(await readLatest(growing, competition, day)))
      const players = served.leaders.flatMap(({ leaders }) => leaders.slice(0, 3).map(({ player }) => player.id))
      expect(await readAverages(whole, players, day), day).toEqual(await readAverages(growing, players))
      const [after, before] = [await readPreviews(whole, next), await readPreviews(growing, next)]
      expect(withoutNames(after), day).toEqual(withoutNames(before))
      compared += 1
    }
    expect(compared).toBeGreaterThan(5)
  },
)
