import { z } from 'zod'
import { CompetitionId, PlayerId, SeasonId, TeamId, Text } from './identifiers.ts'

/** Points to a competition from inside another record. */
export const CompetitionRef = z
  .object({ id: CompetitionId, name: Text.describe('Name of the competition.') })
  .meta({ id: 'CompetitionRef', description: 'A competition, as other records point to it.' })

/** Points to a season from inside another record. */
export const SeasonRef = z
  .object({ id: SeasonId, name: Text.describe('Name of the season, e.g. 2026-27.') })
  .meta({ id: 'SeasonRef', description: 'A season, as other records point to it.' })

/** Points to a team from inside another record. */
export const TeamRef = z
  .object({ id: TeamId, name: Text.describe('Current name of the team; sponsors change it.') })
  .meta({ id: 'TeamRef', description: 'A team, as other records point to it.' })

/** Points to a player from inside another record. */
export const PlayerRef = z
  .object({ id: PlayerId, name: Text.describe('Given name, then surname.') })
  .meta({ id: 'PlayerRef', description: 'A player, as other records point to it.' })

/** A team of the game a line belongs to, by identifier alone. */
export const LineTeam = z
  .object({ id: TeamId })
  .meta({ id: 'LineTeam', description: 'The team an event or a shot belongs to.' })

export type CompetitionRef = z.infer<typeof CompetitionRef>
export type SeasonRef = z.infer<typeof SeasonRef>
export type TeamRef = z.infer<typeof TeamRef>
export type PlayerRef = z.infer<typeof PlayerRef>
export type LineTeam = z.infer<typeof LineTeam>
