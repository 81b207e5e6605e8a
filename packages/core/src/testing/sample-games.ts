import type { BundleQuote, BundleStats, GameBundle, RecordKind } from '../contract/index.ts'
import type { Core } from '../core.ts'
import type { IngestOptions } from '../ingest/ingest.ts'
import { candidateId } from '../ingest/identify/resolve-ids.ts'
import { scheduledGame, ZERO_STATS, type BundleChanges } from './bundles.ts'

type Stats = Partial<BundleStats>

/** A bookmaker's price of a sample game's home team. */
export const SAMPLE_QUOTE: BundleQuote = {
  bookmaker: { key: 'a', name: 'Book A', exchange: false },
  market: 'moneyline',
  side: 'home',
  line: null,
  price: 1.9,
  set_at: null,
  read_at: '2026-11-19T12:00:00Z',
}

/** A box-score line of a sample game. Defaults: a starter with 20 minutes, and 0 of every statistic. */
export type SampleLine = Stats & {
  starter?: boolean
  played?: boolean
  seconds?: number | null
  number?: string | null
}

/** One side of a box score: lines by player, and totals if the test needs them. */
export type SampleSide = { players?: Record<string, SampleLine>; totals?: Stats }

/** A sample game. Defaults: a regular-season game of league L, season 2026, that A won over B 80-70. */
export type SampleGame = {
  id: string
  date?: string
  tip_off?: string | null
  stage?: string | null
  status?: GameBundle['game']['status']
  forfeit_winner?: GameBundle['game']['forfeit_winner']
  league?: string
  year?: number
  home?: string
  away?: string
  score?: [home: number, away: number]
  periods?: { home: number[]; away: number[] } | null
  counts_in_standings?: boolean
  counts_in_statistics?: boolean
  neutral?: boolean
  /** The groups of home and away, and their divisions. */
  groups?: [home: string | null, away: string | null]
  divisions?: [home: string | null, away: string | null]
  sheet?: { home?: SampleSide; away?: SampleSide }
  competition?: BundleChanges['competition']
}

/** A line with the player and no recorded statistic. */
export const NOT_RECORDED: SampleLine = {
  seconds: null,
  ...Object.fromEntries(Object.keys(ZERO_STATS).map((stat) => [stat, null])),
}

const buildSide = (team: string, side: SampleSide | undefined, index: 0 | 1, game: SampleGame): GameBundle['home'] => ({
  team: { external_id: team, name: `Team ${team}` },
  group: game.groups?.[index],
  division: game.divisions?.[index],
  ...(side && {
    totals: side.totals === undefined ? null : { ...ZERO_STATS, ...side.totals },
    players: Object.entries(side.players ?? {}).map(([player, line]) => {
      const { starter = true, played = true, seconds = played ? 1200 : null, number = null, ...stats } = line
      return { player, starter, played, seconds, number, plus_minus: null, stats: { ...ZERO_STATS, ...stats } }
    }),
  }),
})

/** The bundle of a sample game; without `sheet` it has no box score. */
export const sampleBundle = (game: SampleGame): GameBundle => {
  const { id, league = 'L', year = 2026, home = 'A', away = 'B', status = 'final', score = [80, 70], sheet } = game
  const { date = `${year}-11-19`, tip_off = null, stage = 'regular', periods = null, competition } = game
  const { counts_in_standings, counts_in_statistics, neutral, forfeit_winner } = game
  const counts = { counts_in_standings, counts_in_statistics, neutral, forfeit_winner }
  const scores = status === 'final' ? { home_score: score[0], away_score: score[1] } : {}
  const players = [sheet?.home, sheet?.away].flatMap((side) => Object.keys(side?.players ?? {}))
  return scheduledGame({
    competition: { external_id: league, name: `League ${league}`, slug: league.toLowerCase(), ...competition },
    season: { external_id: `${league}${year}`, name: `${year}-${String(year + 1).slice(2)}`, start_year: year },
    game: { external_id: id, date, tip_off, stage, status, periods, ...counts, ...scores },
    home: buildSide(home, sheet?.home, 0, game),
    away: buildSide(away, sheet?.away, 1, game),
    players: players.map((player) => ({ external_id: player, name: `Player ${player}` })),
  })
}

/** Ingests a bundle that must be accepted. @throws Error with the reason if it is refused. */
export const ingestOrThrow = async (core: Core, bundle: GameBundle, options?: IngestOptions) => {
  const result = await core.ingest(bundle, options)
  if (result.outcome === 'refused') throw new Error(`${result.external_id} is refused: ${result.reason}`)
  return result
}

/** Ingests bundles that must be accepted, as an import does. @throws Error with the reason if one is refused. */
export const ingestAllOrThrow = async (core: Core, bundles: readonly GameBundle[]): Promise<void> => {
  for await (const result of core.ingestAll(bundles))
    if (result.outcome === 'refused') throw new Error(`${result.external_id} is refused: ${result.reason}`)
}

/** Ingests sample games one after the other. @throws Error if one is refused. */
export const writeGames = async (core: Core, ...games: SampleGame[]): Promise<void> => {
  for (const game of games) await ingestOrThrow(core, sampleBundle(game))
}

/** The identifier of a record of a sample game. */
export const sampleId = (kind: RecordKind, external_id: string): string => candidateId(kind, 'test', external_id, 0)

/** The reference to a record of a sample game, as other records contain it; the external id of a season is like L2026. */
export const sampleRef = (kind: Exclude<RecordKind, 'game'>, external_id: string): { id: string; name: string } => {
  const year = Number(external_id.slice(-4))
  const name = {
    competition: `League ${external_id}`,
    season: `${year}-${String(year + 1).slice(2)}`,
    team: `Team ${external_id}`,
    player: `Player ${external_id}`,
  }
  return { id: sampleId(kind, external_id), name: name[kind] }
}
