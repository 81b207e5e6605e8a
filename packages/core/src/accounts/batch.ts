import { setTimeout } from 'node:timers/promises'

/** How long after a batch of several calls the next may go, ms: a lone caller never waits. */
const INTERVAL = 1

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Gathers calls that arrive while a batch is under way, and for 1 ms after one of several, and sends them on together:
 * at most one `send` runs at a time, and under load its cost is shared by all that waited for it. Answers come in the order of the
 * questions.
 */
export const batched = <Question, Answer>(send: (questions: Question[]) => Promise<Answer[]>) => {
  let waiting: Waiting<Question, Answer>[] = []
  let sending = false
  let notBefore = -Infinity

  const sendBatch = async () => {
    const batch = waiting
    waiting = []
    notBefore = batch.length > 1 ? performance.now() + INTERVAL : -Infinity
    try {
      const answers = await send(batch.map(({ question }) => question))
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i]
        if (answer === undefined) reject(new RangeError(`no answer to question ${i} of ${batch.length}`))
        else resolve(answer)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const sendAll = async () => {
    sending = true
    while (waiting.length > 0) {
      const early = notBefore - performance.now()
      if (early > 0) await setTimeout(early)
      await sendBatch()
    }
    sending = false
  }

  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!sending) void sendAll()
    })
}
