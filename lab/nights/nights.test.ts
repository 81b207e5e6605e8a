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

test(
  'in all nights with faults of every kind nothing is broken, and a seed repeats its night to the last step',
  { timeout: TIMEOUT },
  async () => {
    const [first, second] = await Promise.all([
      runNights('--from', '1', '--nights', `${HALF + 1}`),
      runNights('--from', `${HALF + 1}`, '--nights', `${NIGHTS - HALF}`),
    ])
    expect([...listBroken(first), ...listBroken(second)]).toEqual([])
    expect(second).toHaveLength(NIGHTS - HALF)
    // The nights before it in a process must not matter.
    expect(first[HALF]).toEqual(second[0])
  },
)

describe('a night finds a planted fault:', () => {
  const found = new Map<string, NightReport | undefined>()

  /** Runs the nights of some faults in one process, which takes longer to start than a night. */
  const runFaults = async (names: string[]): Promise<void> => {
    const reports = await runNights(...names.flatMap((name) => ['--fault', name]))
    for (const [index, name] of names.entries()) found.set(name, reports[index])
  }

  beforeAll(async () => {
    const names = PLANTED_FAULTS.map(({ name }) => name)
    const half = Math.ceil(names.length / 2)
    await Promise.all([runFaults(names.slice(0, half)), runFaults(names.slice(half))])
  }, TIMEOUT)

  test.for(PLANTED_FAULTS)('$name', ({ name }) => {
    expect(found.get(name)?.broken[0]).toEqual(expect.any(String))
  })
})
