import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A child process that handles one request at a time; requests and responses are text. */
export type ChildProcess = {
  /** @throws if the process exits before it responds. */
  request: (message: string) => Promise<string>
  stop: () => Promise<void>
}

const asText = (message: unknown): string => {
  if (typeof message !== 'string') throw new TypeError('a message between processes must be text')
  return message
}

/** Starts a file of this folder as a child process, with options of Node. */
export const startChild = (file: string, args: string[] = [], nodeOptions: string[] = []): ChildProcess => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = fork(join(import.meta.dirname, file), args, { env, execArgv: [...process.execArgv, ...nodeOptions] })
  const exited = once(child, 'exit')
  return {
    request: async (message) => {
      const response = new Promise<string>((resolve) => child.once('message', (reply) => resolve(asText(reply))))
      child.send(message)
      const failure = exited.then(() => Promise.reject(new Error(`${file} has exited`)))
      return Promise.race([response, failure])
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await exited
    },
  }
}

/** Handles the requests of the parent process; exits when the parent disconnects. */
export const handleRequests = (handler: (message: string) => Promise<string>): void => {
  process.on('message', (message) => {
    void handler(asText(message)).then((response) => process.send?.(response))
  })
  process.on('disconnect', () => process.exit())
}
