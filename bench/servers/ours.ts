// Our server as in production. Every call is validated and counted. With --log it writes the request log, line by line as to
// standard error, but to /dev/null; with --cold it keeps no responses; with --ingest it has the write API.
import { openSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { createCore } from '@basketball-data/core'
import { createLogger, startServer } from '@basketball-data/http'
import { handleControl } from './control.ts'

const [, , database = '', ...options] = process.argv
const OUT_OF_REACH = 2_000_000_000
const core = await createCore({
  database,
  callDeadline: 2500,
  writesPerMinute: OUT_OF_REACH,
  plans: { complete: { per_minute: OUT_OF_REACH, per_day: OUT_OF_REACH, streams: OUT_OF_REACH } },
})
const output = openSync(devNull, 'w')
const logger = createLogger('info', { write: (line) => writeSync(output, line) })
const log = options.includes('--log') ? { logger } : {}
const cacheMegabytes = options.includes('--cold') ? 0 : 128
const ingest = options.includes('--ingest')
const { url, cacheUsage } = await startServer({ core, host: '127.0.0.1', port: 0, cacheMegabytes, ingest, ...log })
handleControl(Number(new URL(url).port), cacheUsage)
