import type { BundleEvent, BundleLine } from '../../contract/index.ts'
import type { TieBreak } from '../tie-breaks.ts'

/** What differs between competitions in who counts as on court. */
export type CourtRules = {
  /** Minutes of a game without overtime, the number of its periods, and the minutes of an overtime. */
  regulation_minutes: number
  periods: number
  overtime_minutes: number
  /**
   * Which ten players a free throw counts for: those on court at the free throw (FIBA lets teams substitute between free
   * throws), or those at its foul (NBA).
   */
  free_throws: 'at_free_throw' | 'at_foul'
  /**
   * Whether a period starts with the five who ended the previous one, plus the substitutions that the feed lists, or the
   * starters have to be inferred from the events.
   */
  period_starters: 'listed' | 'inferred'
  /**
   * Whether box scores count the rebounds of a team. Those of EuroLeague and EuroCup count every one that is listed, also
   * after a free throw that is not the last one; those of the NBA count only the rebounds of players.
   */
  team_rebounds: boolean
  /**
   * Seconds by which box scores may count substitutions in the break before an overtime too late: those of EuroLeague
   * and EuroCup count them from the next full minute on.
   */
  overtime_delay: number
  /**
   * Seconds by which minutes may differ through rounding alone, where the clocks of a play-by-play are whole seconds and
   * box scores count tenths. Such a game is not exact, but its five are certain.
   */
  rounding: number
  /**
   * When a single free throw, without a field goal, leaves the ball with the shooters: in the last two minutes, after a
   * throw-in foul (FIBA rules of 2022, article 37), or always, after a foul away from the play or on a fast break (NBA
   * rules, 12 B X and 12 B I).
   */
  single_free_throw: 'last_two_minutes' | 'always'
  /**
   * Who has the ball after the free throws of a technical foul: the team that had it, or the shooters, as with FIBA until
   * the rules of 1 October 2018 (article 36.3).
   */
  technical_foul: 'as_before' | 'shooters'
  /**
   * Words of a foul, or of its free throws, that leave the ball with the shooters although the type of the foul does not say
   * so; null if there are none. NBA: a clear path foul is two free throws and the ball (NBA rules, 12 B I).
   */
  free_ball_words: RegExp | null
  /**
   * A possession that begins with at most so many seconds left in a period and brings no points is none: it is part of the
   * one before. 0: one that begins with no time left. Source of 2 for the NBA: pbpstats, `count_as_possession`.
   */
  last_seconds: number
}

/** What the rules of a competition follow from. */
type Competition = Pick<CourtRules, 'regulation_minutes'> & {
  periods?: number | undefined
  overtime_minutes?: number | undefined
  tie_break: TieBreak
}

/** FIBA competitions, which list every substitution. */
export const FIBA_COURT: CourtRules = {
  regulation_minutes: 40,
  periods: 4,
  overtime_minutes: 5,
  free_throws: 'at_free_throw',
  period_starters: 'listed',
  team_rebounds: true,
  overtime_delay: 60,
  rounding: 0,
  single_free_throw: 'last_two_minutes',
  technical_foul: 'as_before',
  free_ball_words: null,
  last_seconds: 0,
}

/** NBA, whose play-by-plays list no substitutions in breaks, or only the live ones do. */
export const NBA_COURT: CourtRules = {
  regulation_minutes: 48,
  periods: 4,
  overtime_minutes: 5,
  free_throws: 'at_foul',
  period_starters: 'inferred',
  team_rebounds: false,
  overtime_delay: 0,
  rounding: 5,
  single_free_throw: 'always',
  technical_foul: 'as_before',
  free_ball_words: /clear.path|\bc\.p\.foul/i,
  last_seconds: 2,
}

/** The first day of FIBA's rules by which a technical foul no longer gives the ball. */
const FIBA_RULES_OF_2018 = '2018-10-01'

/**
 * The rules of a competition. Leagues with the tie-break rules of the NBA or WNBA use the NBA's.
 * @param competition the form of its games (by default 4 periods, and overtimes of 5 minutes) and its rule for ties
 * @param date the day of the game, YYYY-MM-DD, since rules change
 */
export const getCourtRules = (
  { regulation_minutes, periods = 4, overtime_minutes = 5, tie_break }: Competition,
  date: string,
): CourtRules => {
  const format = { regulation_minutes, periods, overtime_minutes }
  switch (tie_break) {
    case 'nba':
    case 'wnba':
      return { ...NBA_COURT, ...format }
    case 'euroleague':
    case 'fiba':
    case 'simple':
      return { ...FIBA_COURT, ...format, technical_foul: date < FIBA_RULES_OF_2018 ? 'shooters' : 'as_before' }
  }
}

/** What the play-by-play is read for: when, whose, what, and the running score after it. */
export type CourtEvent = Pick<
  BundleEvent,
  'period' | 'clock' | 'side' | 'player' | 'type' | 'description' | 'home_score' | 'away_score'
>

/** What a box score says of a player's time. */
export type CourtLine = Pick<BundleLine, 'player' | 'starter' | 'played' | 'seconds'>

/** Play-by-play and score sheets of one game. */
export type CourtGame = {
  events: readonly CourtEvent[]
  home: readonly CourtLine[]
  away: readonly CourtLine[]
  rules: CourtRules
}

/** Length of a period in seconds; overtimes follow the regular periods. */
export const periodSeconds = (
  period: number,
  {
    regulation_minutes,
    periods,
    overtime_minutes,
  }: Pick<CourtRules, 'regulation_minutes' | 'periods' | 'overtime_minutes'>,
): number => 60 * (period > periods ? overtime_minutes : regulation_minutes / periods)

/** Seconds left in the period; null if the event has no clock. */
export const secondsLeft = ({ clock }: Pick<CourtEvent, 'clock'>): number | null => {
  if (clock === null) return null
  const colon = clock.indexOf(':')
  return Number(clock.slice(0, colon)) * 60 + Number(clock.slice(colon + 1))
}

/**
 * Seconds of play before each event of a play-by-play. Feeds write some rows late, and rows at the end of a period without a clock:
 * time never goes back, and an end is at 0:00.
 */
export const listPlayedSeconds = (
  events: readonly Pick<CourtEvent, 'period' | 'clock' | 'type'>[],
  rules: Parameters<typeof periodSeconds>[1],
): number[] => {
  let played = 0
  return events.map((event) => {
    const before = Array.from({ length: event.period }, (_, index) => periodSeconds(index + 1, rules))
    const end = before.reduce((sum, length) => sum + length, 0)
    const left = secondsLeft(event) ?? (event.type === 'period_end' || event.type === 'game_end' ? 0 : null)
    if (left !== null) played = Math.max(played, end - left)
    return played
  })
}

/** Seconds left as it is read: `4:07`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
