// A small server that has the key of the service, which browsers must not have, and passes what they may see on.
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { Board } from './board.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const FILES: Record<string, [file: string, type: string]> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
}

/** Milliseconds between two comments, which keep a quiet connection open. */
const HEARTBEAT = 15_000

/** Sends all games and what changes in them, and the plays of one game, until the page leaves. */
const sendEvents = async (board: Board, game: string | null, response: ServerResponse): Promise<void> => {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (data: object): void => {
    response.write(`data: ${JSON.stringify(data)}\n\n`)
  }
  send({ type: 'all', connected: board.isConnected(), games: board.entries() })
  const unsubscribe = board.subscribe(send)
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT)
  const leaving = new AbortController()
  response.on('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
    leaving.abort()
  })
  if (game === null) return
  for await (const { event, data } of board.streamPlays(game, leaving.signal))
    if (event === 'play')
      send(data.op === 'remove' ? { type: 'removed', seq: data.event.seq } : { type: 'play', play: data.event })
}

/** The scoreboard: the page, and `/events?game=<id>`, the updates of all games with the plays of one. */
export const createScoreboard = (board: Board) =>
  createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://scoreboard')
    const [file, type] = FILES[pathname] ?? []
    if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
    // Without plays, as when the streams of the plan are all open, the page goes on with the scores.
    else if (pathname === '/events') await sendEvents(board, searchParams.get('game'), response).catch(() => {})
    else if (file === undefined || type === undefined) response.writeHead(404, HEADERS).end('Not found')
    else
      response.writeHead(200, { ...HEADERS, 'content-type': type }).end(await readFile(new URL(file, import.meta.url)))
  })
