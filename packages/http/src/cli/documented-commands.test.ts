import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../testing/databases.ts'
import { GAMES } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const service = sharedService('embedded', { games: GAMES })

/** The pages whose commands are run here; those of docs/webhooks.md are run with the receivers. */
const PAGES = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) =>
    name.endsWith('.md') && name !== 'webhooks.md' ? [`docs/${name}`] : [],
  ),
]

const samples = PAGES.flatMap((name) => {
  const page = readFileSync(join(root, name), 'utf8')
  return Array.from(page.matchAll(/```sh\n([^]*?)```/g), ([, code = '']) => ({ name, code }))
})

/** The shell fails with the first command that does. `npx` without its own start; commands that go on for ever are stopped as soon as they say that they are up. */
const SHELL = `
set -e
npx() {
  case "$2" in
    serve | worker)
      : > up.log # before it is looked into
      "$@" >> up.log & up=$!
      for _ in $(seq 600); do grep -q -e Serving -e Delivering up.log && break; sleep 0.1; done
      kill -INT $up
      wait $up || true
      grep -e Serving -e Delivering up.log ;;
    *) "$@" ;;
  esac
}
`

/** The version a tool says it is of, 0 where it is not there. */
const versionOf = (tool: string): number =>
  Number(
    /\d+/.exec(spawnSync('sh', ['-c', `${tool} --version || ${tool} version`], { encoding: 'utf8' }).stdout)?.[0] ?? 0,
  )

/** The oldest tools that do; pg_dump refuses a server newer than itself. */
const TOOLS = { curl: 1, openssl: 1, pg_dump: 18 }
const lacks = (code: string): boolean =>
  Object.entries(TOOLS).some(([tool, oldest]) => code.includes(tool) && versionOf(tool) < oldest)

/** Runs a sample; gives what it writes to standard error, beside the log. */
const complaintsOf = async (code: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'games.ndjson'), GAMES.map((game) => `${JSON.stringify(game)}\n`).join(''))
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const here = code
    .replaceAll('http://127.0.0.1:3000', service().origin)
    .replaceAll('postgres://user:password@host/basketball', address)
    .replaceAll('--port 3000', '--port 0')
  const { stderr } = await promisify(execFile)('sh', ['-c', SHELL + here], {
    cwd: folder,
    timeout: 110_000,
    env: {
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      KEY: await service().newKey('live'),
      DATABASE_URL: address,
      SECRETS_KEY: 'a'.repeat(64),
      PORT: '0',
    },
  })
  return stderr.replaceAll(/^\{.*\}\n/gm, '')
}

describe('the commands of the documentation work as they stand', () => {
  for (const { name, code } of samples)
    test.skipIf(lacks(code))(
      `${name}, skipped where its tools are missing or too old: ${code}`,
      async () => {
        expect(await complaintsOf(code)).toBe('')
      },
      120_000,
    )
})
