import { Duplex } from 'node:stream'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import type { Machine } from './machine.ts'
import { Process } from './process.ts'

/** What comes back to a request: its text, or no response at all. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body: string }
  /** The connection ends without a response. */
  | 'reset'
  /** Nothing comes, for ever. */
  | 'silence'

/** A host on the network of a night. */
export type Host = {
  /** Milliseconds until the request arrives, and until the reply is back. */
  delays: () => [there: number, back: number]
  /** Called when a request of a process arrives. */
  respond: (request: Request, from: Process) => Reply
  /** Called when a reply has arrived at a process. */
  onReply?: (to: Process) => void
}

type Request = { path: string; headers: Headers; body: string }

/** The hosts of a night by name or address; what they are sent goes through sockets and `fetch` of the process. */
export class Network {
  readonly #machine: Machine
  readonly #hosts = new Map<string, Host>()
  readonly #outside = new Process('network')

  constructor(machine: Machine) {
    this.#machine = machine
  }

  add(name: string, host: Host): void {
    this.#hosts.set(name, host)
  }

  /** Sends a request; `done` is called with the reply, which is a reset if there is no such host. */
  exchange(name: string, request: Request, done: (reply: Reply) => void): void {
    const host = this.#hosts.get(name)
    if (host === undefined) return done('reset')
    const [there, back] = host.delays()
    const { process } = this.#machine
    const arrive = () => {
      const reply = host.respond(request, process)
      if (reply === 'silence') return
      const finish = () => {
        host.onReply?.(process)
        done(reply)
      }
      this.#machine.after(back, finish, process)
    }
    this.#machine.after(there, arrive, this.#outside)
  }

  /** Lets `fetch` and the sockets of this process lead to these hosts. There is no way back. */
  install(): void {
    const fetchSimulated = (
      input: URL,
      { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
    ) =>
      new Promise<Response>((resolve, reject) => {
        // A request whose signal was aborted before is not sent.
        if (signal?.aborted === true) return reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
        const request = { path: input.pathname + input.search, headers: new Headers(headers), body: '' }
        this.exchange(input.host, request, (reply) => {
          if (reply === 'reset' || reply === 'silence') reject(new TypeError('fetch failed'))
          else resolve(new Response(reply.body === '' ? null : reply.body, reply))
        })
      })
    const connect = ({ host }: { host: string }) => new SimulatedSocket(this.#machine, this, host)
    Object.assign(globalThis, { fetch: fetchSimulated })
    Object.assign(net, { connect })
    syncBuiltinESMExports()
  }
}

/** One connection of a client, which sends one request. */
class SimulatedSocket extends Duplex {
  readonly remoteAddress: string
  readonly #network: Network
  #sent = Buffer.alloc(0)
  #isSent = false
  bytesRead = 0

  constructor(machine: Machine, network: Network, host: string) {
    super({ autoDestroy: true })
    this.remoteAddress = host
    this.#network = network
    machine.after(1, () => this.emit('connect'))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#sent = Buffer.concat([this.#sent, chunk])
    done()
    this.#sendWhole()
  }

  /** Sends the request once it is whole. */
  #sendWhole(): void {
    const text = this.#sent.toString('utf8')
    const end = text.indexOf('\r\n\r\n')
    if (end === -1 || this.#isSent) return
    const [first = '', ...lines] = text.slice(0, end).split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
    )
    const body = text.slice(end + 4)
    if (Buffer.byteLength(body) < Number(headers.get('content-length'))) return
    this.#isSent = true
    this.#network.exchange(this.remoteAddress, { path: first.split(' ')[1] ?? '/', headers, body }, (reply) => {
      if (this.destroyed || reply === 'silence') return
      if (reply === 'reset') {
        this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
        return
      }
      const all = { ...reply.headers, 'content-length': String(Buffer.byteLength(reply.body)) }
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      const message = Buffer.from(`HTTP/1.1 ${reply.status} Reply\r\n${head.join('')}\r\n${reply.body}`)
      this.bytesRead += message.length
      this.push(message)
      this.push(null)
    })
  }

  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
