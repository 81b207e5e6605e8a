import type { BundlePlayer } from '@basketball-data/core/contract'
import { shotDifferences } from '../checks.ts'
import { uniquePlayers, type Person, type Sections, type Sheet, type Teams } from '../game-parts.ts'
import { about, counted, noteIf, type Note } from '../notes.ts'
import type { Shots } from '../shots.ts'
import { toActionRows } from './actions-v3.ts'
import { liveSheet, toStats, statsSheet } from './box.ts'
import { buildEvents, playNotes, type FeedRow } from './events.ts'
import { liveRows } from './live-plays.ts'
import type { NbaResponses } from './responses.ts'
import type { ListedPlayer } from './player-names.ts'
import { listAttempts, chartDistances, chartShots, liveShots } from './shots.ts'
import { statsRows } from './stats-plays.ts'
import type { ShotRow } from './stats-schemas.ts'

/** The box scores of both teams. Before a game, a live box score has players but none has played. */
const listSheets = ({ liveBox, box, summary }: NbaResponses, teams: Teams): Sheet[] | undefined => {
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
  return row ? { totals: toStats(row) } : {}
}

/** The players by box score and shot charts, which have full names. */
const listedPlayers = ({ charts }: NbaResponses, sheets: Sheet[] | undefined, teams: Teams): ListedPlayer[] => [
  ...charts.map(({ PLAYER_ID, PLAYER_NAME, TEAM_ID }) => ({ id: PLAYER_ID, name: PLAYER_NAME, team: TEAM_ID })),
  ...(sheets ?? []).flatMap(({ people }, at) =>
    people.map(({ external_id, name }) => ({ id: external_id, name, team: at === 0 ? teams.home : teams.away })),
  ),
]

type Rows = { rows: FeedRow[]; notes: Note[] }

/**
 * The play-by-play. playbyplayv2 is preferred to playbyplayv3, because it identifies every player.
 *
 * @param attempts the shots, for the distances of their events
 */
const toRows = (
  responses: NbaResponses,
  attempts: ShotRow[],
  sheets: Sheet[] | undefined,
  teams: Teams,
): Rows | undefined => {
  const { livePlays, plays, playsV3 } = responses
  const distances = chartDistances(attempts)
  if (livePlays) return { rows: liveRows(livePlays.actions, teams), notes: [] }
  if (plays) return { rows: statsRows(plays.rows, teams, distances), notes: [] }
  if (!playsV3) return undefined
  const { rows, unresolved } = toActionRows(playsV3.actions, teams, listedPlayers(responses, sheets, teams))
  const note = noteIf(
    unresolved.length,
    'name_unclear',
    `${counted(unresolved.length, 'name')} in descriptions (${[...new Set(unresolved)].join(', ')}) that no player or several players have, stored without a player.`,
  )
  return { rows: statsRows(rows, teams, distances), notes: note }
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

const missingResponses = (sheets: unknown, events: unknown, shots: unknown): Note[] => [
  ...about('boxscore', noteIf(!sheets, 'missing_responses', 'Missing response: box score.')),
  ...about('playbyplay', noteIf(!events, 'missing_responses', 'Missing response: play-by-play.')),
  ...about('shots', noteIf(!shots, 'missing_responses', 'Missing response: shots.')),
]

const readShots = (
  { livePlays }: NbaResponses,
  attempts: ShotRow[],
  positions: Parameters<typeof chartShots>[1],
  teams: Teams,
): Shots | undefined => {
  if (livePlays) return liveShots(livePlays.actions, positions, teams)
  return attempts.length > 0 ? chartShots(attempts, positions, teams) : undefined
}

const bundlePlayers = (people: readonly Person[]): BundlePlayer[] =>
  uniquePlayers(people).map(({ external_id, name }) => ({
    external_id,
    name: name === '' ? external_id : name.normalize('NFC'),
  }))

/** Reads box score, play-by-play and shots of a game that has begun. */
export const readSections = (responses: NbaResponses, teams: Teams): Sections => {
  const sheets = listSheets(responses, teams)
  const { attempts, notes: attemptNotes } = listAttempts(responses, teams)
  const plays = toRows(responses, attempts, sheets, teams)
  const { rows, unlisted } = onlyListedPlayers(plays?.rows ?? [], sheets)
  const { events, positions } = buildEvents(rows)
  const shots = readShots(responses, attempts, positions, teams)
  // The first name counts, so those of playbyplayv3, "T. Charles", come last.
  const people: Person[] = [
    ...(sheets ?? []).flatMap((sheet) => sheet.people),
    ...(shots?.people ?? []),
    ...rows.flatMap((row) => row.people),
  ]
  const players = bundlePlayers(people)
  const absent = sheets || plays || shots ? missingResponses(sheets, plays, shots) : []
  const [home, away] = sheets ?? []
  return {
    home: home ? { totals: home.totals, players: home.lines } : logTotals(responses, teams.home),
    away: away ? { totals: away.totals, players: away.lines } : logTotals(responses, teams.away),
    players,
    events: plays && events,
    shots: shots?.shots,
    notes: [
      ...absent,
      ...about('boxscore', sheets?.flatMap((sheet) => sheet.notes) ?? []),
      ...about('playbyplay', [
        ...(plays ? playNotes(rows, events) : []),
        ...(plays?.notes ?? []),
        ...noteIf(
          unlisted,
          'not_on_sheet',
          `${counted(unlisted, 'event')} of people who are not in the box score, stored without a player.`,
        ),
      ]),
      ...about('shots', [
        ...attemptNotes,
        ...(shots?.notes ?? []),
        ...shotDifferences(plays && events, shots?.shots ?? []),
      ]),
    ],
  }
}
