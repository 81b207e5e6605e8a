import type { LineUpNote, Side } from '../../contract/index.ts'
import type { SubstitutionGroup } from './substitutions.ts'
import { clockText, secondsLeft, type CourtEvent, type CourtLine, type CourtRules } from './court-rules.ts'
import type { PeriodSpan } from './period-spans.ts'
import { differences, replay, toTenths, type Five, type PeriodStarters } from './replay.ts'

/** One team's side of a game. */
export type TeamGame = {
  events: readonly CourtEvent[]
  side: Side
  lines: readonly CourtLine[]
  rules: CourtRules
  spans: readonly PeriodSpan[]
  periodStarters: PeriodStarters
}

/** The substitutions of a team as they are counted, their fives, and what was repaired. */
export type Repaired = { changes: readonly SubstitutionGroup[]; fives: Five[]; notes: LineUpNote[] }

/** The most changes of one game to which a missing row is added; more are a different game. */
const MAX_COMPLETED = 2

const formatMoment = ({ period, clock }: SubstitutionGroup): string => `period ${period}, ${clockText(clock)}`

const agreeing = (team: TeamGame, changes: readonly SubstitutionGroup[], notes: LineUpNote[]): Repaired | null => {
  const { fives } = replay(team.spans, changes, team.periodStarters)
  return fives !== undefined && differences(fives, team.lines).size === 0 ? { changes, fives, notes } : null
}

const only = <Found>(found: readonly Found[]): Found | null => (found.length === 1 ? (found[0] ?? null) : null)

/** The ways to make a change that does not leave five: one row removed, or one row added. */
const completions = (
  change: SubstitutionGroup,
  on: readonly string[],
  lines: readonly CourtLine[],
): SubstitutionGroup[] => {
  const without = (list: readonly string[], player: string) => list.filter((each) => each !== player)
  return [
    ...change.out.map((player) => ({ ...change, out: without(change.out, player) })),
    ...change.in.map((player) => ({ ...change, in: without(change.in, player) })),
    ...on
      .filter((player) => !change.out.includes(player))
      .map((player) => ({ ...change, out: [...change.out, player] })),
    ...lines
      .filter(({ player, played }) => played && !on.includes(player) && !change.in.includes(player))
      .map(({ player }) => ({ ...change, in: [...change.in, player] })),
  ]
}

/** Completes changes that do not leave five. Null unless exactly one way gives the minutes of the box score. */
const repairMissingRow = (team: TeamGame, changes: readonly SubstitutionGroup[]): Repaired | null => {
  const found: Repaired[] = []
  const search = (candidate: readonly SubstitutionGroup[], notes: LineUpNote[]): void => {
    const { broken } = replay(team.spans, candidate, team.periodStarters)
    if (broken === undefined) {
      const repaired = agreeing(team, candidate, notes)
      if (repaired !== null) found.push(repaired)
      return
    }
    const change = candidate[broken.change]
    if (notes.length === MAX_COMPLETED || change === undefined || found.length > 1) return
    const message = `The rows of ${formatMoment(change)} do not leave five players; one was repaired so that the minutes are those of the box score.`
    for (const completed of completions(change, broken.on, team.lines))
      search(candidate.with(broken.change, completed), [...notes, { code: 'substitution_missing', message }])
  }
  search(changes, [])
  return only(found)
}

/** The changes with those in breaks before overtimes at the clock from which box scores may count them. */
const delayed = (
  changes: readonly SubstitutionGroup[],
  { overtime_delay: delay, periods }: CourtRules,
): readonly SubstitutionGroup[] =>
  changes.map((change) =>
    change.inBreak && change.period > periods ? { ...change, clock: change.clock - delay } : change,
  )

const lateNote = (delay: number): LineUpNote => ({
  code: 'overtime_break',
  message: `The box score counts the substitutions in the break before an overtime ${delay} s late; so do the minutes here, while events belong to the five who were on court.`,
})

