import type { GameBundle } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'
import type { ToMoment, ReadRecordedGame, RecordedFeed, RecordedGame } from './recorded-game.ts'
import { recordedEuroleague } from './euroleague.ts'
import { recordedNba } from './nba.ts'

const HOUR = 3_600_000
/** Two games of a night begin at most this long apart. */
const NIGHT = 6 * HOUR
/** From the end of the last game of a night to the tip-off of the next one. */
const BETWEEN_NIGHTS = HOUR / 2

/** A recorded game that is played again. */
export type ReplayedGame = {
  recorded: RecordedGame
  toMoment: ToMoment
  /** Milliseconds after the recorded tip-off at a moment. */
  elapsedAt: (moment: number) => number
}

/** Games that are played again, as if they happened now. Moments are in milliseconds since 1970. */
export type Replay = {
  feed: RecordedFeed
  games: readonly ReplayedGame[]
  /** When the last game has ended, and everything about it is known. */
  end: number
}

/** When and how fast games are played again. */
export type ReplayOptions = {
  /** The first tip-off, in milliseconds since 1970. */
  start: number
  /** How many times as fast as they were recorded; 1 is real time. */
  speed: number
  /** Whether all games begin together; otherwise the nights follow each other, without the days between them. */
  atOnce?: boolean
}

/** When each game begins, in milliseconds after the first one. */
const beginnings = (games: readonly RecordedGame[], atOnce: boolean): number[] => {
  if (atOnce) return games.map(() => 0)
  let [night, begun, over, previous] = [games[0]?.tipOff ?? 0, 0, 0, games[0]?.tipOff ?? 0]
  return games.map(({ tipOff, end }) => {
    if (tipOff - previous > NIGHT) [night, begun] = [tipOff, over + BETWEEN_NIGHTS]
    previous = tipOff
    const beginning = begun + tipOff - night
    over = Math.max(over, beginning + end)
    return beginning
  })
}

/**
 * Plans when games are played again.
 *
 * @throws {FeedError} if the feed has one schedule for several seasons of the games
 */
export const planReplay = (
  feed: RecordedFeed,
  games: readonly RecordedGame[],
  { start, speed, atOnce = false }: ReplayOptions,
): Replay => {
  const seasons = [...new Set(games.map(({ season }) => season))]
  if (new Set(seasons.map(feed.live.scheduleUrl)).size < seasons.length)
    throw new FeedError(
      feed.live.name,
      `one season at a time can be replayed, not ${seasons.join(' and ')}; name the games`,
    )
  const ordered = games.toSorted((a, b) => a.tipOff - b.tipOff)
  const begins = beginnings(ordered, atOnce)
  const replayed = ordered.map((recorded, at): ReplayedGame => {
    const tipOff = start + (begins[at] ?? 0) / speed
    return {
      recorded,
      toMoment: (elapsed) => Math.round(tipOff + elapsed / speed),
      elapsedAt: (moment) => (moment - tipOff) * speed,
    }
  })
  const end = Math.max(start, ...replayed.map(({ recorded, toMoment }) => toMoment(recorded.changes.at(-1) ?? 0)))
  return { feed, games: replayed, end }
}

/** The bundle of a replayed game at a moment, read by the feed's own reader from all responses at that moment. */
export const bundleAt = (
  { live }: RecordedFeed,
  { recorded, toMoment, elapsedAt }: ReplayedGame,
  moment: number,
): GameBundle => {
  const { game } = recorded
  const elapsed = elapsedAt(moment)
  const responses = Object.fromEntries(
    live.listResources(game).map(({ kind }) => [kind, recorded.responseAt(kind, elapsed, toMoment)]),
  )
  return live.readGame(game, recorded.entryAt(elapsed, toMoment), responses).bundle
}

/** When a replayed game changes next after a moment; null if nothing changes any more. */
export const nextChange = ({ recorded, toMoment }: ReplayedGame, moment: number): number | null => {
  const change = recorded.changes.find((elapsed) => toMoment(elapsed) > moment)
  return change === undefined ? null : toMoment(change)
}

const FEEDS = [recordedEuroleague, recordedNba]

/** The recorded games at a path, and those that cannot be replayed. */
export type Recordings = {
  feed: RecordedFeed
  games: RecordedGame[]
  refused: { game: string; reason: string }[]
}

/**
 * Reads recorded games from a file or folder of the EuroLeague or the NBA.
 *
 * @throws {FeedError} if it does not exist, or has no game that can be replayed
 */
export const readRecordings = async (path: string, signal?: AbortSignal): Promise<Recordings> => {
  const reasons: string[] = []
  for (const feed of FEEDS) {
    const read: ReadRecordedGame[] = []
    try {
      for await (const game of feed.read([path], signal)) read.push(game)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      reasons.push(`${feed.live.name}: ${error.reason}`)
      continue
    }
    const games = read.flatMap(({ recorded }) => (recorded === undefined ? [] : [recorded]))
    const refused = read.flatMap(({ game, reason }) => (reason === undefined ? [] : [{ game, reason }]))
    if (games.length > 0) return { feed, games, refused }
    for (const { game, reason } of refused.slice(0, 1)) reasons.push(`${feed.live.name}: ${game}: ${reason}`)
  }
  throw new FeedError(path, `no game that can be replayed; ${reasons.join('; ')}`)
}

/** Whether a name in a list of games is this game: its id, the number at the end of the id, or a range of numbers. */
const isNamed = (game: string, name: string): boolean => {
  if (game === name) return true
  const number = Number(/_(\d+)$/.exec(game)?.[1] ?? NaN)
  const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(name) ?? []
  return Number(from) <= number && number <= Number(to)
}

/**
 * The games of a list: ids, or numbers and ranges of them, `1,5,7-9`.
 *
 * @throws {FeedError} if a name in it is none of the games
 */
export const pickGames = (games: readonly RecordedGame[], list: string): RecordedGame[] => {
  const names = list.split(',').map((name) => name.trim())
  for (const name of names)
    if (!games.some(({ game }) => isNamed(game, name)))
      throw new FeedError(
        name,
        `no such game; there are ${games.length}, from ${games[0]?.game} to ${games.at(-1)?.game}`,
      )
  return games.filter(({ game }) => names.some((name) => isNamed(game, name)))
}
