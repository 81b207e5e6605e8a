import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A child process that runs one of the scripts in `processes/`. */
export type TestProcess = {
  /** The next line of its output; undefined after it has ended. */
  next: () => Promise<string | undefined>
  /** Writes a line to its input. */
  write: (line: string) => void
  /** Sends it a signal, e.g. SIGSTOP. */
  signal: (signal: NodeJS.Signals) => void
  /** Kills it with SIGKILL, so that it cannot clean up. */
  kill: () => Promise<void>
  /** Waits until it has ended. */
  ended: Promise<void>
}

/** Starts a process with `env` added to its environment. The caller must end it. */
export const launch = (
  script:
    | 'count-calls'
    | 'deliver'
    | 'import-games'
    | 'import-remotely'
    | 'list-seasons'
    | 'migrate'
    | 'open'
    | 'peak-memory'
    | 'read-scores',
  args: string[],
  env: Record<string, string> = {},
): TestProcess => {
  const file = fileURLToPath(new URL(`processes/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  return {
    next: async () => {
      const { value, done } = await lines.next()
      return done === true ? undefined : value
    },
    signal: (signal) => void child.kill(signal),
    write: (line) => child.stdin.write(`${line}\n`),
    kill,
    ended,
  }
}

/** Starts a process that is killed at the latest when the test ends. */
export const startProcess = (...launched: Parameters<typeof launch>): TestProcess => {
  const started = launch(...launched)
  onTestFinished(started.kill)
  return started
}
