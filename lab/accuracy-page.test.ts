import type { SeasonAccuracy } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { toPage } from './accuracy-page.ts'

const season = (inexact: number): SeasonAccuracy => ({
  competition: { id: 'cp_1', name: 'Example League' },
  season: { id: 'se_1', name: '2026-27' },
  games: 40,
  with_events: 40,
  exact: 40 - inexact,
  lines: 800,
  exact_lines: 780,
  plus_minus: 0,
  equal_plus_minus: 0,
  apart: 0,
  periods: 160,
  uneven_periods: 0,
  repeating_periods: 0,
  not_alternating: 1,
  doubtful_periods: 0,
  notes: { clock_order: 2 },
  inexact: Array.from({ length: inexact }, () => ({
    id: 'gm_1',
    date: '2026-11-20',
    home: 'Red Foxes',
    away: 'Blue Herons',
    reasons: [{ code: 'minutes_differ', message: 'home: the substitutions give other minutes' }],
  })),
})

test('a page has the shares of each season, and its games that are not exact with their reasons', () => {
  const page = toPage([season(1)])
  expect(page).toMatch(/^# Accuracy\n/)
  expect(page).toContain('| Example League 2026-27 | 40 | 97.5 % | 97.5 % | – | 0.0 % | 2.5 % |')
  expect(page).toContain('| games repaired: clocks contradict the order of substitutions | 2 of 40 (5.00 %) |')
  expect(page).toContain('| 2026-11-20 Red Foxes – Blue Herons | home: the substitutions give other minutes |')
})

test('a page counts the reasons of a season with more than ten games that are not exact', () => {
  expect(toPage([season(11)])).toContain('| substitutions give other minutes than the box score | 11 |')
})
