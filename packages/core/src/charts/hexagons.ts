import type { LeagueShots } from './shot-queries.ts'

/** A field-goal attempt with its location in feet, as Shots has it. */
export type ChartShot = { x_ft: number; y_ft: number; made: boolean; value: number | null }

/** Distance between the centres of neighbouring hexagons, feet. */
const HEXAGON = 2.2
/**
 * Hexagons are drawn on a grid of whole steps, which keeps a picture of them below 20 kB: one of size s is s steps wide to each
 * side and 2s steps high, and the largest ones touch.
 */
const LARGEST = 6
const SMALLEST = 2
export const STEP = { x: HEXAGON / 2 / LARGEST, y: HEXAGON / Math.sqrt(3) / 2 / LARGEST }
/** The share of hexagons below the largest size: the one at the basket has many times the shots of most others. */
const SHARE_BELOW_LARGEST = 0.92
/** Hexagons with a smaller part of all shots, or a single shot, are not drawn. */
const MIN_SHARE = 0.002
const MIN_SHOTS = 2
/** Hexagons of a picture at most, those with the most shots. */
const MAX_CELLS = 180
/**
 * Shots at the league's rate that are added to those of a hexagon and its neighbours: with few shots the league's rate is the better
 * guess. After the shrinkage of batting averages towards the mean by Efron and Morris, "Stein's Paradox in Statistics" (1977).
 */
const PRIOR = 20
/** Feet at which a shot counts a third for the shade of a hexagon. */
const REACH = 3.3
/** Points per shot above the league from which on a hexagon has the next shade. */
const SHADES = [-0.15, -0.05, 0.05, 0.15]

/** What the shots of a league bring, by how far they are. */
export type League = {
  /** Points per shot of all. */
  mean: number
  /** Points per shot from a distance in feet. */
  expect: (distance: number, value: number | null) => number
}

type Sum = { shots: number; made: number }

/** The rates of a league by the foot, each with its two neighbours. */
export const toLeague = (rows: readonly LeagueShots[]): League => {
  const sums = new Map<string, Sum>()
  let [shots, points] = [0, 0]
  for (const { x_ft, y_ft, value, ...row } of rows) {
    const key = `${value} ${Math.round(Math.hypot(x_ft, y_ft))}`
    const sum = sums.get(key) ?? { shots: 0, made: 0 }
    sums.set(key, { shots: sum.shots + row.shots, made: sum.made + row.made })
    shots += row.shots
    points += row.made * (value ?? 2)
  }
  const mean = shots === 0 ? 0 : points / shots
  const expect = (distance: number, value: number | null): number => {
    const foot = Math.round(distance)
    const near = [foot - 1, foot, foot + 1].flatMap((each) => sums.get(`${value} ${each}`) ?? [])
    const all = near.reduce((total, sum) => total + sum.shots, 0)
    const made = near.reduce((total, sum) => total + sum.made, 0)
    return all === 0 ? mean : (made / all) * (value ?? 2)
  }
  return { mean, expect }
}

/** The shots of a hexagon, whose centre is given in steps, and the points that the league would have made with them. */
type Bin = { x: number; y: number; shots: number; made: number; points: number; expected: number }

/** Counts shots in hexagons whose rows are shifted by half a hexagon. */
const toBins = (shots: readonly ChartShot[], league: League): Bin[] => {
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
    const bin = bins.get(key) ?? { ...nearest, shots: 0, made: 0, points: 0, expected: 0 }
    bin.shots += 1
    bin.made += Number(made)
    bin.points += made ? (value ?? 2) : 0
    bin.expected += league.expect(Math.hypot(x_ft, y_ft), value)
    bins.set(key, bin)
  }
  return [...bins.values()]
}

/** Points per shot above those of the league, over a hexagon and, with less weight, those around it. */
const compare = (bin: Bin, bins: readonly Bin[]): number => {
  let [weights, difference] = [PRIOR, 0]
  for (const other of bins) {
    const distance = Math.hypot((other.x - bin.x) * STEP.x, (other.y - bin.y) * STEP.y)
    const weight = Math.exp(-((distance / REACH) ** 2))
    weights += weight * other.shots
    difference += weight * (other.points - other.expected)
  }
  return difference / weights
}

/** A hexagon to draw. */
export type Cell = Bin & { size: number; shade: number }

/** The hexagons of shots: their size is how often it was shot from there, their shade how well, compared with the league. */
export const toCells = (shots: readonly ChartShot[], league: League): Cell[] => {
  const bins = toBins(shots, league)
  const counts = bins.map((bin) => bin.shots).toSorted((one, other) => one - other)
  const full = Math.max(2, counts[Math.floor(counts.length * SHARE_BELOW_LARGEST)] ?? 0)
  const minimum = Math.max(MIN_SHOTS, shots.length * MIN_SHARE)
  return bins
    .filter((bin) => bin.shots >= minimum)
    .toSorted((a, b) => b.shots - a.shots)
    .slice(0, MAX_CELLS)
    .map((bin) => ({
      ...bin,
      size: Math.max(SMALLEST, Math.round(LARGEST * Math.sqrt(Math.min(1, bin.shots / full)))),
      shade: SHADES.filter((limit) => compare(bin, bins) >= limit).length,
    }))
}

/** The number of shades, from far below the league to far above it. */
export const SHADE_COUNT = SHADES.length + 1

/** A hexagon that stands on a corner, in steps, as the data of a path. */
export const hexagon = (x: number, y: number, size: number): string =>
  `M${x} ${y - 2 * size}l${size} ${size}v${2 * size}l-${size} ${size}-${size}-${size}v-${2 * size}z`
