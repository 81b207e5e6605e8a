import type { GameBundle } from '@basketball-data/core/contract'
import { disagreements, known, NO_SCORE } from '../facts.ts'
import { FeedError } from '../feed.ts'
import type { Outcome, Sections } from '../game-parts.ts'
import { noteIf } from '../notes.ts'
import { endedPeriods } from '../periods.ts'
import type { Teams } from '../sides.ts'
import { answersOf, type Answers } from './answers.ts'
import { COMPARED, factsOf, progressOfAll, type NbaFacts } from './facts.ts'
import { gameOfId } from './game-ids.ts'
import type { Part } from './part.ts'
import { readPeriods } from './periods.ts'
import { readSections } from './sections.ts'
import { teamsOfPlays } from './stats-plays.ts'

const teamsOf = (facts: NbaFacts[], { plays }: Answers, game: string): Teams => {
  const ofPlays = plays && teamsOfPlays(plays.rows)
  const home = known(facts, 'home_id') ?? ofPlays?.home
  const away = known(facts, 'away_id') ?? ofPlays?.away
  if (home && away) return { home, away }
  const scheduled = facts.some(({ from }) => from === 'schedule')
  throw new FeedError(
    game,
    scheduled ? 'its teams are not known yet' : 'no answer says which teams play at home and away',
  )
}

/** The name of a team where no answer about the game has one: those of box score and shot charts. */
const nameOf = ({ box, charts }: Answers, team: string): string => {
  const total = box?.teams.find(({ TEAM_ID }) => TEAM_ID === team)
  const charted = charts.find(({ TEAM_ID }) => TEAM_ID === team)
  return charted?.TEAM_NAME || [total?.TEAM_CITY, total?.TEAM_NAME].join(' ').trim() || team
}

/** The score of a game that answers only by box score and play-by-play, of which neither says that it is over. */
const played = ({ box, plays }: Answers, teams: Teams, { events }: Sections): NbaFacts[] => {
  const pointsOf = (team: string) => box?.teams.find(({ TEAM_ID }) => TEAM_ID === team)?.PTS ?? null
  const last = plays && events?.at(-1)
  const ended = last?.type === 'period_end' && last.period >= 4 && last.home_score !== last.away_score
  return [
    ...(box ? [{ from: 'box score', home_score: pointsOf(teams.home), away_score: pointsOf(teams.away) }] : []),
    ...(ended ? [{ from: 'play-by-play', home_score: last.home_score, away_score: last.away_score }] : []),
  ]
}

const outcomeOf = (answers: Answers, facts: NbaFacts[], teams: Teams, sections: Sections): Outcome => {
  const events = sections.events ?? []
  const stated = facts.some(({ progress }) => progress !== undefined)
  const progress = stated ? progressOfAll(facts) : 'over'
  if (progress === 'called off') return { game: { status: 'no_result', ...NO_SCORE }, notes: [] }
  if (progress === 'live')
    return { game: { status: 'scheduled', ...NO_SCORE, periods: endedPeriods(events) }, notes: [] }
  if (progress === 'to come') return { game: { status: 'scheduled', ...NO_SCORE }, notes: [] }
  const scores = [...facts, ...played(answers, teams, sections)]
  const home_score = known(scores, 'home_score') ?? null
  const away_score = known(scores, 'away_score') ?? null
  if (home_score === null || away_score === null) {
    const note = noteIf(stated, 'no_score', 'The game is said to be over, but no answer has its score.')
    return { game: { status: 'scheduled', ...NO_SCORE }, notes: note }
  }
  const { periods, notes } = readPeriods(answers, events, home_score, away_score)
  return {
    game: { status: 'final', home_score, away_score, periods },
    notes: [
      ...noteIf(!stated, 'end_assumed', 'No answer says that the game is over; its box score is taken for the last.'),
      ...notes,
    ],
  }
}

/**
 * Reads what cdn.nba.com and stats.nba.com say about one game into the shape in which data enters.
 *
 * Any subset of the answers will do that names both teams and the day. Where both have something, cdn.nba.com is
 * believed, which has more. What none of them has is left out of the bundle, so that it leaves what is stored; what
 * they have amiss is said in the notes.
 *
 * @throws {FeedError} when the game cannot be read: no game id of these leagues, no teams (yet), no day.
 */
export const readGame = (game: string, parts: Part[]): GameBundle => {
  const { competition, season, stage, round } = gameOfId(game)
  const answers = answersOf(parts.filter((part) => part.game === game))
  const facts = factsOf(answers)
  const teams = teamsOf(facts, answers, game)
  const date = known(facts, 'date')
  if (!date)
    throw new FeedError(game, 'no answer names the day: it takes a live box score, summary, schedule or game log')
  const sections = readSections(answers, teams)
  const outcome = outcomeOf(answers, facts, teams, sections)
  const officials = known(facts, 'officials')
  return {
    source: 'nba',
    competition,
    season,
    game: {
      external_id: game,
      stage,
      round: round ?? known(facts, 'round'),
      date,
      tip_off: known(facts, 'tip_off'),
      attendance: known(facts, 'attendance'),
      venue: known(facts, 'venue'),
      officials: officials && officials.map((name) => ({ name, role: 'referee' as const })),
      ...outcome.game,
    },
    home: {
      team: { external_id: teams.home, name: known(facts, 'home_name') ?? nameOf(answers, teams.home) },
      ...sections.home,
    },
    away: {
      team: { external_id: teams.away, name: known(facts, 'away_name') ?? nameOf(answers, teams.away) },
      ...sections.away,
    },
    players: sections.players,
    events: sections.events,
    shots: sections.shots,
    notes: [
      ...answers.notes,
      ...disagreements(facts, COMPARED, (from) => `the ${from}`),
      ...outcome.notes,
      ...sections.notes,
    ],
  }
}
