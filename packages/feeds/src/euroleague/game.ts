import type { CheckedBundle } from '@basketball-data/core/contract'
import { playDifferences, shotDifferences } from '../checks.ts'
import { toDateTimeOrNull, disagreements, pickFirst, NO_SCORE, toScore } from '../facts.ts'
import { FeedError } from '../feed.ts'
import { toBundle, type Outcome, type Sections, type Teams } from '../game-parts.ts'
import { about, counted, noteIf, type Note } from '../notes.ts'
import { endedPeriods } from '../periods.ts'
import { readBox } from './box.ts'
import { listAliases } from './club-names.ts'
import { toCompetition } from './competition.ts'
import { readPlays } from './events.ts'
import { boxFacts, COMPARED, headerFacts, playFacts, scheduleFacts, type EuroleagueFacts } from './facts.ts'
import { bundlePlayers, isLeagueId, joinedNotes, createFindPerson, type FindPerson } from './people.ts'
import { readPeriods } from './periods.ts'
import { checkResponses, type CheckedResponses, type GameResponses } from './responses.ts'
import { getRuling } from './rulings.ts'
import type { ShotRow } from './schemas.ts'
import { readShots } from './shots.ts'
import { withTeamCodes } from './team-codes.ts'
import { checkTipOff, tipOffNotes } from './tip-off.ts'

/** The facts of each response, in order of preference: the first response with a value wins. */
const listFacts = ({ schedule, play, header, box }: CheckedResponses): EuroleagueFacts[] => [
  ...(schedule ? [scheduleFacts(schedule)] : []),
  ...(play ? [playFacts(play)] : []),
  ...(header ? [headerFacts(header)] : []),
  ...(box ? [boxFacts(box)] : []),
]

