import type {
  Game,
  Player,
  PlayerGame,
  PlayerLine,
  PlayerSeasons,
  PlayerSplits,
  PlayerSummary,
} from '@basketball-data/core/contract'
import { line, lineOfHolm, stats } from './box-score.ts'
import { atHerons, played } from './games.ts'
import { falcons, holm, holmgren, league, miners, season, seasonBefore } from './league.ts'
import { averagesOf, splitOf, totals } from './totals.ts'

/** Holm in the season under way; of these games, at home and away; and in the season before. */
export const holmThisSeason = totals(9, 18_720, [42, 76, 14, 38, 30, 34], [27, 51, 12, 1, 20])
export const holmAtHome = totals(5, 10_500, [24, 41, 9, 22, 17, 19], [16, 29, 7, 1, 11])
export const holmAway = totals(4, 8220, [18, 35, 5, 16, 13, 15], [11, 22, 5, 0, 9])
const holmLastSeason = totals(32, 65_280, [121, 240, 48, 131, 95, 108], [90, 168, 38, 4, 71])

const span = { games: 41, first_date: '2025-09-30', last_date: played.date }

/** Whom `q=hol` finds. */
export const playerSummaries: PlayerSummary[] = [
  { ...holm, ...span, last_team: falcons },
  { ...holmgren, games: 36, first_date: '2025-10-07', last_date: '2026-11-19', last_team: miners },
]

export const player: Player = {
  ...holm,
  country: 'Norway',
  position: 'Guard',
  height_cm: 193,
  birth_date: '1998-04-12',
  ...span,
  teams: [
    {
      ...falcons,
      country: 'Norway',
      ...span,
      seasons: [
        { ...season, competition: league, games: holmThisSeason.games },
        { ...seasonBefore, competition: league, games: holmLastSeason.games },
      ],
    },
  ],
}

/** A line of a Falcon as it stands in the player's game log. */
const logged = (game: Game, { player: _player, ...fields }: PlayerLine): PlayerGame => {
  const { id, date, competition, season, stage, home, away } = game
  const venue = home.id === falcons.id ? 'home' : 'away'
  const scores = [game.home_score ?? 0, game.away_score ?? 0] as const
  const [team_score, opponent_score] = venue === 'home' ? scores : [scores[1], scores[0]]
  return {
    game: { id, date, competition, season, stage },
    team: falcons,
    opponent: venue === 'home' ? away : home,
    venue,
    result: team_score > opponent_score ? 'W' : 'L',
    team_score,
    opponent_score,
    ...fields,
  }
}

/** The latest games of Holm. */
export const gameLog: PlayerGame[] = [
  logged(played, lineOfHolm),
  logged(atHerons, line(holm, '7', 2150, stats([5, 9, 2, 4, 2, 2], [1, 2, 7, 1, 3, 0, 0, 3, 4]), 4)),
]

export const playerSeasons: PlayerSeasons = {
  player: holm,
  seasons: [
    { season, competition: league, team: falcons, games: 9, starts: 9, ...averagesOf(holmThisSeason) },
    { season: seasonBefore, competition: league, team: falcons, games: 32, starts: 30, ...averagesOf(holmLastSeason) },
  ],
}

export const playerSplits: PlayerSplits = {
  player: holm,
  by: 'venue',
  splits: [splitOf('home', holmAtHome, 0.2304), splitOf('away', holmAway, 0.2187)],
}
