import type { CheckedBundle } from '@basketball-data/core/contract'
import { playDifferences } from '../checks.ts'
import { disagreements, pickFirst, NO_SCORE } from '../facts.ts'
import { FeedError } from '../feed.ts'
import { toBundle, type Outcome, type Sections, type Teams } from '../game-parts.ts'
import { about, noteIf } from '../notes.ts'
import { endedPeriods } from '../periods.ts'
import { NBA_TEAMS, WNBA_TEAMS } from '../nba-teams.ts'
import { findActionTeams } from './actions-v3.ts'
import { getDivision } from './divisions.ts'
import { COMPARED, listFacts, getOverallProgress, type NbaFacts } from './facts.ts'
import { parseGameId } from './game-ids.ts'
import type { Part } from './parts.ts'
import { readPeriods } from './periods.ts'
import { groupResponses, type NbaResponses } from './responses.ts'
import { readSections } from './sections.ts'
import { findPlayTeams } from './stats-plays.ts'

/** The teams by the play-by-play; null without one. */
const findPlayedTeams = ({ plays, playsV3 }: NbaResponses): Teams | null =>
  (plays && findPlayTeams(plays.rows)) ?? (playsV3 ? findActionTeams(playsV3.actions) : null)

const findTeams = (facts: NbaFacts[], played: Teams | null, game: string): Teams => {
  const home = pickFirst(facts, 'home_id') ?? played?.home
  const away = pickFirst(facts, 'away_id') ?? played?.away
  if (home && away) return { home, away }
  const scheduled = facts.some(({ from }) => from === 'schedule')
  throw new FeedError(
    game,
    scheduled ? 'its teams are not known yet' : 'no response says which teams play at home and away',
  )
}

/** All names of each team by its id, the current one first. */
const KNOWN_NAMES: ReadonlyMap<string, string[]> = new Map(
  [NBA_TEAMS, WNBA_TEAMS].flatMap((teams) =>
    Object.entries(teams).map(([abbreviation, { id, name, also }]) => [id, [name, abbreviation, ...also]]),
  ),
)

/** The name of a team for games whose summary, schedule and logs have none: that of box score or shot charts, else the known one. */
const getTeamName = ({ box, charts }: NbaResponses, team: string): string => {
  const total = box?.teams.find(({ TEAM_ID }) => TEAM_ID === team)
  const charted = charts.find(({ TEAM_ID }) => TEAM_ID === team)
  const names = [charted?.TEAM_NAME, [total?.TEAM_CITY, total?.TEAM_NAME].join(' ').trim(), KNOWN_NAMES.get(team)?.[0]]
  return names.find((name) => name !== undefined && name !== '') ?? team
}

/** The scores of the box score and the play-by-play, which do not show whether the game is over. */
const playedScores = ({ box, plays, playsV3 }: NbaResponses, teams: Teams, { events }: Sections): NbaFacts[] => {
  const getPoints = (team: string) => box?.teams.find(({ TEAM_ID }) => TEAM_ID === team)?.PTS ?? null
  const last = (plays ?? playsV3) && events?.at(-1)
  const ended = last?.type === 'period_end' && last.period >= 4 && last.home_score !== last.away_score
  return [
    ...(box ? [{ from: 'box score', home_score: getPoints(teams.home), away_score: getPoints(teams.away) }] : []),
    ...(ended ? [{ from: 'play-by-play', home_score: last.home_score, away_score: last.away_score }] : []),
  ]
}

const buildOutcome = (responses: NbaResponses, facts: NbaFacts[], teams: Teams, sections: Sections): Outcome => {
  const events = sections.events ?? []
  const stated = facts.some(({ progress }) => progress !== undefined)
  const progress = stated ? getOverallProgress(facts) : 'over'
  if (progress === 'called off') return { game: { status: 'no_result', ...NO_SCORE }, notes: [] }
  if (progress === 'live')
    return { game: { status: 'scheduled', ...NO_SCORE, periods: endedPeriods(events) }, notes: [] }
  if (progress === 'to come') return { game: { status: 'scheduled', ...NO_SCORE }, notes: [] }
  const scores = [...facts, ...playedScores(responses, teams, sections)]
  const home_score = pickFirst(scores, 'home_score') ?? null
  const away_score = pickFirst(scores, 'away_score') ?? null
  if (home_score === null || away_score === null) {
    const note = noteIf(stated, 'no_score', 'The game is over, but no response has its score.')
    return { game: { status: 'scheduled', ...NO_SCORE }, notes: note }
  }
  const { periods, notes } = readPeriods(responses, events, home_score, away_score)
  return {
    game: { status: 'final', home_score, away_score, periods },
    notes: [
      ...noteIf(!stated, 'end_assumed', 'No response says that the game is over; its box score is taken as final.'),
      ...notes,
      ...about('playbyplay', playDifferences(sections)),
    ],
  }
}

/**
 * Reads the responses of cdn.nba.com and stats.nba.com about one game.
 *
 * Any subset of the responses that has both teams and the day is enough. cdn.nba.com is preferred, because it has more
 * detail. Fields that no response has are left out of the bundle, so they do not change stored data. Notes describe the
 * problems of the responses.
 *
 * @throws {FeedError} if the id is not of these leagues, or if a team or the day is missing
 */
export const readGame = (game: string, parts: Part[]): CheckedBundle => {
  const ofId = parseGameId(game)
  const { competition, season, stage, counts_in_statistics, round } = ofId
  const responses = groupResponses(parts.filter((part) => part.game === game))
  const played = findPlayedTeams(responses)
  const facts = listFacts(responses, played)
  const teams = findTeams(facts, played, game)
  const date = pickFirst(facts, 'date')
  if (!date)
    throw new FeedError(
      game,
      'no response has the day; it takes a live box score, summary, scoreboard, schedule or game log',
    )
  const sections = readSections(responses, teams)
  const outcome = buildOutcome(responses, facts, teams, sections)
  return toBundle({
    source: 'nba',
    competition,
    season,
    external_id: game,
    date,
    facts,
    game: {
      stage,
      counts_in_statistics,
      round: round ?? pickFirst(facts, 'round'),
      ...(facts.some(({ neutral }) => neutral) ? { neutral: true } : {}),
    },
    describeTeam: (side) => ({
      team: {
        external_id: teams[side],
        name: pickFirst(facts, `${side}_name`) ?? getTeamName(responses, teams[side]),
        aliases: KNOWN_NAMES.get(teams[side]),
      },
      ...getDivision(teams[side], ofId),
    }),
    outcome,
    sections,
    notes: [
      ...responses.notes,
      ...disagreements(facts, COMPARED, (from) => `the ${from}`),
      ...noteIf(
        facts.some(({ home_assumed }) => home_assumed === true),
        'home_assumed',
        'The game log names neither team as the host, as on a neutral court; the first of its rows is taken for the home team.',
      ),
      ...outcome.notes,
      ...sections.notes,
    ],
  })
}
