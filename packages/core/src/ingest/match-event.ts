import { type CheckedEvent, dayIn } from '../contract/index.ts'
import { normalizeName } from '../store/index.ts'

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

/** The game that an event is and whether its teams are the other way round there, or why it is none. */
export type Match = { game: string; turned: boolean } | { reason: string }

/** What a source says of when an event is. */
type Time = Pick<CheckedEvent, 'tip_off' | 'date'>
/** The names of its teams. */
type Teams = Pick<CheckedEvent, 'home' | 'away'>
/** What a source says of an event at one reading. */
type Said = Teams & Time

/** How far two sources may differ on the tip-off of one game, ms: delays count in, the next game of a day does not. */
const NEAR = 6 * 3_600_000

/** Case and accents aside, which feeds write or leave out as they like. */
const isCalled = (names: readonly string[], name: string): boolean =>
  names.some((each) => normalizeName(each) === normalizeName(name))

const isBetween = ({ home, away }: Teams, game: Candidate): boolean =>
  isCalled(home, game.home_name) && isCalled(away, game.away_name)

const isTurned = ({ home, away }: Teams, game: Candidate): boolean => isBetween({ home: away, away: home }, game)

const isOfTeams = (teams: Teams, game: Candidate): boolean => isBetween(teams, game) || isTurned(teams, game)

/** Whether a game is at the time that is said of an event: within six hours, or on its day. */
export const isThatTime = ({ tip_off, date }: Time, game: Candidate): boolean => {
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

const naming = ({ home: [home = ''], away: [away = ''], tip_off, date }: Said): string =>
  `${home} – ${away} at ${tip_off ?? date ?? 'a day that is not said'}`

const gameOf = (said: Said, between: readonly Candidate[]): Candidate | { reason: string } => {
  const direct = between.filter((game) => isBetween(said, game))
  const [game, ...others] = direct.filter((each) => isThatTime(said, each))
  if (game !== undefined && others.length === 0) return game
  if (game !== undefined) return { reason: `${others.length + 1} games fit ${naming(said)}` }
  if (between.some((each) => isTurned(said, each) && isThatTime(said, each)))
    return { reason: `${naming(said)} is known with the other team at home` }
  return { reason: `no game ${naming(said)}${direct.length > 0 ? `; near it on ${dates(direct)}` : ''}` }
}

const matched = (event: CheckedEvent, game: Candidate): Match => ({ game: game.id, turned: isTurned(event, game) })

/**
 * The one game between the teams of an event at its time: within six hours of its tip-off, or on its day where the
 * tip-off of either is not known. Never guessed: two that fit are none, and neither is one with the teams the other way
 * round. Where nothing fits what was read last, what was read earlier may.
 *
 * @param between every game between two teams of these names, whoever is at home, about those times
 */
export const matchEvent = (event: CheckedEvent, between: readonly Candidate[]): Match => {
  const games = between.filter((game) => isThatSort(event, game) && isOfTeams(event, game))
  const newest = gameOf(event, games)
  if ('id' in newest) return matched(event, newest)
  for (const said of event.earlier) {
    const game = gameOf({ ...said, date: null }, games)
    if ('id' in game) return matched(event, game)
  }
  return newest
}

/**
 * Checks that a game which is known by its identifier is one of these teams, whoever is at home, and that no other is at
 * the time of the event.
 *
 * @param between as of matchEvent
 */
export const confirmEvent = (event: CheckedEvent, game: Candidate, between: readonly Candidate[]): Match => {
  if (!isOfTeams(event, game))
    return { reason: `the game of its identifier is ${game.home_name} – ${game.away_name} on ${game.date}` }
  const other = between.find((each) => isBetween(event, each) && isThatTime(event, each))
  if (other !== undefined && !isThatTime(event, game))
    return {
      reason: `the game of its identifier is that on ${game.date}, but ${naming(event)} is that on ${other.date}`,
    }
  return matched(event, game)
}

const OPPOSITE = { home: 'away', away: 'home', draw: 'draw', over: 'over', under: 'under' } as const

/** The event with the other team at home: each price stays with its team. */
export const swapTeams = (event: CheckedEvent): CheckedEvent => ({
  ...event,
  home: event.away,
  away: event.home,
  quotes: event.quotes.map((quote) => ({
    ...quote,
    side: OPPOSITE[quote.side],
    line: quote.market === 'spread' && quote.line !== null ? 0 - quote.line : quote.line,
  })),
})
