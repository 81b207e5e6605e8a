import type { Command } from 'commander'
import { addCommands, type LazyCommands } from '../command-groups.ts'
import { Failed } from '../failures.ts'
import { print, readValidConfig, withExistingCore } from '../session.ts'
import { counted, painter, table } from '../terminal.ts'
import type { Finding } from './finding.ts'

const HELP = `
Checks the settings and what they lead to: the database with its version, tables, connections, replicas and dead rows,
the clock, SECRETS_KEY, overdue deliveries, the disk of a folder, BASE_URL, the mail server and limits of the system. It
explains how to fix what it finds, and counts what the commands list. It changes nothing, and can run at any time.

Exit code: 0 without problems, 1 otherwise.`

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const

const formatFindings = (findings: readonly Finding[]): string => {
  const paint = painter(process.stdout)
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  return findings
    .flatMap(({ status, subject, message, remedy }) => [
      `${paint(COLOURS[status], status.padEnd(7))}  ${subject.padEnd(width)}  ${message}`,
      ...(remedy === null ? [] : [`${' '.repeat(width + 11)}→ ${remedy}`]),
    ])
    .join('\n')
}

/** The lists behind the counts of `doctor`. */
const PARTS: LazyCommands = {
  'warnings [options]': {
    description: 'Lists inconsistencies in the stored games, by date and game.',
    define: async (command) => {
      command
        .option('--code <code>', 'only warnings with this code, like player_joined')
        .action(async ({ code }: { code?: string }) => {
          const warnings = await withExistingCore(command, (core) => core.warnings({ code }))
          const rows = warnings.map(({ date, game, code, message }) => [date, game, code, message])
          print(command, { warnings }, table(['date', 'game', 'code', 'message'], rows, 'There are no warnings.'))
        })
    },
  },
  refusals: {
    description: 'Lists games that were refused and events without a game, with the reason, until they are accepted.',
    define: async (command) => {
      command.action(async () => {
        const refusals = await withExistingCore(command, (core) => core.refusals())
        const rows = refusals.map((each) => [each.source, each.external_id, each.reason.replace(/\s+/g, ' ')])
        print(command, { refusals }, table(['source', 'game', 'reason'], rows, 'Nothing was refused.'))
      })
    },
  },
  accuracy: {
    description: 'Measures how exact line-ups and possessions are, season by season, with every exception.',
    define: async (command) => (await import('./accuracy.ts')).defineAccuracy(command),
  },
}

/** `doctor`, and `doctor …` */
export const defineDoctor = (command: Command): void => {
  addCommands(command, PARTS)
  command.addHelpText('after', HELP).action(async () => {
    const { examine } = await import('./examine.ts')
    const findings = await examine(await readValidConfig(command))
    const count = (status: Finding['status']) => findings.filter((found) => found.status === status).length
    const [problems, warnings] = [count('problem'), count('warning')]
    print(command, { problems, warnings, findings }, formatFindings(findings))
    if (problems > 0) throw new Failed(`${counted(problems, 'problem')} found.`)
  })
}
