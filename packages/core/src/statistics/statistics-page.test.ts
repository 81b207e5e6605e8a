import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { overround } from '../prices/books.ts'
import { closing, consensus } from '../prices/closing.ts'
import * as statistics from './index.ts'

const page = readFileSync(new URL('../../../../docs/statistics.md', import.meta.url), 'utf8')
const [, ...sections] = page.split('\n## ')

/** Splits a sample into statements with the result in their comment. */
const steps = (code: string): { run: string; result: string }[] =>
  Array.from(code.matchAll(/([^]*?) \/\/ (.*)\n/g), ([, run = '', result = '']) => ({ run, result }))

const worked = sections.flatMap((section) => {
  const [title = ''] = section.split('\n')
  return Array.from(section.matchAll(/```js\n([^]*?)```/g), ([, code = '']) => ({ title, code }))
})

/** Formulas of the page that are not exported by the statistics. */
const PRICES = { closing, consensus, overround }

describe('docs/statistics.md', () => {
  test.each(worked)('has the right results in "$title"', ({ code }) => {
    const context = createContext({ ...statistics, ...PRICES })
    expect(
      steps(code)
        .map(({ run }) => run)
        .join(''),
    ).toBe(code.replaceAll(/ \/\/ .*\n/g, ''))
    for (const { run, result } of steps(code)) {
      const actual: unknown = runInContext(run, context)
      expect(JSON.stringify(actual), run).toBe(JSON.stringify(runInContext(`(${result})`, context)))
    }
  })

  test.each(sections.map((section) => [section.split('\n')[0] ?? '', section] as const))(
    'has a source and an example in "%s"',
    (_, section) => {
      expect(section).toMatch(/\nSource: \S/)
      expect(section).toContain('```js\n')
    },
  )

  /** Exports that are not formulas. */
  const OTHERS = new Set([
    'DECIMALS',
    'FORECAST_MODEL',
    'MAX_ENUMERATED',
    'byGroup',
    'explainInOrder',
    'isTrainingSeason',
    'isWon',
    'mean',
    'newestFirst',
    'newestNames',
    'toOutcome',
    'recordInOrder',
    'standingsInOrder',
  ])

  test.each(Object.keys({ ...statistics, ...PRICES }).filter((name) => !OTHERS.has(name)))(
    'has an example of %s',
    (formula) => {
      expect(worked.some(({ code }) => code.includes(`${formula}(`))).toBe(true)
    },
  )
})
