import type {
  BundleLine,
  BundlePlayer,
  BundleSide,
  BundleStats,
  CheckedBundle,
  Side,
} from '@basketball-data/core/contract'
import { pickFirst, type Facts } from './facts.ts'
import { counted, noteIf, type Note } from './notes.ts'

/** The ids of the two teams of a game in the feed. */
export type Teams = { home: string; away: string }

/** The side of a team; null for '' and for a team that does not play in the game. */
export const getSide = (team: string, teams: Teams): Side | null => {
  if (team === '') return null
  if (team === teams.home) return 'home'
  return team === teams.away ? 'away' : null
}

/** The side that plays against a side. */
export const getOpponent = (side: Side | null): Side | null => {
  if (side === null) return null
  return side === 'home' ? 'away' : 'home'
}

/** A player as one response names them; the name may be ''. */
export type Person = {
  external_id: string
  name: string
  /** The id in the response, if another one of the same player is used. */
  read_from?: string
}

/** Every player once, with the first name that is not ''. */
export const uniquePlayers = (people: readonly Person[]): Person[] => {
  const names = new Map<string, string>()
  for (const { external_id, name } of people)
    if (external_id !== '' && (names.get(external_id) ?? '') === '') names.set(external_id, name)
  return Array.from(names, ([external_id, name]) => ({ external_id, name }))
}

/** The box score of one team. */
export type Sheet = {
  totals: BundleStats | null
  lines: BundleLine[]
  people: Person[]
  notes: Note[]
}

/** Notes that a team does not have five starters. */
export const starterNotes = (lines: BundleLine[], team: string): Note[] => {
  const starters = lines.filter(({ starter }) => starter).length
  return noteIf(starters !== 5, 'starters', `${team}: ${counted(starters, 'starter')} in the box score.`)
}

type SheetFields = Pick<BundleSide, 'totals' | 'players'>

/** The status and score of a game. */
export type Outcome = {
  game: Pick<CheckedBundle['game'], 'status' | 'home_score' | 'away_score' | 'periods'>
  notes: Note[]
}

/** The parts of a game other than its facts; a part that no response has is undefined. */
export type Sections = {
  home: SheetFields
  away: SheetFields
  players: BundlePlayer[]
  events: CheckedBundle['events']
  shots: CheckedBundle['shots']
  notes: Note[]
}

/** The parts of a bundle. */
type Parts = Pick<CheckedBundle, 'source' | 'competition' | 'season'> & {
  external_id: string
  date: string
  facts: Facts[]
  /** Fields that a feed reads differently; they replace those of the facts. */
  game: Partial<CheckedBundle['game']>
  /** A team, without its box score. */
  describeTeam: (side: Side) => BundleSide
  outcome: Outcome
  sections: Sections
  notes: Note[]
}

/** Combines the parts of a game. Fields that no response has stay undefined, so that they do not change stored data. */
export const toBundle = ({ facts, outcome, sections, notes, ...parts }: Parts): CheckedBundle => {
  const { source, competition, season, external_id, date, game, describeTeam } = parts
  const officials = pickFirst(facts, 'officials')
  return {
    source,
    competition,
    season,
    game: {
      external_id,
      round: pickFirst(facts, 'round'),
      date,
      tip_off: pickFirst(facts, 'tip_off'),
      attendance: pickFirst(facts, 'attendance'),
      venue: pickFirst(facts, 'venue'),
      officials: officials && officials.map((name) => ({ name, role: 'referee' as const })),
      ...game,
      ...outcome.game,
    },
    home: { ...describeTeam('home'), ...sections.home },
    away: { ...describeTeam('away'), ...sections.away },
    players: sections.players,
    events: sections.events,
    shots: sections.shots,
    notes,
  }
}
