import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process of its own that answers questions, one at a time; both are texts. */
export type Child = {
  /** @throws when the process ends instead of answering. */
  ask: (question: string) => Promise<string>
  stop: () => Promise<void>
}

const asText = (message: unknown): string => {
  if (typeof message !== 'string') throw new TypeError('a message between processes is a text')
  return message
}

/** Starts a file of this folder as a process of its own. */
export const startChild = (file: string, args: string[] = []): Child => {
  const child = fork(join(import.meta.dirname, file), args, { env: { ...process.env, NODE_ENV: 'production' } })
  const ended = once(child, 'exit')
  return {
    ask: async (question) => {
      const answer = new Promise<string>((resolve) => child.once('message', (message) => resolve(asText(message))))
      child.send(question)
      const failure = ended.then(() => Promise.reject(new Error(`${file} has ended`)))
      return Promise.race([answer, failure])
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await ended
    },
  }
}

/** The other side: answers questions for as long as the process that started this one is there. */
export const answerParent = (answer: (question: string) => Promise<string>): void => {
  process.on('message', (question) => {
    void answer(asText(question)).then((text) => process.send?.(text))
  })
  process.on('disconnect', () => process.exit())
}
