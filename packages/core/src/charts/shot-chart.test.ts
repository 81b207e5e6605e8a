import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getCourtLines, FIBA_LINES, NBA_LINES, drawPath, WNBA_LINES } from './court-lines.ts'
import { shotChart, type Panel } from './shot-chart.ts'

type Shot = Panel['shots'][number]

const shot = (x_ft: number | null, y_ft: number | null, made = true, value = 2): Shot => ({ x_ft, y_ft, made, value })
const chart = (shots: readonly Shot[], title = 'A game', label = 'Foxes') =>
  shotChart(title, FIBA_LINES, [{ label, shots }])

/** The data of the path with a class. */
const findPaths = (svg: string, name: string): string =>
  [...svg.matchAll(new RegExp(`<path class="bd-${name}"[^>]* d="([^"]*)"`, 'g'))].map(([, data]) => data).join('')

test('made shots are dots and missed ones crosses where they were taken, left of the basket on the left', () => {
  const svg = chart([shot(-8.5, 3), shot(12, 20.25, false, 3)])
  expect(findPaths(svg, 'made')).toContain('M-8.5 3h0')
  expect(findPaths(svg, 'missed')).toContain('M12 20.25m')
  // The basket is in the middle at the top: x grows to the right, y downwards, as in SVG.
  expect(svg).toMatch(/<g transform="translate\(25\.81 14\.17\)">/)
})

test('the figures count all shots, and say which are not drawn', () => {
  const svg = chart([shot(0, 1), shot(2, 50, false, 3), shot(null, null, true, 3), shot(5, 5, false)])
  expect(svg).toContain('2 of 4 (50.0 %), threes 1 of 2 (50.0 %)')
  expect(svg).toContain('missed; 2 not drawn')
  expect(chart([])).toContain('No shots recorded')
})

test('from 200 shots on, hexagons show how often and how well was shot', () => {
  const many = Array.from({ length: 200 }, (_, index) => shot(0, 1, index % 2 === 0))
  expect(findPaths(chart(many.slice(1)), 'shade\\d')).toBe('')
  const svg = chart([...many, shot(20, 20, false, 3), shot(-20, 20, true, 3)])
  expect(findPaths(svg, 'made')).toBe('')
  // One point a shot has the middle of five shades; a miss the first, a made three the last.
  const centres = (shade: number) => findPaths(svg, `shade${shade}`).match(/M[^l]+/g)?.length ?? 0
  // Each shade is also in the legend.
  expect([0, 1, 2, 3, 4].map((shade) => centres(shade) - 1)).toEqual([1, 0, 1, 0, 1])
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
      const svg = chart(shots)
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
  const sizes = findPaths(chart([...basket, ...others.flat()]), 'shade\\d').match(/l\d+/g)
  expect(new Set(sizes).size).toBeGreaterThanOrEqual(4)
})

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

test.each([
  ['a season of 2,500 shots', [everywhere(2500, (index) => index % 7 < 3)]],
  ['a season of 20,000 shots', [everywhere(20_000, (index) => index % 7 < 3)]],
  ['a game in which nobody scores', [everywhere(199, () => false), everywhere(199, () => false)]],
])('%s, taken from everywhere, has at most 20 kB', (_, halves) => {
  const svg = shotChart(
    'Foxes 84–79 Lions, 2026-11-19',
    NBA_LINES,
    halves.map((shots) => ({ label: 'Foxes', shots })),
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

  // FIBA, official basketball rules 2024, article 2: 28 by 15 m, the line 6.75 m from the basket, 0.9 m from the sides.
  test('FIBA has those of its rules', () => {
    const feet = (metres: number) => metres / 0.3048
    expect(FIBA_LINES.side).toBeCloseTo(feet(7.5), 1)
    expect(FIBA_LINES.halfway - FIBA_LINES.baseline).toBeCloseTo(feet(14), 1)
    expect(FIBA_LINES.arc).toBeCloseTo(feet(6.75), 1)
    expect(FIBA_LINES.corner).toBeCloseTo(feet(6.6), 1)
    expect(-FIBA_LINES.baseline).toBeCloseTo(feet(1.575), 1)
    expect(FIBA_LINES.lane).toBeCloseTo(feet(2.45), 1)
  })

  // NBA, rule 1: 94 by 50 ft, the line 23 ft 9 in from the basket, 22 ft in the corners; 5.25 ft from baseline to basket.
  test('the NBA has those of its rules', () => {
    expect([NBA_LINES.side, NBA_LINES.halfway - NBA_LINES.baseline]).toEqual([25, 47])
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
