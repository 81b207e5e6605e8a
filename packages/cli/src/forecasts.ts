import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { UsageError } from './failures.ts'
import { print, withExistingCore } from './session.ts'

const HELP = `
The report is Markdown: how good the forecasts of each season were, before and during games and of the first eight places, beside
simpler forecasts. Sealed forecasts count as they are; other games are forecast from the results of earlier days. It changes nothing,
and takes about a minute for ten seasons with play-by-plays.`

/** `forecasts` */
export const defineForecasts = (command: Command): void => {
  command
    .option('--report', 'write how good the forecasts were')
    .option('--output <file>', 'write to a file instead of standard output')
    .addHelpText('after', HELP)
    .action(async ({ report = false, output }: { report?: boolean; output?: string }) => {
      if (!report) throw new UsageError('Say what to do with the forecasts: --report.')
      const text = await withExistingCore(command, (core) => core.reportForecasts())
      if (output === undefined) print(command, { report: text }, text.trimEnd())
      else {
        await writeFile(output, text)
        print(command, { file: output }, `${output} is the report of the forecasts.`)
      }
    })
}
