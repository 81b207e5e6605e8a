import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** The addresses of one family, an error of the server, or no answer at all. */
export type Told = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | null

/** What a name server knows of any name. */
export type Zone = { A: Told; AAAA: Told; after?: { A?: number; AAAA?: number } }

const HEADER = 12
const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 }

/** Where the name of the one question ends. */
const endOfName = (query: Buffer): number => {
  let place = HEADER
  while (query.readUInt8(place) > 0) place += query.readUInt8(place) + 1
  return place + 1
}

/** The 4 or 16 bytes of an address; of IPv6 in eight groups. */
const bytesOf = (address: string): Buffer =>
  address.includes(':')
    ? Buffer.from(address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16)]))
    : Buffer.from(address.split('.').map(Number))

/** RFC 1035, 4.1: the question again, then a record for each address. */
const answerTo = (query: Buffer, told: Exclude<Told, null>): Buffer => {
  const question = query.subarray(HEADER, endOfName(query) + 4)
  const addresses = typeof told === 'string' ? [] : told
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(0x81_80 | (typeof told === 'string' ? RCODES[told] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const bytes = bytesOf(address)
    const fixed = Buffer.from([
      0xc0,
      HEADER,
      0,
      question.readUInt8(question.length - 3),
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      bytes.length,
    ])
    return Buffer.concat([fixed, bytes])
  })
  return Buffer.concat([header, question, ...records])
}

/** Starts a name server on this machine that tells the same of every name; it ends with the test. */
export const startNameServer = async ({ A, AAAA, after = {} }: Zone): Promise<string> => {
  const socket = createSocket('udp4')
  const timers = new Set<NodeJS.Timeout>()
  const answer = (query: Buffer, { port, address }: RemoteInfo) => {
    const type = TYPES[query.readUInt16BE(endOfName(query))] ?? 'A'
    const told = { A, AAAA }[type]
    if (told === null) return
    timers.add(setTimeout(() => socket.send(answerTo(query, told), port, address), after[type] ?? 0))
  }
  socket.on('message', answer).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}
