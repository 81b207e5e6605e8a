import { counted, noteIf, withoutRepeats, type Note } from '../notes.ts'
import type { Part } from './parts.ts'
import type { ShotRow } from './stats-schemas.ts'

type Kind = Part['kind']
type PartOfKind<K extends Kind> = Extract<Part, { kind: K }>

/** The responses about one game, one of each kind; `charts` has the shot charts of both teams. */
export type NbaResponses = {
  liveBox: PartOfKind<'live box'> | undefined
  livePlays: PartOfKind<'live plays'> | undefined
  schedule: PartOfKind<'schedule'> | undefined
  summary: PartOfKind<'summary'> | undefined
  scoreboard: PartOfKind<'scoreboard'> | undefined
  box: PartOfKind<'box'> | undefined
  plays: PartOfKind<'plays'> | undefined
  playsV3: PartOfKind<'plays v3'> | undefined
  log: PartOfKind<'log'> | undefined
  charts: ShotRow[]
  notes: Note[]
}

const NAMES: Record<Exclude<Kind, 'shots'>, string> = {
  'live box': 'live box score',
  'live plays': 'live play-by-play',
  schedule: 'schedule entry',
  summary: 'summary',
  scoreboard: 'scoreboard entry',
  box: 'box score',
  plays: 'play-by-play',
  'plays v3': 'playbyplayv3',
  log: 'game log',
}

/** What a response says, whatever its file and the order in which a log has the teams. */
const serializeContent = ({ from: _, ...content }: Part): string =>
  JSON.stringify(
    content.kind === 'log' ? content.rows.toSorted((a, b) => Number(a.TEAM_ID) - Number(b.TEAM_ID)) : content,
  )

/** Notes responses that occur twice with different content; the last one is used. */
const doubles = (parts: Part[]): Note[] =>
  [...Map.groupBy(parts, ({ kind }) => kind)].flatMap(([kind, same]) => {
    if (kind === 'shots') return []
    const last = same.at(-1)
    const other = last && same.findLast((part) => part !== last && serializeContent(part) !== serializeContent(last))
    return noteIf(
      other !== undefined,
      'responses_repeated',
      `The ${NAMES[kind]} differs in ${other?.from} and ${last?.from}; the latter is used.`,
    )
  })

/** The rows of shot charts that are field-goal attempts. */
const attempted = (rows: ShotRow[]): ShotRow[] => rows.filter((row) => row.SHOT_ATTEMPTED_FLAG !== 0)

/** Sorts the parts of one game by kind. */
export const groupResponses = (parts: Part[]): NbaResponses => {
  const last = <K extends Kind>(kind: K): PartOfKind<K> | undefined =>
    parts.findLast((part): part is PartOfKind<K> => part.kind === kind)
  const livePlays = last('live plays')
  const plays = last('plays')
  const actions = withoutRepeats(livePlays?.actions ?? [], ({ actionNumber }) => actionNumber)
  const rows = withoutRepeats(plays?.rows ?? [], ({ EVENTNUM }) => EVENTNUM)
  const charted = parts.flatMap((part) => (part.kind === 'shots' ? part.rows : []))
  const charts = attempted(charted)
  const idle = charted.length - charts.length
  return {
    liveBox: last('live box'),
    // Before a game, the play-by-play has no actions.
    livePlays: livePlays && actions.rows.length > 0 ? { ...livePlays, actions: actions.rows } : undefined,
    schedule: last('schedule'),
    summary: last('summary'),
    scoreboard: last('scoreboard'),
    box: last('box'),
    plays: plays && { ...plays, rows: rows.rows },
    playsV3: last('plays v3'),
    log: last('log'),
    charts,
    notes: [
      ...doubles(parts),
      ...actions.notes,
      ...rows.notes,
      ...noteIf(idle, 'no_attempt', `${counted(idle, 'row')} of the shot charts that are no attempt, left out.`),
    ],
  }
}
