import { createCore, type Core } from '@basketball-data/core'

const OUT_OF_REACH = 2_000_000_000

/** The core of a measured server, as in production, with limits that are out of reach. With `--cold` it keeps no responses. */
export const openOurCore = (database: string, options: readonly string[]): Promise<Core> =>
  createCore({
    database,
    callDeadline: 2500,
    cacheMegabytes: options.includes('--cold') ? 0 : 128,
    plans: { complete: { per_minute: OUT_OF_REACH, per_day: OUT_OF_REACH, streams: OUT_OF_REACH } },
  })
