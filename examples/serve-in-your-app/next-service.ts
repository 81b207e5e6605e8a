// The service in a Next.js app (lib/service.ts), opened at the first request: "next build" loads the modules of all routes, too.
import { createCore, type Core } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'

type Service = { core: Core; app: ReturnType<typeof createApp> }

const open = async (): Promise<Service> => {
  const core = await createCore({ database: process.env['DATABASE'] ?? 'memory://' })
  return { core, app: createApp(core) }
}

// In globalThis, because "next dev" loads this file again after a change, and a folder can be opened once.
const opened: typeof globalThis & { service?: Promise<Service> | undefined } = globalThis

const forget = (error: unknown): never => {
  opened.service = undefined
  throw error
}

export const getService = (): Promise<Service> => (opened.service ??= open().catch(forget))
