import { execFile, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasChromium, launchChromium } from 'testbed/chromium'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { GAMES } from './testing/league.ts'
import { sharedService } from './testing/services.ts'

const guide = readFileSync(new URL('../../../docs/your-league.md', import.meta.url), 'utf8')
const readSample = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? ''
const DOCUMENTED = 'http://127.0.0.1:3000'

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}

describe.skipIf(!hasChromium)('the page of docs/your-league.md (skipped if Chromium is not installed)', () => {
  const service = sharedService('embedded', { games: GAMES })
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  let folder: string
  let expected: string[][]
  let settings: { API_KEY: string; COMPETITION: string }

  beforeAll(async () => {
    chromium = await launchChromium()
    folder = mkdtempSync(join(tmpdir(), 'league-page-'))
    const api = service().core.caller()
    const [competition] = (await api.competitions.list({})).data
    settings = { API_KEY: await service().newKey('live'), COMPETITION: competition?.id ?? '' }
    const { table } = (await api.standings.get({ competition: settings.COMPETITION })).data
    expected = [
      ['', 'Team', 'Won', 'Lost', 'Streak'],
      ...table.map((row) => [row.rank, row.team.name, row.won, row.lost, row.streak].map(String)),
    ]
  })
  afterAll(async () => {
    await chromium.close()
    rmSync(folder, { recursive: true })
  })

  const readTable = async (url: string): Promise<string[][]> => {
    const page = await chromium.browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(url)
    await page.waitForSelector('tr, #problem:not(:empty)')
    return page.$$eval('tr', (rows) =>
      rows.map((row) => Array.from(row.children, ({ textContent }) => textContent ?? '')),
    )
  }
  const writeSample = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text.replace(DOCUMENTED, service().origin))
    return file
  }

  test('shows the table when it is opened from a file, with a key, in at most 30 lines', async () => {
    const page = readSample('html')
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    const file = writeSample('file.html', page.replace('cp_…', settings.COMPETITION).replace('bd_…', settings.API_KEY))
    expect(expected.length).toBeGreaterThan(2)
    expect(await readTable(pathToFileURL(file).href)).toEqual(expected)
  })

  test('shows the table without a key when the program serves it, and 503 while there is no service', async () => {
    const page = readSample('html')
    writeSample('table.html', page.replace(/'http.+'/, "'/standings'").replace(/\{ Authorization.+ \}/, '{}'))
    const start = async (file: string): Promise<string> => {
      const PORT = String(await findFreePort())
      const program: ChildProcess = execFile(process.execPath, [file], { cwd: folder, env: { ...settings, PORT } })
      onTestFinished(() => void program.kill())
      const origin = `http://127.0.0.1:${PORT}`
      await expect
        .poll(
          () =>
            fetch(origin).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 30_000 },
        )
        .toBe(true)
      return origin
    }
    const origin = await start(writeSample('site.mjs', readSample('js')))
    expect(await readTable(origin)).toEqual(expected)
    expect(await (await fetch(origin)).text()).not.toContain(settings.API_KEY)
    const alone = await start(writeSample('alone.mjs', readSample('js').replace(DOCUMENTED, 'http://127.0.0.1:9')))
    expect((await fetch(`${alone}/standings`)).status).toBe(503)
  })
})
