// A floor: Hono that answers every request with a constant.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { handleControl } from './control.ts'

const [, , body = ''] = process.argv
const app = new Hono()
app.get('*', (c) => c.body(body, 200, { 'content-type': 'application/json; charset=utf-8' }))

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => handleControl(port))
