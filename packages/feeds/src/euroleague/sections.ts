import type { Sections } from '../game-parts.ts'
import { counted, noteIf } from '../notes.ts'
import type { Teams } from '../sides.ts'
import type { CheckedAnswers } from './answers.ts'
import { readBox } from './box.ts'
import { readPlays } from './events.ts'
import { bundlePlayers, isLeagueId } from './people.ts'
import type { ShotRow } from './schemas.ts'
import { readShots } from './shots.ts'

const shotsByNumber = (rows: ShotRow[]): Map<number, ShotRow> =>
  new Map(rows.flatMap((row) => (row.NUM_ANOT === null ? [] : [[row.NUM_ANOT, row]])))

const missing = ({ box, play, points }: CheckedAnswers): string[] => [
  ...(box ? [] : ['Boxscore']),
  ...(play ? [] : ['PlaybyPlay']),
  ...(points ? [] : ['Points']),
]

/** Reads score sheet, play-by-play and shots of a game that is being or has been played. */
export const readSections = (answers: CheckedAnswers, teams: Teams, season: string, stampsWrong: boolean): Sections => {
  const { header, box, play, points } = answers
  const rows = points?.Rows ?? []
  const sheets = box && readBox(box, teams, season)
  const plays = play && readPlays(play, shotsByNumber(rows), teams, season)
  const attempts = points && readShots(rows, plays?.places ?? new Map(), stampsWrong, teams, season)
  const players = bundlePlayers([
    ...(sheets ? [...sheets.home.people, ...sheets.away.people] : []),
    ...(plays?.people ?? []),
    ...(attempts?.people ?? []),
  ])
  const local = players.filter(({ external_id }) => !isLeagueId(external_id)).length
  const gone = header || box || play || points ? missing(answers) : []
  return {
    home: sheets ? { totals: sheets.home.totals, players: sheets.home.lines } : {},
    away: sheets ? { totals: sheets.away.totals, players: sheets.away.lines } : {},
    players,
    events: plays?.events,
    shots: attempts?.shots,
    notes: [
      ...noteIf(gone.length, 'missing_answers', `Not among the answers: ${gone.join(', ')}.`),
      ...(sheets ? [...sheets.home.notes, ...sheets.away.notes] : []),
      ...(plays?.notes ?? []),
      ...(attempts?.notes ?? []),
      ...noteIf(local, 'local_player_id', `${counted(local, 'player')} with an id of this season and team alone.`),
    ],
  }
}
