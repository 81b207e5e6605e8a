import {
  toDateTime,
  type BundleLine,
  type BundleSide,
  type CheckedBundle,
  type Official,
} from '@basketball-data/core/contract'
import { toMoment, writeDay } from './calendar.ts'
import { playGame } from './game/possession.ts'
import { PlayByPlayRecorder } from './game/recorder.ts'
import { selectPlayers } from './game/rotation.ts'
import { Game, NO_RECORDER, sumTallies, Team, toStats, type GamePlayer, type Recorder } from './game/state.ts'
import { Random } from './random.ts'
import type { Fixture } from './schedule.ts'
import { rosterOn, type Club, type ClubSeason, type World } from './world/clubs.ts'
import type { League } from './world/leagues.ts'

/** What a bundle contains: the score by period, also the box score, or also play-by-play and shots. */
export type Detail = 'result' | 'boxscore' | 'full'

/** The season that is being simulated. */
export type SeasonContext = { world: World; league: League; seasonsAgo: number; detail: Detail }

/** The bundle of a fixture and the home team's winning margin, which is null if there is no score. */
export type Outcome = { bundle: CheckedBundle; margin: number | null }

/** Added to the probability of every field goal of the home team, worth about 3.5 points per game. */
const HOME_ADVANTAGE = 0.036

const getClubSeason = (club: Club, seasonsAgo: number): ClubSeason => {
  const season = club.seasons[seasonsAgo]
  if (season === undefined) throw new RangeError(`${club.id} has no season ${seasonsAgo} years ago`)
  return season
}

const scheduledBundle = (
  { league, seasonsAgo }: SeasonContext,
  fixture: Fixture,
  tipOff: number | null,
): CheckedBundle => {
  const { competition, neutralVenue } = league.format
  const season = league.seasons[seasonsAgo]
  if (season === undefined) throw new RangeError(`${competition.external_id} has no season ${seasonsAgo} years ago`)
  const seasonId = `${competition.external_id}-${season.startYear}`
  return {
    source: 'simulator',
    competition,
    season: { external_id: seasonId, name: season.name, start_year: season.startYear },
    game: {
      external_id: `${seasonId}-${String(fixture.number).padStart(4, '0')}`,
      stage: fixture.stage,
      round: fixture.round,
      date: writeDay(fixture.day),
      tip_off: tipOff === null ? null : toDateTime(new Date(tipOff)),
      status: 'scheduled',
      home_score: null,
      away_score: null,
      venue: fixture.neutral ? neutralVenue : fixture.home.arena,
      neutral: fixture.neutral,
    },
    home: { team: getClubSeason(fixture.home, seasonsAgo).team },
    away: { team: getClubSeason(fixture.away, seasonsAgo).team },
    players: [],
    notes: [],
  }
}

const selectOfficials = (random: Random, { format, officials }: League): Official[] | null => {
  if (format.referees === 0) return null
  const names = random.shuffled(officials)
  const crew = names.slice(0, format.referees).map((name): Official => ({ name, role: 'referee' }))
  const [commissioner] = names.slice(format.referees)
  if (format.commissioner && commissioner !== undefined) crew.push({ name: commissioner, role: 'commissioner' })
  return crew
}

const drawAttendance = (random: Random, { format }: League, { neutral, home, incident }: Fixture): number | null => {
  const share = 0.5 + 0.5 * random.next()
  if (incident === 'behind closed doors') return null
  return Math.floor((neutral ? format.capacity : home.capacity) * share)
}

/** The fields of a game that are known as soon as it has begun. */
const attendanceAndOfficials = ({ league }: SeasonContext, fixture: Fixture, random: Random) => ({
  attendance: drawAttendance(random, league, fixture),
  officials: selectOfficials(random, league),
})

const withoutResult = (scheduled: CheckedBundle, fields: Partial<CheckedBundle['game']>): CheckedBundle => ({
  ...scheduled,
  game: { ...scheduled.game, ...fields, status: 'no_result' },
})

const toLine = (player: GamePlayer, hasPlusMinus: boolean): BundleLine => ({
  player: player.player.profile.external_id,
  number: player.number,
  starter: player.starter,
  played: player.played,
  seconds: player.played ? player.seconds : null,
  stats: toStats(player.tally),
  plus_minus: player.played && hasPlusMinus ? player.plusMinus : null,
})

/** The box score of one side, of a game in progress, too. */
export const toBoxScore = (
  { players, teamTally }: Team,
  hasPlusMinus: boolean,
): Pick<BundleSide, 'totals' | 'players'> => ({
  totals: toStats(sumTallies([...players.map(({ tally }) => tally), teamTally])),
  players: players.map((player) => toLine(player, hasPlusMinus)),
})

