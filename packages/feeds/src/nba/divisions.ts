import type { CheckedBundle } from '@basketball-data/core/contract'
import { NBA_TEAMS } from '../nba-teams.ts'
import type { ParsedGameId } from './game-ids.ts'

const EAST = 'Eastern Conference'
const WEST = 'Western Conference'

/** The divisions from a season on, with their teams by abbreviation. A team that moves keeps its abbreviation of today. */
type Alignment = { from: number; divisions: readonly { group: string; division: string; teams: string }[] }

/**
 * Newest first. CHA and NOP shared the Central Division without a season in common: Charlotte's first team played there until
 * 2002, and as New Orleans for two seasons more. MEM was in Vancouver until 2001, OKC in Seattle until 2008, BKN in New Jersey
 * until 2012; their divisions did not change with the move.
 * Source: the NBA's standings of these seasons. Earlier alignments are left out, because expansion teams moved every year.
 */
const ALIGNMENTS: readonly Alignment[] = [
  {
    from: 2004,
    divisions: [
      { group: EAST, division: 'Atlantic', teams: 'BKN BOS NYK PHI TOR' },
      { group: EAST, division: 'Central', teams: 'CHI CLE DET IND MIL' },
      { group: EAST, division: 'Southeast', teams: 'ATL CHA MIA ORL WAS' },
      { group: WEST, division: 'Northwest', teams: 'DEN MIN OKC POR UTA' },
      { group: WEST, division: 'Pacific', teams: 'GSW LAC LAL PHX SAC' },
      { group: WEST, division: 'Southwest', teams: 'DAL HOU MEM NOP SAS' },
    ],
  },
  {
    from: 1995,
    divisions: [
      { group: EAST, division: 'Atlantic', teams: 'BKN BOS MIA NYK ORL PHI WAS' },
      { group: EAST, division: 'Central', teams: 'ATL CHA CHI CLE DET IND MIL NOP TOR' },
      { group: WEST, division: 'Midwest', teams: 'DAL DEN HOU MEM MIN SAS UTA' },
      { group: WEST, division: 'Pacific', teams: 'GSW LAC LAL OKC PHX POR SAC' },
    ],
  },
]

/**
 * The conference and the division of a team in a game of the NBA's regular season; nothing for other games, teams and
 * leagues, and before 1995-96.
 * @param team the id of the team in responses of the league
 */
export const getDivision = (
  team: string,
  { competition, season, stage }: ParsedGameId,
): Pick<CheckedBundle['home'], 'group' | 'division'> => {
  if (competition.slug !== 'nba' || stage !== 'regular') return {}
  const alignment = ALIGNMENTS.find(({ from }) => season.start_year >= from)
  const found = alignment?.divisions.find(({ teams }) => teams.split(' ').some((code) => NBA_TEAMS[code]?.id === team))
  return found === undefined ? {} : { group: found.group, division: found.division }
}
