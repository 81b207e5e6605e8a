import { toDateTime, type BundleSide, type EventType, type CheckedBundle } from '@basketball-data/core/contract'
import { buildBundle, playFixture, buildPreview, toBoxScore, type SeasonContext } from './bundle.ts'
import { PlayByPlayRecorder } from './game/recorder.ts'
import type { Attempt, Game, GamePlayer, SideIndex } from './game/state.ts'
import { Random } from './random.ts'
import type { Fixture } from './schedule.ts'
import { playSeason, type Play } from './season.ts'
import { FRIENDLIES } from './competitions.ts'

type BoxScore = Pick<BundleSide, 'totals' | 'players'>

/** A game after one of its events. */
type Frame = {
  /** Seconds of real time since the tip-off, stoppages included. */
  second: number
  /** Shots so far. */
  shots: number
  /** Points in the periods that have ended. */
  periods: { home: number[]; away: number[] }
  home: BoxScore
  away: BoxScore
}

/** A game as it is played. */
export type LiveGame = {
  /** The game before its tip-off. */
  scheduled: CheckedBundle
  /** Seconds of real time from its tip-off to its end, stoppages included. */
  seconds: number
  final: CheckedBundle
  /** One for each event; the last one is the end. */
  frames: readonly Frame[]
}

/** Records the play-by-play, and the state of the game after each event. */
class FrameRecorder extends PlayByPlayRecorder {
  readonly frames: Frame[] = []

  override event(
    game: Game,
    type: EventType,
    side: SideIndex | null,
    player: GamePlayer | null,
    detail?: string,
    distance?: number | null,
  ): void {
    const second = this.seconds(game)
    super.event(game, type, side, player, detail, distance)
    const ended = type === 'period_end' || type === 'game_end' ? game.period : game.period - 1
    this.frames.push({
      second,
      shots: this.shots.length,
      periods: { home: game.periods[0].slice(0, ended), away: game.periods[1].slice(0, ended) },
      home: toBoxScore(game.teams[0], true),
      away: toBoxScore(game.teams[1], true),
    })
  }

  override shot(game: Game, shooter: GamePlayer, attempt: Attempt): void {
    super.shot(game, shooter, attempt)
    const frame = this.frames.at(-1)
    if (frame !== undefined) frame.shots = this.shots.length
  }
}

const playLive = (context: SeasonContext, fixture: Fixture): LiveGame => {
  const preview = buildPreview(context, fixture)
  // Times of shots depend on the moment of the tip-off, which is not known yet.
  const recorder = new FrameRecorder(new Random(`${preview.seed}/record`), null)
  const { bundle } = playFixture(context, fixture, preview, recorder)
  const { frames } = recorder
  return { scheduled: preview.scheduled, seconds: frames.at(-1)?.second ?? 0, final: bundle, frames }
}

/** Today's games of a season. */
export const buildLiveGames = (context: SeasonContext): LiveGame[] => {
  const games: LiveGame[] = []
  const play: Play = (season, fixture, decides) => {
    const played = fixture.incident !== 'called off' && fixture.incident !== 'abandoned'
    if (fixture.day === context.world.today && played) games.push(playLive(context, fixture))
    return decides ? buildBundle(season, fixture) : { bundle: buildPreview(season, fixture).scheduled, margin: null }
  }
  for (const _bundle of playSeason({ ...context, detail: 'result' }, play));
  return games
}

/** More friendly games than a day can have. */
const FRIENDLIES_PER_DAY = 100_000

/**
 * Today's friendly game with a number, from 1, between two clubs of a league. The number of its fixture counts the days of the
 * season as well, so that it differs on every day.
 */
export const friendlyGame = ({ league, ...context }: SeasonContext, number: number): LiveGame => {
  const { seed, today } = context.world
  const firstMonday = league.seasons[context.seasonsAgo]?.firstMonday ?? today
  const [home, away] = new Random(`${seed}/friendly/${today}/${number}`).shuffled(league.clubs)
  if (home === undefined || away === undefined) throw new RangeError('a friendly game needs two clubs')
  const fixture: Fixture = {
    number: (today - firstMonday) * FRIENDLIES_PER_DAY + number,
    day: today,
    stage: null,
    round: null,
    home,
    away,
    neutral: false,
    incident: null,
  }
  return playLive({ ...context, league: { ...league, format: FRIENDLIES } }, fixture)
}

/** The number of a friendly game by the identifier of the game; null for a game of the schedule. */
export const friendlyNumber = (external_id: string): number | null => {
  const [competition, , number] = external_id.split('-')
  return competition === FRIENDLIES.competition.external_id ? Number(number) % FRIENDLIES_PER_DAY : null
}

/** When a live game is played, and how fast: at speed 2, twice as fast as a real game. */
export type Pace = { tipOff: Date; speed: number }

/** Seconds of the game that have passed by a moment; negative before its tip-off. */
const secondsAt = (now: Date, { tipOff, speed }: Pace): number => ((now.getTime() - tipOff.getTime()) / 1000) * speed

/** How many events of a live game there have been by a moment. */
export const eventsAt = ({ frames }: LiveGame, now: Date, pace: Pace): number => {
  const seconds = secondsAt(now, pace)
  return frames.findLastIndex(({ second }) => second <= seconds) + 1
}

/**
 * A live game as it is at a moment: scheduled, without a score, until its last event; its periods are those that have ended.
 * The moments in it are those at which it is played.
 */
export const gameAt = (game: LiveGame, now: Date, pace: Pace): CheckedBundle => {
  const { scheduled, final, frames } = game
  const toMoment = (second: number): string =>
    toDateTime(new Date(pace.tipOff.getTime() + (second * 1000) / pace.speed))
  const tip_off = toMoment(0)
  const frame = frames[eventsAt(game, now, pace) - 1]
  if (frame === undefined) return { ...scheduled, game: { ...scheduled.game, tip_off } }
  const parts = final.events && {
    events: final.events.slice(0, eventsAt(game, now, pace)),
    shots: final.shots
      ?.slice(0, frame.shots)
      .map((shot) => ({ ...shot, at: toMoment(frames[shot.seq - 1]?.second ?? 0) })),
  }
  if (frame === frames.at(-1)) return { ...final, ...parts, game: { ...final.game, tip_off } }
  const { home, away, periods } = frame
  return {
    ...final,
    ...parts,
    game: {
      ...final.game,
      tip_off,
      status: 'scheduled',
      home_score: null,
      away_score: null,
      periods: periods.home.length === 0 ? null : periods,
    },
    home: { ...final.home, ...(final.home.players && home) },
    away: { ...final.away, ...(final.away.players && away) },
  }
}
