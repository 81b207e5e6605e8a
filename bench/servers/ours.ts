// Our server as in production, without its request log. Every call is validated and counted; the limits are out of reach.
import { createCore } from '@basketball-data/core'
import { startServer } from '@basketball-data/http'
import { handleControl } from './control.ts'

const [, , database = ''] = process.argv
const OUT_OF_REACH = 2_000_000_000

const core = await createCore({
  database,
  callDeadline: 2500,
  cacheMegabytes: 128,
  plans: { complete: { per_minute: OUT_OF_REACH, per_day: OUT_OF_REACH } },
})
const { url } = await startServer({ core, host: '127.0.0.1', port: 0 })
handleControl(Number(new URL(url).port))
