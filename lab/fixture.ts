import type { GameBundle } from '@basketball-data/core'

/** A game before its tip-off, with the players of both teams. */
export const toFixture = ({ game, home, away, ...rest }: GameBundle): GameBundle => {
  const { attendance: _attendance, officials: _officials, periods: _periods, ...known } = game
  return {
    ...rest,
    game: { ...known, status: 'scheduled', home_score: null, away_score: null },
    home: { team: home.team, group: home.group, division: home.division },
    away: { team: away.team, group: away.group, division: away.division },
    events: undefined,
    shots: undefined,
    notes: [],
  }
}
