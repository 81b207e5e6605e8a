import { spawn } from 'node:child_process'

/** Milliseconds between two looks at the parent process. */
const PARENT_INTERVAL = 250

/**
 * Runs a program until it exits, and exits with its code. The terminal sends Ctrl-C to the program, too.
 *
 * npm runs a script in a shell and sends a SIGTERM to the shell only, which ends and passes it on to nobody. Under npm, the
 * program is therefore stopped when the parent of this process is gone.
 */
export const serveProgram = (command, args, options) => {
  process.on('SIGINT', () => {})
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 130)))
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, PARENT_INTERVAL)
}
