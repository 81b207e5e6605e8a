import type { BundleEvent } from '@basketball-data/core/contract'
import { getSide, type Person, type Teams } from '../game-parts.ts'
import {
  clockJumps,
  counted,
  missingPlayers,
  noteIf,
  OF_PLAYERS,
  OF_THE_GAME,
  scoreSkips,
  unknownCodes,
  unknownTeams,
  unreadableClocks,
  withoutRepeats,
  type Note,
} from '../notes.ts'
import { distanceFt, type EventPosition } from '../shots.ts'
import { fullClock, readClock, type ClockReading } from './clock.ts'
import { parseFieldGoal, parsePlay } from './codes.ts'
import { benchSide, type FindPerson } from './people.ts'
import { brokenOff, inPeriods, type PeriodRow } from './periods.ts'
import type { PlayResponse, PlayRow, ShotRow } from './schemas.ts'
import { getSpot } from './shots.ts'

const clockNotes = (clocks: ClockReading[], events: BundleEvent[]): Note[] => {
  const inState = (state: ClockReading['state']) => clocks.filter((clock) => clock.state === state).length
  const corrected = inState('corrected')
  return [
    ...unreadableClocks(inState('unreadable')),
    ...noteIf(
      corrected,
      'clock_corrected',
      `${counted(corrected, 'event')} whose clock does not fit their minute; minutes are taken from MINUTE.`,
    ),
    ...clockJumps(events),
  ]
}

/** Whether an event may lack a team and a clock. A time-out for television does, one of a team does not. */
const isGameEvent = ({ PLAYTYPE }: PlayRow): boolean =>
  OF_THE_GAME.has(parsePlay(PLAYTYPE)?.type ?? 'other') && PLAYTYPE !== 'TOUT'

const hasNeitherTeam = (row: PlayRow, teams: Teams): boolean => {
  if (getSide(row.CODETEAM, teams) !== null) return false
  return row.CODETEAM !== '' || (!isGameEvent(row) && benchSide(row.PLAYER_ID) === null)
}

const lacksPlayer = ({ PLAYER_ID, PLAYTYPE }: PlayRow): boolean =>
  PLAYER_ID === '' && OF_PLAYERS.has(parsePlay(PLAYTYPE)?.type ?? 'other')

const codeNotes = (timed: PeriodRow[], teams: Teams): Note[] => {
  const unknown = timed.map(({ row }) => row.PLAYTYPE).filter((code) => parsePlay(code) === null)
  return [
    ...unknownCodes(unknown.map((code) => (code === '' ? 'blank' : code))),
    ...unknownTeams(timed.filter(({ row }) => hasNeitherTeam(row, teams)).length, 'event'),
    ...missingPlayers(timed.filter(({ row }) => lacksPlayer(row)).length, 'event'),
  ]
}

const endNotes = (timed: PeriodRow[]): Note[] => {
  const ends = timed.filter(({ row }) => row.PLAYTYPE === 'EG').length
  const early = timed.find(brokenOff)
  return [
    ...noteIf(ends > 1, 'game_end_repeated', `The end of the game is there ${ends} times; all are stored.`),
    ...noteIf(early !== undefined, 'broken_off', `The game ended in minute ${early?.row.MINUTE}, before its time.`),
  ]
}

/** Notes on a play-by-play, one for each kind of problem. */
export const playNotes = (timed: PeriodRow[], clocks: ClockReading[], events: BundleEvent[], teams: Teams): Note[] => [
  ...codeNotes(timed, teams),
  ...clockNotes(clocks, events),
  ...scoreSkips(events),
  ...endNotes(timed),
]

/** The play-by-play of a game. */
export type Plays = {
  events: BundleEvent[]
  /** The position of each event by NUMBEROFPLAY. */
  positions: Map<number, EventPosition>
  people: Person[]
  notes: Note[]
}

/** The feed has no clock for the start and the end of a period: it is the full length, and 00:00. */
const readEventClock = (timed: PeriodRow): ClockReading => {
  const { row, period } = timed
  if (row.MARKERTIME !== '') return readClock(row.MARKERTIME, row.MINUTE, period)
  switch (parsePlay(row.PLAYTYPE)?.type) {
    case 'period_start':
      return { clock: fullClock(period), state: 'as written' }
    case 'period_end':
    case 'game_end':
      return { clock: brokenOff(timed) ? null : '00:00', state: 'as written' }
    default:
      return { clock: null, state: isGameEvent(row) ? 'none' : 'unreadable' }
  }
}

/**
 * The clocks with those of a period's first rows corrected. In games of 2011-12 to 2015-16, full minutes are one too low,
 * also the one that a period begins at: rows of 09:00 before one of 09:51 are of 10:00.
 */
const correctStarts = (timed: PeriodRow[], clocks: ClockReading[]): ClockReading[] => {
  const corrected = [...clocks]
  for (const period of new Set(timed.map((each) => each.period))) {
    const rows = timed.flatMap((each, at) => (each.period === period && each.row.MARKERTIME !== '' ? [at] : []))
    const low = fullClock(period, 1)
    const count = rows.findIndex((at) => clocks[at]?.clock !== low)
    const next = clocks[rows[count] ?? -1]?.clock ?? low
    if (next > low)
      for (const at of rows.slice(0, count)) corrected[at] = { clock: fullClock(period), state: 'corrected' }
  }
  return corrected
}

const buildDescription = (row: PlayRow): string => {
  const play = parsePlay(row.PLAYTYPE)
  if (play === null) return `${row.PLAYTYPE === '' ? 'Event without a code' : row.PLAYTYPE} ${row.PLAYINFO}`.trim()
  return row.PLAYINFO === '' ? play.words : row.PLAYINFO
}

/** Reads the play-by-play in the order of the response. NUMBEROFPLAY is the order in which the events were entered. */
export const readPlays = (
  play: PlayResponse,
  shots: Map<number, ShotRow>,
  teams: Teams,
  findPerson: FindPerson,
): Plays => {
  const { rows: timed, notes } = withoutRepeats(inPeriods(play), ({ row }) => row.NUMBEROFPLAY)
  const clocks = correctStarts(timed, timed.map(readEventClock))
  const positions = new Map<number, EventPosition>()
  const people: Person[] = []
  let home_score = 0
  let away_score = 0
  const events = timed.map(({ row, period }, at): BundleEvent => {
    home_score = row.POINTS_A ?? home_score
    away_score = row.POINTS_B ?? away_score
    const bench = benchSide(row.PLAYER_ID)
    const person = row.PLAYER_ID === '' || bench !== null ? null : findPerson(row.PLAYER_ID, row.PLAYER, row.CODETEAM)
    if (person) people.push(person)
    if (row.NUMBEROFPLAY !== null) positions.set(row.NUMBEROFPLAY, { seq: at + 1, period })
    const shot = parseFieldGoal(row.PLAYTYPE) && row.NUMBEROFPLAY !== null ? shots.get(row.NUMBEROFPLAY) : undefined
    const distance = shot ? distanceFt(getSpot(shot)) : null
    return {
      period,
      clock: clocks[at]?.clock ?? null,
      side: getSide(row.CODETEAM, teams) ?? bench,
      player: person?.external_id ?? null,
      type: parsePlay(row.PLAYTYPE)?.type ?? 'other',
      description: buildDescription(row).slice(0, 500),
      distance_ft: distance === null ? null : Math.round(distance),
      home_score,
      away_score,
    }
  })
  return { events, positions, people, notes: [...notes, ...playNotes(timed, clocks, events, teams)] }
}