/** The codes of the teams. Those of the Boxscore come from its players and may be wrong, so they refuse no game. */
const findTeams = (facts: EuroleagueFacts[], game: string): Teams => {
  const home = pickFirst(facts, 'home_code')
  const away = pickFirst(facts, 'away_code')
  if (!home || !away) throw new FeedError(game, 'no response has the codes of both teams')
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

/** Compares the tip-off of the responses with the times of the shots; `tip_off` is undefined if no response has it. */
const findTipOff = (facts: EuroleagueFacts[], { points }: CheckedResponses) => {
  const stated = pickFirst(facts, 'tip_off')
  const checked = checkTipOff(stated == null ? null : Date.parse(stated), points?.Rows ?? [])
  return {
    tip_off: stated === undefined ? undefined : toDateTimeOrNull(checked.tipOff),
    stampsWrong: checked.finding === 'stamps wrong',
    notes: tipOffNotes(checked),
  }
}

const shotsByNumber = (rows: ShotRow[]): Map<number, ShotRow> =>
  new Map(rows.flatMap((row) => (row.NUM_ANOT === null ? [] : [[row.NUM_ANOT, row]])))

const missingResponses = ({ box, play, points }: CheckedResponses): Note[] => [
  ...about('boxscore', noteIf(!box, 'missing_responses', 'Missing response: Boxscore.')),
  ...about('playbyplay', noteIf(!play, 'missing_responses', 'Missing response: PlaybyPlay.')),
  ...about('shots', noteIf(!points, 'missing_responses', 'Missing response: Points.')),
]

/** Reads box score, play-by-play and shots of a game that has begun. */
const readSections = (
  given: CheckedResponses,
  teams: Teams,
  findPerson: FindPerson,
  stampsWrong: boolean,
): Sections => {
  const { responses, notes } = withTeamCodes(given, teams)
  const { header, box, play, points } = responses
  const rows = points?.Rows ?? []
  const sheets = box && readBox(box, teams, findPerson)
  const plays = play && readPlays(play, shotsByNumber(rows), teams, findPerson)
  const attempts = points && readShots(rows, plays?.positions ?? new Map(), stampsWrong, teams, findPerson)
  const people = [
    ...(sheets ? [...sheets.home.people, ...sheets.away.people] : []),
    ...(plays?.people ?? []),
    ...(attempts?.people ?? []),
  ]
  const players = bundlePlayers(people)
  const local = players.filter(({ external_id }) => !isLeagueId(external_id)).length
  const missing = header || box || play || points ? missingResponses(responses) : []
  return {
    home: sheets ? { totals: sheets.home.totals, players: sheets.home.lines } : {},
    away: sheets ? { totals: sheets.away.totals, players: sheets.away.lines } : {},
    players,
    events: plays?.events,
    shots: attempts?.shots,
    notes: [
      ...missing,
      ...notes,
      ...about('boxscore', sheets ? [...sheets.home.notes, ...sheets.away.notes] : []),
      ...about('playbyplay', plays?.notes ?? []),
      ...about('shots', [...(attempts?.notes ?? []), ...shotDifferences(plays?.events, attempts?.shots ?? [])]),
      ...noteIf(local, 'local_player_id', `${counted(local, 'player')} with an id of this season and team alone.`),
      ...joinedNotes(people),
    ],
  }
}

/** The running score after the last event, for games whose score is in no other response. */
const runningScore = ({ events }: Sections): EuroleagueFacts[] => {
  const last = events?.at(-1)
  return last ? [{ from: 'running score', ...toScore(last.home_score, last.away_score) }] : []
}

const hasEnded = ({ events }: Sections): boolean => events?.some(({ type }) => type === 'game_end') ?? false

const isLive = ({ header, box, play }: CheckedResponses, sections: Sections): boolean =>
  [header, box, play].some((response) => response?.Live) && !hasEnded(sections)

/**
 * The facts of a game that is not live any more. A Header or Boxscore that still says so was served before the end of the
 * play-by-play, so its score is not the final one.
 */
const finalFacts = (facts: EuroleagueFacts[], { header, box }: CheckedResponses): EuroleagueFacts[] => {
  const early = new Set([header?.Live ? 'Header' : null, box?.Live ? 'Boxscore' : null])
  return facts.map((each) => (early.has(each.from) ? { ...each, ...NO_SCORE } : each))
}

const NO_SECTIONS: Sections = { home: {}, away: {}, players: [], events: undefined, shots: undefined, notes: [] }

type Played = { outcome: Outcome; sections: Sections }

/** A game without a score, which is not in progress. Box score and events of one that nobody scored are not real. */
const unscoredGame = ({ schedule, box, play }: CheckedResponses, sections: Sections): Played => {
  const cancelled = /^cancel/i.test(schedule?.gameStatus ?? '')
  const notes = noteIf(
    box !== null || play !== null,
    'no_score',
    'No response has a score other than 0-0; box score, events and shots are left out.',
  )
  return {
    outcome: { game: { status: cancelled ? 'no_result' : 'scheduled', ...NO_SCORE }, notes },
    sections: notes.length > 0 ? NO_SECTIONS : sections,
  }
}

/** A game is final when it has a score and is not live. A live game has the periods that have ended. */
const playedGame = (responses: CheckedResponses, facts: EuroleagueFacts[], sections: Sections): Played => {
  const events = sections.events ?? []
  if (isLive(responses, sections)) {
    return {
      outcome: { game: { status: 'scheduled', ...NO_SCORE, periods: endedPeriods(events) }, notes: [] },
      sections,
    }
  }
  const scores = [...finalFacts(facts, responses), ...runningScore(sections)]
  const home_score = pickFirst(scores, 'home_score') ?? null
  const away_score = pickFirst(scores, 'away_score') ?? null
  if (home_score === null || away_score === null) return unscoredGame(responses, sections)
  const { periods, notes } = readPeriods({ ...responses, events }, home_score, away_score)
  return {
    outcome: {
      game: { status: 'final', home_score, away_score, periods },
      notes: [
        ...disagreements(scores, COMPARED, (from) => from),
        ...notes,
        ...about('playbyplay', playDifferences(sections)),
      ],
    },
    sections,
  }
}

/**
 * Reads the responses of the EuroLeague and EuroCup feeds about one game.
 *
 * Any subset of the responses that has both teams and the day is enough. Fields that none of them has are left out of
 * the bundle, so they do not change stored data. Notes describe the problems of the responses.
 *
 * @throws {FeedError} if a response has an unexpected shape, a team or the day is missing, or two games are mixed up
 */
export const readGame = (raw: GameResponses): CheckedBundle =>
  readChecked(raw, checkResponses(raw, `${raw.season_code}_${raw.game_code}`))

/** Reads validated responses, as `readGame` does. */
export const readChecked = (
  { season_code, game_code, joined }: Pick<GameResponses, 'season_code' | 'game_code' | 'joined'>,
  responses: CheckedResponses,
): CheckedBundle => {
  const game = `${season_code}_${game_code}`
  const { competition, season } = toCompetition(season_code, game)
  const facts = listFacts(responses)
  const teams = findTeams(facts, game)
  const date = pickFirst(facts, 'date')
  if (!date) throw new FeedError(game, 'no response has the day; it takes the Header or the schedule')
  const { tip_off, stampsWrong, notes } = findTipOff(facts, responses)
  const read = readSections(responses, teams, createFindPerson(season_code, joined), stampsWrong)
  const { outcome, sections } = playedGame(responses, facts, read)
  const stage = pickFirst(facts, 'stage')
  const group = pickFirst(facts, 'group')
  const standing = getRuling({ season: season_code, teams, stage, final: outcome.game.status === 'final' })
  return toBundle({
    source: 'euroleague',
    competition,
    season,
    external_id: game,
    date,
    facts,
    game: { stage, tip_off, counts_in_standings: standing.counts_in_standings },
    describeTeam: (side) => ({
      team: {
        external_id: teams[side],
        name: pickFirst(facts, `${side}_name`) ?? teams[side],
        aliases: listAliases(teams[side], responses.schedule?.[side === 'home' ? 'local' : 'road'].club),
      },
      group,
      coach: pickFirst(facts, `${side}_coach`),
    }),
    outcome,
    sections,
    notes: [...notes, ...standing.notes, ...outcome.notes, ...sections.notes],
  })
}
