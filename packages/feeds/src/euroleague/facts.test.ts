import { describe, expect, test } from 'vitest'
import { parseStage } from './facts.ts'
import { readGame } from './game.ts'
import { header, schedule } from './test-support/sample-game.ts'

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
  ])('%s', (phase, stage) => expect(parseStage(phase)).toBe(stage))
})

test('an unknown phase becomes a slug of its name; an empty one is null', () => {
  expect([parseStage('SECOND ROUND (A)'), parseStage('')]).toEqual(['second-round-a', null])
})

const only = (responses: Record<string, unknown>) => readGame({ season_code: 'E2022', game_code: 61, ...responses })

test('a club has its code, the names of the schedule and the usual ones as aliases', () => {
  const withClub = (club: Record<string, unknown>) => ({ local: { club, score: null } })
  const barcelona = { code: 'BAR', name: 'FC Barcelona', abbreviatedName: 'Barça', editorialName: '', tvCode: 'FCB' }
  expect(only({ schedule: schedule(withClub(barcelona)) }).home.team).toEqual({
    external_id: 'BAR',
    name: 'FC Barcelona',
    aliases: ['BAR', 'Barça', 'FCB', 'Barcelona', 'FC Barcelona'],
  })
  expect(only({ header: { ...header(), CodeTeamA: 'OLY' } }).home.team.aliases).toContain('Olympiacos')
})

describe('the group of a game of the regular season', () => {
  const inferGroups = (fields: Record<string, unknown>) => {
    const { home, away } = only({ schedule: schedule(fields) })
    expect(home.group).toBe(away.group)
    return home.group
  }
  const inGroups = { code: 'RS', alias: 'REGULAR SEASON', name: 'Regular Season', isGroupPhase: true }

  test.each([
    ['Group A', 'A', 'Group A'],
    ['Group GROUP B', 'GROUP B', 'Group B'],
    ['Group C', '', 'Group C'],
  ])('named %j, in full %j, is %s', (name, rawName, group) => {
    expect(inferGroups({ phaseType: inGroups, group: { id: 'x', order: 1, name, rawName } })).toBe(group)
  })

  test('is null in one table', () => {
    const group = { id: 'x', order: 1, name: 'Group Regular Season', rawName: 'Regular Season' }
    expect(inferGroups({ phaseType: inGroups, group })).toBeNull()
    expect(inferGroups({})).toBeNull()
  })

  test('is left out for other stages and without a schedule', () => {
    const group = { id: 'x', order: 2, name: 'Group PLAYOFF B', rawName: 'PLAYOFF B' }
    expect(inferGroups({ phaseType: { code: 'PO', name: 'Playoffs', isGroupPhase: false }, group })).toBeUndefined()
    expect(only({ header: header() }).home.group).toBeUndefined()
    expect(inferGroups({ phaseType: inGroups })).toBeUndefined()
  })
})
