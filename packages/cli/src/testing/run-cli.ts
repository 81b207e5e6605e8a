import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { failureOf, type Failure } from '../failures.ts'
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

/** Starts the command line as a user would; `input: null` leaves standard input open. */
export const startCli = (args: string[], { env = {}, input = '', nodeOptions = [] }: CliOptions = {}): CliProcess => {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
  )
  const child = spawn(process.execPath, [...nodeOptions, BIN, ...args], { env: { ...inherited, ...SLOW, ...env } })
  if (input !== null) child.stdin.end(input)
  onTestFinished(() => void child.kill('SIGKILL'))
  const waitFor: CliProcess['waitFor'] = (stream, pattern) =>
    new Promise((resolve, reject) => {
      let written = ''
      const late = () => reject(new Error(`no ${pattern} in ${DEADLINE / 1000} s: ${written}`))
      setTimeout(late, DEADLINE).unref()
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

/** Runs a command and waits for its end. */
export const runCli = (args: string[], options?: CliOptions): Promise<CliResult> => startCli(args, options).ended

/** The failure of a command, which runs in this process. */
export const failureOfCli = (args: string[]): Promise<Failure> => {
  vi.stubEnv('BASE_URL', '') // vitest sets it
  onTestFinished(() => void vi.unstubAllEnvs())
  return createProgram()
    .parseAsync(args, { from: 'user' })
    .then(() => expect.unreachable('the command succeeded'), failureOf)
}

/** A new empty folder; it is deleted after the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
