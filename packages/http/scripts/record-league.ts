// Records the responses of the service to requests about the sample league, for the test kit of the client. With --check it
// writes nothing and fails when the committed recording is out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@basketball-data/core'
import { ERROR_STATUS, ErrorCode, getEventSchema, LeaderStat } from '@basketball-data/core/contract'
import { z } from 'zod'
import { createTestService, SAMPLE_NOW } from '../src/testing-service.ts'

const FILE = fileURLToPath(new URL('../../client/src/testing/recorded.generated.json', import.meta.url))

type Recording = { status: number; etag?: string; body: unknown }

const service = await createTestService()
const key = await service.newKey()
const send = (path: string) => service.fetch(`${service.baseUrl}${path}`, { headers: { 'x-api-key': key } })

const responses: Record<string, Recording> = {}
const Ids = z.array(z.object({ id: z.string() })).transform((records) => records.map(({ id }) => id))

/** Records a GET request; a 404 is left out. Returns the ids of the records of a list. */
const record = async (path: string): Promise<string[]> => {
  const response = await send(path)
  if (response.status === 404) return []
  const isPicture = response.headers.get('content-type')?.startsWith('image/svg+xml') === true
  const body: unknown = await (isPicture ? response.text() : response.json())
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  responses[`GET ${path}`] = { status: 200, etag: response.headers.get('etag') ?? '', body }
  return z.object({ data: Ids }).safeParse(body).data?.data ?? []
}

await record('/')
await record('/results/yesterday')
const competitions = await record('/competitions')
const seasons = await record('/seasons')
const teams = await record('/teams')
const games = await record('/games')
const players = new Set<string>()

for (const id of competitions) {
  for (const path of ['/games', '/seasons', '/teams', '/standings', '/results/yesterday'])
    await record(`${path}?competition=${id}`)
  await record(`/stats/leaders?competition=${id}`)
  for (const stat of LeaderStat.options) await record(`/stats/leaders?competition=${id}&stat=${stat}`)
}
for (const id of seasons) for (const path of ['/games', '/teams']) await record(`${path}?season=${id}`)
for (const status of ['scheduled', 'final', 'no_result']) await record(`/games?status=${status}`)
for (const id of teams) {
  await record(`/games?team=${id}`)
  for (const player of await record(`/players?team=${id}`)) players.add(player)
  for (const part of ['', '/roster', '/form', '/lineups', '/shots.svg', '/trends']) await record(`/teams/${id}${part}`)
  for (const opponent of teams) if (opponent !== id) await record(`/teams/${id}/head-to-head?opponent=${opponent}`)
}
for (const id of players)
  for (const part of ['', '/games', '/seasons', '/splits', '/on-off']) await record(`/players/${id}${part}`)
for (const id of [...players].slice(0, 1)) await record(`/players/${id}/shots.svg`)
/** The paths of a game and its parts; a stream has no recording. */
const gamePaths = operations.flatMap(({ method, path, output }) =>
  method === 'GET' && path.startsWith('/games/{id}') && getEventSchema(output) === undefined ? path : [],
)
for (const id of games) for (const path of gamePaths) await record(path.replace('{id}', id))

/** The examples of the OpenAPI document, for errors and for responses with random ids and keys. */
const Content = z.object({
  'application/json': z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }).optional(),
})
const Responses = z.record(z.string(), z.looseObject({ content: Content.optional() }))
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ responses: Responses, headers: z.record(z.string(), z.object({ example: z.unknown() })) }),
})
const { paths, components } = Document.parse(await (await send('/openapi.json')).json())
await service.close()

const exampleIn = ({ content }: { content?: z.infer<typeof Content> | undefined }): unknown =>
  Object.values(content?.['application/json']?.examples ?? {})[0]?.value

const recordExample = (method: string, path: string, status: number) => {
  const documented = Responses.parse(paths[path]?.[method.toLowerCase()]?.responses)[status]
  if (documented === undefined) throw new Error(`${method} ${path} has no documented response ${status}.`)
  const body = exampleIn(documented)
  const { data } = z.object({ data: z.unknown() }).parse(body)
  const id = z.object({ id: z.string() }).safeParse(data).data?.id ?? ''
  responses[`${method} ${path.replace('{id}', id)}`] = { status, body }
}
recordExample('GET', '/usage', 200)
recordExample('GET', '/webhooks', 200)
recordExample('POST', '/webhooks', 201)
recordExample('DELETE', '/webhooks/{id}', 200)
recordExample('POST', '/webhooks/{id}/test', 200)

const ErrorBody = z.object({ error: z.object({ code: ErrorCode }) })
/** The first documented body of each code, with all its fields. */
const errors: Record<string, unknown> = {}
for (const { content } of Object.values(components.responses))
  for (const { value } of Object.values(content?.['application/json']?.examples ?? {})) {
    const { code } = ErrorBody.parse(value).error
    errors[code] ??= { status: ERROR_STATUS[code], body: value }
  }

const headers = Object.fromEntries(
  ['RateLimit-Policy', 'RateLimit'].map((name) => [name, components.headers[name]?.example]),
)

/** One line per response, so that a diff shows which have changed. */
const lines = (entries: [string, unknown][]): string =>
  entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n')
const text = `{
  "now": ${JSON.stringify(SAMPLE_NOW)},
  "headers": ${JSON.stringify(headers)},
  "errors": ${JSON.stringify(errors)},
  "responses": {
${lines(Object.entries(responses))}
  }
}
`
if (!process.argv.includes('--check')) await writeFile(FILE, text)
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error(`${FILE} is out of date; write it with: node ${fileURLToPath(import.meta.url)}`)
  process.exitCode = 1
}
