import {
  type BundleLine,
  type BundleSide,
  type GameBundle,
  type Official,
  toDateTime,
} from '@basketball-data/core/contract'
import { momentOf, writeDay } from './calendar.ts'
import type { Fixture } from './fixtures.ts'
import { playToEnd } from './game/periods.ts'
import { createPlay, SILENT, type Man, type Play, type Recorder, type Team } from './game/play.ts'
import { FullRecorder } from './game/recorder.ts'
import { writeSheet } from './game/sheet.ts'
import { statsOf, sumOf } from './game/tally.ts'
import { Random } from './random.ts'
import type { Club, ClubSeason, League, World } from './world/league.ts'
import { registeredOn } from './world/squads.ts'

/** How much of a game is told: the score by periods, the box score too, or play-by-play and shots as well. */
export type Detail = 'result' | 'boxscore' | 'full'

/** One season of a league, on its way through the generator. */
export type Stage = { world: World; league: League; seasons_ago: number; detail: Detail }

/** A fixture as told to the world, and by how much the home team won; null while there is no score. */
export type Staged = { bundle: GameBundle; margin: number | null }

/** Added to the chance of every field goal of the home team, a fraction: about three and a half points. */
const HOME_EDGE = 0.036

const seasonOf = (club: Club, seasons_ago: number): ClubSeason => {
  const season = club.seasons[seasons_ago]
  if (season === undefined) throw new RangeError(`${club.external_id} has no season ${seasons_ago} years ago`)
  return season
}

const announce = ({ league, seasons_ago }: Stage, fixture: Fixture, tip_off: number | null): GameBundle => {
  const { competition, neutral_venue } = league.format
  const season = league.seasons[seasons_ago]
  if (season === undefined) throw new RangeError(`${competition.external_id} has no season ${seasons_ago} years ago`)
  const { start_year, name } = season
  const season_id = `${competition.external_id}-${start_year}`
  return {
    source: 'simulator',
    competition,
    season: { external_id: season_id, name, start_year },
    game: {
      external_id: `${season_id}-${String(fixture.number).padStart(4, '0')}`,
      stage: fixture.stage,
      round: fixture.round,
      date: writeDay(fixture.day),
      tip_off: tip_off === null ? null : toDateTime(new Date(tip_off)),
      status: 'scheduled',
      home_score: null,
      away_score: null,
      venue: fixture.neutral ? neutral_venue : fixture.home.arena,
    },
    home: { team: seasonOf(fixture.home, seasons_ago).team },
    away: { team: seasonOf(fixture.away, seasons_ago).team },
  }
}

const nameCrew = (random: Random, { format, officials }: League): Official[] | null => {
  if (format.referees === 0) return null
  const names = random.shuffled(officials)
  const crew = names.slice(0, format.referees).map((name): Official => ({ name, role: 'referee' }))
  const [commissioner] = names.slice(format.referees)
  if (format.commissioner && commissioner !== undefined) crew.push({ name: commissioner, role: 'commissioner' })
  return crew
}

const countSpectators = (random: Random, { format }: League, { neutral, home, incident }: Fixture): number | null => {
  const filled = 0.5 + 0.5 * random.next()
  if (incident === 'behind closed doors') return null
  return Math.floor((neutral ? format.capacity : home.capacity) * filled)
}

/** Who came to a game that began. */
const gathered = ({ league }: Stage, fixture: Fixture, random: Random) => ({
  attendance: countSpectators(random, league, fixture),
  officials: nameCrew(random, league),
})

const withoutResult = (announced: GameBundle, known: Partial<GameBundle['game']>): GameBundle => ({
  ...announced,
  game: { ...announced.game, ...known, status: 'no_result' },
})

const lineOf = (man: Man, has_plus_minus: boolean): BundleLine => ({
  player: man.player.profile.external_id,
  number: man.number,
  starter: man.starter,
  played: man.played,
  seconds: man.played ? man.seconds : null,
  stats: statsOf(man.tally),
  plus_minus: man.played && has_plus_minus ? man.plus_minus : null,
})

