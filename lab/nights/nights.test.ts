import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NightReport } from './night.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'

const run = promisify(execFile)

/** A night makes much garbage: a larger young generation saves a twelfth of its time. */
const PROGRAM = ['--max-semi-space-size=64', join(import.meta.dirname, 'run.ts')]

/** Runs nights in a process of their own, whose clock and network they replace. */
const runNights = async (...args: string[]): Promise<NightReport[]> => {
  const { stdout } = await run(process.execPath, [...PROGRAM, ...args], { maxBuffer: 2 ** 26 })
  return stdout
    .trim()
    .split('\n')
    .map((line): NightReport => JSON.parse(line))
}

const listBroken = (nights: readonly NightReport[]) =>
  nights.flatMap(({ seed, broken }) => broken.map((what) => `night ${seed}: ${what}`))

/** Milliseconds for 200 nights on a busy machine. */
const TIMEOUT = 1_200_000

/** How many nights are run: a few of them, or as many as CI does. */
const NIGHTS = Number(process.env['NIGHTS'] ?? '50')
const HALF = Math.ceil(NIGHTS / 2)

const found = new Map<string, NightReport | undefined>()

/** Runs nights, and then those of every other planted fault, in the same process: it takes as long as several nights to start. */
const runHalf = async (from: number, nights: number, parity: number): Promise<NightReport[]> => {
  const names = PLANTED_FAULTS.flatMap(({ name }, index) => (index % 2 === parity ? name : []))
  const faults = names.flatMap((name) => ['--fault', name])
  const reports = await runNights('--from', `${from}`, '--nights', `${nights}`, ...faults)
  for (const [index, name] of names.entries()) found.set(name, reports[nights + index])
  return reports.slice(0, nights)
}

let halves: [NightReport[], NightReport[]] = [[], []]

beforeAll(async () => {
  halves = await Promise.all([runHalf(1, HALF + 1, 0), runHalf(HALF + 1, NIGHTS - HALF, 1)])
}, TIMEOUT)

test('in all nights with faults of every kind nothing is broken, and a seed repeats its night to the last step', () => {
  const [first, second] = halves
  expect([...listBroken(first), ...listBroken(second)]).toEqual([])
  expect(first).toHaveLength(HALF + 1)
  expect(second).toHaveLength(NIGHTS - HALF)
  // The nights before it in a process must not matter.
  expect(first[HALF]).toEqual(second[0])
})

describe('a night finds a planted fault:', () => {
  test.for(PLANTED_FAULTS)('$name', ({ name }) => {
    expect(found.get(name)?.broken[0]).toEqual(expect.any(String))
  })
})
