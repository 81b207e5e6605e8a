import { type BundleQuote, type CheckedEvent, dayIn } from '../../contract/index.ts'
import { normalizeName } from '../../store/index.ts'

/** A game that an event may belong to. */
export type Candidate = {
  id: string
  date: string
  tip_off: Date | null
  time_zone: string | null
  gender: NonNullable<CheckedEvent['gender']>
  /** The name of the team, then its aliases. */
  home: readonly string[]
  away: readonly string[]
}

/** The game of an event and whether home and away are swapped in the event, or the reason why no game matches. */
export type Match = { game: string; swapped: boolean } | { reason: string }

/** The tip-off or the day of an event according to its source. */
type Time = Pick<CheckedEvent, 'tip_off' | 'date'>
/** The names of both teams, of an event or of a game. */
type Teams = Pick<Candidate, 'home' | 'away'>
/** An event at one reading. */
type Reading = Teams & Time

/** Maximum difference of the tip-offs of one game in two sources, ms: more than a delay, less than the next day. */
const MAX_DIFFERENCE = 6 * 3_600_000

/** Compares without case and accents, which feeds write inconsistently. */
const isCalled = (names: readonly string[], known: readonly string[]): boolean => {
  const normalized = new Set(known.map(normalizeName))
  return names.some((each) => normalized.has(normalizeName(each)))
}

const isBetween = ({ home, away }: Teams, game: Candidate): boolean =>
  isCalled(home, game.home) && isCalled(away, game.away)

const isSwapped = ({ home, away }: Teams, game: Candidate): boolean => isBetween({ home: away, away: home }, game)

const hasTeams = (teams: Teams, game: Candidate): boolean => isBetween(teams, game) || isSwapped(teams, game)

/** Whether a game is at the time of an event: within six hours, or on the same day if a tip-off is unknown. */
export const isAtTime = ({ tip_off, date }: Time, game: Candidate): boolean => {
  if (tip_off === null) return date === game.date
  const begins = new Date(tip_off)
  if (game.tip_off === null) return dayIn(begins, game.time_zone) === game.date
  return Math.abs(begins.getTime() - game.tip_off.getTime()) <= MAX_DIFFERENCE
}

const hasGender = ({ gender }: CheckedEvent, game: Candidate): boolean =>
  gender === null || game.gender === 'mixed' || gender === game.gender

const dates = (games: readonly Candidate[]): string =>
  games
    .map(({ date }) => date)
    .toSorted()
    .join(', ')

const describe = ({ home: [home = ''], away: [away = ''], tip_off, date }: Reading): string =>
  `${home} – ${away} at ${tip_off ?? date ?? 'an unknown time'}`

/** The pairs of adjacent letters of a name. */
const letterPairs = (name: string): Set<string> => {
  const letters = normalizeName(name)
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}

/** How alike two names are, from 0 to 1: the overlap coefficient of their pairs of letters. */
const compareNames = (one: string, other: string): number => {
  const [pairs, others] = [letterPairs(one), letterPairs(other)]
  const shared = [...pairs].filter((pair) => others.has(pair)).length
  return shared / Math.max(1, Math.min(pairs.size, others.size))
}

/** How alike the names of a team are, from 0 to 1; 2 if one is the same. */
const getLikeness = (names: readonly string[], known: readonly string[]): number =>
  isCalled(names, known) ? 2 : Math.max(...names.flatMap((name) => known.map((each) => compareNames(name, each))))

/** The likeness from which two names may be of one team. */
const MIN_LIKENESS = 0.6

const describeGame = ({ home: [home], away: [away], date }: Candidate): string => `${home} – ${away} on ${date}`

/** Which names of an event are of no team of a game. */
const describeUnknown = (event: Teams, game: Candidate): string =>
  (['home', 'away'] as const)
    .filter((side) => !isCalled(event[side], game[side]))
    .map((side) => `"${event[side][0]}" is not a known name of ${game[side][0]}`)
    .join(' and ')

