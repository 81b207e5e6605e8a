import type { CheckedBundle, EventType, Side } from '@basketball-data/core/contract'
import { buildBundle, buildPreview, playFixture } from '../bundle.ts'
import { readDay } from '../calendar.ts'
import { PlayByPlayRecorder } from '../game/recorder.ts'
import { SIDES, type Game, type GamePlayer, type SideIndex, type Start } from '../game/state.ts'
import { Random } from '../random.ts'
import { playSeason } from '../season.ts'
import { createLeagues } from '../world/leagues.ts'

/** What is true of a possession, whether or not the play-by-play shows it. */
type TruePossession = {
  period: number
  /** Seconds left in the period when it began; 0 for one that never was. */
  secondsLeft: number
  side: Side
  start: Start
  /** Points of its side. */
  points: number
  /** Whether the play-by-play has a row about what its side did with the ball. */
  shown: boolean
}

/** Five players of a team in a time of a period. */
export type TrueStint = {
  period: number
  /** Seconds left in the period at its start, and at its end. */
  from: number
  to: number
  /** External ids, sorted. */
  players: readonly string[]
}

/** What is true of a simulated game, whether or not its play-by-play shows it. */
export type GameTruth = {
  /** In the order of the game. */
  possessions: readonly TruePossession[]
  stints: Readonly<Record<Side, readonly TrueStint[]>>
}

/** Rows about what the side with the ball did, and their points. */
const SHOWS_BALL: Partial<Record<EventType, number>> = {
  two_made: 2,
  two_missed: 0,
  three_made: 3,
  three_missed: 0,
  free_throw_made: 1,
  free_throw_missed: 0,
  turnover: 0,
  offensive_rebound: 0,
}

/** Five players of a team from a moment on. */
type TrueFive = Pick<TrueStint, 'period' | 'from' | 'players'>

/** The times of fives: each lasts until the next one, or until its period ends. Fives without time are skipped. */
const toStints = (fives: readonly TrueFive[]): TrueStint[] => {
  const stints: TrueStint[] = []
  for (const [index, { period, from, players }] of fives.entries()) {
    const next = fives[index + 1]
    const to = next?.period === period ? next.from : 0
    if (to === from) continue
    const before = stints.at(-1)
    if (before?.period === period && before.players.join() === players.join()) before.to = to
    else stints.push({ period, from, to, players })
  }
  return stints
}

/** Records the play-by-play, and beside it what is true. */
class TruthRecorder extends PlayByPlayRecorder {
  private readonly possessions: TruePossession[] = []
  private readonly fives: readonly [TrueFive[], TrueFive[]] = [[], []]

  override event(
    game: Game,
    type: EventType,
    side: SideIndex | null,
    player: GamePlayer | null,
    detail?: string,
  ): void {
    super.event(game, type, side, player, detail)
    if (type === 'period_start') ([0, 1] as const).forEach((each) => this.addFive(game, each))
    if (type === 'substitution_in' && side !== null) this.addFive(game, side)
    const possession = this.possessions.at(-1)
    const points = SHOWS_BALL[type]
    if (points === undefined || side === null || possession?.side !== SIDES[side]) return
    possession.points += points
    possession.shown = true
  }

  possession({ period, secondsLeft }: Game, side: SideIndex, start: Start): void {
    this.possessions.push({ period, secondsLeft, side: SIDES[side], start, points: 0, shown: false })
  }

  truth(): GameTruth {
    return { possessions: this.possessions, stints: { home: toStints(this.fives[0]), away: toStints(this.fives[1]) } }
  }

  private addFive({ period, secondsLeft, teams }: Game, side: SideIndex): void {
    const players = teams[side].onCourt.map(({ player }) => player.profile.external_id).toSorted()
    this.fives[side].push({ period, from: secondsLeft, players })
  }
}

/** The games of `simulate`, each with what is true of it, to hold against what is derived from its play-by-play; null if it was not played. */
export function* simulateWithTruth({
  day,
  games,
  seed,
}: {
  day: string
  games: number
  seed: string
}): Generator<readonly [CheckedBundle, GameTruth | null], void> {
  const [today, seasons] = [readDay(day), 2]
  const world = { seed, today, since: today, seasons, clubCount: 0, playerCount: 0, playerNames: new Set<string>() }
  let yielded = 0
  for (const league of createLeagues(world))
    for (let seasonsAgo = seasons - 1; seasonsAgo >= 0; seasonsAgo--) {
      let truth: GameTruth | null = null
      const play: typeof buildBundle = (context, fixture) => {
        const outcome = buildBundle(context, fixture)
        truth = null
        if (outcome.margin !== null) {
          const recorder = new TruthRecorder(new Random(''), null)
          playFixture(context, fixture, buildPreview(context, fixture), recorder)
          truth = recorder.truth()
        }
        return outcome
      }
      for (const bundle of playSeason({ world, league, seasonsAgo, detail: 'full' }, play)) {
        yield [bundle, truth]
        if (++yielded === games) return
      }
    }
}