const simulateGame = (context: SeasonContext, fixture: Fixture, seed: string, recorder: Recorder): Game => {
  const random = new Random(seed)
  const listPlayers = (club: Club) =>
    selectPlayers(random, rosterOn(getClubSeason(club, context.seasonsAgo).roster, fixture.day))
  const teams = [
    new Team(listPlayers(fixture.home), fixture.neutral ? 0 : HOME_ADVANTAGE),
    new Team(listPlayers(fixture.away), 0),
  ] as const
  const game = new Game(context.league.format.rules, teams, random, recorder)
  playGame(game)
  return game
}

/** Simulates a fixture. For a double overtime, tries seeds until a game has two overtimes. */
const simulateFixture = (context: SeasonContext, fixture: Fixture, seed: string, recorder: Recorder): Game => {
  let attempt = 0
  if (fixture.incident === 'double overtime')
    while (simulateGame(context, fixture, `${seed}/${attempt}`, NO_RECORDER).period < 6) attempt++
  return simulateGame(context, fixture, `${seed}/${attempt}`, recorder)
}

/** The bundle of a played game without its events and shots; its box score is missing if the report is late. */
const finalBundle = (
  context: SeasonContext,
  fixture: Fixture,
  scheduled: CheckedBundle,
  game: Game,
  random: Random,
): CheckedBundle => {
  const [home, away] = game.teams
  const hasPlusMinus = context.league.format.playByPlay
  const getCoach = (club: Club) => getClubSeason(club, context.seasonsAgo).coach
  const hasBoxScore = context.detail !== 'result' && fixture.incident !== 'late report'
  return {
    ...scheduled,
    game: {
      ...scheduled.game,
      status: 'final',
      home_score: game.score[0],
      away_score: game.score[1],
      periods: { home: game.periods[0], away: game.periods[1] },
      ...attendanceAndOfficials(context, fixture, random),
    },
    home: { ...scheduled.home, coach: getCoach(fixture.home), ...(hasBoxScore && toBoxScore(home, hasPlusMinus)) },
    away: { ...scheduled.away, coach: getCoach(fixture.away), ...(hasBoxScore && toBoxScore(away, hasPlusMinus)) },
    players: hasBoxScore ? [...home.players, ...away.players].map(({ player }) => player.profile) : [],
  }
}

/** Absent while the report is late; null if the competition has no play-by-play. */
const eventsAndShots = (
  { detail, league }: SeasonContext,
  fixture: Fixture,
  recorder: PlayByPlayRecorder | null,
): Pick<CheckedBundle, 'events' | 'shots'> => {
  if (detail !== 'full' || fixture.incident === 'late report') return {}
  const recorded = league.format.playByPlay ? recorder : null
  return { events: recorded?.events ?? null, shots: recorded?.shots ?? null }
}

/** What is known of a fixture before its game, and the random numbers of what does not depend on the game. */
type Preview = { seed: string; random: Random; tipOff: number | null; scheduled: CheckedBundle }

/** A fixture before its game. */
export const buildPreview = (context: SeasonContext, fixture: Fixture): Preview => {
  const { world, league, seasonsAgo } = context
  const { tipOffs, competition } = league.format
  const season = `${competition.external_id}/${league.seasons[seasonsAgo]?.startYear}`
  const seed = `${world.seed}/${season}/${fixture.number}`
  const random = new Random(`${seed}/dressing`)
  const time = tipOffs.length === 0 ? null : random.pick(tipOffs)
  const tipOff = time === null ? null : toMoment(fixture.day, time, competition.time_zone ?? null)
  return { seed, random, tipOff, scheduled: scheduledBundle(context, fixture, tipOff) }
}

/** Plays the game of a fixture. */
export const playFixture = (
  context: SeasonContext,
  fixture: Fixture,
  { seed, random, scheduled }: Preview,
  recorder: PlayByPlayRecorder | null,
): { bundle: CheckedBundle; margin: number } => {
  const game = simulateFixture(context, fixture, seed, recorder ?? NO_RECORDER)
  const bundle = {
    ...finalBundle(context, fixture, scheduled, game, random),
    ...eventsAndShots(context, fixture, recorder),
  }
  return { bundle, margin: game.score[0] - game.score[1] }
}

/** The bundle of a fixture as known on the world's day. */
export const buildBundle = (context: SeasonContext, fixture: Fixture): Outcome => {
  const { world, league, detail } = context
  const preview = buildPreview(context, fixture)
  const { seed, random, tipOff, scheduled } = preview
  if (fixture.day >= world.today) return { bundle: scheduled, margin: null }
  if (fixture.incident === 'called off') return { bundle: withoutResult(scheduled, {}), margin: null }
  if (fixture.incident === 'abandoned')
    return { bundle: withoutResult(scheduled, attendanceAndOfficials(context, fixture, random)), margin: null }
  const recorded = detail === 'full' && league.format.playByPlay
  const recorder = recorded ? new PlayByPlayRecorder(new Random(`${seed}/record`), tipOff) : null
  return playFixture(context, fixture, preview, recorder)
}
