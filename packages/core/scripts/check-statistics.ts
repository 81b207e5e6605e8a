import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `Usage: node packages/core/scripts/check-statistics.ts [database] [published]

Checks the statistics of an import:
- every performance index of a player or a team, by its formula;
- the standings, leaders and records of the EuroLeague season 2022-23, if it is imported, by the published ones.
Prints "ok" or "NOT" for each check. Exits with 0 if all are right, 1 if one is wrong, 2 for wrong arguments.

  database   postgres://… or a folder; default: .data
  published  the folder of the published standings; default: ../shared/data/truth`

const PUBLISHED = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'truth')

const refuse = (why: string): never => {
  console.error(`${why}\n\n${USAGE}`)
  process.exit(2)
}

const parse = () => {
  try {
    const options = { help: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [database = '.data', published = PUBLISHED, ...others] = positionals
    return { help: values.help, database, published, others }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Runs all checks, and returns the failed ones. Imports the core only here, so that --help is fast. */
const run = async (database: string, published: string): Promise<readonly string[]> => {
  const { createCore } = await import('@basketball-data/core')
  const { createCheck } = await import('./checks/check.ts')
  const { checkEuroleague2022 } = await import('./checks/euroleague-2022.ts')
  const { checkPerformanceIndexes } = await import('./checks/performance-indexes.ts')
  const core = await createCore({ database })
  try {
    if (await core.isEmpty()) return [`There are no games in ${database}: import some first.`]
    const { check, failures } = createCheck()
    await checkPerformanceIndexes(core, check)
    if (!(await checkEuroleague2022(core, published, check)))
      console.log('Published facts are not checked: the EuroLeague season E2022 is not imported.')
    return failures
  } finally {
    await core.close()
  }
}

const { help, database, published, others } = parse()
if (help) console.log(USAGE)
else {
  if (others.length > 0) refuse(`Unexpected arguments: ${others.join(' ')}.`)
  if (!/^postgres(ql)?:/.test(database) && !existsSync(database)) refuse(`There is no folder ${database}.`)
  const failures = await run(database, published)
  if (failures.length > 0) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
}
