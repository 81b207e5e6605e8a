import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScoreOp } from '../contract/index.ts'
import { applyOps, orderEvents, toPlays, type EventStates } from './event-order.ts'

const event = (clock: string | null, more: object = {}) => ({ period: 1, clock, type: 'foul', ...more })
const add = (id: string, after: string | null, clock: string | null = null, more: object = {}) =>
  ScoreOp.parse({ op: 'add', id, after, event: event(clock, more) })
const edit = (id: string, clock: string | null, { version, ...more }: { version?: number; type?: string } = {}) =>
  ScoreOp.parse({ op: 'edit', id, event: event(clock, more), version })
const remove = (id: string) => ScoreOp.parse({ op: 'remove', id })

const NOTHING: EventStates = new Map()

/** The states after calls, each with ops. @throws if an op cannot be applied */
const score = (calls: readonly (readonly ScoreOp[])[], before = NOTHING): EventStates =>
  calls.reduce((known, ops) => {
    const { states, problems } = applyOps(known, ops)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    return states
  }, before)

const listIds = (states: EventStates) => [...toPlays(orderEvents(states)).keys()]
const scoreIds = (...ops: ScoreOp[]) => listIds(score([ops])).join(' ')

describe('the order of events', () => {
  test('is that of `after`, whatever the clocks say', () => {
    expect(
      scoreIds(add('1', null, '09:00'), add('2', '1', '09:30'), add('3', '2', '00:10'), add('4', '3', '08:00')),
    ).toBe('1 2 3 4')
  })

  test('an event that is put in later stands right after the one that it names', () => {
    const game = [add('1', null, '09:00'), add('2', '1', '08:00'), add('3', '2', '07:00')]
    expect(scoreIds(...game, add('4', '1', '08:30'))).toBe('1 4 2 3')
    expect(scoreIds(...game, add('4', '1', '08:00'))).toBe('1 4 2 3')
    expect(scoreIds(...game, add('10', '1', '08:00'), add('9', '1', '08:00'))).toBe('1 10 9 2 3')
  })

  test('without clocks, too, where ids count up', () => {
    const game = ['1', '2', '3', '4'].map((id) => add(id, id === '1' ? null : String(Number(id) - 1)))
    expect(scoreIds(...game, add('5', '2'), add('6', '5'))).toBe('1 2 5 6 3 4')
  })

  test('joins by the clock what two clients score at the same time', () => {
    const one = [add('a1', '1', '09:00'), add('a2', 'a1', '07:00'), add('a3', 'a2', '05:00')]
    const two = [add('b1', '1', '08:00'), add('b2', 'b1', '06:00')]
    expect(scoreIds(add('1', null, '10:00'), ...one, ...two)).toBe('1 a1 b1 a2 b2 a3')
  })

  test('an event without a clock happens when the one before it does', () => {
    const other = [add('x', '1', '08:00')]
    expect(scoreIds(add('1', null, '10:00'), add('2', '1', '09:00'), add('3', '2', null), ...other)).toBe('1 2 3 x')
    expect(scoreIds(add('1', null, '10:00'), add('2', '1', null, { period: 2 }), ...other)).toBe('1 x 2')
  })

  test('10,000 events after the same one are ordered at once', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => add(`${n}`, null, '05:00'))
    const { states } = applyOps(NOTHING, many)
    expect(listIds(states)).toHaveLength(10_000)
  })
})

describe('an op', () => {
  test('waits for the event before it', () => {
    const waiting = score([[add('3', '2'), add('2', '1')]])
    expect(listIds(waiting)).toEqual([])
    expect(listIds(score([[add('1', null)]], waiting))).toEqual(['1', '2', '3'])
  })

  test('that edits or removes an event before it is added is kept', () => {
    const kept = score([[edit('1', '05:00'), remove('2')]])
    const plays = toPlays(orderEvents(score([[add('1', null, '06:00'), add('2', '1'), add('3', '2')]], kept)))
    expect([...plays].map(([id, { clock }]) => [id, clock])).toEqual([
      ['1', '05:00'],
      ['3', null],
    ])
  })

  test('that removes an event leaves those after it where they are', () => {
    expect(scoreIds(add('1', null), add('2', '1'), add('3', '2'), remove('2'), add('4', '2'))).toBe('1 4 3')
  })

  test('an edit that is repeated after a later one changes nothing', () => {
    const ops = [add('1', null, '09:00'), edit('1', '08:00'), edit('1', '07:00'), edit('1', '08:00'), remove('2')]
    expect(toPlays(orderEvents(score([ops]))).get('1')?.clock).toBe('07:00')
  })

  test('the edit with the greatest version counts, whatever arrives last', () => {
    const ops = [add('1', null, '09:00'), edit('1', '07:00', { version: 3 }), edit('1', '08:00', { version: 2 })]
    expect(toPlays(orderEvents(score([ops]))).get('1')?.clock).toBe('07:00')
    const again = edit('1', '08:00', { version: 4 })
    expect(toPlays(orderEvents(score([[...ops, again]]))).get('1')?.clock).toBe('08:00')
    expect(toPlays(orderEvents(score([[...ops, edit('1', '06:00')]]))).get('1')?.clock).toBe('06:00')
  })

  test('that adds another event under an id is a problem, and one that is repeated is none', () => {
    const before = score([[add('1', null, '09:00')], [add('1', null, '09:00')]])
    expect(applyOps(before, [remove('2'), add('1', null, '08:00')]).problems).toEqual([
      { pointer: '/1/id', message: expect.stringContaining('is the id of another event') },
    ])
    expect(applyOps(before, [add('1', '2', '09:00')]).problems).toHaveLength(1)
  })

  test('that makes an event come after itself is a problem', () => {
    const before = score([[add('2', '1'), add('3', '2')]])
    expect(applyOps(before, [add('4', '3'), add('1', '4')]).problems).toEqual([
      { pointer: '/0/after', message: 'makes the event come after itself' },
      { pointer: '/1/after', message: 'makes the event come after itself' },
    ])
    expect(applyOps(NOTHING, [add('1', '1')]).problems).toHaveLength(1)
  })
})

