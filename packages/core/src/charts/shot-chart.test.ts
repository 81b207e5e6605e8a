import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getCourtLines, getZone, FIBA_LINES, NBA_LINES, drawPath, WNBA_LINES } from './court-lines.ts'
import { shotChart, type Panel } from './shot-chart.ts'

type Shot = Panel['shots'][number]

const shot = (x_ft: number | null, y_ft: number | null, made = true, value = 2): Shot => ({ x_ft, y_ft, made, value })
const chart = (shots: readonly Shot[], title = 'A game', label = 'Foxes') =>
  shotChart(title, FIBA_LINES, [{ label, shots }])

/** A league that makes half of its twos and a third of its threes, from everywhere. */
const LEAGUE = [2, 3].flatMap((value) =>
  Array.from({ length: 50 }, (_, foot) => ({ x_ft: 0, y_ft: foot, value, shots: 60, made: value === 2 ? 30 : 20 })),
)
const seasonChart = (shots: readonly Shot[]) =>
  shotChart('Fox', FIBA_LINES, [{ label: 'A season', shots, league: LEAGUE }])

/** The data of the paths in groups with a class. */
const findPaths = (svg: string, name: string): string[] =>
  [...svg.matchAll(new RegExp(`<g class="bd-${name}"[^>]*>(.*?)</g>`, 'g'))].flatMap(([, group = '']) =>
    [...group.matchAll(/ d="([^"]*)"/g)].map(([, data = '']) => data),
  )

/** The shades of hexagons, each as often as it has one. */
const findShades = (svg: string): number[] =>
  [0, 1, 2, 3, 4].flatMap((shade) => findPaths(svg, `shade${shade}`).map(() => shade))

/** Shots all over a half court: every hexagon has some. */
const everywhere = (count: number, made: (index: number) => boolean): Shot[] =>
  Array.from({ length: count }, (_, index) =>
    shot(
      ((index * 0.618_034) % 1) * 49 - 24.5,
      ((index * 0.754_878) % 1) * 45 - 5,
      made(index),
      index % 3 === 0 ? 3 : 2,
    ),
  )

test('made shots are dots and missed ones crosses where they were taken, left of the basket on the left', () => {
  const svg = chart([shot(-8.5, 3), shot(12, 20.25, false, 3)])
  expect(findPaths(svg, 'made').join('')).toContain('M-8.5 3h0')
  expect(findPaths(svg, 'missed').join('')).toContain('M11.6 19.85l.8.8m0-.8l-.8.8')
  // The basket is in the middle at the top: x grows to the right, y downwards, as in SVG.
  expect(svg).toMatch(/<g transform="translate\(25\.81 14\.17\)">/)
})

test('the figures count all shots, and say which are not drawn', () => {
  const svg = chart([shot(0, 1), shot(2, 50, false, 3), shot(null, null, true, 3), shot(5, 5, false)])
  expect(svg).toContain('2 of 4 (50.0 %), threes 1 of 2 (50.0 %)')
  expect(svg).toContain('missed; beyond 32 ft 0 of 1; 1 not drawn')
  expect(chart([])).toContain('No shots recorded')
})

test('a mark says who has shot, and from where', () => {
  const svg = chart([{ ...shot(-8, 6), player: { name: 'Ada <F>' } }, shot(0, 25, false, 3)])
  expect(svg).toContain('<title>Ada &lt;F&gt;: made 2, 10 ft</title>')
  expect(svg).toContain('<title>missed 3, 25 ft</title>')
})

test('every shot of a game of many shots has a title, with its player as long as that takes no more than 20 kB', () => {
  const titles = (count: number): string[] => {
    const shots = everywhere(count, (index) => index % 2 === 0).map((one) => ({
      ...one,
      y_ft: (one.y_ft ?? 0) * 0.6, // none beyond the picture
      player: { name: 'Giannis Antetokounmpo' },
    }))
    const svg = shotChart('A game', NBA_LINES, [
      { label: 'Foxes', shots: shots.slice(count / 2) },
      { label: 'Lions', shots: shots.slice(0, count / 2) },
    ])
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(20_000)
    return [...svg.matchAll(/<title>([^<]* ft)<\/title>/g)].map(([, title = '']) => title)
  }
  expect(titles(150)).toHaveLength(150)
  expect(titles(150)[0]).toMatch(/^Giannis Antetokounmpo: missed/)
  expect(titles(200)).toHaveLength(200)
  expect(titles(200)[0]).toMatch(/^missed/)
  expect(titles(600)).toEqual([])
})

