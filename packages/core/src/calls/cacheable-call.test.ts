import { expect, test } from 'vitest'
import { tagInput } from './cacheable-call.ts'

test('a response depends on these parts of the records in its input', () => {
  const input = {
    id: 'tm_00000001',
    player: 'pl_00000002',
    season: null,
    page: 1,
    q: 'tm_0000000',
    note: 'x tm_00000001',
  }
  expect(tagInput(['games', 'prices'], input)).toEqual([
    'tm_00000001 games',
    'pl_00000002 games',
    'tm_00000001 prices',
    'pl_00000002 prices',
  ])
})

test('without a record in its input it depends on these parts of all records', () => {
  expect(tagInput(['games', 'description'], { date: '2026-11-20' })).toEqual(['* games', '* description'])
})

test('it depends on all descriptions, and on all games if it says so, whatever is in its input', () => {
  expect(tagInput(['description', 'all games'], { id: 'tm_00000001' })).toEqual(['* description', '* games'])
})

test('without parts it depends only on the records that it names', () => {
  expect(tagInput([], { id: 'tm_00000001' })).toEqual([])
})
