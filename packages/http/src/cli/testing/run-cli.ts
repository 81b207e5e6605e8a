import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { failureOf, type Failure } from '../failures.ts'
import { createProgram } from '../program.ts'

const BIN = fileURLToPath(new URL('../../../bin/basketball-data.js', import.meta.url))

/** How a command ended, with all that it wrote. */
export type Ended = { code: number | null; stdout: string; stderr: string }

/** A command under way. */
export type Running = {
  process: ChildProcess
  /** Resolves with what was written to standard error so far, once it matches; fails when the command ends before. */
  said: (stream: 'stdout' | 'stderr', pattern: RegExp) => Promise<string>
  ended: Promise<Ended>
}

/** What a command is started with. Of the environment it sees `env` alone, and PATH. */
export type Setting = { env?: Record<string, string>; input?: string | null; nodeOptions?: string[] }

const PASSED_ON = ['PATH', 'HOME', 'TMPDIR']

/** Starts the command line as a user would; `input: null` leaves standard input open. */
export const startCli = (args: string[], { env = {}, input = '', nodeOptions = [] }: Setting = {}): Running => {
  const inherited = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]))
  const child = spawn(process.execPath, [...nodeOptions, BIN, ...args], { env: { ...inherited, ...env } })
  if (input !== null) child.stdin.end(input)
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: Running['said'] = (stream, pattern) =>
    new Promise((resolve, reject) => {
      let written = ''
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
  return { process: child, said, ended }
}

/** Runs a command to its end. */
export const runCli = (args: string[], setting?: Setting): Promise<Ended> => startCli(args, setting).ended

/** How a command that cannot work fails, without a process of its own. */
export const failureIn = (args: string[]): Promise<Failure> => {
  vi.stubEnv('BASE_URL', '') // the test runner sets it for itself
  onTestFinished(() => void vi.unstubAllEnvs())
  return createProgram()
    .parseAsync(args, { from: 'user' })
    .then(() => expect.unreachable('it worked'), failureOf)
}

/** A new folder, gone after the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
