import { type BundleSide, type BundleStats, type CheckedBundle, Side, GameBundle } from '../contract/index.ts'
import { Refusal, BundleName, toReason, readRefusalName, type ListedRefusal } from './refusals.ts'
import { createHash } from 'node:crypto'
import type { Fence } from './fence.ts'

/** The hash of a bundle, by which the same bundle is recognized when it is sent again. */
export const hashBundle = (bundle: CheckedBundle): Buffer<ArrayBuffer> =>
  createHash('sha256').update(JSON.stringify(bundle)).digest()

/** A bundle that is valid in itself, with its hash. */
export type CheckedEntry = { checked: CheckedBundle; hash: Buffer<ArrayBuffer>; refused?: never }

/** A bundle to ingest, or why it is refused whatever is stored; with the claim under which it is written, if there is one. */
export type Entry = (CheckedEntry | { checked?: never; refused: ListedRefusal }) & { fence?: Fence | undefined }

/** Checks a bundle by itself, without the database. */
export const checkBundle = (bundle: GameBundle, location: string | undefined): Entry => {
  try {
    const checked = GameBundle.parse(bundle)
    validate(checked)
    return { checked, hash: hashBundle(checked) }
  } catch (error) {
    const reason = toReason(error)
    if (reason === undefined) throw error
    return { refused: { ...readRefusalName(BundleName, bundle, location), reason } }
  }
}

const firstDuplicate = (names: string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Caches the valid time zones, because checking one takes as long as all other checks of a bundle. */
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

const getLines = (side: BundleSide) => side.players ?? []

const checkScore = ({ game }: CheckedBundle): void => {
  const scores = [game.home_score ?? null, game.away_score ?? null]
  const isZero = scores.every((score) => score === 0) // 0–0 is no score, whatever the status
  if (game.status === 'final' && scores.includes(null)) throw new Refusal('a final game needs both scores')
  if (game.status === 'no_result' && !isZero && scores.some((score) => score !== null))
    throw new Refusal('a no_result game has no score; only a running and a final one have')
  if (scores.filter((score) => score === null).length === 1) throw new Refusal('a game has both scores, or none')
  if (game.periods && game.periods.home.length !== game.periods.away.length)
    throw new Refusal('periods must be as many for home as for away')
}

const checkPlayers = ({ players, home, away, events, shots }: CheckedBundle): void => {
  const known = new Set(players.map((player) => player.external_id))
  const listedTwice = firstDuplicate(players.map((player) => player.external_id))
  if (listedTwice !== undefined) throw new Refusal(`player ${listedTwice} is listed twice`)
  const onSheet = [...getLines(home), ...getLines(away)].map((line) => line.player)
  const withTwoLines = firstDuplicate(onSheet)
  if (withTwoLines !== undefined) throw new Refusal(`player ${withTwoLines} has two lines in the box score`)
  const named = [...onSheet, ...[...(events ?? []), ...(shots ?? [])].flatMap(({ player }) => player ?? [])]
  const unlisted = named.find((player) => !known.has(player))
  if (unlisted !== undefined) throw new Refusal(`player ${unlisted} is not among the players of the bundle`)
}

const MADE = [
  ['two_made', 'two_attempted'],
  ['three_made', 'three_attempted'],
  ['free_throws_made', 'free_throws_attempted'],
] as const

const checkStats = (subject: string, stats: BundleStats): void => {
  for (const [made, attempted] of MADE)
    if ((stats[made] ?? 0) > (stats[attempted] ?? Infinity))
      throw new Refusal(`${subject} more ${made} (${stats[made]}) than ${attempted} (${stats[attempted]})`)
}

const checkBox = (bundle: CheckedBundle): void => {
  for (const side of Side.options) {
    const { totals, players } = bundle[side]
    if (totals) checkStats(`the totals of the ${side} team have`, totals)
    for (const { player, stats } of players ?? []) checkStats(`player ${player} has`, stats)
  }
}

/** The points of a shot must be its value if made, 0 if missed. With an unknown value any points are accepted. */
const checkShots = ({ shots }: CheckedBundle): void => {
  for (const { seq, value, made, points } of shots ?? []) {
    const expected = made ? value : 0
    if (expected !== null && points !== expected)
      throw new Refusal(
        `the shot of seq ${seq} is ${made ? `made for ${value}` : 'missed'}: its points are ${expected}, not ${points}`,
      )
  }
}

/** Checks a bundle for contradictions within itself. @throws Refusal */
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
