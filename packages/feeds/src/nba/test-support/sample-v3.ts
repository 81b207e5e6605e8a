import { AWAY, HOME } from './sample-game.ts'

type Fields = Record<string, unknown>

/** A row of playbyplayv3 without a person or a team; `fields` replace those of the beginning of the game. */
export const actionV3 = (actionNumber: number, actionType: string, fields: Fields = {}): Fields => ({
  actionNumber,
  clock: 'PT12M00.00S',
  period: 1,
  teamId: 0,
  personId: 0,
  playerName: '',
  playerNameI: '',
  xLegacy: 0,
  yLegacy: 0,
  shotDistance: 0,
  shotResult: '',
  isFieldGoal: 0,
  scoreHome: '',
  scoreAway: '',
  location: '',
  description: '',
  actionType,
  subType: '',
  shotValue: 0,
  actionId: actionNumber,
  ...fields,
})

/** A row of a player: 1 to 5 play at home, 11 to 15 away. Player 1 is "Name1". */
export const byV3 = (player: number, actionNumber: number, actionType: string, fields: Fields = {}): Fields =>
  actionV3(actionNumber, actionType, {
    teamId: player < 10 ? HOME : AWAY,
    personId: player,
    playerName: `Name${player}`,
    playerNameI: `A. Name${player}`,
    location: player < 10 ? 'h' : 'v',
    ...fields,
  })

/** A shot of a player from the basket, missed unless `fields` say otherwise. */
export const shotV3 = (player: number, actionNumber: number, fields: Fields = {}): Fields =>
  byV3(player, actionNumber, fields.shotResult === 'Made' ? 'Made Shot' : 'Missed Shot', {
    subType: 'Layup Shot',
    isFieldGoal: 1,
    shotResult: 'Missed',
    shotValue: 2,
    description: `MISS Name${player} Layup`,
    ...fields,
  })

/** A response of playbyplayv3. */
export const playsV3 = (...actions: Fields[]): Fields => ({
  meta: { version: 1 },
  game: { gameId: '0022500061', videoAvailable: 1, actions },
})
