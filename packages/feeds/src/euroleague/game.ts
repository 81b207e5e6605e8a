import type { GameBundle } from '@basketball-data/core/contract'
import { disagreements, known, NO_SCORE } from '../facts.ts'
import { FeedError } from '../feed.ts'
import type { Outcome, Sections } from '../game-parts.ts'
import { dateTimeOf } from '../moments.ts'
import { endedPeriods } from '../periods.ts'
import type { Teams } from '../sides.ts'
import { annulledClubs, annulledGame } from './annulled.ts'
import { checkAnswers, type CheckedAnswers, type GameAnswers } from './answers.ts'
import { competitionOf } from './competition.ts'
import { boxFacts, COMPARED, headerFacts, playFacts, scheduleFacts, type EuroleagueFacts } from './facts.ts'
import { readPeriods } from './periods.ts'
import { readSections } from './sections.ts'
import { checkTipOff, tipOffNotes } from './tip-off.ts'

/** In the order in which they are believed. */
const factsOf = ({ schedule, play, header, box }: CheckedAnswers): EuroleagueFacts[] => [
  ...(schedule ? [scheduleFacts(schedule)] : []),
  ...(play ? [playFacts(play)] : []),
  ...(header ? [headerFacts(header)] : []),
  ...(box ? [boxFacts(box)] : []),
]

const teamsOf = (facts: EuroleagueFacts[], game: string): Teams => {
  const home = known(facts, 'home_code')
  const away = known(facts, 'away_code')
  if (!home || !away) throw new FeedError(game, 'no answer names the codes of both teams')
  const other = facts.find(
    ({ from, home_code, away_code }) =>
      from !== 'Boxscore' && ((home_code && home_code !== home) || (away_code && away_code !== away)),
  )
  if (other) {
    const pair = `${other.home_code}-${other.away_code}`
    throw new FeedError(game, `${other.from} is of another game: ${pair}, the others are of ${home}-${away}`)
  }
  return { home, away }
}

/** Holds the hour that the answers give against the shots; `tip_off` undefined where no answer has an hour. */
const tipOffOf = (facts: EuroleagueFacts[], { points }: CheckedAnswers) => {
  const given = known(facts, 'tip_off')
  const checked = checkTipOff(given == null ? null : Date.parse(given), points?.Rows ?? [])
  return {
    tip_off: given === undefined ? undefined : dateTimeOf(checked.tipOff),
    stampsWrong: checked.finding === 'stamps wrong',
    notes: tipOffNotes(checked),
  }
}

/** The running score after the last event, for games of which no other answer has the score. */
const runningScore = ({ events }: Sections): EuroleagueFacts[] => {
  const last = events?.at(-1)
  return last ? [{ from: 'running score', home_score: last.home_score, away_score: last.away_score }] : []
}

const isLive = ({ header, box, play }: CheckedAnswers, { events }: Sections): boolean =>
  [header, box, play].some((answer) => answer?.Live) && !events?.some(({ type }) => type === 'game_end')

/** A game is final once it has a score and is no longer played; a live one keeps to the periods that have ended. */
const outcomeOf = (answers: CheckedAnswers, facts: EuroleagueFacts[], sections: Sections): Outcome => {
  const events = sections.events ?? []
  if (isLive(answers, sections)) {
    return { game: { status: 'scheduled', ...NO_SCORE, periods: endedPeriods(events) }, notes: [] }
  }
  const scores = [...facts, ...runningScore(sections)]
  const home_score = known(scores, 'home_score') ?? null
  const away_score = known(scores, 'away_score') ?? null
  if (home_score === null || away_score === null) {
    const cancelled = /^cancel/i.test(answers.schedule?.gameStatus ?? '')
    return { game: { status: cancelled ? 'no_result' : 'scheduled', ...NO_SCORE }, notes: [] }
  }
  const { periods, notes } = readPeriods({ ...answers, events }, home_score, away_score)
  return {
    game: { status: 'final', home_score, away_score, periods },
    notes: [...disagreements(scores, COMPARED, (from) => from), ...notes],
  }
}

const playedGame = (
  answers: CheckedAnswers,
  facts: EuroleagueFacts[],
  teams: Teams,
  season_code: string,
  stampsWrong: boolean,
): { outcome: Outcome; sections: Sections } => {
  const sections = readSections(answers, teams, season_code, stampsWrong)
  return { outcome: outcomeOf(answers, facts, sections), sections }
}

/**
 * Reads what the EuroLeague and EuroCup feeds say about one game into the shape in which data enters.
 *
 * Any subset of the answers will do that names both teams and the day. What none of them has is left out of the
 * bundle, so that it leaves what is stored; what they have amiss is said in the notes.
 *
 * @throws {FeedError} when the game cannot be read: wrong shape of an answer, no teams, no day, answers of two games.
 */
export const readGame = (given: GameAnswers): GameBundle => {
  const { season_code, game_code } = given
  const game = `${season_code}_${game_code}`
  const { competition, season } = competitionOf(season_code, game)
  const answers = checkAnswers(given, game)
  const facts = factsOf(answers)
  const teams = teamsOf(facts, game)
  const date = known(facts, 'date')
  if (!date) throw new FeedError(game, 'no answer names the day: it takes the Header or the schedule')
  const { tip_off, stampsWrong, notes } = tipOffOf(facts, answers)
  const annulled = annulledClubs(season_code, teams)
  const { outcome, sections } =
    annulled.length > 0 ? annulledGame(annulled) : playedGame(answers, facts, teams, season_code, stampsWrong)
  const officials = known(facts, 'officials')
  return {
    source: 'euroleague',
    competition,
    season,
    game: {
      external_id: game,
      stage: known(facts, 'stage'),
      round: known(facts, 'round'),
      date,
      tip_off,
      attendance: known(facts, 'attendance'),
      venue: known(facts, 'venue'),
      officials: officials && officials.map((name) => ({ name, role: 'referee' as const })),
      ...outcome.game,
    },
    home: {
      team: { external_id: teams.home, name: known(facts, 'home_name') ?? teams.home },
      coach: known(facts, 'home_coach'),
      ...sections.home,
    },
    away: {
      team: { external_id: teams.away, name: known(facts, 'away_name') ?? teams.away },
      coach: known(facts, 'away_coach'),
      ...sections.away,
    },
    players: sections.players,
    events: sections.events,
    shots: sections.shots,
    notes: [...notes, ...outcome.notes, ...sections.notes],
  }
}
