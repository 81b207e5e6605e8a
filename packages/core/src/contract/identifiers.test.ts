import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CalendarDate,
  CompetitionId,
  DateTime,
  EventId,
  GameId,
  PlayerId,
  SeasonId,
  TeamId,
  toDateTime,
  WebhookId,
} from './index.ts'

const RANDOM = '0123456789abcdefghjkmnpqrstvwxyz'
const kinds = [
  { schema: CompetitionId, prefix: 'cp_', alphabet: RANDOM, length: 8 },
  { schema: SeasonId, prefix: 'ss_', alphabet: RANDOM, length: 8 },
  { schema: TeamId, prefix: 'tm_', alphabet: RANDOM, length: 8 },
  { schema: PlayerId, prefix: 'pl_', alphabet: RANDOM, length: 8 },
  { schema: GameId, prefix: 'gm_', alphabet: RANDOM, length: 8 },
  { schema: WebhookId, prefix: 'wh_', alphabet: '0123456789abcdef', length: 16 },
  { schema: EventId, prefix: 'evt_', alphabet: '0123456789abcdef', length: 16 },
]

describe.each(kinds)('an identifier $prefix', ({ schema, prefix, alphabet, length }) => {
  const characters = (count: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: count, maxLength: count })

  test(`consists of ${prefix} and ${length} characters of its alphabet`, () => {
    fc.assert(
      fc.property(characters(length), (random) => {
        expect(schema.safeParse(prefix + random).success).toBe(true)
      }),
    )
  })

  test('rejects other lengths, letters and surrounding characters', () => {
    const valid = prefix + alphabet.charAt(1).repeat(length)
    expect(schema.safeParse(valid).success).toBe(true)
    const wrong = [
      valid.slice(0, -1),
      `${valid}0`,
      `${valid}\n`,
      ` ${valid}`,
      valid.toUpperCase(),
      valid.slice(1),
      `x${valid.slice(1)}`,
      ...['i', 'l', 'o', 'u', '-', '_', 'é', '０'].map((letter) => valid.slice(0, -1) + letter),
    ]
    for (const text of wrong) expect(schema.safeParse(text).success, text).toBe(false)
  })

  test('rejects the identifiers of other kinds', () => {
    for (const other of kinds)
      expect(schema.safeParse(other.prefix + '0'.repeat(other.length)).success).toBe(other.prefix === prefix)
  })
})

test('CalendarDate accepts real calendar days written YYYY-MM-DD and rejects anything else', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      expect(CalendarDate.safeParse(date.toISOString().slice(0, 10)).success).toBe(true)
    }),
  )
  const wrong = ['2026-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-1-01', '2026-01-01T00:00:00Z']
  wrong.push('20260101', ' 2026-01-01', '2026-01-01 ', '26-01-01', 'today', '', '1900-02-29', '0000-01-01')
  for (const text of wrong) expect(CalendarDate.safeParse(text).success, text).toBe(false)
  expect(CalendarDate.safeParse('2028-02-29').success).toBe(true)
})

test('toDateTime writes UTC, with milliseconds only if they are not zero', () => {
  expect(toDateTime(new Date('2026-11-20T19:30:00.000Z'))).toBe('2026-11-20T19:30:00Z')
  expect(toDateTime(new Date('2026-11-20T19:30:00.120Z'))).toBe('2026-11-20T19:30:00.120Z')
  expect(toDateTime(new Date('2026-11-20T20:30:00+01:00'))).toBe('2026-11-20T19:30:00Z')
})

test('DateTime accepts everything that toDateTime writes', () => {
  const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (date) => {
      const text = toDateTime(date)
      expect(DateTime.safeParse(text).success).toBe(true)
      expect(Date.parse(text)).toBe(date.getTime())
    }),
  )
})
