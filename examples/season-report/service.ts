import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/core/simulator'
import { startServer } from '@basketball-data/http'

/** Where a service answers, a key for it, and how to let go of it. */
export type Service = { baseUrl: string; apiKey: string; close: () => Promise<void> }

/** A service of its own in memory, with half a season that is made up. */
const demo = async (): Promise<Service> => {
  const core = await createCore({ database: 'memory://', plans: { complete: { per_minute: null } } })
  for (const bundle of simulate({ day: '2026-11-20', games: 120 })) await core.ingest(bundle)
  const { id } = await core.accounts.create({ email: 'demo@example.org', plan: 'complete' })
  const { key } = await core.keys.create(id)
  const server = await startServer({ core, host: '127.0.0.1', port: 0 })
  return {
    baseUrl: server.url,
    apiKey: key,
    close: async () => {
      await server.close()
      await core.close()
    },
  }
}

/** The service at BASE_URL with API_KEY (plan complete); where none is named, a demo. */
export const openService = async (): Promise<Service> => {
  const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env
  if (baseUrl === undefined) return demo()
  if (apiKey === undefined) throw new Error('BASE_URL needs a key beside it: API_KEY=bd_…')
  return { baseUrl, apiKey, close: async () => {} }
}