test('a season by hexagons says below its legend how many shots are not drawn', () => {
  const near = Array.from({ length: 250 }, (_, index) => shot(0, 1, index % 2 === 0))
  const line = /<text [^>]*>beyond 32 ft 1 of 2; 1 not drawn<\/text>/
  const height = (svg: string): number => Number(/viewBox="0 0 \S+ ([\d.]+)"/.exec(svg)?.[1])
  const whole = seasonChart(near)
  const svg = seasonChart([...near, shot(0, 40, true, 3), shot(3, 70, false, 3), shot(null, null)])
  expect(svg).toMatch(line)
  expect(whole).not.toContain('not drawn')
  expect(height(svg)).toBe(height(whole) + 2)
})

test('each zone has what was made and attempted, in a season beside the league', () => {
  const shots = [
    shot(1, 1),
    shot(-1, 2, false),
    shot(5, 8),
    shot(15, 5, false),
    shot(-23, 2, true, 3),
    shot(0, 25, true, 3),
  ]
  for (const text of ['1/2 · 50 %', '1/1 · 100 %', '0/1 · 0 %', 'corner threes'])
    expect(chart(shots)).toContain(`>${text}<`)
  expect(chart(shots)).not.toContain('>league')
  for (const text of ['league 50 %', 'league 33 %']) expect(seasonChart(shots)).toContain(`>${text}<`)
})

test.each([
  [0, 4, 2, 'rim'],
  [0, 4.2, 2, 'paint'],
  [8, 13.8, 2, 'paint'],
  [0, 14, 2, 'midRange'],
  [21, 2, 2, 'midRange'],
  [-22, 4, 3, 'corner'],
  [22, 5, 3, 'arc'],
  [0, 24, 3, 'arc'],
] as const)('a shot from %d, %d ft of value %d is of zone %s', (x_ft, y_ft, value, zone) =>
  expect(getZone(FIBA_LINES, { x_ft, y_ft, value })).toBe(zone),
)

test('a season of 200 shots is drawn by hexagons, and one of 199 or a game by marks', () => {
  const many = Array.from({ length: 200 }, (_, index) => shot(0, 1, index % 2 === 0))
  expect(findPaths(seasonChart(many.slice(1)), 'made')).not.toEqual([])
  expect(findPaths(seasonChart(many), 'made')).toEqual([])
  expect(findPaths(chart(many), 'made')).not.toEqual([])
  expect(seasonChart(many)).toContain('<title>100/200: 1.00, league 1.00</title>')
  expect(seasonChart(many)).toContain('league 1.00 points a shot')
})

test('the shade of a hexagon compares it with the league, and one of few shots has the shade of those around it', () => {
  const at = (x: number, made: number, all: number) =>
    Array.from({ length: all }, (_, index) => shot(x, 10, index < made))
  const shades = findShades(seasonChart([...at(-18, 20, 80), ...at(0, 40, 80), ...at(18, 60, 80)]))
  expect(shades).toEqual([0, 2, 4])
  // Two of two are a weak sign of a good shooter, and a single shot has no hexagon.
  expect(findShades(seasonChart([...at(0, 100, 200), ...at(18, 2, 2), ...at(-18, 1, 1)]))).toEqual([2, 3])
})

test('text in a picture is text', () => {
  const svg = chart([], 'A <b> & "B"', '</text><script>')
  expect(svg).toContain('<title>A &lt;b&gt; &amp; &quot;B&quot;</title>')
  expect(svg).not.toContain('<script>')
})

test('long names are smaller, so that they do not leave the picture', () => {
  const getFontSize = (title: string) => Number(/font-size="([\d.]+)"/.exec(chart([], title))?.[1])
  expect(getFontSize('Foxes')).toBe(2.2)
  for (const length of [50, 80, 120]) expect(getFontSize('m'.repeat(length)) * 0.56 * length).toBeLessThanOrEqual(49.3)
})

