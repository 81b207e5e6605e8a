import { describe, expect, test } from 'vitest'
import { stageOf } from './facts.ts'

describe('a phase of either response and either competition has one stage', () => {
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

test('an unknown phase becomes a slug of its name; an empty one is null', () => {
  expect([stageOf('SECOND ROUND (A)'), stageOf('')]).toEqual(['second-round-a', null])
})
