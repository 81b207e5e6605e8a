import { type BundleSide, type BundleStats, type CheckedBundle, Side } from '../contract/index.ts'
import { Refusal } from './refusal.ts'

const twice = (names: string[]): string | undefined => names.find((name, place) => names.indexOf(name) !== place)

/** Time zones met so far: to ask for one costs as much as all other checks of a bundle. */
const timeZones = new Set<string>()

const isTimeZone = (name: string): boolean => {
  if (timeZones.has(name)) return true
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    timeZones.add(name)
    return true
  } catch {
    return false
  }
}

const linesOf = (side: BundleSide) => side.players ?? []

const checkScore = ({ game }: CheckedBundle): void => {
  const scores = [game.home_score ?? null, game.away_score ?? null]
  if (game.status === 'final' && scores.includes(null)) throw new Refusal('a final game needs both scores')
  if (game.status !== 'final' && scores.some((score) => score !== null))
    throw new Refusal(`a ${game.status} game has no score; only a final one has`)
  if (game.periods && game.periods.home.length !== game.periods.away.length)
    throw new Refusal('periods must be as many for home as for away')
}

const checkPlayers = ({ players, home, away, events, shots }: CheckedBundle): void => {
  const known = new Set(players.map((player) => player.external_id))
  const repeated = twice(players.map((player) => player.external_id))
  if (repeated !== undefined) throw new Refusal(`player ${repeated} is listed twice`)
  const onSheet = [...linesOf(home), ...linesOf(away)].map((line) => line.player)
  const doubled = twice(onSheet)
  if (doubled !== undefined) throw new Refusal(`player ${doubled} has two lines in the box score`)
  const named = [...onSheet, ...[...(events ?? []), ...(shots ?? [])].flatMap(({ player }) => player ?? [])]
  const stranger = named.find((player) => !known.has(player))
  if (stranger !== undefined) throw new Refusal(`player ${stranger} is not among the players of the bundle`)
}

const MADE = [
  ['two_made', 'two_attempted'],
  ['three_made', 'three_attempted'],
  ['free_throws_made', 'free_throws_attempted'],
] as const

const checkStats = (whose: string, stats: BundleStats): void => {
  for (const [made, attempted] of MADE)
    if ((stats[made] ?? 0) > (stats[attempted] ?? Infinity))
      throw new Refusal(`${whose} more ${made} (${stats[made]}) than ${attempted} (${stats[attempted]})`)
}

const checkBox = (bundle: CheckedBundle): void => {
  for (const side of Side.options) {
    const { totals, players } = bundle[side]
    if (totals) checkStats(`the totals of the ${side} team have`, totals)
    for (const { player, stats } of players ?? []) checkStats(`player ${player} has`, stats)
  }
}

/** A shot of unknown value may have brought anything; a missed one never did. */
const checkShots = ({ shots }: CheckedBundle): void => {
  for (const { seq, value, made, points } of shots ?? []) {
    const brought = made ? value : 0
    if (brought !== null && points !== brought)
      throw new Refusal(
        `the shot of seq ${seq} is ${made ? `made for ${value}` : 'missed'}: its points are ${brought}, not ${points}`,
      )
  }
}

/** @throws Refusal when the bundle, taken by itself, cannot be right. */
export const validate = (bundle: CheckedBundle): void => {
  const { competition, home, away } = bundle
  if (home.team.external_id === away.team.external_id)
    throw new Refusal(`team ${home.team.external_id} cannot play against itself`)
  if (competition.time_zone != null && !isTimeZone(competition.time_zone))
    throw new Refusal(`"${competition.time_zone}" is not a time zone, like Europe/Madrid`)
  checkScore(bundle)
  checkPlayers(bundle)
  checkBox(bundle)
  checkShots(bundle)
}
