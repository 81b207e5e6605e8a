import type { Game, Shot } from '@basketball-data/client'
import { cornerDepth, guessCourt, type Court, type ShotLocation } from './court.ts'

/** SVG units per foot. */
const SCALE = 10
const MARGIN = 20
const HEADING = 78
const COLOURS = { home: '#c2500f', away: '#1f5f99' } as const

type Side = keyof typeof COLOURS
type LocatedShot = ShotLocation & { made: boolean; side: Side }

const withLocation = (shots: readonly Shot[]): LocatedShot[] =>
  shots.flatMap(({ x_ft, y_ft, value, made, side }) =>
    x_ft === null || y_ft === null || (side !== 'home' && side !== 'away') ? [] : [{ x_ft, y_ft, value, made, side }],
  )

/** A length in feet as SVG units. */
const n = (feet: number): string => (feet * SCALE).toFixed(1)
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Draws the lines of a half court; the basket is the origin, and half court lies above it. */
const courtLines = (court: Court): string => {
  const { basket, arc, corner, circle_radius: circle, restricted_area_radius: charge } = court
  const [half, lane, board] = [court.width / 2, court.lane_width / 2, court.backboard_width / 2]
  const [end, top, throwLine] = [basket, basket - court.length, basket - court.free_throw_line]
  const [depth, face] = [-cornerDepth(court), basket - court.backboard]
  const paths = [
    `M${n(-half)} ${n(top)}H${n(half)}V${n(end)}H${n(-half)}Z`,
    `M${n(-lane)} ${n(end)}V${n(throwLine)}H${n(lane)}V${n(end)}`,
    `M${n(-circle)} ${n(throwLine)}a${n(circle)} ${n(circle)} 0 0 1 ${n(2 * circle)} 0`,
    `M${n(-corner)} ${n(end)}V${n(depth)}A${n(arc)} ${n(arc)} 0 0 1 ${n(corner)} ${n(depth)}V${n(end)}`,
    `M${n(-charge)} ${n(face)}V0a${n(charge)} ${n(charge)} 0 0 1 ${n(2 * charge)} 0V${n(face)}`,
    `M${n(-circle)} ${n(top)}a${n(circle)} ${n(circle)} 0 0 0 ${n(2 * circle)} 0`,
  ]
  return `<g class="court"><path d="${paths.join('')}"/><path class="board" d="M${n(-board)} ${n(face)}H${n(board)}"/><circle r="${n(court.rim_radius)}"/></g>`
}

const shotMark = ({ x_ft, y_ft, made }: LocatedShot): string =>
  made ? `<circle cx="${n(x_ft)}" cy="${n(-y_ft)}" r="4.5"/>` : `<path d="M${n(x_ft)} ${n(-y_ft)}m-4-4l8 8m0-8l-8 8"/>`

const shotCounts = (shots: readonly LocatedShot[]): string => {
  const [threes, made] = [shots.filter(({ value }) => value === 3), shots.filter((shot) => shot.made)]
  const threesMade = made.filter(({ value }) => value === 3)
  return `● ${made.length} made  × ${shots.length - made.length} missed  threes ${threesMade.length} of ${threes.length}`
}

const panel = (court: Court, name: string, score: number | null, shots: readonly LocatedShot[], side: Side): string => {
  const left = (side === 'home' ? 0 : court.width * SCALE + MARGIN) + MARGIN
  const basket = HEADING + (court.length - court.basket) * SCALE
  const inHalfCourt = shots.filter(({ y_ft }) => y_ft <= court.length - court.basket)
  return `<g transform="translate(${(left + (court.width * SCALE) / 2).toFixed(1)} ${basket.toFixed(1)})" class="${side}">
<text class="team" x="${n(-court.width / 2)}" y="${(HEADING - basket - 36).toFixed(1)}">${escapeXml(name)} ${score ?? ''}</text>
<text class="count" x="${n(-court.width / 2)}" y="${(HEADING - basket - 14).toFixed(1)}">${shotCounts(shots)}</text>
${courtLines(court)}
${inHalfCourt.map(shotMark).join('\n')}
</g>`
}

/** Draws the field-goal attempts of a game as SVG: a half court per team, a disc for a made shot and a cross for a miss. */
export const shotChart = (game: Game, shots: readonly Shot[]): string => {
  const located = withLocation(shots)
  const court = guessCourt(located)
  const width = Math.ceil(2 * court.width * SCALE + 3 * MARGIN)
  const height = Math.ceil(HEADING + court.length * SCALE + MARGIN)
  const side = (name: Side): string =>
    panel(
      court,
      game[name].name,
      game[`${name}_score`],
      located.filter((shot) => shot.side === name),
      name,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeXml(`Shots of ${game.home.name} and ${game.away.name}, ${game.date}`)}</title>
<style>
svg { background: #fffdfa; font-family: system-ui, sans-serif; }
.court { fill: none; stroke: #b9aa9c; stroke-width: 1.5; }
.court .board { stroke-width: 3; }
.court circle { stroke: #231a13; }
.home > circle { fill: ${COLOURS.home}; fill-opacity: .75; } .home > path { stroke: ${COLOURS.home}; stroke-opacity: .6; }
.away > circle { fill: ${COLOURS.away}; fill-opacity: .75; } .away > path { stroke: ${COLOURS.away}; stroke-opacity: .6; }
.home > path, .away > path { stroke-width: 1.6; fill: none; }
.team { font-size: 20px; font-weight: 650; fill: #231a13; }
.count { font-size: 14px; fill: #6b5d52; white-space: pre; }
</style>
${side('home')}
${side('away')}
</svg>
`
}
