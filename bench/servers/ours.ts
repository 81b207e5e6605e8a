// Our server as in production. Every call is validated and counted. With --log it writes the request log, line by line as to
// standard error, but to /dev/null; with --cold it keeps no responses.
import { openSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { createLogger, startServer } from '@basketball-data/http'
import { handleControl } from './control.ts'
import { openOurCore } from './our-core.ts'

const [, , database = '', ...options] = process.argv
const core = await openOurCore(database, options)
const output = openSync(devNull, 'w')
const logger = createLogger('info', { write: (line) => writeSync(output, line) })
const log = options.includes('--log') ? { logger } : {}
const { url } = await startServer({ core, host: '127.0.0.1', port: 0, ...log })
handleControl(Number(new URL(url).port), core.cacheUsage)
