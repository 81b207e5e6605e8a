// Measures a night of games whose workers are killed again and again, with every assertion of the test of the same name.
// Usage: node bench/game-night.ts [--games 40] [--webhooks 500] [--kills 10]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '40' },
    webhooks: { type: 'string', default: '500' },
    kills: { type: 'string', default: '10' },
  },
})
const { games, webhooks, kills } = values
// A webhook is disabled by its 20th failed delivery, and 30 webhooks are enough for one of each kind.
if (!(Number(games) >= 24 && Number(webhooks) >= 30 && Number(webhooks) % 10 === 0 && Number(kills) >= 0))
  throw new RangeError('give --games from 24 on, --webhooks from 30 on in tens, --kills from 0 on')

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules', '.bin', 'vitest')
const started = performance.now()
const { status } = spawnSync(vitest, ['run', 'packages/core/src/webhooks/game-night.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, GAME_NIGHT: [games, webhooks, kills].join(',') },
})
console.log(`${Number(games) * Number(webhooks)} deliveries in ${Math.round((performance.now() - started) / 1000)} s`)
process.exitCode = status ?? 1
