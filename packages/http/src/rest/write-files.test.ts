import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { ImportedFiles, MAX_SHEET_MISTAKES } from '@basketball-data/core/contract'
import { buildTemplate, readSheets, toWorkbook } from '@basketball-data/feeds/sheets'
import { beforeEach, describe, expect, test } from 'vitest'
import { zip } from '../../../feeds/src/sheets/test-support/zip.js'
import { checkResponse } from '../testing/request.ts'
import { getBodyError } from '../testing/response.ts'
import { sharedService, testService } from '../testing/services.ts'

const service = sharedService('Postgres', { ingest: true, writesPerMinute: 1000, readSheets })

let [source, key] = ['', '']
beforeEach(async () => {
  source = `s${randomBytes(6).toString('hex')}`
  ;({ key } = await service().core.writeKeys.create({ source }))
})

const toGames = (...rows: string[]) => ['date,home,away,score', ...rows, ''].join('\n')
const GAMES = toGames('2026-11-19,Red Foxes,Blue Herons,71-68', '2026-11-26,Blue Herons,Red Foxes,')

type Body = NonNullable<RequestInit['body']>
type Files = Record<string, string | Uint8Array<ArrayBuffer>>
const toForm = (files: Files, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) form.append('files', new File([content], name))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const send = async (
  body: Body,
  {
    query = '',
    headers = {},
    to = service(),
  }: { query?: string; headers?: Record<string, string>; to?: { origin: string } } = {},
) => {
  const path = `/ingest/v1/files${query}`
  const response = await fetch(to.origin + path, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body })
  const bytes = Buffer.from(await response.arrayBuffer())
  return checkResponse({ method: 'POST', path }, { status: response.status, headers: response.headers, bytes })
}
/** Uploads files to a competition that no other test has. */
const upload = (files: Files, fields: Record<string, string> = {}, options: Parameters<typeof send>[1] = {}) =>
  send(toForm(files, { competition: `Cup ${source}`, ...fields }), options)
