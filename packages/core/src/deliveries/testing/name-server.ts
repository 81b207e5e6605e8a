import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { clearTimeout, setTimeout } from 'node:timers'
import { onTestFinished } from 'vitest'

/** The addresses of one family, a DNS error code, or null for no response. */
export type Reply = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | null

/** The replies of a name server to a query for any name; `after` delays them by milliseconds. */
export type Replies = { A: Reply; AAAA: Reply; after?: { A?: number; AAAA?: number } }

const HEADER_BYTES = 12
const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 }

/** The offset at which the name of the question ends. */
const findNameEnd = (query: Buffer): number => {
  let offset = HEADER_BYTES
  while (query.readUInt8(offset) > 0) offset += query.readUInt8(offset) + 1
  return offset + 1
}

/** The 4 or 16 bytes of an address. IPv6 must be written with all eight groups. */
const toBytes = (address: string): Buffer =>
  address.includes(':')
    ? Buffer.from(address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16)]))
    : Buffer.from(address.split('.').map(Number))

/** A response by RFC 1035, 4.1: the question, then a record for each address. */
const responseTo = (query: Buffer, reply: Exclude<Reply, null>): Buffer => {
  const question = query.subarray(HEADER_BYTES, findNameEnd(query) + 4)
  const addresses = typeof reply === 'string' ? [] : reply
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  // 0x8180: this is a response, recursion is desired and available.
  header.writeUInt16BE(0x81_80 | (typeof reply === 'string' ? RCODES[reply] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const bytes = toBytes(address)
    const name = [0xc0, HEADER_BYTES] // a pointer to the name in the question
    const type = [0, question.readUInt8(question.length - 3)]
    const internetClass = [0, 1]
    const timeToLive = [0, 0, 0, 0]
    const length = [0, bytes.length]
    return Buffer.concat([Buffer.from([...name, ...type, ...internetClass, ...timeToLive, ...length]), bytes])
  })
  return Buffer.concat([header, question, ...records])
}

/** Starts a name server on this machine until the test ends, and returns its address with port. */
export const startNameServer = async ({ A, AAAA, after = {} }: Replies): Promise<string> => {
  const socket = createSocket('udp4')
  const timers = new Set<NodeJS.Timeout>()
  const respond = (query: Buffer, { port, address }: RemoteInfo) => {
    const type = TYPES[query.readUInt16BE(findNameEnd(query))] ?? 'A'
    const reply = { A, AAAA }[type]
    if (reply === null) return
    timers.add(setTimeout(() => socket.send(responseTo(query, reply), port, address), after[type] ?? 0))
  }
  socket.on('message', respond).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}
