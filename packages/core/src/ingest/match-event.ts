import { dayIn } from '../calendar-day.ts'
import { plain } from '../search.ts'
import type { CheckedEvent } from './priced-event.ts'

/** A game of ours that an event may be. */
export type Candidate = {
  id: string
  date: string
  tip_off: Date | null
  time_zone: string | null
  gender: NonNullable<CheckedEvent['gender']>
  home_name: string
  away_name: string
}

/** The game that an event is, or why it is none. */
export type Match = { game: string } | { reason: string }

/** How far two sources may differ on the tip-off of one game, ms: delays count in, the next game of a day does not. */
const NEAR = 6 * 3_600_000

/** Case and accents aside, which feeds write or leave out as they like. */
const isCalled = (names: readonly string[], name: string): boolean => names.some((each) => plain(each) === plain(name))

const isThatTime = ({ tip_off, date }: CheckedEvent, game: Candidate): boolean => {
  if (tip_off === null) return date === game.date
  const begins = new Date(tip_off)
  if (game.tip_off === null) return dayIn(begins, game.time_zone) === game.date
  return Math.abs(begins.getTime() - game.tip_off.getTime()) <= NEAR
}

const isThatSort = ({ gender }: CheckedEvent, game: Candidate): boolean =>
  gender === null || game.gender === 'mixed' || gender === game.gender

const dates = (games: readonly Candidate[]): string =>
  games
    .map(({ date }) => date)
    .toSorted()
    .join(', ')

/**
 * The one game between the teams of an event at its time: within six hours of its tip-off, or on its day where the
 * tip-off of either is not known. Never guessed: two that fit are none, and neither is one with the teams the other way
 * round.
 *
 * @param between every game between two teams of these names, whoever is at home, about that time
 */
export const matchEvent = (event: CheckedEvent, between: readonly Candidate[]): Match => {
  const [home = '', away = ''] = [event.home[0], event.away[0]]
  const sort = between.filter((game) => isThatSort(event, game))
  const direct = sort.filter((game) => isCalled(event.home, game.home_name) && isCalled(event.away, game.away_name))
  const fitting = direct.filter((game) => isThatTime(event, game))
  const [game] = fitting
  if (game !== undefined && fitting.length === 1) return { game: game.id }
  const when = event.tip_off ?? event.date ?? 'a day that is not said'
  const pair = `${home} – ${away}`
  if (fitting.length > 1) return { reason: `${fitting.length} games fit ${pair} at ${when}` }
  if (sort.some((each) => !direct.includes(each) && isThatTime(event, each)))
    return { reason: `${pair} at ${when} is known with the other team at home` }
  if (direct.length > 0) return { reason: `no game ${pair} at ${when}; near it on ${dates(direct)}` }
  return { reason: `no game ${pair} at ${when}` }
}

/** Checks that a game which is known by its identifier is one of these teams. */
export const confirmEvent = (event: CheckedEvent, game: Candidate): Match =>
  isCalled(event.home, game.home_name) && isCalled(event.away, game.away_name)
    ? { game: game.id }
    : { reason: `the game of its identifier is ${game.home_name} – ${game.away_name} on ${game.date}` }
