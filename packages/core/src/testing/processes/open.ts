import { createCore } from '../../core.ts'

// Opens the database named first and says "open", or the name of the error; then waits to be ended.
const [database = ''] = process.argv.slice(2)
try {
  const core = await createCore({ database })
  console.log('open')
  process.stdin.once('data', () => void core.close().then(() => process.exit(0)))
} catch (error) {
  console.log(error instanceof Error ? error.name : 'unknown')
}
