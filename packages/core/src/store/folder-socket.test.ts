import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../testing/databases.ts'
import { NotAccepted } from './errors.ts'
import { getFolderPaths } from './folder.ts'
import { sendRequest, serveFolder } from './folder-socket.ts'
import type { FolderRequests } from './store.ts'

/** Repeats the items of a request, and fails for the method `fail`. */
async function* repeat({ method, items }: Parameters<FolderRequests['respond']>[0]): AsyncGenerator {
  if (method === 'fail') throw Object.assign(new Error('The disk is full.'), { code: '53100' })
  yield* items
}

const serve = async (respond: FolderRequests['respond'] = repeat, folder = newFolder()) => {
  const stop = await serveFolder(folder, respond)
  onTestFinished(stop)
  return { folder, stop }
}

const readAll = async (results: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all = []
  for await (const result of results) all.push(result)
  return all
}

async function* upTo(count: number, onTaken: () => void = () => {}): AsyncGenerator<number> {
  for (let n = 0; n < count; n++) {
    onTaken()
    yield n
  }
}

test('the results of a request arrive in their order, with dates, numbers and missing values as they were', async () => {
  const { folder } = await serve()
  const items = [new Date(0), Number.NaN, { a: undefined, b: null }, new Map([[1, 'one']]), 'é\n']
  expect(await readAll(sendRequest(folder, { method: 'repeat', items: ReadableStream.from(items) }))).toEqual(items)
})

test('an error arrives with its name, code and message', async () => {
  const { folder } = await serve()
  await expect(sendRequest(folder, { method: 'fail' }).next()).rejects.toMatchObject({
    name: 'Error',
    code: '53100',
    message: 'The disk is full.',
  })
})

test('what the items throw is thrown after the results of those before', async () => {
  const { folder } = await serve()
  async function* failing() {
    yield* upTo(2)
    throw new Error('unreadable')
  }
  const results = sendRequest(folder, { method: 'repeat', items: failing() })
  expect([(await results.next()).value, (await results.next()).value]).toEqual([0, 1])
  await expect(results.next()).rejects.toThrow('unreadable')
})

test('only the owner of the folder can use the socket, and both files are gone when it is closed', async () => {
  const { folder, stop } = await serve()
  const { socket, holder } = getFolderPaths(folder)
  expect([socket, holder].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600])
  await stop()
  expect([socket, holder].map((path) => existsSync(path))).toEqual([false, false])
  await expect(sendRequest(folder, { method: 'repeat' }).next()).rejects.toThrow(NotAccepted)
})

test('a request without the secret of the folder is refused', async () => {
  const { folder } = await serve()
  const { holder } = getFolderPaths(folder)
  writeFileSync(holder, JSON.stringify({ ...JSON.parse(readFileSync(holder, 'utf8')), secret: 'guessed' }))
  await expect(sendRequest(folder, { method: 'repeat' }).next()).rejects.toThrow(NotAccepted)
})

test('a folder whose path is too long for a socket has one all the same', async () => {
  const folder = join(newFolder(), 'long'.repeat(40))
  mkdirSync(folder)
  await serve(repeat, folder)
  expect(await readAll(sendRequest(folder, { method: 'repeat', items: upTo(2) }))).toEqual([0, 1])
})

test('a socket that a killed process has left behind is replaced', async () => {
  const folder = newFolder()
  const { socket } = getFolderPaths(folder)
  writeFileSync(socket, '')
  await expect(sendRequest(folder, { method: 'repeat' }).next()).rejects.toThrow(NotAccepted)
  await serve(repeat, folder)
  expect(await readAll(sendRequest(folder, { method: 'repeat', items: upTo(1) }))).toEqual([0])
})

test('items are taken no faster than their results are read', async () => {
  const { folder } = await serve()
  let taken = 0
  const block = 'x'.repeat(100_000)
  async function* blocks() {
    for await (const n of upTo(1000, () => taken++)) yield `${n} ${block}`
  }
  const results = sendRequest(folder, { method: 'repeat', items: blocks() })
  await results.next()
  let before = 0
  const isAtRest = () => taken === before || ((before = taken), false)
  await expect.poll(isAtRest, { interval: 100 }).toBe(true)
  expect(taken).toBeLessThan(30)
  expect(await readAll(results)).toHaveLength(999)
})

test('a process that ends a request has it aborted, and others are served', async () => {
  const aborted = Promise.withResolvers<unknown>()
  const { folder } = await serve(async function* ({ signal, method }) {
    yield method
    if (method !== 'wait') return
    signal.addEventListener('abort', () => aborted.resolve(signal.reason))
    await aborted.promise
  })
  const results = sendRequest(folder, { method: 'wait' })
  await results.next()
  await results.return(undefined)
  expect(await aborted.promise).toMatchObject({ name: 'AbortError' })
  expect(await readAll(sendRequest(folder, { method: 'other' }))).toEqual(['other'])
})

test('a process that closes the folder says so to those whose items it still reads, after the results so far', async () => {
  const { folder, stop } = await serve()
  const waiting = Promise.withResolvers<never>()
  async function* endless() {
    yield* upTo(3)
    await waiting.promise
  }
  const results = sendRequest(folder, { method: 'repeat', items: endless() })
  const read = async () => (await results.next()).value
  expect([await read(), await read(), await read()]).toEqual([0, 1, 2])
  const rest = results.next()
  await Promise.all([
    expect(rest).rejects.toMatchObject({ name: 'ProcessLost', message: expect.stringMatching(/is stopping/) }),
    stop(),
  ])
})

test('a process that writes nothing for too long counts as lost', async () => {
  const folder = newFolder()
  const silent = createServer(() => {}).listen(getFolderPaths(folder).socket)
  onTestFinished(() => void silent.close())
  const holder = { software: '1.0.0', pid: 4711, address: getFolderPaths(folder).socket, secret: 'x' }
  writeFileSync(getFolderPaths(folder).holder, JSON.stringify(holder))
  await expect(sendRequest(folder, { method: 'repeat' }, 50).next()).rejects.toMatchObject({
    name: 'ProcessLost',
    message: `Process 4711, which has the database folder ${folder} open, is lost (it does not respond).`,
  })
})

test.each([
  ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
  ['no request', '{"json":{}}\n'],
  ['a line without an end', 'x'.repeat(70_000_000)],
])('a connection that sends %s is closed, and the next one is served', async (_name, sent) => {
  const { folder } = await serve()
  const connection = createConnection(getFolderPaths(folder).socket)
  connection.on('error', () => {})
  connection.end(sent)
  await text(connection).catch(() => '')
  expect(await readAll(sendRequest(folder, { method: 'repeat', items: upTo(1) }))).toEqual([0])
})
