import { setImmediate, setTimeout } from 'node:timers/promises'

/** How long after a batch of several questions the next may go, ms: a lone one never waits. */
const INTERVAL = 1

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Gathers questions that arrive in one turn of the event loop, while a batch is under way, and for 1 ms after one of
 * several, and sends them on together: one `send` runs at a time, and under load its cost is shared by all that waited
 * for it. It begins after the last of its questions was asked, and answers in their order.
 *
 * @param most how many questions `send` takes at a time
 */
export const batched = <Question, Answer>(send: (questions: Question[]) => Promise<Answer[]>, most = Infinity) => {
  const waiting: Waiting<Question, Answer>[] = []
  let sending = false
  let notBefore = -Infinity

  const sendBatch = async () => {
    const batch = waiting.splice(0, most)
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
    await setImmediate()
    while (waiting.length > 0) {
      const early = notBefore - performance.now()
      if (early > 0 && waiting.length < most) await setTimeout(early)
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
