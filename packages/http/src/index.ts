export { createApp, type AppOptions, type RequestEntry } from './app.ts'
export { createLogger, startServer, type RunningServer } from './server.ts'
