import { CHART_END, drawPath, getZone, type CourtLines, type Zone } from './court-lines.ts'
import { hexagon, SHADE_COUNT, STEP, toCells, toLeague, type ChartShot, type League } from './hexagons.ts'
import type { LeagueShots } from './shot-queries.ts'
import { coordinate, escaped, picture, textLine, type Colours } from './svg.ts'

type Shot = Omit<ChartShot, 'x_ft' | 'y_ft'> & {
  x_ft: number | null
  y_ft: number | null
  player?: { name: string } | null
}
type Located = ChartShot & Pick<Shot, 'player'>

/** A half court with the shots of a team or a player. */
export type Panel = {
  /** Written above the half court. */
  label: string
  /** A shot without a location counts in the figures, and is not drawn. */
  shots: readonly Shot[]
  /** The shots of the league, which a season is compared with; absent for a game. */
  league?: readonly LeagueShots[]
}

/** Shots from which on a season counts them by hexagons, because marks would hide each other. */
const HEXAGONS_FROM = 200
/** Marks of a half court at most. */
const MAX_MARKS = 400
/** Bytes of a picture up to which its marks have titles: all that a game needs, with names unless it had many overtimes. */
const MAX_BYTES = 20_000

const COLOURS: Colours = {
  made: ['stroke', '#0b6e4f', '#4fd1a1'],
  missed: ['stroke', '#b3402a', '#f08a72'],
  shade0: ['fill', '#2f6fb3', '#74b8f2'],
  shade1: ['fill', '#a3c6e3', '#47739b'],
  shade2: ['fill', '#d5d7dd', '#4f5564'],
  shade3: ['fill', '#f0b08f', '#a3604a'],
  shade4: ['fill', '#c04a26', '#ff9a76'],
  rim: ['stroke', '#1f2430', '#e8eaf0'],
}

const ZONES: readonly [Zone, string][] = [
  ['rim', 'at the rim'],
  ['paint', 'in the paint'],
  ['midRange', 'mid-range'],
  ['corner', 'corner threes'],
  ['arc', 'other threes'],
]

/** Feet around a half court. */
const MARGIN = 1.2
/** Feet above the courts: for the title, the labels and the figures. */
const HEAD = 9
/** Feet below the courts: for the zones and the legend, and for each further line: the league's zones, and shots that are not drawn. */
const FOOT = 8.4
const LINE_FOOT = 2
const TITLE_SIZE = 2.2
const TEXT_SIZE = 1.6
const SMALL = 1.3

const isLocated = (shot: Shot): shot is Located => shot.x_ft !== null && shot.y_ft !== null

const percent = (made: number, all: number, digits = 1): string => `${((100 * made) / all).toFixed(digits)} %`

const countMade = (shots: readonly Pick<Shot, 'made'>[]): number => shots.filter(({ made }) => made).length

const formatShare = (shots: readonly Shot[]): string =>
  shots.length === 0 ? '0 of 0' : `${countMade(shots)} of ${shots.length} (${percent(countMade(shots), shots.length)})`

const formatFigures = (shots: readonly Shot[]): string =>
  shots.length === 0
    ? 'No shots recorded'
    : `${formatShare(shots)}, threes ${formatShare(shots.filter(({ value }) => value === 3))}`

type Describe = (shot: Located) => string

const describeShot: Describe = ({ x_ft, y_ft, made, value }) =>
  `${made ? 'made' : 'missed'} ${value ?? 2}, ${Math.round(Math.hypot(x_ft, y_ft))} ft`

const describeWithPlayer: Describe = (shot) =>
  shot.player == null ? describeShot(shot) : `${shot.player.name}: ${describeShot(shot)}`

/** A dot or a cross where a shot was taken. */
const markPath = ({ x_ft, y_ft, made }: Located): string =>
  made
    ? `M${coordinate(x_ft)} ${coordinate(y_ft)}h0`
    : `M${coordinate(x_ft - 0.4)} ${coordinate(y_ft - 0.4)}l.8.8m0-.8l-.8.8`

