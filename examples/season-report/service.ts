import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { startServer } from '@basketball-data/http'

/** A service to call: its address and a key for it. */
export type Service = { baseUrl: string; apiKey: string; close: () => Promise<void> }

/** Starts a service in memory with simulated games. */
const startDemo = async (): Promise<Service> => {
  const core = await createCore({ database: 'memory://', plans: { complete: { per_minute: null } } })
  for (const bundle of simulate({ day: '2026-11-20', games: 12 })) await core.ingest(bundle)
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

/** Uses the service at BASKETBALL_DATA_URL with BASKETBALL_DATA_KEY (plan complete); without BASKETBALL_DATA_URL, starts a demo. */
export const openService = async (): Promise<Service> => {
  const { BASKETBALL_DATA_URL: baseUrl, BASKETBALL_DATA_KEY: apiKey } = process.env
  if (baseUrl === undefined) return startDemo()
  if (apiKey === undefined) throw new Error('BASKETBALL_DATA_URL needs BASKETBALL_DATA_KEY=bd_…')
  return { baseUrl, apiKey, close: async () => {} }
}
