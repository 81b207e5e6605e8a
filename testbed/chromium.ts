import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** @sparticuz/chromium supports only Linux on x64. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

/** Whether a Chromium is available: that of the npm package, or else that of the system. */
export const hasChromium: boolean = isPackaged || SYSTEM !== undefined

/** Unpacks Chromium and the libraries that a bare system lacks (NSS, NSPR, expat). */
const unpack = (folder: string) => {
  const packed = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..', 'bin')
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)))
  const program = join(folder, 'chromium')
  writeFileSync(program, read('chromium'), { mode: 0o755 })
  execFileSync('tar', ['-x', '-C', folder], { input: read('al2023.tar') })
  return { executablePath: program, env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') } }
}

/** Starts Chromium. `close` also deletes its temporary folder. */
export const launchChromium = async (): Promise<{ browser: Browser; close: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  const started = isPackaged ? unpack(folder) : { executablePath: SYSTEM ?? '' }
  const browser = await chromium.launch({ ...started, args: ['--no-sandbox'] })
  const close = async () => {
    await browser.close()
    rmSync(folder, { recursive: true, maxRetries: 3 })
  }
  return { browser, close }
}
