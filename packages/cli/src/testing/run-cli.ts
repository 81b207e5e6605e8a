import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { toFailure, type Failure } from '../failures.ts'
import { main } from '../main.ts'
import { createProgram } from '../program.ts'

const BIN = fileURLToPath(new URL('../../bin/basketball-data.js', import.meta.url))

/** The exit code and the output of a command. */
export type CliResult = { code: number | null; stdout: string; stderr: string }

/** A running command. */
export type CliProcess = {
  process: ChildProcess
  /** Resolves with the output of a stream as soon as it matches; rejects with it if the command ends before, or after DEADLINE. */
  waitFor: (stream: 'stdout' | 'stderr', pattern: RegExp) => Promise<string>
  ended: Promise<CliResult>
}

/** Input and environment of a command. Of the environment of the test it has only INHERITED. */
export type CliOptions = { env?: Record<string, string>; input?: string | null; nodeOptions?: string[] }

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE']

/** On a busy machine, a call may take many times as long as in production. */
const SLOW = { CALL_DEADLINE: '60' }

/** Milliseconds, less than those of a test, so that a failed one says what the command had written. */
const DEADLINE = 240_000

const toEnvironment = (env: Record<string, string>): NodeJS.ProcessEnv => {
  const inherited = INHERITED.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(inherited), ...SLOW, ...env }
}

/** Starts the command line as a user would; `input: null` leaves standard input open. The caller must end it. */
export const launchCli = (args: string[], { env = {}, input = '', nodeOptions = [] }: CliOptions = {}): CliProcess => {
  const child = spawn(process.execPath, [...nodeOptions, BIN, ...args], { env: toEnvironment(env) })
  if (input !== null) child.stdin.end(input)
  const waitFor: CliProcess['waitFor'] = (stream, pattern) =>
    new Promise((resolve, reject) => {
      let written = ''
      const late = () => reject(new Error(`no ${pattern} in ${DEADLINE / 1000} s: ${written}`))
      setTimeout(DEADLINE, undefined, { ref: false }).then(late, reject)
      child[stream].on('data', (chunk: Buffer) => {
        written += chunk.toString()
        if (pattern.test(written)) resolve(written)
      })
      child.once('close', () => reject(new Error(`ended without ${pattern}: ${written}`)))
    })
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]).then(([stdout, stderr, code]) => ({ code, stdout, stderr }))
  return { process: child, waitFor, ended }
}

/** Starts the command line, and kills it at the latest when the test ends. */
export const startCli = (...launched: Parameters<typeof launchCli>): CliProcess => {
  const started = launchCli(...launched)
  onTestFinished(() => void started.process.kill('SIGKILL'))
  return started
}

/** Runs a command in a process of its own and waits for its end. */
export const runCli = (args: string[], options?: CliOptions): Promise<CliResult> => startCli(args, options).ended

/** The output of a command so far. */
type Written = Pick<CliResult, 'stdout' | 'stderr'>

const runHere = async (args: string[], env: Record<string, string>, written: Written): Promise<CliResult> => {
  const before = { env: process.env, exitCode: process.exitCode, handlers: process.listeners('uncaughtException') }
  const capture = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text.toString()
      return true
    })
  const captured = [capture('stdout'), capture('stderr'), vi.spyOn(process.stdout, 'on').mockReturnThis()]
  process.env = toEnvironment(env)
  process.exitCode = 0
  try {
    await main(['node', BIN, ...args], () => {}) // an interrupted command would end the process
    return { ...written, code: process.exitCode }
  } finally {
    for (const each of captured) each.mockRestore()
    process.env = before.env
    process.exitCode = before.exitCode
    for (const handler of process.listeners('uncaughtException'))
      if (!before.handlers.includes(handler)) process.off('uncaughtException', handler)
  }
}

let previous: Promise<unknown> = Promise.resolve()

/** Runs a command in this process after those before it: they share the environment and the output of the process. */
const runNext = (
  args: string[],
  env: Record<string, string>,
  written: Written = { stdout: '', stderr: '' },
): Promise<CliResult> => {
  const running = previous.then(() => runHere(args, env, written))
  previous = running.catch(() => {})
  return running
}

/** Runs a command in this process, which takes a tenth of the time of a process of its own. */
export const runCommand = (args: string[], { env = {} }: Pick<CliOptions, 'env'> = {}): Promise<CliResult> =>
  runNext(args, env)

/** A command that runs in this process until it is stopped. */
export type StartedCommand = Pick<CliProcess, 'waitFor' | 'ended'> & {
  /** Its output so far. */
  written: Readonly<Written>
  /** Does what a signal does to a process, and waits for the end. */
  stop: (signal?: 'SIGINT' | 'SIGTERM') => Promise<CliResult>
}

/**
 * Starts a command in this process that runs until it is stopped, such as serve. Its log is captured only if LOG_FORMAT is pretty.
 * Other commands wait here until it has ended, at the latest with the test.
 */
export const startCommand = (args: string[], { env = {} }: Pick<CliOptions, 'env'> = {}): StartedCommand => {
  const written: Written = { stdout: '', stderr: '' }
  const log = env['LOG_FORMAT'] === 'pretty' ? 'info' : 'silent'
  let over = false
  const ended = runNext(args, { LOG_LEVEL: log, ...env }, written).finally(() => (over = true))
  ended.catch(() => {}) // for the test to await
  const others = new Set([...process.listeners('SIGINT'), ...process.listeners('SIGTERM')])
  const stop: StartedCommand['stop'] = (signal = 'SIGINT') => {
    // Listeners of others, such as that of a Postgres server that a test has started, would end the process.
    for (const listener of process.listeners(signal)) if (!others.has(listener)) listener(signal)
    return ended
  }
  onTestFinished(async () => {
    if (!over) await stop()
  })
  const waitFor: CliProcess['waitFor'] = async (stream, pattern) => {
    while (!pattern.test(written[stream])) {
      if (over) throw new Error(`ended without ${pattern}: ${written.stdout}${written.stderr}`)
      await setTimeout(20)
    }
    return written[stream]
  }
  return { written, waitFor, ended, stop }
}

/** Starts a command as `startCommand` does, and waits until its standard output matches. */
export const startReadyCommand = async (
  args: string[],
  pattern: RegExp,
  options?: Pick<CliOptions, 'env'>,
): Promise<StartedCommand> => {
  const started = startCommand(args, options)
  await started.waitFor('stdout', pattern)
  return started
}

/** The failure of a command, which runs in this process. */
export const runFailingCli = (args: string[]): Promise<Failure> => {
  vi.stubEnv('BASE_URL', '') // vitest sets it
  onTestFinished(() => void vi.unstubAllEnvs())
  return createProgram()
    .parseAsync(args, { from: 'user' })
    .then(() => expect.unreachable('the command succeeded'), toFailure)
}

/** A new empty folder; it is deleted after the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
