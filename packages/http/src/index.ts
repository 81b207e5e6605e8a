export { createApp, type AppOptions, type RequestEntry } from './app.ts'
export type { Decimals } from './rest/rounding.ts'
export { createLogger, startServer, type RunningServer } from './server.ts'
