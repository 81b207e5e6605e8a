import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process of its own that runs one of the scripts in `processes/`. */
export type TestProcess = {
  /** The next line it says; undefined when it has ended. */
  next: () => Promise<string | undefined>
  /** Says a line to it. */
  tell: (line: string) => void
  /** Ends it as a power cut would. */
  kill: () => Promise<void>
  /** Waits until it has ended. */
  ended: Promise<void>
}

/** Starts a process, with more in its environment where that is given; whoever calls ends it. */
export const launch = (
  script: 'admit' | 'deliver' | 'import-games' | 'migrate' | 'open',
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
    tell: (line) => child.stdin.write(`${line}\n`),
    kill,
    ended,
  }
}

/** Starts a process that is ended when the test ends, if it is not before. */
export const startProcess = (...launched: Parameters<typeof launch>): TestProcess => {
  const started = launch(...launched)
  onTestFinished(started.kill)
  return started
}
