import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '@basketball-data/http'
import { logDestination, prettyLog } from './pretty-log.ts'
import type { Terminal } from './terminal.ts'

/** A logger for people, and the text that it has written. */
const logTo = (terminal: Terminal = {}) => {
  let text = ''
  const write = (chunk: string) => (text += chunk)
  return { logger: createLogger('trace', prettyLog({ ...terminal, write })), text: () => text }
}

/** Logs an entry; returns the text without the time at its beginning. */
const toText = (entry: object, message?: string): string => {
  const { logger, text } = logTo()
  logger.info(entry, message)
  return text().replace(/^\d\d:\d\d:\d\d /, '')
}

const REQUEST = {
  request_id: '5f6c3a1e',
  method: 'GET',
  path: '/v1/games',
  status: 200,
  duration_ms: 3.217,
  key_id: 'ky_1',
}

describe('a line has time, level, method, path, status and milliseconds', () => {
  test.each([
    [{}, 'INFO  GET /v1/games 200 3.2 ms\n'],
    [{ status: 404, duration_ms: 12.7 }, 'INFO  GET /v1/games 404 13 ms\n'],
    [{ status: 503, refused: 17 }, 'INFO  GET /v1/games 503 3.2 ms refused=17 request_id=5f6c3a1e key_id=ky_1\n'],
    [
      { method: null, path: null, status: 400, reason: 'HPE_INVALID_METHOD', key_id: undefined },
      'INFO  unreadable request 400 3.2 ms reason=HPE_INVALID_METHOD\n',
    ],
  ])('%j', (changes, text) => {
    expect(toText({ ...REQUEST, ...changes })).toBe(text)
  })

  test('the time is that of the terminal', () => {
    vi.stubEnv('TZ', 'America/New_York')
    vi.useFakeTimers({ now: new Date('2026-11-20T19:04:05.678Z') })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllEnvs()
    })
    const { logger, text } = logTo()
    logger.info('Hello.')
    expect(text()).toBe('14:04:05 INFO  Hello.\n')
  })
})

test('a message comes first, other fields follow by name', () => {
  const { logger, text } = logTo()
  logger.warn({ replica: 1, where: 'here and there', on: true, list: [1] }, 'Left out.')
  expect(text()).toMatch(/^\S+ WARN  Left out\. replica=1 where="here and there" on=true list=\[1\]\n$/)
})

test('a text of several lines is printed as lines below', () => {
  expect(toText({ recipient: 'a@example.org', text: 'Hello,\n\nsign in.' }, 'An e-mail.')).toBe(
    'INFO  An e-mail. recipient=a@example.org\n    Hello,\n\n    sign in.\n',
  )
})

test('an error is printed with its stack and its causes', () => {
  const { logger, text } = logTo()
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  logger.error({ ...REQUEST, status: 500, err: new TypeError('It failed.', { cause }) }, 'The call failed.')
  const [first, error, frame, ...others] = text().split('\n')
  expect(first).toMatch(/ERROR GET \/v1\/games 500 3\.2 ms The call failed\. request_id=5f6c3a1e key_id=ky_1$/)
  expect(error).toBe('    TypeError: It failed.')
  expect(frame).toMatch(/^ {8}at /)
  expect(others).toContain('    Caused by Error: connection refused')
})

test('what is not an Error is printed by its message', () => {
  expect(toText({ err: 'gone' }, 'It failed.')).toBe('INFO  It failed.\n    gone\n')
})

test('keys and secrets are redacted, as in JSON', () => {
  expect(toText({ key: 'bd_x', headers: { authorization: 'Bearer bd_x' } })).toBe(
    'INFO  key=[redacted] headers={"authorization":"[redacted]"}\n',
  )
})

test('what comes from a request controls no terminal: characters without a shape are escaped', () => {
  expect(toText({ ...REQUEST, path: '/v1/\u001b[2J\u009b1m\u202e\u2028\r' })).toBe(
    'INFO  GET /v1/\\u{1b}[2J\\u{9b}1m\\u{202e}\\u{2028}\\u{d} 200 3.2 ms\n',
  )
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, text, (path, value, message) => {
      const err = new Error(message)
      err.stack = `Error: ${message}\n    at ${value}`
      const written = toText({ ...REQUEST, path, [`x${value}`]: value, err }, message)
      expect(written).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u)
      expect(written).toMatch(/^INFO {2}GET /)
    }),
  )
})

test('colours are written only to a terminal that has them', () => {
  vi.stubEnv('NO_COLOR', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [plain, coloured] = [
    logTo({ isTTY: true, hasColors: () => false }),
    logTo({ isTTY: true, hasColors: () => true }),
  ]
  for (const { logger } of [plain, coloured]) logger.info({ ...REQUEST, status: 404 })
  expect(plain.text()).not.toContain('\u001b')
  expect(coloured.text()).toContain('\u001b[33m404\u001b[39m')
  expect(stripVTControlCharacters(coloured.text()).slice(8)).toBe(plain.text().slice(8))
})

test('what is not a line of the log is printed as it is', () => {
  let text = ''
  prettyLog({ write: (chunk) => (text += chunk) }).write('not JSON\n')
  expect(text).toBe('not JSON\n')
})

describe('LOG_FORMAT', () => {
  const written = (format: 'auto' | 'json' | 'pretty', isTTY: boolean): string => {
    let text = ''
    const json = { write: (line: string) => (text += line) }
    const stream = { isTTY, write: (line: string) => (text += line) }
    createLogger('info', logDestination(format, { stream, json })).info('Hello.')
    return text
  }

  test.each([
    ['auto', true, /^\S+ INFO {2}Hello\.\n$/],
    ['auto', false, /^\{.+"msg":"Hello\."\}\n$/],
    ['pretty', false, /^\S+ INFO {2}Hello\.\n$/],
    ['json', true, /^\{.+"msg":"Hello\."\}\n$/],
  ] as const)('%s in a terminal: %j', (format, isTTY, text) => {
    expect(written(format, isTTY)).toMatch(text)
  })
})
