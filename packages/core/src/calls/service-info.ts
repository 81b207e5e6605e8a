/** How the service describes itself. */
export type ServiceInfo = {
  name: string
  /** Base address of the paths, ending in /v1. */
  base: string
  /** The documentation page. */
  docs: string
  /** The page that describes the plans. */
  pricing: string
}

const DEFAULT_BASE = 'http://127.0.0.1:3000/v1'

/** How a service describes itself; addresses that are left out are derived from the base. */
export const describeService = ({
  name,
  base = DEFAULT_BASE,
  docs,
  pricing,
}: Partial<ServiceInfo> = {}): ServiceInfo => {
  const home = base.replace(/\/v1$/, '')
  return {
    name: name ?? 'Basketball Data',
    base,
    docs: docs ?? `${home}/docs`,
    pricing: pricing ?? `${home}/docs#plans`,
  }
}
