import { drawPath, type CourtLines } from './court-lines.ts'
import { coordinate, picture, textLine, type Colours } from './svg.ts'

/** A field-goal attempt with its location in feet, as Shots has it. */
export type ChartShot = { x_ft: number; y_ft: number; made: boolean; value: number | null }

/** A half court with the shots of a team or a player. */
export type Panel = {
  /** Written above the half court. */
  label: string
  /** A shot without a location counts in the figures, and is not drawn. */
  shots: readonly (Omit<ChartShot, 'x_ft' | 'y_ft'> & { x_ft: number | null; y_ft: number | null })[]
}

/** Shots from which on a half court counts them by hexagons, because marks would hide each other. */
const HEXAGONS_FROM = 200
/** Distance between the centres of neighbouring hexagons, feet. */
const HEXAGON = 2.2
/**
 * Hexagons are drawn on a grid of whole steps, which keeps a picture of all of them below 20 kB: one of size s is s steps wide
 * to each side and 2s steps high, and the largest ones touch.
 */
const LARGEST = 6
const SMALLEST = 2
const STEP = { x: HEXAGON / 2 / LARGEST, y: HEXAGON / Math.sqrt(3) / 2 / LARGEST }
/** The share of hexagons below the largest size: the one at the basket has many times the shots of most others. */
const SHARE_BELOW_LARGEST = 0.92
/** Points per shot from which on a hexagon has the next shade. */
const SHADES = [0.7, 0.9, 1.1, 1.3]

const COLOURS: Colours = {
  made: ['stroke', '#0b6e4f', '#4fd1a1'],
  missed: ['stroke', '#b3402a', '#f08a72'],
  shade0: ['fill', '#dfe4f0', '#272e40'],
  shade1: ['fill', '#b6c5ea', '#35507f'],
  shade2: ['fill', '#84a3e0', '#4873b8'],
  shade3: ['fill', '#477acb', '#74a1ea'],
  shade4: ['fill', '#123f8f', '#c4daff'],
}

/** Feet around a half court. */
const MARGIN = 1.2
/** Feet above the courts: for the title, the labels and the figures. */
const HEAD = 9
/** Feet below the courts, for the legend. */
const FOOT = 3.6
const TITLE_SIZE = 2.2
const TEXT_SIZE = 1.6

const isLocated = (shot: Panel['shots'][number]): shot is ChartShot => shot.x_ft !== null && shot.y_ft !== null

const marks = (shots: readonly ChartShot[], mark: string): string =>
  shots.map(({ x_ft, y_ft }) => `M${coordinate(x_ft)} ${coordinate(y_ft)}${mark}`).join('')

/** Made shots are dots, missed ones crosses. */
const drawMarks = (shots: readonly ChartShot[]): string => {
  const missed = marks(
    shots.filter(({ made }) => !made),
    'm-.4-.4l.8.8m0-.8l-.8.8',
  )
  const made = marks(
    shots.filter((shot) => shot.made),
    'h0',
  )
  return (
    `<path class="bd-missed" fill="none" stroke-width=".24" d="${missed}"/>` +
    `<path class="bd-made" stroke-width=".95" stroke-linecap="round" d="${made}"/>`
  )
}

/** The shots of a hexagon, whose centre is given in steps. */
type Bin = { x: number; y: number; shots: number; points: number }

/** Counts shots in hexagons whose rows are shifted by half a hexagon. */
const toBins = (shots: readonly ChartShot[]): Bin[] => {
  const [width, height] = [2 * LARGEST, 3 * LARGEST]
  const bins = new Map<string, Bin>()
  for (const { x_ft, y_ft, made, value } of shots) {
    const row = Math.floor(y_ft / STEP.y / height)
    const near = [row, row + 1].map((each) => {
      const shift = each % 2 === 0 ? 0 : LARGEST
      return { x: Math.round((x_ft / STEP.x - shift) / width) * width + shift, y: each * height }
    })
    const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x * STEP.x - x_ft, y * STEP.y - y_ft)
    const [nearest] = near.toSorted((a, b) => distance(a) - distance(b))
    if (nearest === undefined) continue
    const key = `${nearest.x} ${nearest.y}`
    const bin = bins.get(key) ?? { ...nearest, shots: 0, points: 0 }
    bins.set(key, { ...bin, shots: bin.shots + 1, points: bin.points + (made ? (value ?? 2) : 0) })
  }
  return [...bins.values()]
}

/** A hexagon that stands on a corner, in steps, as the data of a path. */
const hexagon = (x: number, y: number, size: number): string =>
  `M${x} ${y - 2 * size}l${size} ${size}v${2 * size}l-${size} ${size}-${size}-${size}v-${2 * size}z`

