import type {
  PlayerGame,
  PlayerSeasons,
  PlayerSplits,
  PlayerSummary,
  Roster,
  SplitBy,
} from '../../packages/core/src/contract/index.ts'
import {
  isCounted,
  getLength,
  totalIfKnown,
  quotient,
  refIn,
  seenFrom,
  type Entry,
  type History,
  type Line,
  getVenue,
} from './history.ts'

type Stat = keyof { [Name in keyof Line as Line[Name] extends number | null ? Name : never]: true }

const sumStat = (entries: Entry[], stat: Stat) => totalIfKnown(entries.map(({ line }) => line[stat]))

const getTeam = ({ line, game }: Entry): string => seenFrom(line.side, game).team

const computeAverages = (entries: Entry[]) => {
  const per = (stat: Stat) => quotient(sumStat(entries, stat), entries.length)
  const minutes = per('seconds')
  return {
    minutes: minutes === null ? null : minutes / 60,
    points: per('points'),
    rebounds: per('rebounds'),
    assists: per('assists'),
    steals: per('steals'),
    blocks: per('blocks'),
    turnovers: per('turnovers'),
    field_goal_pct: quotient(sumStat(entries, 'field_goals_made'), sumStat(entries, 'field_goals_attempted')),
    three_pct: quotient(sumStat(entries, 'three_made'), sumStat(entries, 'three_attempted')),
    free_throw_pct: quotient(sumStat(entries, 'free_throws_made'), sumStat(entries, 'free_throws_attempted')),
  }
}

/** Lines of counted games in which the player played. */
const countedEntries = (history: History, condition: (entry: Entry) => boolean): Entry[] =>
  history.entries.filter((entry) => entry.line.played && isCounted(entry.game) && condition(entry))

const grouped = <Key>(entries: Entry[], toKey: (entry: Entry) => Key): [Key, Entry[]][] => [
  ...Map.groupBy(entries, toKey),
]

/** Groups lines by stint: a season with one team. */
const toStints = (entries: Entry[]) =>
  grouped(entries, ({ line, game }) => `${game.season_id} ${getTeam({ line, game })}`).map(([key, ofStint]) => {
    const [season = '', team = ''] = key.split(' ')
    return { season, team, lines: ofStint, last: ofStint[0]?.game.date ?? '', first: ofStint.at(-1)?.game.date ?? '' }
  })

export const recountLog = (history: History, player: string): PlayerGame[] =>
  history.entries
    .filter(({ line }) => line.player_id === player)
    .map(({ line, game }) => {
      const { team, opponent, venue, scored, allowed } = seenFrom(line.side, game)
      const {
        game_id: _game,
        player_id: _player,
        team_id: _team,
        season_id: _season,
        date: _date,
        tip_off_order: _order,
        final: _final,
        counted: _counted,
        side: _side,
        position: _position,
        computed_plus_minus,
        ...rest
      } = line
      const { id, date, stage, competition_id, season_id } = game
      const two = (part: number) => String(part).padStart(2, '0')
      return {
        game: {
          id,
          date,
          competition: refIn(history.competitions, competition_id),
          season: refIn(history.seasons, season_id),
          stage,
        },
        team: refIn(history.teams, team),
        opponent: refIn(history.teams, opponent),
        venue,
        result: scored === allowed ? null : scored > allowed ? 'W' : 'L',
        team_score: scored,
        opponent_score: allowed,
        ...rest,
        plus_minus: rest.plus_minus ?? computed_plus_minus,
        minutes: rest.seconds === null ? null : `${two(Math.floor(rest.seconds / 60))}:${two(rest.seconds % 60)}`,
      }
    })

/** Sorted by season, newest first, then by the latest game for the team. */
export const recountPlayerSeasons = (history: History, player: string): PlayerSeasons => {
  const stints = toStints(countedEntries(history, ({ line }) => line.player_id === player))
  const getYear = (season: string) => history.seasons.find(({ id }) => id === season)?.start_year ?? 0
  const rows = stints
    .toSorted((a, b) => (`${a.season} ${a.team}` < `${b.season} ${b.team}` ? -1 : 1))
    .toSorted((a, b) => (a.last === b.last ? 0 : a.last > b.last ? -1 : 1))
    .toSorted((a, b) => getYear(b.season) - getYear(a.season))
    .map(({ season, team, lines }) => ({
      season: refIn(history.seasons, season),
      competition: refIn(history.competitions, history.seasons.find(({ id }) => id === season)?.competition_id ?? ''),
      team: refIn(history.teams, team),
      games: lines.length,
      starts: lines.filter(({ line }) => line.starter).length,
      ...computeAverages(lines),
    }))
  return { player: refIn(history.players, player), seasons: rows }
}

