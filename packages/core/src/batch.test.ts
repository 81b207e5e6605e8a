import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('every question gets its own answer, one batch is under way at a time, and none is asked twice', async () => {
  const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(delays, fc.infiniteStream(fc.nat(3)), async (arrivals, durations) => {
      const sent: number[][] = []
      let underWay = 0
      const ask = batched(async (questions: number[]) => {
        expect(++underWay).toBe(1)
        sent.push(questions)
        for (let wait = durations.next().value ?? 0; wait > 0; wait--) await new Promise(setImmediate)
        underWay--
        return questions.map((question) => question * 2)
      })
      const asked = arrivals.map(async (delay, question) => {
        for (let wait = delay; wait > 0; wait--) await new Promise(setImmediate)
        return ask(question)
      })
      expect(await Promise.all(asked)).toEqual(arrivals.map((_, question) => question * 2))
      expect(sent.flat().toSorted((a, b) => a - b)).toEqual(arrivals.map((_, question) => question))
    }),
    { numRuns: 30 },
  )
})

test('questions that come while one is under way go together', async () => {
  const sizes: number[] = []
  const ask = batched(async (questions: string[]) => {
    sizes.push(questions.length)
    await new Promise(setImmediate)
    return questions
  })
  const first = ask('a')
  await new Promise(setImmediate)
  await Promise.all([first, ...['b', 'c', 'd'].map(ask)])
  expect(sizes).toEqual([1, 3])
})

test('questions of one turn of the event loop go together, as many at a time as may', async () => {
  const sizes: number[] = []
  const ask = batched(async (questions: number[]) => {
    sizes.push(questions.length)
    return questions
  }, 4)
  expect(await Promise.all([...Array(10).keys()].map(ask))).toEqual([...Array(10).keys()])
  expect(sizes).toEqual([4, 4, 2])
})

test('a failure reaches those whose question failed, and the next batch is sent', async () => {
  const ask = batched(async (questions: string[]) => {
    await new Promise(setImmediate)
    if (questions.includes('bad')) throw new Error('failed')
    return questions
  })
  const answers = await Promise.allSettled([ask('bad'), ask('with it')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('next')).toBe('next')
})

test('an answer that is missing is an error, not a question for ever open', async () => {
  const ask = batched(async (_questions: string[]): Promise<string[]> => [])
  await expect(ask('a')).rejects.toThrow(RangeError)
  const thrower = batched((): Promise<string[]> => {
    throw new Error('before it began')
  })
  await expect(thrower('a')).rejects.toThrow('before it began')
})