/** Marks of shots: each in an element with a title, or all in one without. */
const drawPaths = (shots: readonly Located[], describe: Describe | undefined): string =>
  describe === undefined
    ? `<path d="${shots.map(markPath).join('')}"/>`
    : shots.map((shot) => `<path d="${markPath(shot)}"><title>${escaped(describe(shot))}</title></path>`).join('')

/** Made shots are dots, missed ones crosses. */
const drawMarks = (shots: readonly Located[], describe?: Describe): string => {
  const [made, missed] = [shots.filter((shot) => shot.made), shots.filter((shot) => !shot.made)]
  return (
    `<g class="bd-missed" fill="none" stroke-width=".24">${drawPaths(missed, describe)}</g>` +
    `<g class="bd-made" stroke-width=".95" stroke-linecap="round">${drawPaths(made, describe)}</g>`
  )
}

/** Paths in steps, drawn in feet. */
const inSteps = (paths: string): string =>
  `<g transform="scale(${STEP.x.toFixed(4)} ${STEP.y.toFixed(4)})">${paths}</g>`

const perShot = (points: number, shots: number): string => (points / shots).toFixed(2)

const drawHexagons = (shots: readonly Located[], league: League): string => {
  const byShade = Map.groupBy(toCells(shots, league), ({ shade }) => shade)
  const groups = [...byShade].map(([shade, cells]) => {
    const paths = cells.map(
      (cell) =>
        `<path d="${hexagon(cell.x, cell.y, cell.size)}"><title>${cell.made}/${cell.shots}: ${perShot(cell.points, cell.shots)}, league ${perShot(cell.expected, cell.shots)}</title></path>`,
    )
    return `<g class="bd-shade${shade}">${paths.join('')}</g>`
  })
  return inSteps(groups.join(''))
}

const soft = { className: 'soft' } as const

/** What was made and attempted in each zone, below a half court; with a league its share below. */
const drawZones = (court: CourtLines, { shots, league }: Panel, x: number, y: number): string => {
  const width = (2 * court.side) / ZONES.length
  const byZone = Map.groupBy(shots.filter(isLocated), (shot) => getZone(court, shot))
  const leagueByZone = Map.groupBy(league ?? [], (shot) => getZone(court, shot))
  const sum = (rows: readonly LeagueShots[], column: 'shots' | 'made') =>
    rows.reduce((total, row) => total + row[column], 0)
  const columns = ZONES.map(([zone, name], index) => {
    const of = byZone.get(zone) ?? []
    const ofLeague = leagueByZone.get(zone) ?? []
    const share = of.length === 0 ? '0/0' : `${countMade(of)}/${of.length} · ${percent(countMade(of), of.length, 0)}`
    const shareOfLeague = ofLeague.length === 0 ? '–' : percent(sum(ofLeague, 'made'), sum(ofLeague, 'shots'), 0)
    const at = { x: x + index * width, size: SMALL, width: width - 0.2 }
    return (
      textLine(name, { ...at, y, ...soft }) +
      textLine(share, { ...at, y: y + 1.9 }) +
      (league === undefined ? '' : textLine(`league ${shareOfLeague}`, { ...at, y: y + 3.7, ...soft }))
    )
  })
  return columns.join('')
}

const hexagonLegend = (x: number, y: number, { mean }: League, hidden: string): string => {
  const swatches = Array.from({ length: SHADE_COUNT }, (_, shade) => {
    const [column, row] = [Math.round((x + 9.4 + 2 * shade) / STEP.x), Math.round((y - 0.5) / STEP.y)]
    return `<path class="bd-shade${shade}" d="${hexagon(column, row, 5)}"/>`
  })
  return (
    textLine('below league', { x, y, size: TEXT_SIZE, width: 8.4, ...soft }) +
    inSteps(swatches.join('')) +
    textLine('above', { x: x + 19, y, size: TEXT_SIZE, width: 5, ...soft }) +
    textLine(`league ${mean.toFixed(2)} points a shot; size: how often`, {
      x: x + 24.4,
      y,
      size: TEXT_SIZE,
      width: 24.6,
      ...soft,
    }) +
    (hidden === '' ? '' : textLine(hidden, { x, y: y + LINE_FOOT, size: SMALL, width: 49, ...soft }))
  )
}