/** Counts games of any stage. Of two teams on the last day, the lower id is the last team. Null without a game. */
export const recountSummary = (history: History, player: string): PlayerSummary | null => {
  const entries = history.entries.filter(({ line }) => line.player_id === player && line.played)
  const [last, first] = [entries[0], entries.at(-1)]
  if (last === undefined || first === undefined) return null
  const [team = ''] = entries
    .filter(({ game }) => game.date === last.game.date)
    .map(getTeam)
    .toSorted()
  return {
    ...refIn(history.players, player),
    games: entries.length,
    first_date: first.game.date,
    last_date: last.game.date,
    last_team: refIn(history.teams, team),
  }
}

/** The number is that of the newest game of any stage in which the player played and has one. */
export const recountRoster = (history: History, team: string, season: string): Roster['players'] => {
  const here = (entry: Entry) => entry.game.season_id === season && getTeam(entry) === team
  const rows = grouped(countedEntries(history, here), ({ line }) => line.player_id)
  const sortName = (player: string) => history.players.find(({ id }) => id === player)?.sort_name ?? ''
  return rows
    .toSorted(([a], [b]) => (`${sortName(a)}\0${a}` < `${sortName(b)}\0${b}` ? -1 : 1))
    .map(([player, lines]) => {
      const worn = history.entries.filter(
        (entry) => here(entry) && entry.line.player_id === player && entry.line.played,
      )
      return {
        player: refIn(history.players, player),
        number: worn.find(({ line }) => line.number !== null)?.line.number ?? null,
        games: lines.length,
        starts: lines.filter(({ line }) => line.starter).length,
        last_game: lines[0]?.game.date ?? '',
        ...computeAverages(lines),
      }
    })
}

const getUsage = (history: History, entries: Entry[]): number | null => {
  const ofTeam = entries.map(({ line: { game_id, side }, game }) => ({
    box: history.boxes.find((one) => one.game_id === game_id && one.side === side && one.has_totals),
    seconds: getLength(history, game),
  }))
  const plays = (shots: number | null, free_throws: number | null, turnovers: number | null) =>
    shots === null || free_throws === null || turnovers === null ? null : shots + 0.44 * free_throws + turnovers
  const used = plays(
    sumStat(entries, 'field_goals_attempted'),
    sumStat(entries, 'free_throws_attempted'),
    sumStat(entries, 'turnovers'),
  )
  const usedByTeam = plays(
    totalIfKnown(ofTeam.map(({ box }) => box?.field_goals_attempted ?? null)),
    totalIfKnown(ofTeam.map(({ box }) => box?.free_throws_attempted ?? null)),
    totalIfKnown(ofTeam.map(({ box }) => box?.turnovers ?? null)),
  )
  const share = quotient(used, usedByTeam)
  const time = quotient(totalIfKnown(ofTeam.map(({ seconds }) => seconds)), sumStat(entries, 'seconds'))
  return share === null || time === null ? null : share * time
}

const SPLITS: Record<SplitBy, (history: History, entry: Entry) => string> = {
  venue: (_, { line, game }) => getVenue(line.side, game),
  result: (_, { line, game }) => {
    const { scored, allowed } = seenFrom(line.side, game)
    return scored === allowed ? 'drawn' : scored > allowed ? 'won' : 'lost'
  },
  month: (_, { game }) => game.date.slice(0, 7),
  opponent: ({ teams }, { line, game }) => {
    const { id, name } = refIn(teams, seenFrom(line.side, game).opponent)
    return `${name}\0${id}`
  },
  starter: (_, { line }) => (line.starter ? 'starter' : 'bench'),
}
const ORDER = ['home', 'away', 'won', 'lost', 'starter', 'bench']

export const recountSplits = (history: History, player: string, by: SplitBy): PlayerSplits => {
  const parts = grouped(
    countedEntries(history, ({ line }) => line.player_id === player),
    (entry) => SPLITS[by](history, entry),
  )
  const splits = parts
    .filter(([part]) => part !== 'drawn' && part !== 'neutral')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([part, lines]) => {
      const [opponent = '', id = ''] = by === 'opponent' ? part.split('\0') : ['', part]
      const shots = sumStat(lines, 'field_goals_attempted')
      const freeThrows = sumStat(lines, 'free_throws_attempted')
      const attempts = shots === null || freeThrows === null ? null : 2 * (shots + 0.44 * freeThrows)
      return {
        split: id,
        opponent,
        games: lines.length,
        ...computeAverages(lines),
        true_shooting_pct: quotient(sumStat(lines, 'points'), attempts),
        usage_pct: getUsage(history, lines),
      }
    })
  return { player: refIn(history.players, player), by, splits }
}