/** Paths in steps, drawn in feet. */
const inSteps = (paths: string): string =>
  `<g transform="scale(${STEP.x.toFixed(4)} ${STEP.y.toFixed(4)})">${paths}</g>`

const getShade = ({ points, shots }: Bin): number => SHADES.filter((limit) => points / shots >= limit).length

/** Hexagons: their area is how often it was shot from there, their shade the points of a shot. */
const drawHexagons = (shots: readonly ChartShot[]): string => {
  const bins = toBins(shots)
  const counts = bins.map((bin) => bin.shots).toSorted((one, other) => one - other)
  const full = Math.max(2, counts[Math.floor(counts.length * SHARE_BELOW_LARGEST)] ?? 0)
  const getSize = ({ shots: count }: Bin) =>
    Math.max(SMALLEST, Math.round(LARGEST * Math.sqrt(Math.min(1, count / full))))
  const paths = [...Map.groupBy(bins, getShade)].map(([shade, of]) => {
    const data = of.map((bin) => hexagon(bin.x, bin.y, getSize(bin))).join('')
    return `<path class="bd-shade${shade}" d="${data}"/>`
  })
  return inSteps(paths.join(''))
}

const percent = (made: number, all: number): string => `${((100 * made) / all).toFixed(1)} %`

const formatShare = (shots: Panel['shots']): string => {
  const made = shots.filter((shot) => shot.made).length
  return shots.length === 0 ? '0 of 0' : `${made} of ${shots.length} (${percent(made, shots.length)})`
}

const formatFigures = (shots: Panel['shots']): string =>
  shots.length === 0
    ? 'No shots recorded'
    : `${formatShare(shots)}, threes ${formatShare(shots.filter(({ value }) => value === 3))}`

const isCrowded = ({ shots }: Panel): boolean => shots.length >= HEXAGONS_FROM

const hexagonLegend = (x: number, y: number): string => {
  const swatches = Array.from({ length: SHADES.length + 1 }, (_, shade) => {
    const [column, row] = [Math.round((x + 0.9 + 2.4 * shade) / STEP.x), Math.round((y - 0.5) / STEP.y)]
    return `<path class="bd-shade${shade}" d="${hexagon(column, row, LARGEST - 1)}"/>`
  })
  const text = `${SHADES[0]} to ${SHADES.at(-1)} points per shot; size: how often`
  return inSteps(swatches.join('')) + textLine(text, { x: x + 13, y, size: TEXT_SIZE, width: 36, className: 'soft' })
}

const markLegend = (x: number, y: number, far: number): string => {
  const hidden = far === 0 ? '' : `; ${far} not drawn`
  const drawn = drawMarks([
    { x_ft: x + 0.5, y_ft: y - 0.5, made: true, value: 2 },
    { x_ft: x + 7.5, y_ft: y - 0.5, made: false, value: 2 },
  ])
  const texts = [
    textLine('made', { x: x + 1.5, y, size: TEXT_SIZE, width: 5, className: 'soft' }),
    textLine(`missed${hidden}`, { x: x + 8.5, y, size: TEXT_SIZE, width: 40, className: 'soft' }),
  ]
  return drawn + texts.join('')
}

/**
 * A shot chart as an SVG document: a half court for each panel, with the basket at the top, so that left is left for a shooter who
 * faces it. Made shots are dots and missed ones crosses; from 200 shots on they are counted by hexagons.
 * @param title a line, which is also what screen readers announce
 */
export const shotChart = (title: string, court: CourtLines, panels: readonly Panel[]): string => {
  const lines = drawPath(court)
  const panelWidth = 2 * (court.side + MARGIN)
  const height = HEAD + court.halfway - court.baseline + FOOT
  const inner = 2 * court.side
  const drawn = panels.map((panel, index) => {
    const { label, shots } = panel
    const left = index * panelWidth + MARGIN
    const shown = shots.filter(isLocated).filter(({ y_ft }) => y_ft <= court.halfway)
    const legendAt = [left, height - 1.2] as const
    return (
      textLine(label, { x: left, y: HEAD - 3.4, size: TITLE_SIZE * 0.85, width: inner }) +
      textLine(formatFigures(shots), { x: left, y: HEAD - 1.2, size: TEXT_SIZE, width: inner, className: 'soft' }) +
      `<g transform="translate(${coordinate(left + court.side)} ${coordinate(HEAD - court.baseline)})">` +
      `<path class="bd-line" fill="none" stroke-width=".25" d="${lines}"/>` +
      `${isCrowded(panel) ? drawHexagons(shown) : drawMarks(shown)}</g>` +
      (isCrowded(panel) ? hexagonLegend(...legendAt) : markLegend(...legendAt, shots.length - shown.length))
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
