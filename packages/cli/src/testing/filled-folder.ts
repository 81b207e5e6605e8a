import { cpSync } from 'node:fs'
import { createCore, type Core } from '@basketball-data/core'
import { beforeAll } from 'vitest'
import { newDatabase } from '../../../http/src/testing/databases.js'
import { newFolder } from './run-cli.ts'

/** Fills a folder once for all tests of a file. Returns a function that copies it; a copy is deleted after its test. */
export const shareFolder = (fill: (core: Core) => Promise<unknown>): (() => string) => {
  let template = ''
  beforeAll(async () => {
    const { address, drop } = await newDatabase('embedded')
    const core = await createCore({ database: address })
    await fill(core).finally(() => core.close())
    template = address
    return drop
  })
  return () => {
    const folder = newFolder()
    cpSync(template, folder, { recursive: true })
    return folder
  }
}