describe('the score', () => {
  const made = (id: string, after: string | null, type: string, side: string, more: object = {}) =>
    add(id, after, null, { type, side, ...more })
  const scores = (...ops: ScoreOp[]) =>
    [...toPlays(orderEvents(score([ops]))).values()].map(({ home_score, away_score }) => `${home_score}-${away_score}`)

  test('of events that leave it out follows from those before, so that an edit moves it for all later ones', () => {
    const ops = [
      made('1', null, 'two_made', 'home'),
      made('2', '1', 'foul', 'away'),
      made('3', '2', 'three_made', 'away'),
      made('4', '3', 'free_throw_made', 'home'),
    ]
    expect(scores(...ops)).toEqual(['2-0', '2-0', '2-3', '3-3'])
    const three = ScoreOp.parse({ op: 'edit', id: '1', event: { period: 1, type: 'three_made', side: 'home' } })
    expect(scores(...ops, three)).toEqual(['3-0', '3-0', '3-3', '4-3'])
    expect(scores(...ops, remove('1'))).toEqual(['0-0', '0-3', '1-3'])
  })

  test('that an event has counts as it is', () => {
    const stated = made('2', '1', 'two_made', 'home', { home_score: 40, away_score: 38 })
    expect(scores(made('1', null, 'two_made', 'home'), stated, made('3', '2', 'two_made', 'away'))).toEqual([
      '2-0',
      '40-38',
      '40-40',
    ])
  })

  test('of a basket without a side cannot be computed', () => {
    const basket = { op: 'add', id: '1', after: null, event: { period: 1, type: 'two_made' } }
    expect(ScoreOp.safeParse(basket).error?.issues[0]?.path).toEqual(['event', 'side'])
  })
})

/** The order of events, by trying all that can be next at each place. */
const orderSlowly = (states: EventStates): string[] => {
  const placed = new Map<string | null, { period: number; seconds: number }>([[null, { period: 0, seconds: 6000 }]])
  const ids: string[] = []
  for (;;) {
    const [next] = [...states.values()]
      .flatMap(({ id, added, edits }) => {
        const before = added && placed.get(added.after)
        if (before == null || added === null || placed.has(id)) return []
        const { period, clock } = edits[0]?.event ?? added.event
        const [minutes = '', rest = ''] = clock?.split(':') ?? []
        const untimed = period === before.period ? before.seconds : 6000
        return [{ id, period, seconds: clock === null ? untimed : Number(minutes) * 60 + Number(rest) }]
      })
      .toSorted(
        (a, b) => a.period - b.period || b.seconds - a.seconds || b.id.length - a.id.length || (a.id < b.id ? 1 : -1),
      )
    if (next === undefined) return ids.filter((id) => states.get(id)?.removed === false)
    placed.set(next.id, next)
    ids.push(next.id)
  }
}

/** Ops of a game, shuffled, some twice, and in calls. */
const shuffledCalls = (ops: readonly ScoreOp[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...ops], { minLength: ops.length }),
      fc.subarray([...ops]),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 30 }),
    )
    .map(([all, twice, sizes]) => {
      const sent = [...all, ...twice]
      const calls: ScoreOp[][] = []
      for (let at = 0, call = 0; at < sent.length; call++) {
        const size = 1 + (sizes[call % sizes.length] ?? 0)
        calls.push(sent.slice(at, at + size))
        at += size
      }
      return calls
    })

const clocks = fc.constantFrom('10:00', '05:00', '05:00.4', '00:00', null)
const periods = fc.integer({ min: 1, max: 3 })

/** Ops of one game: each event comes after an earlier one, or after one that nobody adds. */
const games = fc
  .array(fc.tuple(fc.nat(30), periods, clocks, fc.nat(9)), { minLength: 1, maxLength: 20 })
  .chain((rows) => {
    const ops = rows.flatMap(([after, period, clock, what], index) => {
      const before = index === 0 || after % 7 === 6 ? null : `${after % index}`
      const id = `${index}`
      const own = [add(id, after % 11 === 10 ? 'nobody' : before, clock, { period })]
      if (what > 6) own.push(edit(id, '04:00', { version: 2 }), edit(id, '07:00', { version: 1 }))
      if (what === 5) own.push(remove(id))
      return own
    })
    return fc.tuple(fc.constant(ops), shuffledCalls(ops))
  })

test('calls in any order, cut anywhere and repeated, give the same play-by-play, that of the simplest way to order it', () => {
  fc.assert(
    fc.property(games, ([ops, calls]) => {
      const expected = score([ops])
      const states = score(calls)
      expect([...toPlays(orderEvents(states))]).toEqual([...toPlays(orderEvents(expected))])
      expect(listIds(states)).toEqual(orderSlowly(states))
      expect(new Map(states)).toEqual(new Map(expected))
    }),
    { numRuns: 500 },
  )
})

test('an event that is added last moves no other', () => {
  fc.assert(
    fc.property(games, fc.nat(20), clocks, ([ops], after, clock) => {
      const before = score([ops])
      const ids = listIds(score([[add('new', `${after}`, clock)]], before))
      expect(ids.filter((id) => id !== 'new')).toEqual(listIds(before))
    }),
    { numRuns: 300 },
  )
})