const boxOf = ({ men, row }: Team, has_plus_minus: boolean): Pick<BundleSide, 'totals' | 'players'> => ({
  totals: statsOf(sumOf([...men.map((man) => man.tally), row])),
  players: men.map((man) => lineOf(man, has_plus_minus)),
})

const playOnce = (stage: Stage, fixture: Fixture, seed: string, recorder: Recorder): Play => {
  const random = new Random(seed)
  const sheetOf = (club: Club) => writeSheet(random, registeredOn(seasonOf(club, stage.seasons_ago).squad, fixture.day))
  const sheets = [sheetOf(fixture.home), sheetOf(fixture.away)] as const
  const edge = fixture.neutral ? 0 : HOME_EDGE
  const play = createPlay(stage.league.format.rules, sheets, [edge, 0], random, recorder)
  playToEnd(play)
  return play
}

/** Plays a fixture; where a double overtime is wanted, the first of many games that has one is the one that counts. */
const playFixture = (stage: Stage, fixture: Fixture, seed: string, recorder: Recorder): Play => {
  let attempt = 0
  if (fixture.incident === 'double overtime')
    while (playOnce(stage, fixture, `${seed}/${attempt}`, SILENT).period < 6) attempt++
  return playOnce(stage, fixture, `${seed}/${attempt}`, recorder)
}

const report = (stage: Stage, fixture: Fixture, announced: GameBundle, play: Play, random: Random): GameBundle => {
  const [home, away] = play.teams
  const { format } = stage.league
  const coachOf = (club: Club) => seasonOf(club, stage.seasons_ago).coach
  const has_box = stage.detail !== 'result' && fixture.incident !== 'late report'
  const boxes = has_box ? [boxOf(home, format.play_by_play), boxOf(away, format.play_by_play)] : []
  return {
    ...announced,
    game: {
      ...announced.game,
      status: 'final',
      home_score: play.score[0],
      away_score: play.score[1],
      periods: { home: play.periods[0], away: play.periods[1] },
      ...gathered(stage, fixture, random),
    },
    home: { ...announced.home, coach: coachOf(fixture.home), ...boxes[0] },
    away: { ...announced.away, coach: coachOf(fixture.away), ...boxes[1] },
    players: has_box ? [...home.men, ...away.men].map((man) => man.player.profile) : [],
  }
}

/** Nothing for a game whose play-by-play is still awaited, null where the competition has none. */
const recordOf = (stage: Stage, fixture: Fixture, recorder: FullRecorder): Pick<GameBundle, 'events' | 'shots'> => {
  if (stage.detail !== 'full' || fixture.incident === 'late report') return {}
  if (!stage.league.format.play_by_play) return { events: null, shots: null }
  return { events: recorder.events, shots: recorder.shots }
}

/** Tells of a fixture what is known of it on the world's day. */
export const stageGame = (stage: Stage, fixture: Fixture): Staged => {
  const { world, league } = stage
  const { tip_offs, play_by_play, competition } = league.format
  const seed = `${world.seed}/${competition.external_id}/${league.seasons[stage.seasons_ago]?.start_year}/${fixture.number}`
  const dressing = new Random(`${seed}/dressing`)
  const time = tip_offs.length === 0 ? null : dressing.pick(tip_offs)
  const tip_off = time === null ? null : momentOf(fixture.day, time, competition.time_zone ?? null)
  const announced = announce(stage, fixture, tip_off)
  if (fixture.day >= world.today) return { bundle: announced, margin: null }
  if (fixture.incident === 'called off') return { bundle: withoutResult(announced, {}), margin: null }
  if (fixture.incident === 'abandoned')
    return { bundle: withoutResult(announced, gathered(stage, fixture, dressing)), margin: null }
  const recorder = new FullRecorder(new Random(`${seed}/record`), tip_off)
  const told = stage.detail === 'full' && play_by_play ? recorder : SILENT
  const play = playFixture(stage, fixture, seed, told)
  const bundle = { ...report(stage, fixture, announced, play, dressing), ...recordOf(stage, fixture, recorder) }
  return { bundle, margin: play.score[0] - play.score[1] }
}
