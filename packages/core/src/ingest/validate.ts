import { type BundleStats, type CheckedBundle, Side, GameBundle } from '../contract/index.ts'
import { BundleName, explainRefusal, readRefusalName, type RefusedBundle } from './refusals.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Fence } from './fence.ts'
import { requireNamesInScope, type WriteScope } from './scope.ts'

/** The hash of a bundle, by which the same bundle is recognized when it is sent again. */
export const hashBundle = (bundle: CheckedBundle): Buffer<ArrayBuffer> =>
  createHash('sha256').update(JSON.stringify(bundle)).digest()

/** A bundle that is valid in itself, with its hash. */
export type CheckedEntry = { checked: CheckedBundle; hash: Buffer<ArrayBuffer>; refused?: never }

/**
 * A bundle to ingest, or why it is refused whatever is stored; with the claim under which it is written, and the scope of its writer, if
 * there is one. A writer is told what is refused, so that is not listed.
 */
export type Entry = (CheckedEntry | { checked?: never; refused: RefusedBundle }) & {
  fence?: Fence | undefined
  scope?: WriteScope | undefined
}

/** Checks a bundle by itself, without the database. */
export const checkBundle = (bundle: unknown, location: string | undefined, scope?: WriteScope): Entry => {
  try {
    const checked = GameBundle.parse(bundle)
    if (scope !== undefined) requireNamesInScope(scope, checked)
    validate(checked)
    return { checked, hash: hashBundle(checked), scope }
  } catch (error) {
    const refusal = explainRefusal(error)
    if (refusal === undefined) throw error
    return { refused: { ...readRefusalName(BundleName, bundle, location), ...refusal }, scope }
  }
}

/** Reports a contradiction: the path of the field that is wrong, and what would be right. */
type Report = (path: PropertyKey[], message: string) => void

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

const checkTeams = ({ competition, home, away }: CheckedBundle, report: Report): void => {
  const { external_id } = away.team
  if (home.team.external_id === external_id)
    report(['away', 'team', 'external_id'], `team ${external_id} cannot play against itself`)
  if (competition.time_zone != null && !isTimeZone(competition.time_zone))
    report(['competition', 'time_zone'], `"${competition.time_zone}" is not a time zone, like Europe/Madrid`)
}

const checkScore = ({ game }: CheckedBundle, report: Report): void => {
  const { status, periods } = game
  const scores = Side.options.map((side) => ({ path: ['game', `${side}_score`], score: game[`${side}_score`] ?? null }))
  const [given, missing] = [scores.find(({ score }) => score !== null), scores.find(({ score }) => score === null)]
  const isZero = scores.every(({ score }) => score === 0) // 0–0 is no score, whatever the status
  if (status === 'final' && missing !== undefined) report(missing.path, 'a final game needs both scores')
  else if (status === 'no_result' && given !== undefined && !isZero)
    report(
      given.path,
      game.forfeit_winner == null
        ? 'a no_result game has no score; only a running and a final one have'
        : 'a game decided by forfeit has no score, because the 20–0 of the rules is not scored: omit home_score and away_score',
    )
  else if (given !== undefined && missing !== undefined) report(missing.path, 'a game has both scores, or none')
  if (periods && periods.home.length !== periods.away.length)
    report(
      ['game', 'periods', 'away'],
      `periods must be as many for home as for away: ${periods.home.length}, not ${periods.away.length}`,
    )
}

/** The players that a bundle names outside `players`, with the paths of the fields. */
const listNamed = ({ home, away, events, shots }: CheckedBundle) => {
  const sheets = Object.entries({ home, away }).flatMap(([side, { players }]) =>
    (players ?? []).map(({ player }, at) => ({ path: [side, 'players', at, 'player'], player })),
  )
  const plays = Object.entries({ events, shots }).flatMap(([part, items]) =>
    (items ?? []).flatMap(({ player }, at) => (player === null ? [] : { path: [part, at, 'player'], player })),
  )
  return { sheets, plays }
}

const checkPlayers = (bundle: CheckedBundle, report: Report): void => {
  const known = new Set<string>()
  for (const [at, { external_id }] of bundle.players.entries()) {
    if (known.has(external_id)) report(['players', at, 'external_id'], `player ${external_id} is listed twice`)
    known.add(external_id)
  }
  const { sheets, plays } = listNamed(bundle)
  const onSheet = new Set<string>()
  for (const { path, player } of sheets) {
    if (onSheet.has(player)) report(path, `player ${player} has two lines in the box score`)
    onSheet.add(player)
  }
  for (const { path, player } of [...sheets, ...plays])
    if (!known.has(player))
      report(path, `player ${player} is not among the players of the bundle: list them in players`)
}

const MADE = [
  ['two_made', 'two_attempted'],
  ['three_made', 'three_attempted'],
  ['free_throws_made', 'free_throws_attempted'],
] as const

const checkStats = (path: PropertyKey[], subject: string, stats: BundleStats, report: Report): void => {
  for (const [made, attempted] of MADE)
    if ((stats[made] ?? 0) > (stats[attempted] ?? Infinity))
      report([...path, made], `${subject} more ${made} (${stats[made]}) than ${attempted} (${stats[attempted]})`)
}

const checkBox = (bundle: CheckedBundle, report: Report): void => {
  for (const side of Side.options) {
    const { totals, players } = bundle[side]
    if (totals) checkStats([side, 'totals'], `the totals of the ${side} team have`, totals, report)
    for (const [at, { player, stats }] of (players ?? []).entries())
      checkStats([side, 'players', at, 'stats'], `player ${player} has`, stats, report)
  }
}

/** The points of a shot must be its value if made, 0 if missed. With an unknown value any points are accepted. */
const checkShots = ({ shots }: CheckedBundle, report: Report): void => {
  for (const [at, { seq, value, made, points }] of (shots ?? []).entries()) {
    const expected = made ? value : 0
    if (expected !== null && points !== expected)
      report(
        ['shots', at, 'points'],
        `the shot of seq ${seq} is ${made ? `made for ${value}` : 'missed'}: its points are ${expected}, not ${points}`,
      )
  }
}

/** Checks a bundle for contradictions within itself. @throws ZodError with the path of every field that is wrong */
export const validate = (bundle: CheckedBundle): void => {
  const issues: z.core.$ZodIssue[] = []
  const report: Report = (path, message) => issues.push({ code: 'custom', path, message })
  for (const check of [checkTeams, checkScore, checkPlayers, checkBox, checkShots]) check(bundle, report)
  if (issues.length > 0) throw new z.ZodError(issues)
}
