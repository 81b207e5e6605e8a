import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { GameBundle } from '@basketball-data/core/contract'
import { readSheets } from '@basketball-data/feeds/sheets'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newDatabase, scheduledGame } from '../../http/src/testing/databases.js'
import { GAMES } from '../../http/src/testing/league.js'
import { sharedService } from '../../http/src/testing/services.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** A team under two identifiers, which docs/write-api.md merges. */
const TWICE = ['harbour-town', 'harbour-town-bc'].map((external_id) =>
  scheduledGame({ game: { external_id }, home: { team: { external_id, name: 'Harbour Town' } } }),
)
const service = sharedService('Postgres', { games: [...GAMES, ...TWICE], ingest: true, readSheets })

/** The pages whose commands run here; those of docs/webhooks.md run in the tests of the receivers. */
const PAGES = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) =>
    name.endsWith('.md') && name !== 'webhooks.md' ? [`docs/${name}`] : [],
  ),
]

/** The first bundle of its page, which the commands write as game.json. */
const [, EXAMPLE = ''] = /```json\n([^]*?)```/.exec(readFileSync(join(root, 'docs/game-bundle.md'), 'utf8')) ?? []

const samples = PAGES.flatMap((name) => {
  const page = readFileSync(join(root, name), 'utf8')
  return Array.from(page.matchAll(/```sh\n([^]*?)```/g), ([, code = '']) => ({ name, code }))
})

const withoutComments = (code: string): string => code.replaceAll(/ +# .*/g, '')

/** Of samples that only differ in their comments, the first. */
const distinct = [...Map.groupBy(samples, ({ code }) => withoutComments(code)).values()].flatMap(
  ([first]) => first ?? [],
)

/** Fails with the first command that fails. Runs npx commands directly, and stops serve and worker as soon as they are ready. */
const SHELL = `
set -e
curl() { command curl -f "$@"; }
npx() {
  case "$2" in
    serve | worker)
      : > up.log # so that grep finds it
      "$@" >> up.log & up=$!
      for _ in $(seq 600); do grep -q -e Serving -e Delivering up.log && break; sleep 0.1; done
      kill -INT $up
      wait $up || true
      grep -e Serving -e Delivering up.log ;;
    *) "$@" ;;
  esac
}
`

/** The major version of a tool, or 0 if it is not installed. */
const readVersion = (tool: string): number =>
  Number(
    /\d+/.exec(spawnSync('sh', ['-c', `${tool} --version || ${tool} version`], { encoding: 'utf8' }).stdout)?.[0] ?? 0,
  )

/** Required versions; pg_dump refuses a server that is newer than itself. */
const TOOLS = { curl: 1, openssl: 1, pg_dump: 18 }
const lacks = (code: string): boolean =>
  Object.entries(TOOLS).some(([tool, oldest]) => code.includes(tool) && readVersion(tool) < oldest)

/** Runs a sample and returns its standard error without the log. */
const readStderr = async (code: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'games.csv'), 'date,home,away,score\n2026-11-20,Riverside,Hilltop,71-64\n')
  writeFileSync(join(folder, 'games.ndjson'), GAMES.map((game) => `${JSON.stringify(game)}\n`).join(''))
  const { source: _, game, ...bundle } = GameBundle.parse(JSON.parse(EXAMPLE))
  writeFileSync(join(folder, 'game.json'), JSON.stringify({ ...bundle, game: { ...game, external_id: 'game-17' } }))
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const here = code
    .replaceAll('http://127.0.0.1:3000', service().origin)
    .replaceAll('postgres://user:password@host/basketball', address)
    .replaceAll('--port 3000', '--port 0')
  const { stderr } = await promisify(execFile)('sh', ['-c', SHELL + here], {
    cwd: folder,
    timeout: 280_000,
    env: {
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      KEY: await service().newKey('live'),
      WRITE_KEY: (await service().core.writeKeys.create({ source: scheduledGame().source })).key,
      DATABASE_URL: address,
      SECRETS_KEY: 'a'.repeat(64),
      PORT: '0',
    },
  })
  return stderr.replaceAll(/^\{.*\}\n/gm, '')
}

describe('the commands in the documentation work', () => {
  for (const { name, code } of distinct)
    test.skipIf(lacks(code))(`${name}, skipped if its tools are missing or too old: ${code}`, async () => {
      expect(await readStderr(code)).toBe('')
    })
})