const anyShot = fc.record({
  x_ft: fc.option(fc.double({ min: -25, max: 25, noNaN: true })),
  y_ft: fc.option(fc.double({ min: -5, max: 90, noNaN: true })),
  made: fc.boolean(),
  value: fc.constantFrom(2, 3),
})

test('whatever the shots, a picture has at most 20 kB, a season of 2,500 shots included, and no number without a value', () => {
  fc.assert(
    fc.property(fc.array(anyShot, { maxLength: 2500, size: 'max' }), (shots) => {
      const svg = seasonChart(shots)
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(20_000)
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/)
    }),
    { numRuns: 60 },
  )
})

test('the many shots at the basket do not make all other hexagons equally small', () => {
  const basket = Array.from({ length: 400 }, () => shot(0, 1))
  const others = Array.from({ length: 20 }, (_, index) =>
    Array.from({ length: index + 1 }, () => shot(index * 2.2 - 20, 20)),
  )
  const paths = findPaths(seasonChart([...basket, ...others.flat()]), 'shade\\d')
  const sizes = paths.map((path) => /l\d+/.exec(path)?.[0])
  expect(new Set(sizes).size).toBeGreaterThanOrEqual(4)
})

test.each([
  ['a season of 2,500 shots', [everywhere(2500, (index) => index % 7 < 3)]],
  ['a season of 20,000 shots', [everywhere(20_000, (index) => index % 7 < 3)]],
  ['a game in which nobody scores', [everywhere(199, () => false), everywhere(199, () => false)]],
])('%s, taken from everywhere, has at most 20 kB', (_, halves) => {
  const svg = shotChart(
    'Foxes 84–79 Lions, 2026-11-19',
    NBA_LINES,
    halves.map((shots) => ({ label: 'Foxes', shots, ...(shots.length > 200 && { league: LEAGUE }) })),
  )
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(20_000)
})

describe('the lines of a court', () => {
  test.each([
    [{ regulation_minutes: 48, tie_break: 'nba' }, NBA_LINES],
    [{ regulation_minutes: 40, tie_break: 'wnba' }, WNBA_LINES],
    [{ regulation_minutes: 40, tie_break: 'nba' }, WNBA_LINES],
    [{ regulation_minutes: 40, tie_break: 'euroleague' }, FIBA_LINES],
    [{ regulation_minutes: 40, tie_break: 'simple' }, FIBA_LINES],
  ] as const)('of %j', (competition, lines) => expect(getCourtLines(competition)).toBe(lines))

  // FIBA, official basketball rules 2024, article 2: 15 m wide, the line 6.75 m from the basket, 0.9 m from the sides.
  test('FIBA has those of its rules', () => {
    const feet = (metres: number) => metres / 0.3048
    expect(FIBA_LINES.side).toBeCloseTo(feet(7.5), 1)
    expect(FIBA_LINES.arc).toBeCloseTo(feet(6.75), 1)
    expect(FIBA_LINES.corner).toBeCloseTo(feet(6.6), 1)
    expect(-FIBA_LINES.baseline).toBeCloseTo(feet(1.575), 1)
    expect(FIBA_LINES.lane).toBeCloseTo(feet(2.45), 1)
  })

  // NBA, rule 1: 50 ft wide, the line 23 ft 9 in from the basket, 22 ft in the corners; 5.25 ft from baseline to basket.
  test('the NBA has those of its rules', () => {
    expect(NBA_LINES.side).toBe(25)
    expect([NBA_LINES.arc, NBA_LINES.corner, NBA_LINES.lane]).toEqual([23.75, 22, 8])
  })

  test('the straight parts of the three-point line meet its arc', () => {
    for (const lines of [FIBA_LINES, NBA_LINES, WNBA_LINES]) {
      const [, x = '', y = ''] =
        /M(-[\d.]+) -[\d.]+V([\d.]+)A/.exec(drawPath(lines).slice(drawPath(lines).indexOf(`M-${lines.corner}`))) ?? []
      expect(Math.hypot(Number(x), Number(y))).toBeCloseTo(lines.arc, 1)
    }
  })
})
