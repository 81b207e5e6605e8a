import { noteIf, type Note } from '../notes.ts'
import type { Teams } from '../game-parts.ts'

/** A decision of the league that results of some clubs do not count in its table. Their statistics count. */
type Ruling = { clubs: readonly string[]; text: string; source: string }

const WITHDRAWAL = {
  text: 'the Russian clubs were withdrawn and their regular-season results struck from the table',
  source: 'ECA Shareholders Executive Board, decision of 22 March 2022 on the Russian teams in 2021-22',
}

/** The rulings by season, with the codes of the clubs. */
const RULINGS: Readonly<Record<string, Ruling>> = {
  // CSKA Moscow, UNICS Kazan and Zenit St Petersburg.
  E2021: { clubs: ['CSK', 'UNK', 'DYR'], ...WITHDRAWAL },
  // Lokomotiv Kuban.
  U2021: { clubs: ['TIV'], ...WITHDRAWAL },
}

type Game = { season: string; teams: Teams; stage: string | null | undefined; final: boolean }

/**
 * Whether the result of a game counts in the standings, and a note if it was struck from the table. Only results of the
 * regular season are struck; a stage that no response has is taken for it.
 */
export const getRuling = ({ season, teams, stage, final }: Game): { counts_in_standings: boolean; notes: Note[] } => {
  const ruling = RULINGS[season]
  const clubs = (ruling?.clubs ?? []).filter((club) => club === teams.home || club === teams.away)
  const struck = clubs.length > 0 && final && (stage ?? 'regular') === 'regular'
  return {
    counts_in_standings: !struck,
    notes: noteIf(
      struck,
      'struck_from_table',
      `A result of ${clubs.join(' and ')} that does not count in the standings: ${ruling?.text} (${ruling?.source}).`,
    ),
  }
}
