import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const module = new URL('serve-program.mjs', import.meta.url).href

/** Prints its process id, and "stopped" when it receives SIGTERM. */
const PROGRAM = `
  console.log(process.pid)
  setInterval(() => {}, 1000)
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })`

const RUN = `import { serveProgram } from '${module}'; serveProgram(process.execPath, ['-e', process.env.PROGRAM])`

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts the program in a shell that waits for it, as npm does; ends what is left of it with the test. */
const start = async (environment) => {
  // A second command keeps the shell from becoming the first one.
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$RUN"; true'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH, NODE: process.execPath, RUN, PROGRAM, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  })
  return { shell, lines, pid }
}

const windows = process.platform === 'win32'

test.skipIf(windows)('a program that npm runs is stopped when the shell of npm is (not on Windows)', async () => {
  const { shell, lines, pid } = await start({ npm_lifecycle_event: 'start' })
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  expect((await lines.next()).value).toBe('stopped')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test.skipIf(windows)('a program that was started without npm outlives its shell (not on Windows)', async () => {
  const { shell, pid } = await start({})
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  expect(isRunning(pid)).toBe(true)
})