/**
 * Whether an event contradicts that a change was at another clock: a player plays after leaving or before coming in.
 * Events in the order of the feed stay where they are.
 */
const contradicts = ({ events, side }: TeamGame, { from, to }: PeriodSpan, change: SubstitutionGroup): boolean =>
  events.slice(from, to).some((event, offset) => {
    const at = secondsLeft(event)
    if (at === null || event.side !== side || event.player === null || event.type.startsWith('substitution'))
      return false
    return from + offset < change.from
      ? at < change.clock && change.out.includes(event.player)
      : at > change.clock && change.in.includes(event.player)
  })

const splitPart = (change: SubstitutionGroup, players: ReadonlySet<string>, within: boolean) => ({
  in: change.in.filter((player) => players.has(player) === within),
  out: change.out.filter((player) => players.has(player) === within),
})

type Moved = Repaired & { contradicted: boolean }

/** The ways to move one substitution to the clock by which the box score counted it. */
const moves = (
  team: TeamGame,
  changes: readonly SubstitutionGroup[],
  differing: ReadonlyMap<string, number>,
): Moved[] => {
  const players = new Set(differing.keys())
  const steps = [...differing.values()].map(Math.abs)
  const [shortest, longest] = [Math.min(...steps), Math.max(...steps)]
  if (longest - shortest >= 1) return []
  const step = (shortest + longest) / 2
  return changes.flatMap((change, at): Moved[] => {
    const span = team.spans.find(({ period }) => period === change.period)
    const [part, rest] = [splitPart(change, players, true), splitPart(change, players, false)]
    // The players who differ, and no others, must be the ones who moved.
    if (span === undefined || part.in.length !== part.out.length || part.in.length + part.out.length !== players.size)
      return []
    return [step, -step].flatMap((later): Moved[] => {
      const clock = toTenths(change.clock - later)
      if (clock < span.endClock || clock > span.length) return []
      const moved = { ...change, ...part, clock }
      const stays = { ...change, ...rest }
      const pieces = rest.in.length === 0 ? [moved] : later > 0 ? [stays, moved] : [moved, stays]
      const message = `The box score counts the substitution of ${formatMoment(change)} at ${clockText(clock)}; so do the minutes here, while events belong to the five of their order.`
      const repaired = agreeing(team, changes.toSpliced(at, 1, ...pieces), [{ code: 'substitution_time', message }])
      return repaired === null ? [] : [{ ...repaired, contradicted: contradicts(team, span, moved) }]
    })
  })
}

/** Moves one substitution. Null unless exactly one gives the minutes of the box score, or exactly one that no event contradicts. */
const repairTime = (team: TeamGame, changes: readonly SubstitutionGroup[]): Repaired | null => {
  const { fives } = replay(team.spans, changes, team.periodStarters)
  if (fives === undefined) return null
  const found = moves(team, changes, differences(fives, team.lines))
  return only(found.filter(({ contradicted }) => !contradicted)) ?? only(found)
}

/**
 * Repairs contradictions of the box score: substitutions that overtimes delay, a missing row, one substitution with another
 * clock, alone or after the first. Null unless exactly one repair gives five players at all times and the minutes of the
 * box score to the second.
 */
export const repairSubstitutions = (team: TeamGame, changes: readonly SubstitutionGroup[]): Repaired | null => {
  const { overtime_delay: delay } = team.rules
  const late = delayed(changes, team.rules)
  const notes = [lateNote(delay)]
  const isDelayed = delay > 0 && late.some(({ clock }, at) => clock !== changes[at]?.clock)
  const afterLate = (repaired: Repaired | null): Repaired | null =>
    repaired === null ? null : { ...repaired, notes: [...notes, ...repaired.notes] }
  return (
    (isDelayed ? agreeing(team, late, notes) : null) ??
    repairMissingRow(team, changes) ??
    repairTime(team, changes) ??
    (isDelayed ? (afterLate(repairMissingRow(team, late)) ?? afterLate(repairTime(team, late))) : null)
  )
}
