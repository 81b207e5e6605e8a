import { describe, expect, test } from 'vitest'
import { confirmEvent, describeNearest, matchEvent, type Candidate, type Match } from './match-event.ts'
import { PricedEvent } from '../../contract/index.ts'

const event = (changes: Partial<PricedEvent> = {}) =>
  PricedEvent.parse({
    source: 'prices',
    external_id: 'e1',
    home: ['Los Angeles Clippers', 'LA Clippers'],
    away: ['Phoenix Suns'],
    tip_off: '2026-03-04T03:10:00Z',
    quotes: [],
    ...changes,
  })

const game = (changes: Partial<Candidate> = {}): Candidate => ({
  id: 'gm_00000001',
  date: '2026-03-03',
  tip_off: null,
  time_zone: 'America/New_York',
  gender: 'men',
  home: ['LA Clippers', 'clippers'],
  away: ['Phoenix Suns'],
  ...changes,
})
const reasonIn = (match: Match) => ('reason' in match ? match.reason : `matched ${match.game}`)
const getReason = (...of: Parameters<typeof matchEvent>) => reasonIn(matchEvent(...of))
const MATCHED = { game: 'gm_00000001', swapped: false }

test('a game without a tip-off matches by its day in the time zone of the competition', () => {
  expect(matchEvent(event(), [game()])).toEqual(MATCHED)
  expect(getReason(event(), [game({ time_zone: null })])).toMatch(/^no game .+; near it on 2026-03-03$/)
  expect(matchEvent(event(), [game({ time_zone: null, date: '2026-03-04' })])).toEqual(MATCHED)
})

test('the tip-offs of a game and its event may differ by six hours', () => {
  const at = (tip_off: string) => [game({ tip_off: new Date(tip_off) })]
  expect(matchEvent(event(), at('2026-03-04T09:10:00Z'))).toEqual(MATCHED)
  expect(matchEvent(event(), at('2026-03-03T21:10:00Z'))).toEqual(MATCHED)
  expect(getReason(event(), at('2026-03-04T09:10:01Z'))).toMatch(/^no game/)
})

test('an event without a tip-off is matched by its day', () => {
  expect(matchEvent(event({ tip_off: null, date: '2026-03-03' }), [game()])).toEqual(MATCHED)
  expect(getReason(event({ tip_off: null, date: '2026-03-04' }), [game()])).toMatch(/near it on 2026-03-03$/)
  expect(getReason(event({ tip_off: null }), [game()])).toMatch(/at an unknown time/)
})

test('an event with two candidates is unmatched', () => {
  const twice = [game(), game({ id: 'gm_00000002' })]
  expect(getReason(event(), twice)).toBe('2 games fit Los Angeles Clippers – Phoenix Suns at 2026-03-04T03:10:00Z')
})

const swapped = game({ home: ['Phoenix Suns'], away: ['LA Clippers'] })

test('an event whose only candidate has home and away swapped is unmatched', () => {
  expect(getReason(event(), [swapped])).toMatch(/known with the other team at home$/)
})

test('an event can match by an earlier reading, also if home and away were swapped since', () => {
  const earlier = { home: ['LA Clippers'], away: ['Phoenix Suns'], tip_off: '2026-03-04T03:10:00Z' }
  const moved = { tip_off: '2026-03-09T03:10:00Z' }
  expect(matchEvent(event({ ...moved, earlier: [earlier] }), [game()])).toEqual(MATCHED)
  expect(getReason(event({ ...moved, earlier: [{ ...earlier, ...moved }] }), [game()])).toMatch(
    /^no game .+ at 2026-03-09/,
  )
  const other = { home: ['Phoenix Suns'], away: ['LA Clippers'] }
  expect(matchEvent(event({ earlier: [{ ...earlier, ...other }] }), [swapped])).toEqual({ ...MATCHED, swapped: true })
})

describe('a game stored under the identifier of the event', () => {
  test('matches if it has the same teams, at either home and at any time', () => {
    const later = event({ tip_off: '2026-04-01T03:10:00Z' })
    expect(confirmEvent(later, game(), [])).toEqual(MATCHED)
    expect(confirmEvent(later, swapped, [])).toEqual({ ...MATCHED, swapped: true })
    const other = game({ away: ['Utah Jazz'] })
    expect(reasonIn(confirmEvent(later, other, []))).toBe(
      'the game of its identifier is LA Clippers – Utah Jazz on 2026-03-03, ' +
        'but "Phoenix Suns" is not a known name of Utah Jazz',
    )
  })

  test('does not match if another game of the teams is at the time of the event', () => {
    const another = game({ id: 'gm_00000002', date: '2026-03-06' })
    const then = event({ tip_off: '2026-03-07T03:10:00Z' })
    expect(reasonIn(confirmEvent(then, game(), [another, game()]))).toBe(
      'the game of its identifier is that on 2026-03-03, but Los Angeles Clippers – Phoenix Suns at ' +
        '2026-03-07T03:10:00Z is that on 2026-03-06',
    )
    expect(confirmEvent(event(), game(), [another, game()])).toEqual(MATCHED)
  })
})

test('a team is matched by any of its aliases', () => {
  expect(matchEvent(event({ home: ['Clippers'] }), [game()])).toEqual(MATCHED)
})

describe('the nearest game of an event that matches none', () => {
  const nearest = (home: string, away: string, ...near: Candidate[]) =>
    describeNearest(event({ home: [home], away: [away] }), near.length === 0 ? [game()] : near)

  test('has one of its teams, however the other is called', () => {
    expect(nearest('Clippers', 'Valley')).toBe(
      '; the nearest is LA Clippers – Phoenix Suns on 2026-03-03, but "Valley" is not a known name of Phoenix Suns',
    )
  })

  test('has two teams of like names, and both missing names are listed', () => {
    const jazz = game({ id: 'gm_00000002', home: ['Utah Jazz'], away: ['Phoenix Mercury'] })
    expect(nearest('LAC Clippers', 'Phoenix', jazz, game())).toBe(
      '; the nearest is LA Clippers – Phoenix Suns on 2026-03-03, but "LAC Clippers" is not a known name of LA Clippers' +
        ' and "Phoenix" is not a known name of Phoenix Suns',
    )
  })

  test('is none if the names are of other teams, or the game is at another time or of another gender', () => {
    expect(nearest('Valley', 'Jazz')).toBe('')
    expect(nearest('Clippers', 'Phoenix', game({ date: '2026-03-05' }))).toBe('')
    expect(describeNearest(event({ home: ['Clippers'], away: ['Phoenix'], gender: 'women' }), [game()])).toBe('')
  })
})

test('an event with a gender matches only games of that gender or of mixed competitions', () => {
  expect(getReason(event({ gender: 'women' }), [game()])).toMatch(/^no game/)
  expect(matchEvent(event({ gender: 'women' }), [game({ gender: 'mixed' })])).toEqual(MATCHED)
  expect(matchEvent(event({ gender: null }), [game({ gender: 'women' })])).toEqual(MATCHED)
})
