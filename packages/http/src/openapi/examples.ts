import type { ServiceInfo } from '@basketball-data/core'
import type { ErrorBody, WebhookEventType } from '@basketball-data/core/contract'
import { z } from 'zod'
import generated from './examples.generated.json' with { type: 'json' }

/** A request to a path below /v1 and the body of its response. */
export type OperationExample = { path: string; query: Record<string, string>; body?: unknown; response: unknown }

/** An event of a stream in an example. */
export const ExampleEvent = z.object({ id: z.string(), event: z.string(), data: z.unknown() })
export type ExampleEvent = z.infer<typeof ExampleEvent>

/** The response of a stream in an example; none before it has been captured. */
export const ExampleEvents = z.array(ExampleEvent).default([])

/** The body of an error with a title that says what caused it. */
export type ErrorExample = { summary: string; body: ErrorBody }

/** Responses of a service with the sample league, captured by scripts/write-openapi.ts. */
export type Examples = {
  /** The call of the front page, which a reader sends first. */
  firstCall: OperationExample
  /** By the name of the operation. */
  operations: Record<string, OperationExample>
  /** Of the write API, by the name of the operation; the path is below /ingest/v1. */
  writes: Record<string, OperationExample>
  events: Record<WebhookEventType, unknown>
  /** By the name of the response component. */
  errors: Record<string, ErrorExample[]>
  /** Of the write API, by the name of the response component. */
  writeErrors: Record<string, ErrorExample[]>
}

/** The service that the examples are captured from. `examplesFor` replaces its name and addresses. */
export const CAPTURED_SERVICE: ServiceInfo = {
  name: 'Name of the service',
  base: 'https://base.example/v1',
  docs: 'https://docs.example',
  pricing: 'https://pricing.example',
}

const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The examples as `service` sends them. */
export const examplesFor = (service: ServiceInfo, captured: unknown = generated): Examples => {
  let text = JSON.stringify(captured)
  for (const field of ['name', 'base', 'docs', 'pricing'] as const)
    text = text.replaceAll(CAPTURED_SERVICE[field], () => jsonText(service[field]))
  return JSON.parse(text)
}

/** The example requests, by the name of the operation; they are the same for every service. */
export const EXAMPLE_REQUESTS: Examples['operations'] = generated.operations

/** The call of the front page and its response; they are the same for every service. */
export const FIRST_CALL: OperationExample = generated.firstCall
