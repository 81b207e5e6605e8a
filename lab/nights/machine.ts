import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { Agenda, type Due } from './agenda.ts'
import { Process } from './process.ts'
import type { Random } from './random.ts'

const { setImmediate: realImmediate, Date: RealDate } = globalThis

/** Milliseconds that a turn of the event loop takes, so that a loop without timers does not stop the clock. */
const TURN = 0.01

/** A timer of a simulated machine, as `setTimeout` returns it. */
class Timer {
  readonly clear: () => void

  constructor(clear: () => void) {
    this.clear = clear
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

/**
 * A machine whose processes run one after the other in this one, on a clock that goes on when none of them has anything to do.
 * Everything that happens follows from the random numbers.
 */
export class Machine {
  readonly #random: Random
  readonly #agenda = new Agenda()
  readonly #outside: Process = new Process('world')
  readonly #begin: number
  #now: number
  #count = 0
  #noted = crypto.createHash('sha256')
  /** Receives a line for everything that is noted. */
  onLine: (line: string) => void = () => {}

  /** @param begin Unix milliseconds at which its clock starts */
  constructor(random: Random, begin: number) {
    this.#random = random
    this.#begin = begin
    this.#now = begin
  }

  /** Unix milliseconds by a clock that is always right. */
  get now(): number {
    return this.#now
  }

  /** Milliseconds since its start. */
  get passed(): number {
    return this.#now - this.#begin
  }

  /** How many steps it has run. */
  get steps(): number {
    return this.#count
  }

  /** The process that is running. */
  get process(): Process {
    return Process.running ?? this.#outside
  }

  /** Notes what has happened. */
  note(what: string): void {
    const line = `${(this.passed / 1000).toFixed(3)} ${this.process.name}: ${what}`
    this.#noted.update(line).update('\n')
    this.onLine(line)
  }

  /** A hash of everything that was noted, and of how many steps it took: two runs of a seed have the same one. */
  fingerprint(): string {
    return this.#noted.copy().update(`${this.#count} ${this.#now}`).digest('hex').slice(0, 16)
  }

  /** Calls a function after some milliseconds, as the process that runs now, if it still lives. */
  after(milliseconds: number, call: () => void, process = this.process): Timer {
    const due: Due = {
      at: this.#now + Math.max(milliseconds, 0),
      turn: this.#random.float(),
      number: this.#count++,
      process,
      call,
    }
    this.#agenda.add(due)
    return new Timer(() => {
      due.call = null
    })
  }

  /** Waits some milliseconds. A process that dies meanwhile waits for ever. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve))
  }

  /** Starts a process. */
  start(name: string, skew: number, run: () => Promise<void>): Process {
    const process = new Process(name, { skew })
    this.after(0, () => void run(), process)
    return process
  }

  /** Ends a process at once, between any two of its steps. */
  kill(process: Process): void {
    process.alive = false
    process.interruptions.push(this.#now)
    for (const call of process.onKill) call()
    process.onKill.clear()
  }

  /** Runs until something is true, at most some milliseconds; returns whether it is. */
  async runUntil(isReached: () => boolean, milliseconds: number): Promise<boolean> {
    const end = this.#now + milliseconds
    while (!isReached()) {
      const { first } = this.#agenda
      if (first === undefined || first.at > end) {
        this.#now = end
        return isReached()
      }
      this.#agenda.take()
      const { at, process, call } = first
      this.#now = at
      if (!process.alive || call === null) continue
      if (process.suspendedUntil > at) {
        first.at = process.suspendedUntil
        this.#agenda.add(first)
        continue
      }
      process.run(call)
      // Promises are settled before the next turn of the real event loop.
      await new Promise((resolve) => void realImmediate(resolve))
    }
    return true
  }

  /** Lets the clocks, timers and random numbers of this process be those of the machine. There is no way back. */
  install(): void {
    const now = () => Math.floor(this.#now + this.process.skew)
    const every = (call: () => void, milliseconds: number): Timer => {
      const tick = () => {
        timer = this.after(milliseconds, tick)
        call()
      }
      let timer = this.after(milliseconds, tick)
      return new Timer(() => timer.clear())
    }
    const clear = (timer: unknown) => {
      if (timer instanceof Timer) timer.clear()
    }
    const abortAfter = (milliseconds: number): AbortSignal => {
      const controller = new AbortController()
      this.after(milliseconds, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')))
      return controller.signal
    }
    const sleepUnless = <Value>(milliseconds = 1, value?: Value, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<Value | undefined>((resolve, reject) => {
        signal?.throwIfAborted()
        const timer = this.after(Math.max(milliseconds, 1), () => resolve(value))
        signal?.addEventListener('abort', () => {
          timer.clear()
          reject(signal.reason)
        })
      })
    Object.assign(globalThis, {
      Date: new Proxy(RealDate, {
        construct: (target, args, derived) => Reflect.construct(target, args.length === 0 ? [now()] : args, derived),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      }),
      setTimeout: (call: (...args: unknown[]) => void, milliseconds = 1, ...args: unknown[]) =>
        this.process.hasTimers ? this.after(Math.max(milliseconds, 1), () => call(...args)) : new Timer(() => {}),
      setInterval: (call: (...args: unknown[]) => void, milliseconds = 1, ...args: unknown[]) =>
        every(() => call(...args), Math.max(milliseconds, 1)),
      setImmediate: (call: (...args: unknown[]) => void, ...args: unknown[]) => this.after(TURN, () => call(...args)),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    })
    Object.assign(performance, { now: () => this.passed })
    Object.assign(AbortSignal, { timeout: abortAfter })
    Object.assign(timers, { setTimeout: sleepUnless, setImmediate: () => this.sleep(TURN) })
    Math.random = () => this.#random.float()
    const fill = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
      this.#random.fill(bytes)
      return bytes
    }
    Object.assign(crypto, {
      randomBytes: (size: number) => fill(Buffer.alloc(size)),
      randomFillSync: (view: NodeJS.ArrayBufferView) => {
        fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
        return view
      },
    })
    Object.assign(crypto.webcrypto, {
      getRandomValues: (view: NodeJS.ArrayBufferView) => {
        fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
        return view
      },
    })
    syncBuiltinESMExports()
  }
}
