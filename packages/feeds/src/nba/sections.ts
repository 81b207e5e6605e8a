import type { BundlePlayer } from '@basketball-data/core/contract'
import { uniquePlayers, type Person, type Sections, type Sheet, type Teams } from '../game-parts.ts'
import { counted, noteIf } from '../notes.ts'
import type { Shots } from '../shots.ts'
import { liveSheet, statsOf, statsSheet } from './box.ts'
import { eventsOf, playNotes, type FeedRow } from './events.ts'
import { liveRows } from './live-plays.ts'
import type { NbaResponses } from './responses.ts'
import { chartDistances, chartShots, liveShots } from './shots.ts'
import { statsRows } from './stats-plays.ts'

/** The box scores of both teams. Before a game, a live box score has players but none has played. */
const sheetsOf = ({ liveBox, box, summary }: NbaResponses, teams: Teams): Sheet[] | undefined => {
  if (liveBox?.box.homeTeam.players.some(({ played }) => played))
    return [liveSheet(liveBox.box.homeTeam), liveSheet(liveBox.box.awayTeam)]
  if (!box) return undefined
  return [teams.home, teams.away].map((team) => {
    const total = box.teams.find(({ TEAM_ID }) => TEAM_ID === team)
    const other = summary?.summary.other.find(({ TEAM_ID }) => TEAM_ID === team)
    const players = box.players.filter(({ TEAM_ID, PLAYER_ID }) => TEAM_ID === team && PLAYER_ID !== '')
    return statsSheet(players, total, other?.TOTAL_TURNOVERS ?? null, total?.TEAM_NAME ?? team)
  })
}

/** The totals of a team by the game log, which has no players. */
const logTotals = ({ log }: NbaResponses, team: string): Sections['home'] => {
  const row = log?.rows.find(({ TEAM_ID }) => TEAM_ID === team)
  return row ? { totals: statsOf(row) } : {}
}

const rowsOf = ({ livePlays, plays, charts }: NbaResponses, teams: Teams): FeedRow[] | undefined => {
  if (livePlays) return liveRows(livePlays.actions, teams)
  return plays && statsRows(plays.rows, teams, chartDistances(charts))
}

/** Removes people who are not in the box score, because a live play-by-play has coaches as players. */
const onlyListedPlayers = (rows: FeedRow[], sheets: Sheet[] | undefined): { rows: FeedRow[]; unlisted: number } => {
  if (!sheets) return { rows, unlisted: 0 }
  const squad = new Set(sheets.flatMap(({ people }) => people.map(({ external_id }) => external_id)))
  let unlisted = 0
  const listed = rows.map((row) => ({
    ...row,
    people: row.people.filter(({ external_id }) => squad.has(external_id)),
    plays: row.plays.map((play) => {
      if (play.player === null || squad.has(play.player)) return play
      unlisted += 1
      return { ...play, player: null }
    }),
  }))
  return { rows: listed, unlisted }
}

const missing = (sheets: unknown, events: unknown, shots: unknown): string[] => [
  ...(sheets ? [] : ['box score']),
  ...(events ? [] : ['play-by-play']),
  ...(shots ? [] : ['shots']),
]

const shotsOf = (
  responses: NbaResponses,
  positions: Parameters<typeof chartShots>[1],
  teams: Teams,
): Shots | undefined => {
  const { livePlays, charts } = responses
  if (livePlays) return { shots: liveShots(livePlays.actions, positions, teams), people: [], notes: [] }
  return charts.length > 0 ? chartShots(charts, positions, teams) : undefined
}

const bundlePlayers = (people: readonly Person[]): BundlePlayer[] =>
  uniquePlayers(people).map(({ external_id, name }) => ({
    external_id,
    name: name === '' ? external_id : name.normalize('NFC'),
  }))

/** Reads box score, play-by-play and shots of a game that has begun. */
export const readSections = (responses: NbaResponses, teams: Teams): Sections => {
  const sheets = sheetsOf(responses, teams)
  const allRows = rowsOf(responses, teams)
  const { rows, unlisted } = onlyListedPlayers(allRows ?? [], sheets)
  const { events, positions } = eventsOf(rows)
  const attempts = shotsOf(responses, positions, teams)
  const people: Person[] = [
    ...(sheets ?? []).flatMap((sheet) => sheet.people),
    ...rows.flatMap((row) => row.people),
    ...(attempts?.people ?? []),
  ]
  const players = bundlePlayers(people)
  const absent = sheets || allRows || attempts ? missing(sheets, allRows, attempts) : []
  const [home, away] = sheets ?? []
  return {
    home: home ? { totals: home.totals, players: home.lines } : logTotals(responses, teams.home),
    away: away ? { totals: away.totals, players: away.lines } : logTotals(responses, teams.away),
    players,
    events: allRows && events,
    shots: attempts?.shots,
    notes: [
      ...noteIf(absent.length, 'missing_answers', `Missing responses: ${absent.join(', ')}.`),
      ...(sheets ?? []).flatMap((sheet) => sheet.notes),
      ...(allRows ? playNotes(rows, events) : []),
      ...noteIf(
        unlisted,
        'not_on_sheet',
        `${counted(unlisted, 'event')} of people who are not in the box score, stored without a player.`,
      ),
      ...(attempts?.notes ?? []),
    ],
  }
}
