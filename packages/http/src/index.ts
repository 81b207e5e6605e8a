export { createApp, type AppOptions } from './app.ts'
export type { Decimals } from '@basketball-data/core'
export type { RequestEntry } from './request-log.ts'
export { createLogger, startServer, type RunningServer } from './server.ts'
