import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from './postgres-server.ts'

/** Whether this machine has PgBouncer. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** The end of the names of tests that need PgBouncer: it says so where they are skipped. */
export const unlessInstalled = hasPgBouncer ? '' : ' (skipped: pgbouncer is not on PATH)'

/** Settings of a PgBouncer in its own words, such as `default_pool_size`. */
export type PgBouncerSettings = { pool_mode: 'session' | 'transaction' | 'statement' } & Record<string, string | number>

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts a PgBouncer in front of a Postgres database and returns the address of that database through it. PgBouncer does
 * not run as root: if the tests do, it runs as the user `postgres`.
 */
export const launchPgBouncer = async (
  database: string,
  settings: PgBouncerSettings,
): Promise<{ address: string; stop: () => Promise<void> }> => {
  const { hostname, port, username, password, pathname } = new URL(database)
  const listenPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    max_client_conn: 1000,
    ...settings,
  }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port} user=${username} password=${password}\n[pgbouncer]\n` +
      Object.entries(lines)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
  )
  chmodSync(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const log: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  }
  while (!(await isListening(listenPort))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start:\n${log.join('')}`)
    await sleep(20)
  }
  return { address: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`, stop }
}

/** Starts a PgBouncer that is stopped when the test ends, and returns the address of the database through it. */
export const startPgBouncer = async (database: string, settings: PgBouncerSettings): Promise<string> => {
  const { address, stop } = await launchPgBouncer(database, settings)
  onTestFinished(stop)
  return address
}
