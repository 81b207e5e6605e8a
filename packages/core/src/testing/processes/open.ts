import { createCore } from '../../core.ts'
import { acceptCommands } from '../../remote.ts'

// Opens a database, works for commands, and prints "open" or the name of the error. Closes it and exits at the first input.
// Argument: database.
const [database = ''] = process.argv.slice(2)
try {
  const core = await createCore({ database })
  acceptCommands(core)
  console.log('open')
  process.stdin.once('data', () => void core.close().then(() => process.exit(0)))
} catch (error) {
  console.log(error instanceof Error ? error.name : 'unknown')
}
