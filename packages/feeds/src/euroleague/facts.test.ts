import { describe, expect, test } from 'vitest'
import { stageOf } from './facts.ts'

describe('phases of both answers and both competitions have one name each', () => {
  test.each([
    ['REGULAR SEASON', 'regular'],
    ['R S', 'regular'],
    ['Regular Season', 'regular'],
    ['RS', 'regular'],
    ['Play-In Showdown', 'play-in'],
    ['PI', 'play-in'],
    ['PLAYOFFS', 'playoffs'],
    ['PLAY OFF', 'playoffs'],
    ['P', 'playoffs'],
    ['P O', 'playoffs'],
    ['FINAL FOUR', 'final-four'],
    ['F F', 'final-four'],
    ['TOP 16', 'top-16'],
    ['TOP SIXTEEN', 'top-16'],
    ['T S', 'top-16'],
    ['LAST 32', 'last-32'],
    ['LAST 16', 'last-16'],
    ['EIGHTHFINALS', 'eighth-finals'],
    ['QUARTER FINAL', 'quarter-finals'],
    ['QUARTERFINALS', 'quarter-finals'],
    ['SEMI-FINAL', 'semi-finals'],
    ['SEMIFINALS', 'semi-finals'],
    ['FINALS', 'final'],
  ])('%s', (phase, stage) => expect(stageOf(phase)).toBe(stage))
})

test('a phase in no list keeps its own name, no phase is null', () => {
  expect([stageOf('SECOND ROUND (A)'), stageOf('')]).toEqual(['second-round-a', null])
})
