/**
 * Gathers calls that arrive while one is under way and sends them on together: at most one `send` runs at a time, and
 * under load its cost is shared by all that waited for it. Answers come in the order of the questions.
 */
export const batched = <Question, Answer>(send: (questions: Question[]) => Promise<Answer[]>) => {
  type Waiting = { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let sending = false

  const sendAll = async () => {
    sending = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
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
    sending = false
  }

  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!sending) void sendAll()
    })
}
