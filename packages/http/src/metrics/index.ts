export { createMetrics, type Metrics } from './registry.ts'
export { startMetricsServer, type MetricsServer } from './server.ts'
