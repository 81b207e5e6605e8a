import { computeRaces } from '../standings/table-queries.ts'
import { followWinProbability, getWinProbability, isTrainingSeason, TeamRatings } from '../statistics/index.ts'
import type { Database } from '../store/index.ts'
import { selectCompetitions, selectEvents, selectResults, type Played } from './queries.ts'
import { Tally } from './tally.ts'

type Forecast = Played & {
  probability: number
  /** Points by which the home team was expected to win. */
  margin: number
  /** The difference of the win shares in the season before the game. */
  ahead: number
}

/** The sealed forecasts of results, or else those that would have been made from the results of earlier days. */
const forecastResults = (results: readonly Played[], minutes: number): Forecast[] => {
  const ratings = new TeamRatings(minutes)
  const records = new Map<string, { won: number; games: number }>()
  const find = (team: string) => records.get(team) ?? { won: 0, games: 0 }
  const getShare = ({ won, games }: { won: number; games: number }) => (games === 0 ? 0 : won / games)
  return [...Map.groupBy(results, ({ date }) => date).values()].flatMap((day) => {
    const forecasts = day.map((game): Forecast => {
      const margin = game.expected_margin ?? ratings.expectMargin(game)
      const state = { expectedMargin: margin, lead: 0, minutesLeft: minutes, regulationMinutes: minutes }
      const [home, away] = [`${game.season} ${game.home}`, `${game.season} ${game.away}`]
      return {
        ...game,
        margin,
        probability: game.home_win_probability ?? getWinProbability(state),
        ahead: Math.sign(getShare(find(home)) - getShare(find(away))),
      }
    })
    for (const game of day) {
      ratings.add(game)
      for (const [team, margin] of [
        [`${game.season} ${game.home}`, game.home_score - game.away_score],
        [`${game.season} ${game.away}`, game.away_score - game.home_score],
      ] as const) {
        const { won, games } = find(team)
        records.set(team, { won: won + (margin > 0 ? 1 : 0), games: games + 1 })
      }
    }
    return forecasts
  })
}

const isWon = ({ home_score, away_score }: Played): boolean => home_score > away_score

/** Gives each game the share of home wins among the games of its kind, with hindsight. */
const tallyRates = (games: readonly Forecast[], getKind: (game: Forecast) => number = () => 0): Tally => {
  const tally = new Tally()
  for (const kind of Map.groupBy(games, getKind).values()) {
    const rate = kind.filter(isWon).length / kind.length
    for (const game of kind) tally.add(rate, isWon(game))
  }
  return tally
}

const tallyGames = (games: readonly Forecast[]): Tally => {
  const tally = new Tally()
  for (const game of games) tally.add(game.probability, isWon(game))
  return tally
}

/** The forecasts after each event of the play-by-plays. */
const tallyEvents = async (db: Database, games: readonly Forecast[]): Promise<Tally> => {
  const tally = new Tally()
  for (const game of games) {
    for (const probability of followWinProbability(await selectEvents(db, game.id), game.margin, game))
      tally.add(probability, isWon(game))
  }
  return tally
}

/** The places that a race is about. */
const TOP = 8
/** Rounds between two races. */
const STEP = 3

/**
 * The probabilities of the first eight places after every third round, in groups of more teams that have all met, and the games of the
 * round after each. A round is as many games as every second team plays. Nothing of a season that is not over.
 */
const measureRaces = async (db: Database, season: string, games: readonly Forecast[]) => {
  const [top, table, next]: [Tally, Tally, Forecast[]] = [new Tally(), new Tally(), []]
  const { races: ends } = await computeRaces(db, season, {})
  const met = new Set(games.flatMap(({ home, away }) => [`${home} ${away}`, `${away} ${home}`]))
  const teams = ends.flatMap(({ games_left, teams: group }) =>
    games_left === 0 &&
    group.length > TOP &&
    group.every(({ team_id: a }) => group.every(({ team_id: b }) => a === b || met.has(`${a} ${b}`)))
      ? group
      : [],
  )
  const ranks = new Map(teams.map(({ team_id, rank }) => [team_id, rank]))
  const round = ends.reduce((count, group) => count + group.teams.length, 0) / 2
  if (ranks.size === 0) return { top, table, next }
  for (let played = STEP * round; played < games.length; played += STEP * round) {
    const until = games[Math.ceil(played) - 1]?.date
    const { races } = await computeRaces(db, season, { until })
    for (const { team_id, rank, places } of races.flatMap((race) => race.teams)) {
      const end = ranks.get(team_id)
      if (end === undefined) continue
      const probability = places.slice(0, TOP).reduce((sum, share) => sum + share)
      top.add(Math.min(1, probability), end <= TOP)
      table.add(rank <= TOP ? 1 : 0, end <= TOP)
    }
    next.push(...games.filter(({ date }) => until !== undefined && date > until).slice(0, round))
  }
  return { top, table, next }
}

/** Forecasts before and during games, the first eight places and the games of the next round, beside simpler forecasts. */
export type Measures = Readonly<
  Record<'before' | 'rate' | 'record' | 'during' | 'top' | 'table' | 'next' | 'nextRate', Tally>
>

const measureSeason = async (db: Database, season: string, games: readonly Forecast[]): Promise<Measures> => {
  const decided = games.filter(({ home_score, away_score }) => home_score !== away_score)
  const { top, table, next } = await measureRaces(
    db,
    season,
    decided.filter(({ in_table }) => in_table),
  )
  return {
    before: tallyGames(decided),
    rate: tallyRates(decided),
    record: tallyRates(decided, ({ ahead }) => ahead),
    during: await tallyEvents(db, decided),
    top,
    table,
    next: tallyGames(next),
    nextRate: tallyRates(next),
  }
}

const mergeMeasures = (seasons: readonly Measures[]): Measures => {
  const merge = (measure: keyof Measures) => {
    const tally = new Tally()
    for (const season of seasons) tally.merge(season[measure])
    return tally
  }
  return {
    before: merge('before'),
    rate: merge('rate'),
    record: merge('record'),
    during: merge('during'),
    top: merge('top'),
    table: merge('table'),
    next: merge('next'),
    nextRate: merge('nextRate'),
  }
}

/** How good the forecasts of a competition were, by season and altogether. */
export type MeasuredCompetition = { name: string; seasons: { name: string; measures: Measures }[]; all: Measures }

/** Measures the forecasts of every season with a result, except those that the constants are fitted to. */
export const measureForecasts = async (db: Database): Promise<MeasuredCompetition[]> => {
  const measured: MeasuredCompetition[] = []
  for (const { id, name, regulation_minutes, seasons } of await selectCompetitions(db)) {
    const forecasts = forecastResults(await selectResults(db, id), regulation_minutes)
    const bySeason = Map.groupBy(forecasts, ({ season }) => season)
    const shown: MeasuredCompetition['seasons'] = []
    for (const season of seasons) {
      const games = bySeason.get(season.id)
      if (games === undefined || isTrainingSeason(name, season.start_year)) continue
      shown.push({ name: season.name, measures: await measureSeason(db, season.id, games) })
    }
    if (shown.length > 0)
      measured.push({ name, seasons: shown, all: mergeMeasures(shown.map(({ measures }) => measures)) })
  }
  return measured
}