const markLegend = (x: number, y: number, hidden: string): string => {
  const legend = [
    { x_ft: x + 0.5, y_ft: y - 0.5, made: true, value: 2 },
    { x_ft: x + 7.5, y_ft: y - 0.5, made: false, value: 2 },
  ]
  return (
    drawMarks(legend) +
    textLine('made', { x: x + 1.5, y, size: TEXT_SIZE, width: 5, ...soft }) +
    textLine(['missed', hidden].filter(Boolean).join('; '), { x: x + 8.5, y, size: TEXT_SIZE, width: 40, ...soft })
  )
}

/** How many shots are not drawn, and why; empty if there are none. */
const describeHidden = ({ shots }: Panel, shown: readonly Located[]): string => {
  const far = shots.filter(isLocated).filter(({ y_ft }) => y_ft > CHART_END)
  const rest = shots.length - shown.length - far.length
  return [
    ...(far.length > 0 ? [`beyond ${CHART_END} ft ${countMade(far)} of ${far.length}`] : []),
    ...(rest > 0 ? [`${rest} not drawn`] : []),
  ].join('; ')
}

const drawChart = (title: string, court: CourtLines, panels: readonly Panel[], describe?: Describe): string => {
  const lines = drawPath(court)
  const panelWidth = 2 * (court.side + MARGIN)
  const bottom = HEAD + CHART_END - court.baseline
  const hasLeague = panels.some(({ league }) => league !== undefined)
  const end = bottom + FOOT + (hasLeague ? LINE_FOOT : 0)
  const inner = 2 * court.side
  let height = end
  const drawn = panels.map((panel, index) => {
    const { label, shots } = panel
    const league = panel.league && shots.length >= HEXAGONS_FROM ? toLeague(panel.league) : undefined
    const left = index * panelWidth + MARGIN
    const located = shots.filter(isLocated).filter(({ y_ft }) => y_ft <= CHART_END)
    const shown = league ? located : located.slice(0, MAX_MARKS)
    const hidden = describeHidden(panel, shown)
    if (league && hidden !== '') height = end + LINE_FOOT
    const legendAt = [left, end - 1.2] as const
    return (
      textLine(label, { x: left, y: HEAD - 3.4, size: TITLE_SIZE * 0.85, width: inner }) +
      textLine(formatFigures(shots), { x: left, y: HEAD - 1.2, size: TEXT_SIZE, width: inner, ...soft }) +
      `<g transform="translate(${coordinate(left + court.side)} ${coordinate(HEAD - court.baseline)})">` +
      (league ? drawHexagons(shown, league) : '') +
      `<path class="bd-line" fill="none" stroke-width=".25" d="${lines}"/>` +
      '<circle class="bd-rim" fill="none" stroke-width=".25" r=".75"/>' +
      `${league ? '' : drawMarks(shown, describe)}</g>` +
      drawZones(court, panel, left, bottom + 2.2) +
      (league ? hexagonLegend(...legendAt, league, hidden) : markLegend(...legendAt, hidden))
    )
  })
  const width = panels.length * panelWidth
  const head = textLine(title, { x: MARGIN, y: 3, size: TITLE_SIZE, width: width - 2 * MARGIN })
  return picture({
    width,
    height,
    title,
    description: panels.map(({ label, shots }) => `${label}: ${formatFigures(shots)}.`).join(' '),
    colours: COLOURS,
    body: head + drawn.join(''),
  })
}

/**
 * A shot chart as an SVG document: a half court for each panel, with the basket at the top, so that left is left for a shooter who
 * faces it, and what was made in each zone. Made shots are dots and missed ones crosses; a season of 200 shots or more is counted by
 * hexagons, whose shade compares it with the league from the same distance. Marks have titles as far as 20 kB allow.
 * @param title a line, which is also what screen readers announce
 */
export const shotChart = (title: string, court: CourtLines, panels: readonly Panel[]): string => {
  const named = drawChart(title, court, panels, describeWithPlayer)
  if (Buffer.byteLength(named) <= MAX_BYTES) return named
  const described = drawChart(title, court, panels, describeShot)
  return Buffer.byteLength(described) <= MAX_BYTES ? described : drawChart(title, court, panels)
}
