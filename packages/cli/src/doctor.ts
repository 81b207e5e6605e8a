import type { Finding } from '@basketball-data/core'
import type { Command } from 'commander'
import { Failed } from './failures.ts'
import { printsJson, validConfigOf } from './session.ts'
import { painter } from './terminal.ts'

const HELP = `
Looks at the settings and what they lead to: the database with its version, tables, connections, replicas and dead rows,
the clock, SECRETS_KEY, overdue deliveries, the disk of a folder, BASE_URL, the mail server and limits of the system. It
says what is wrong and what to do, changes nothing, and can run at any time.

Exit code: 0 without problems, 1 otherwise.`

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const

const textOf = (findings: readonly Finding[]): string => {
  const paint = painter(process.stdout)
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  return findings
    .flatMap(({ status, subject, message, remedy }) => [
      `${paint(COLOURS[status], status.padEnd(7))}  ${subject.padEnd(width)}  ${message}`,
      ...(remedy === null ? [] : [`${' '.repeat(width + 11)}→ ${remedy}`]),
    ])
    .join('\n')
}

/** `doctor` */
export const defineDoctor = (command: Command): void => {
  command.addHelpText('after', HELP).action(async () => {
    const { examine } = await import('./surroundings.ts')
    const findings = await examine(await validConfigOf(command))
    const count = (status: Finding['status']) => findings.filter((found) => found.status === status).length
    const [problems, warnings] = [count('problem'), count('warning')]
    process.stdout.write(
      `${printsJson(command) ? JSON.stringify({ problems, warnings, findings }) : textOf(findings)}\n`,
    )
    if (problems > 0) throw new Failed(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`)
  })
}