const toImported = ({ body }: { body: unknown }): ImportedFiles => ImportedFiles.parse(Object(body).data)
/** A form with as many fields as fit. */
const toManyFields = (count: number): [string, Record<string, string>] => {
  const parts = Array.from(
    { length: count },
    (_, n) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n\r\n`,
  )
  return [`${parts.join('')}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' }]
}
const listGames = async () => {
  const { games } = await service().core.sourceRecords(source, {
    competition: `cup-${source}`,
    season: `cup-${source}-2026-27`,
  })
  return games
}

test('the games of a CSV file are written, and the same file again changes nothing', async () => {
  const first = await upload({ 'games.csv': GAMES })
  expect(first.status).toBe(200)
  expect(toImported(first)).toMatchObject({
    created: 2,
    updated: 0,
    unchanged: 0,
    games: [
      { date: '2026-11-19', home: 'Red Foxes', away: 'Blue Herons', outcome: 'created', warnings: [] },
      { date: '2026-11-26', outcome: 'created' },
    ],
    ignored: [],
  })
  expect((await listGames()).map(({ status }) => status).toSorted()).toEqual(['final', 'scheduled'])
  const again = await upload({ 'games.csv': GAMES })
  expect(toImported(again)).toMatchObject({ created: 0, unchanged: 2, games: [{ outcome: 'unchanged' }, {}] })
  expect(toImported(await upload({ 'games.csv': GAMES.replace('71', '72') }))).toMatchObject({
    updated: 1,
    unchanged: 1,
  })
})

test('a workbook names its competition, and brings teams, players and box scores', async () => {
  const sheets = buildTemplate(new Date('2026-11-20T12:00:00Z')).filter(({ name }) => name !== 'competition')
  const files = { [`cup ${source}.xlsx`]: new Uint8Array(await toWorkbook(sheets)) }
  const { status, body } = await send(toForm(files, { time_zone: 'Europe/Madrid' }))
  expect([status, body]).toMatchObject([200, { data: { created: 2 } }])
  expect(await listGames()).toHaveLength(2)
})

test('several CSV files and unknown columns: what is not imported is named', async () => {
  const lines = `date,team,player,minutes,PTS,mood\n2026-11-19,Red Foxes,Ana ${source},31:24,15,good\n`
  const { body } = await upload({ 'games.csv': GAMES, 'lines.csv': lines })
  expect(body).toMatchObject({ data: { created: 2, ignored: ['lines: mood'] } })
  expect((await service().core.sourceRecords(source, { competition: '', season: '' })).players).toHaveLength(1)
})

test('a key of one competition imports other names of its teams and players', async () => {
  const { key: own } = await service().core.writeKeys.create({ source, competition: `cup-${source}` })
  const files = {
    'teams.csv': 'name,aliases\nRed Foxes,Foxes; RF\n',
    'players.csv': 'name,aliases\nAna Example,A. Example\n',
    'lines.csv': 'date,team,player,PTS\n2026-11-19,Foxes,Ana Example,15\n',
    'games.csv': GAMES,
  }
  const headers = { 'x-api-key': own }
  expect((await upload(files, {}, { headers })).body).toMatchObject({ data: { created: 2 } })
  const { teams, players } = await service().core.sourceRecords(source, { competition: '', season: '' })
  const list = (records: typeof teams) => records.map(({ external_id, name }) => [external_id, name])
  expect(list(teams)).toEqual([
    ['blue-herons', 'Blue Herons'],
    ['foxes', 'Red Foxes'],
    ['red-foxes', 'Red Foxes'],
    ['rf', 'Red Foxes'],
  ])
  expect(new Set(players.map(({ id }) => id)).size).toBe(1)
  expect(players).toHaveLength(2)
  const further = { ...files, 'teams.csv': 'name,aliases\nRed Foxes,Foxes; RF; Reds\n' }
  expect((await upload(files, {}, { headers })).body).toMatchObject({ data: { unchanged: 2 } })
  expect((await upload(further, {}, { headers })).body).toMatchObject({ data: { created: 0 } })
})

test('a dry run responds the same and writes nothing', async () => {
  const rehearsed = await upload({ 'games.csv': GAMES }, {}, { query: '?dry_run=true' })
  expect(await listGames()).toEqual([])
  expect((await upload({ 'games.csv': GAMES })).body).toEqual(rehearsed.body)
})

test('a repeated Idempotency-Key returns the same response; with another file it is 400', async () => {
  const headers = { 'idempotency-key': `first-${source}` }
  const first = await upload({ 'games.csv': GAMES }, {}, { headers })
  await upload({
    'games.csv': toGames('2026-11-19,Red Foxess,Blue Herons,'),
    'teams.csv': 'name\nRed Foxess\nRed Foxes\n',
  })
  const repeated = await upload({ 'games.csv': GAMES }, {}, { headers })
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  const other = await upload({ 'games.csv': GAMES.replace('71', '72') }, {}, { headers })
  expect([other.status, getBodyError(other).message]).toEqual([400, expect.stringContaining('another call or body')])
})

describe('422, and nothing is written', () => {
  const expectRefused = async (response: Awaited<ReturnType<typeof send>>, ...details: object[]) => {
    expect(response.status).toBe(422)
    const error = getBodyError(response)
    expect(error.code).toBe('bad_request')
    expect(error.details).toEqual(details.map((each) => expect.objectContaining(each)))
    expect(await listGames()).toEqual([])
    return error
  }

  test('if there are mistakes: all of them, by sheet, row and column', async () => {
    const wrong = `${GAMES.replace('71-68', '71-')}2026-13-45,Gold Bears,Red Foxes,\n`
    const response = await upload({ 'games.csv': wrong })
    const { message } = await expectRefused(
      response,
      { sheet: 'games', row: 2, column: 'score', pointer: '/games/2/score' },
      { sheet: 'games', row: 4, column: 'date', pointer: '/games/4/date' },
    )
    expect(message).toMatch(/^Nothing was imported because of 2 mistakes. The first one: games, row 2, score: /)
    expect((await upload({ 'games.csv': wrong }, {}, { query: '?dry_run=true' })).body).toEqual(response.body)
  })

  test('up to 200 of them', async () => {
    const rows = Array.from({ length: 300 }, () => `soon,${'x'.repeat(5000)},${'y/~'.repeat(5000)},`)
    const { details = [], message } = getBodyError(await upload({ 'games.csv': toGames(...rows) }))
    expect(details).toHaveLength(MAX_SHEET_MISTAKES)
    expect(message).toMatch(/because of \d{3,} mistakes/)
  })

  test.each([
    ['there are no games', { 'teams.csv': 'name\nRed Foxes\n' }],
    ['a column is missing', { 'games.csv': 'date,home\n2026-11-19,Red Foxes\n' }],
    ['a file is empty', { 'games.csv': '' }],
    ['a file is half a workbook', { 'games.xlsx': 'PK\u0003\u0004' }],
    ['a file is binary', { 'games.csv': '\0'.repeat(1000) }],
    ['there are 60,000 rows', { 'games.csv': 'a,b\n'.repeat(60_000) }],
    ['a name is nearly another', { 'games.csv': GAMES.replace('Red Foxes,\n', 'Red Foxess,\n') }],
  ])('if %s', async (_, files) => {
    const response = await upload(files)
    expect([response.status, getBodyError(response).code]).toEqual([422, 'bad_request'])
    expect(await listGames()).toEqual([])
  })

  test('if a workbook unpacks to more than 60 MB', async () => {
    const packed = zip({ 'xl/workbook.xml': Buffer.alloc(100 * 2 ** 20, ' ') })
    expect(packed.length).toBeLessThan(120_000)
    const response = await upload({ 'league.xlsx': new Uint8Array(packed) })
    await expectRefused(
      response,
      { sheet: 'league.xlsx', row: null, column: null, message: expect.stringContaining('more than 60 MB') },
      { sheet: 'games' },
    )
  })

  test('if the sheets name another source, whose names are not shown', async () => {
    const other = await service().core.writeKeys.create({ source: `other-${source}` })
    await upload(
      { 'games.csv': GAMES.replaceAll('Red Foxes', 'Secret Society') },
      {},
      { headers: { 'x-api-key': other.key } },
    )
    const files = {
      'competition.csv': `name,source,id,season\nCup,other-${source},cup-${source},2026-27\n`,
      'games.csv': GAMES.replaceAll('Red Foxes', 'Secret Societi'),
    }
    const response = await upload(files)
    await expectRefused(response, {
      sheet: 'competition',
      column: 'source',
      message: expect.stringContaining(`other-${source} is not ${source}`),
    })
    expect(JSON.stringify(response.body)).not.toContain('Society')
  })

  test('if the key is that of another competition: once, and not for each game', async () => {
    const { key: own } = await service().core.writeKeys.create({ source, competition: 'spring-cup' })
    const headers = { 'x-api-key': own }
    await expectRefused(await upload({ 'games.csv': GAMES }, {}, { headers }), {
      sheet: 'games',
      row: 2,
      message: '/competition/external_id must be spring-cup',
    })
    const spring = await upload({ 'games.csv': GAMES }, { competition: 'Spring Cup' }, { headers })
    expect(spring.body).toMatchObject({ data: { created: 2 } })
  })

  test('if a key of one competition joins teams with an alias, or names one that plays in another competition', async () => {
    const competition = `cup-${source}`
    const { key: own } = await service().core.writeKeys.create({ source, competition })
    const send = (teams: string, games = GAMES) =>
      upload({ 'teams.csv': `name,aliases\n${teams}\n`, 'games.csv': games }, {}, { headers: { 'x-api-key': own } })
    await send('Old Owls,', `${GAMES}2026-12-03,Blue Herons,Old Owls,\n`)
    const spring = { 'games.csv': toGames('2026-12-03,Grey Wolves,Blue Herons,') }
    expect((await upload(spring, { competition: `Spring ${source}` })).status).toBe(200)
    const known = () => service().core.sourceRecords(source, { competition, season: '' })
    const before = await known()
    for (const [teams, side] of [
      ['Red Foxes,Grey Wolves', 'home'],
      ['Red Foxes,Old Owls', 'home'],
      ['Blue Herons,Herons', 'away'],
    ] as const) {
      const response = await send(teams)
      expect(response.status).toBe(422)
      expect(getBodyError(response).details?.[0]).toMatchObject({
        sheet: 'games',
        row: 2,
        message: expect.stringMatching(`^/${side}/team/same_as/0 is no identifier of this record yet.+operator`),
      })
      expect(await known()).toEqual(before)
    }
    const { records } = service().core.writerFor({ source, competition })
    await records.merge({ kind: 'team', from: 'old-owls', into: 'red-foxes' })
    expect((await send('Red Foxes,Old Owls')).status).toBe(200)
  })

  test('if a stored game has other teams: by its row, with the way out', async () => {
    const toFile = (first: string) => ({
      'games.csv': `id,date,home,away,score\n2,2026-12-01,Aces,Kings,\n1,${first}\n`,
    })
    await upload(toFile('2026-11-19,Red Foxes,Blue Herons,71-68'))
    const { details } = getBodyError(await upload(toFile('2026-11-19,Aces,Kings,71-68')))
    const message = expect.stringMatching(
      /is stored as Red Foxes – Blue Herons on 2026-11-19; give this game another id/,
    )
    expect(details).toEqual([{ pointer: '/games/3', sheet: 'games', row: 3, column: null, message }])
  })

  test('if one game of many is refused', async () => {
    await upload({ 'games.csv': GAMES })
    const rows = Array.from({ length: 60 }, (_, n) => `2027-0${1 + (n % 6)}-1${n % 10},Team ${n}x,Club ${n}y,`)
    const files = {
      'teams.csv': `name,id\n${rows.map((_, n) => `Team ${n}x,t${n}\nClub ${n}y,c${n}\n`).join('')}`,
      'games.csv': ['date,home,away,score,attendance', ...rows, '2027-01-30,Team 0x,Team 0x,,'].join('\n'),
    }
    const before = await listGames()
    expect((await upload(files)).status).toBe(422)
    expect(await listGames()).toEqual(before)
  })
})

describe('400', () => {
  test.each<[string, () => [Body, Record<string, string>?], string]>([
    ['JSON', () => ['{}', { 'content-type': 'application/json' }], 'must be a form'],
    ['a workbook without a form', () => ['PK', { 'content-type': 'application/vnd.ms-excel' }], 'must be a form'],
    ['an URL-encoded form', () => [new URLSearchParams({ files: 'x' })], 'must be a form'],
    ['no body', () => [''], 'must be a form'],
    ['a form without a boundary', () => ['x', { 'content-type': 'multipart/form-data' }], 'The form is broken'],
    [
      'a form without its end',
      () => [
        '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\na',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
      'The form is broken',
    ],
    ['a compressed form', () => [toForm({ 'games.csv': GAMES }), { 'content-encoding': 'gzip' }], 'Content-Encoding'],
    ['a form without files', () => [toForm({}, { season: '2026-27' })], '/files'],
    ['a text in place of a file', () => [toForm({}, { files: 'games.csv' })], 'write @ before its name'],
    ['a file with a long name', () => [toForm({ ['x'.repeat(201)]: GAMES })], '/files/0'],
    ['an unknown order of dates', () => [toForm({ 'games.csv': GAMES }, { dates: 'mad' })], '/dates'],
    ['an unknown field', () => [toForm({ 'games.csv': GAMES }, { __proto__x: '1' })], '/__proto__x'],
    ['a form of 120,000 fields', () => toManyFields(120_000), 'at most 1000 fields and files'],
    ['an empty field', () => [toForm({ 'games.csv': GAMES }, { season: '' })], '/season'],
    ['NUL in a field', () => [toForm({ 'games.csv': GAMES }, { competition: 'a\0b' })], '/competition'],
  ])('for %s', async (_, make, message) => {
    const [body, headers] = make()
    const response = await send(body, headers === undefined ? {} : { headers })
    expect([response.status, getBodyError(response).code]).toEqual([400, 'bad_request'])
    expect(JSON.stringify(response.body)).toContain(message)
    expect(await listGames()).toEqual([])
  })

  test('for a field that is sent twice', async () => {
    const form = toForm({ 'games.csv': GAMES }, { season: '2026-27' })
    form.append('season', '2027-28')
    expect(getBodyError(await send(form)).message).toContain('season must be in the form once')
  })

  test('if the service has no reader of sheets', async () => {
    const without = await testService('Postgres', { ingest: true })
    ;({ key } = await without.core.writeKeys.create({ source }))
    const response = await upload({ 'games.csv': GAMES }, {}, { to: without })
    expect([response.status, getBodyError(response).message]).toEqual([400, expect.stringContaining('reads no sheets')])
  })
})

test('the key comes first, then the parameters, then the form', async () => {
  for (const [headers, query, status] of [
    [{ 'x-api-key': '' }, '?nothing=1', 401],
    [{ 'x-api-key': await service().newKey('complete') }, '', 401],
    [{}, '?nothing=1', 422],
    [{}, '?dry_run=yes', 400],
  ] as const)
    expect((await send('no form', { headers, query })).status).toBe(status)
})

test('uploads at the same time are written one after the other, and each sees what the others have named', async () => {
  const same = await Promise.all(Array.from({ length: 4 }, () => upload({ 'games.csv': GAMES })))
  expect(same.map((each) => toImported(each).created).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2])
  const files = ['Gold Bears', 'Gold Baers'].map((name) => ({
    'games.csv': toGames(`2026-12-03,Grey Wolves,${name},`),
  }))
  const nearly = await Promise.all(files.map((each) => upload(each)))
  expect(nearly.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await listGames()).toHaveLength(3)
})

test('uploads at the same time with one Idempotency-Key are one', async () => {
  const headers = { 'idempotency-key': `once-${source}` }
  const [one, other] = await Promise.all([1, 2].map(() => upload({ 'games.csv': GAMES }, {}, { headers })))
  expect(one?.body).toEqual(other?.body)
  expect(one).toMatchObject({ status: 200, body: { data: { created: 2 } } })
})

test('an upload that breaks off writes nothing', async () => {
  const form = new Response(toForm({ 'games.csv': GAMES }, { competition: `Cup ${source}` }))
  const bytes = Buffer.from(await form.arrayBuffer())
  const sent = httpRequest(`${service().origin}/ingest/v1/files`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    },
  })
  await new Promise<void>((resolve) => sent.write(bytes.subarray(0, -10), () => resolve()))
  await new Promise<void>((resolve) => {
    sent.on('error', () => {}).on('close', resolve)
    sent.destroy()
  })
  expect(await listGames()).toEqual([])
  expect((await upload({ 'games.csv': GAMES })).body).toMatchObject({ data: { created: 2 } })
})

