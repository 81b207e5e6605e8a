// A Next.js route handler (app/v1/[[...path]]/route.ts). Usage without Next.js: PORT=3000 node next.ts
import { serve } from '@hono/node-server'
import { getService } from './next-service.ts'

const handle = async (request: Request): Promise<Response> => {
  const { app } = await getService()
  return app.fetch(request)
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as POST }

// Calls the handler as Next.js does, so that this file runs without Next.js.
if (import.meta.main) {
  const { PORT = '3000' } = process.env
  serve({ fetch: handle, hostname: '127.0.0.1', port: Number(PORT) })
}
