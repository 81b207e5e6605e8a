import axe from 'axe-core'
import type { launchChromium } from 'testbed/chromium'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'

type Browser = Awaited<ReturnType<typeof launchChromium>>['browser']

/** A tab of Chromium. */
export type Tab = Awaited<ReturnType<Browser['newPage']>>

/** How a page is shown. */
export type Screen = {
  /** Default: 1440. */
  width?: number
  dark?: boolean
  /** Default: true. */
  scripts?: boolean
}

/** A light computer and a dark phone. Colours do not depend on the width, nor the layout on the colours. */
export const SCREENS = [
  { width: 1440, dark: false },
  { width: 390, dark: true },
]

/** Writes to the console what the Content-Security-Policy has blocked. */
const REPORTS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('blocked', violatedDirective, blockedURI))`

/**
 * A new tab with cookies of its own. When the test ends, no page in it must have reported an error, or have requested anything
 * from another origin. Reports that match `expected` are no errors.
 */
export const newTab = async (
  browser: Browser,
  origin: string,
  { width = 1440, dark = false, scripts = true }: Screen,
  expected = /^$/,
): Promise<Tab> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const reported: string[] = []
  const requested: string[] = []
  page.on('console', (message) => {
    if (!expected.test(message.text())) reported.push(message.text())
  })
  page.on('pageerror', (error) => reported.push(String(error)))
  page.on('request', (request) => requested.push(request.url()))
  if (scripts) await page.addInitScript(REPORTS)
  onTestFinished(async () => {
    await context.close()
    expect(reported).toEqual([])
    expect(requested.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
  })
  return page
}

const Finding = z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })
const Report = z.object({ violations: z.array(Finding) })

/** What axe finds on a page, each with the elements in question, and whether anything is wider than the screen. */
export const findingsOn = async (page: Tab): Promise<string[]> => {
  await page.evaluate(axe.source)
  const { violations } = Report.parse(await page.evaluate('axe.run()'))
  const findings = violations.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  const isWider = (await page.evaluate('document.documentElement.scrollWidth')) !== page.viewportSize()?.width
  return isWider ? [...findings, `${page.url()}: wider than the screen`] : findings
}
