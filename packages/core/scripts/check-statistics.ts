import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import { createCheck } from './checks/check.ts'
import { checkEuroleague2022 } from './checks/euroleague-2022.ts'
import { checkPerformanceIndexes } from './checks/performance-indexes.ts'

const USAGE = `Usage: node packages/core/scripts/check-statistics.ts [database] [published]

Holds the statistics of an import against what is known of them:
- of any import, every performance index of a player or a team against its formula;
- of the EuroLeague's season 2022-23, where it is in, its table, leaders and records against the published ones.
Prints "ok" or "NOT" for each; ends with 0 when all are right, 1 when one is not, 2 when it was asked wrongly.

  database   postgres://… or a folder; .data when left out
  published  the folder of the published table; ../shared/data/truth when left out`

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

/** Checks, and gives what is not right. */
const run = async (database: string, published: string): Promise<readonly string[]> => {
  const core = await createCore({ database })
  try {
    if (await core.isEmpty()) return [`There are no games in ${database}: import some first.`]
    const { check, failures } = createCheck()
    await checkPerformanceIndexes(core, check)
    if (!(await checkEuroleague2022(core, published, check)))
      console.log('The published facts are left out: the EuroLeague season E2022 is not imported.')
    return failures
  } finally {
    await core.close()
  }
}

const { help, database, published, others } = parse()
if (help) console.log(USAGE)
else {
  if (others.length > 0) refuse(`There are two arguments, not also ${others.join(' ')}.`)
  if (!/^postgres(ql)?:/.test(database) && !existsSync(database)) refuse(`There is no folder ${database}.`)
  const failures = await run(database, published)
  if (failures.length > 0) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
}
