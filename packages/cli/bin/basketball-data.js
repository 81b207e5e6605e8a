#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run this file and print which version is required.
import { existsSync } from 'node:fs'

const source = new URL('../src/main.ts', import.meta.url)
const built = new URL('../dist/main.js', import.meta.url)
const inCheckout = existsSync(source)

// The folder lock of the embedded database needs node:sqlite; in a checkout, the TypeScript sources need type stripping.
const [major, minor] = inCheckout ? [22, 18] : [22, 13]
const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number)

if (runningMajor < major || (runningMajor === major && runningMinor < minor)) {
  process.stderr.write(
    `basketball-data: needs Node ${major}.${minor} or newer, this is Node ${process.versions.node}.\n`,
  )
  process.exitCode = 1
} else {
  await import('./module-loading.js')
  const { main } = await import((inCheckout ? source : built).href)
  await main(process.argv)
}
