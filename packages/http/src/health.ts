import type { Core } from '@basketball-data/core'
import type { Hono } from 'hono'
import { sizedResponse } from './body/encoding.ts'
import { NOT_STORED } from './call/caching.ts'

const LIVE = '/healthz'
const READY = '/readyz'

/**
 * Whether a path is that of a health check, which is answered however much the process has to do: else a balancer would take
 * one that is only busy out, or restart it, and so overload the others.
 */
export const isHealthCheck = (path: string): boolean => path === LIVE || path === READY

const statusResponse = (status: number, text: string): Response =>
  sizedResponse(JSON.stringify({ status: text }), {
    status,
    headers: { 'content-type': 'application/json', ...NOT_STORED },
  })

/** /healthz: the process runs; /readyz: it goes on running, and its database can be reached. */
export const addHealthChecks = (app: Hono, core: Core, stopping: () => boolean): void => {
  app.get(LIVE, () => statusResponse(200, 'ok'))
  app.get(READY, () => {
    if (stopping()) return statusResponse(503, 'stopping')
    return core.ping().then(
      () => statusResponse(200, 'ok'),
      () => statusResponse(503, 'database unreachable'),
    )
  })
}