/**
 * Describes the game at the time of an unmatched event that it is most likely to be, and the names that are missing: one
 * with one of its teams, or with two teams whose names are like those of the event. Empty if there is none.
 *
 * @param near all games around the time of the event
 */
export const describeNearest = (event: CheckedEvent, near: readonly Candidate[]): string => {
  const [nearest] = near
    .filter((game) => hasGender(event, game) && isAtTime(event, game))
    .map((game) => ({ game, home: getLikeness(event.home, game.home), away: getLikeness(event.away, game.away) }))
    .filter(({ home, away }) => Math.max(home, away) === 2 || Math.min(home, away) >= MIN_LIKENESS)
    .toSorted((a, b) => b.home + b.away - a.home - a.away)
  if (nearest === undefined) return ''
  return `; the nearest is ${describeGame(nearest.game)}, but ${describeUnknown(event, nearest.game)}`
}

const findGame = (reading: Reading, between: readonly Candidate[]): Candidate | { reason: string } => {
  const direct = between.filter((game) => isBetween(reading, game))
  const [game, ...others] = direct.filter((each) => isAtTime(reading, each))
  if (game !== undefined && others.length === 0) return game
  if (game !== undefined) return { reason: `${others.length + 1} games fit ${describe(reading)}` }
  if (between.some((each) => isSwapped(reading, each) && isAtTime(reading, each)))
    return { reason: `${describe(reading)} is known with the other team at home` }
  return { reason: `no game ${describe(reading)}${direct.length > 0 ? `; near it on ${dates(direct)}` : ''}` }
}

const matched = (event: CheckedEvent, game: Candidate): Match => ({ game: game.id, swapped: isSwapped(event, game) })

/**
 * Finds the game of an event by its teams and time: within six hours of the tip-off, or on the same day if a tip-off is
 * unknown. Zero, two or swapped candidates are all reported as unmatched. If the newest reading has no match, earlier
 * ones are tried.
 *
 * @param between all games between teams of these names around these times, at either home
 */
export const matchEvent = (event: CheckedEvent, between: readonly Candidate[]): Match => {
  const games = between.filter((game) => hasGender(event, game) && hasTeams(event, game))
  const newest = findGame(event, games)
  if ('id' in newest) return matched(event, newest)
  for (const earlier of event.earlier) {
    const game = findGame({ ...earlier, date: null }, games)
    if ('id' in game) return matched(event, game)
  }
  return newest
}

/**
 * Checks that the game stored under the event's identifier has the same teams, at either home, and that no other game
 * between them is at the time of the event instead.
 *
 * @param between as for matchEvent
 */
export const confirmEvent = (event: CheckedEvent, game: Candidate, between: readonly Candidate[]): Match => {
  if (!hasTeams(event, game))
    return { reason: `the game of its identifier is ${describeGame(game)}, but ${describeUnknown(event, game)}` }
  const other = between.find((each) => isBetween(event, each) && isAtTime(event, each))
  if (other !== undefined && !isAtTime(event, game))
    return {
      reason: `the game of its identifier is that on ${game.date}, but ${describe(event)} is that on ${other.date}`,
    }
  return matched(event, game)
}

const OPPOSITE = { home: 'away', away: 'home', draw: 'draw', over: 'over', under: 'under' } as const

/** The price of the same team when the other one is at home. */
export const swapQuote = <Quote extends Pick<BundleQuote, 'market' | 'side' | 'line'>>(quote: Quote): Quote => ({
  ...quote,
  side: OPPOSITE[quote.side],
  line: quote.market === 'spread' && quote.line !== null ? 0 - quote.line : quote.line,
})

/** The event with home and away swapped; each price stays with its team. */
export const swapTeams = (event: CheckedEvent): CheckedEvent => ({
  ...event,
  home: event.away,
  away: event.home,
  quotes: event.quotes.map(swapQuote),
})
