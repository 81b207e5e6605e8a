import type { Server } from 'node:net'
import { answerParent } from '../child.ts'

/** What a server under measurement is asked. */
export type Question = 'port' | 'cpu'

/** Tells the process that measures where this server listens, and the microseconds of CPU it has used so far. */
export const report = (port: number): void =>
  answerParent(async (question) => {
    const { user, system } = process.cpuUsage()
    return String(question === 'port' ? port : user + system)
  })

/** The port of a server that listens. */
export const portOf = (address: ReturnType<Server['address']>): number => {
  if (typeof address !== 'object' || address === null) throw new TypeError('the server does not listen on a port')
  return address.port
}
