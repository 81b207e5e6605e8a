// Registers an SDK of OpenTelemetry, before the service is loaded: NODE_OPTIONS="--import /path/to/tracing.mjs" (docs/operating.md).
// It is configured by the environment: OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER and others.
import { NodeSDK } from '@opentelemetry/sdk-node'

// Of what the SDK finds out by itself, not the process: its command line may have the password of a database.
process.env.OTEL_NODE_RESOURCE_DETECTORS ??= 'env,host,os'
const sdk = new NodeSDK()
sdk.start()
// The service stops by itself after SIGTERM and Ctrl-C; the spans that have not been sent yet are sent then. If they cannot
// be, it has done its work all the same, and ends with 0. A host with several addresses fails with an error for each.
process.once('beforeExit', () =>
  sdk.shutdown().catch(({ message, errors }) => {
    console.error(`Spans could not be sent: ${errors?.[0]?.message ?? message}`)
  }),
)