// The server closes a connection whose request it leaves unread, so this is last.
describe('413', () => {
  test('for more than 500 games', async () => {
    const days = Array.from({ length: 501 }, (_, n) => new Date(Date.UTC(2026, 7, 1) + (n % 250) * 86_400_000))
    const rows = days.map(
      (day, n) =>
        `${day.toISOString().slice(0, 10)},${n < 250 ? 'Reds,Blues' : n < 500 ? 'Golds,Greys' : 'Whites,Blacks'},`,
    )
    const response = await upload({ 'games.csv': toGames(...rows) })
    expect([response.status, getBodyError(response).code]).toEqual([413, 'bad_request'])
    expect(await listGames()).toEqual([])
  })

  test('for files of more than 8 MB, with or without Content-Length', async () => {
    const response = await upload({ 'games.csv': 'x'.repeat(8 * 2 ** 20) })
    expect([response.status, getBodyError(response).code]).toEqual([413, 'bad_request'])
    const body = await new Response(toForm({ 'games.csv': 'x'.repeat(8 * 2 ** 20) })).arrayBuffer()
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${service().origin}/ingest/v1/files`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=x' },
      })
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode)).on('error', reject)
      sent.write(Buffer.from(body))
      sent.end()
    })
    expect(status).toBe(413)
  })
})
