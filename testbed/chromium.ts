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

/** What @sparticuz/chromium brings is for Linux on x64 alone. */
const isBrought = process.platform === 'linux' && process.arch === 'x64'

/** Whether there is a Chromium: the one of an npm package, or the system's where that one does not run. */
export const hasChromium: boolean = isBrought || SYSTEM !== undefined

/** Unpacks Chromium and the libraries that a bare system lacks (NSS, NSPR, expat). */
const unpack = (folder: string) => {
  const packed = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '..', '..', 'bin')
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)))
  const program = join(folder, 'chromium')
  writeFileSync(program, read('chromium'), { mode: 0o755 })
  execFileSync('tar', ['-x', '-C', folder], { input: read('al2023.tar') })
  return { executablePath: program, env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') } }
}

/** Starts Chromium. @returns the browser, and what closes it and leaves nothing behind */
export const launchChromium = async (): Promise<{ browser: Browser; close: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  const started = isBrought ? unpack(folder) : { executablePath: SYSTEM ?? '' }
  const browser = await chromium.launch({ ...started, args: ['--no-sandbox'] })
  const close = async () => {
    await browser.close()
    rmSync(folder, { recursive: true, maxRetries: 3 })
  }
  return { browser, close }
}
