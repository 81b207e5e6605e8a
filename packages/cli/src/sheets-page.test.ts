import { buildTemplate, readSheets, toWorkbook } from '@basketball-data/feeds/sheets'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../http/src/testing/databases.js'
import { testAccountPages } from '../../pages/src/testing/account-pages.js'
import { textContent } from '../../http/src/testing/response.js'

const PATH = '/account/operator/imports/sheets'
const SCRIPT = '<script>alert(1)</script>'
const GAMES = `date,home,away,score
2026-11-19,Red Foxes,Blue Herons,71-68
2026-11-26,Blue Herons,Red Foxes,
`

describe.each(anyDatabase)('importing sheets on the account pages, on %s', (kind) => {
  const openPages = async () => {
    const pages = await testAccountPages(kind, { core: { readSheets } })
    const operator = await pages.signedIn(await pages.newAccount('free', { operator: true }))
    const token = (await operator.open(PATH)).forms.find(({ fields }) => fields['action'] === 'check')?.fields['token']
    const form = (files: Record<string, string | Uint8Array<ArrayBuffer>>, fields: Record<string, string> = {}) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({
        token: token ?? '',
        action: 'check',
        competition: 'Cup',
        ...fields,
      }))
        body.set(name, value)
      for (const [name, content] of Object.entries(files)) body.append('files', new File([content], name))
      return body
    }
    /** Sends files, and returns the page with what they would change. */
    const upload = async (...sent: Parameters<typeof form>) => {
      const response = await operator.send(PATH, {
        method: 'POST',
        body: form(...sent),
        headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
      })
      const html = await response.text()
      const [, importing = ''] = /<form[^>]*>((?:(?!<\/form>)[^])*value="import"[^]*?)<\/form>/.exec(html) ?? []
      const fields = Array.from(
        importing.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g),
        ([, name, value]): [string, string] => [name ?? '', textContent(value ?? '')],
      )
      return {
        status: response.status,
        html,
        text: textContent(html).replaceAll(/\s+/g, ' '),
        fields: new URLSearchParams(fields),
      }
    }
    const apply = (fields: URLSearchParams) =>
      operator.send(PATH, {
        method: 'POST',
        body: fields.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: pages.origin },
      })
    const listGames = async () => (await pages.core.caller().games.list({})).data
    return { ...pages, operator, form, upload, apply, listGames }
  }

  test('shows first what they would change, then imports exactly that, once, with an entry in the log', async () => {
    const { core, operator, upload, apply, listGames } = await openPages()
    expect((await operator.open('/account/operator/imports')).html).toContain(`href="${PATH}"`)
    const shown = await upload({ 'games.csv': GAMES })
    expect(shown.status).toBe(200)
    expect(shown.text).toMatch(/2 new, 0 changed, 0 unchanged.*Red Foxes – Blue Herons.*created/)
    expect([await listGames(), await core.auditLog()]).toEqual([[], []])
    expect((await apply(shown.fields)).headers.get('location')).toBe('/account/operator/imports?done=games_imported')
    expect((await listGames()).map(({ status }) => status)).toEqual(['scheduled', 'final'])
    const again = await apply(shown.fields)
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('Nothing to import')])
    expect(await core.auditLog()).toMatchObject([
      { action: 'games imported', actor: { id: operator.account.id }, detail: 'games.csv: 2 created' },
    ])
    const corrected = await upload({ 'games.csv': GAMES.replace('71', '72') })
    expect(corrected.text).toMatch(/0 new, 1 changed, 1 unchanged/)
  })

  test('reads a workbook, whose name is that of the competition unless a sheet or the form has one', async () => {
    const { core, upload, apply } = await openPages()
    const book = new Uint8Array(await toWorkbook(buildTemplate(new Date('2026-11-20T12:00:00Z'))))
    const shown = await upload({ 'summer-league.xlsx': book }, { competition: '' })
    expect(shown.text).toContain('2 new')
    await apply(shown.fields)
    expect((await core.caller().competitions.list({})).data).toHaveLength(1)
    const csv = await upload({ 'games.csv': GAMES }, { competition: '' })
    expect([csv.status, csv.text]).toEqual([400, expect.stringContaining('add a sheet competition with its name')])
  })

  test('lists all mistakes by sheet, row and column, and writes nothing', async () => {
    const { core, upload, listGames } = await openPages()
    const wrong = `${GAMES.replace('71-68', '71-')}2026-13-45,${SCRIPT},Red Foxes,\n`
    const { status, html, text } = await upload({ 'games.csv': wrong })
    expect(status).toBe(400)
    expect(text).toMatch(/mistakes, so nothing is imported.*games ?2 ?score.*games ?4 ?date/)
    expect(html).not.toContain('<script')
    expect(html).toContain('value="Cup"')
    expect([await listGames(), await core.auditLog()]).toEqual([[], []])
  })

  test('lists a game that is refused as a mistake of its row', async () => {
    const { upload, apply } = await openPages()
    const games = (first: string) => ({ 'games.csv': `id,date,home,away,score\n1,${first}\n` })
    await apply((await upload(games('2026-11-19,Red Foxes,Blue Herons,71-68'))).fields)
    const { status, text, fields } = await upload(games('2026-11-20,Aces,Kings,80-70'))
    expect([status, fields.size]).toEqual([400, 0])
    expect(text).toMatch(
      /1 mistake, so nothing is imported.*games ?2 ?a final.*is stored as Red Foxes – Blue Herons on 2026-11-19/,
    )
  })

  test('imports nothing if what is stored has changed since, and shows what it would change now', async () => {
    const { upload, apply, listGames, core } = await openPages()
    const shown = await upload({ 'games.csv': GAMES })
    const other = await upload({ 'games.csv': GAMES.replace('2026-11-26,Blue Herons,Red Foxes,\n', '') })
    await apply(other.fields)
    const text = await (await apply(shown.fields)).text()
    expect(text).toContain('1 new, 0 changed, 1 unchanged')
    expect([(await listGames()).length, (await core.auditLog()).length]).toEqual([1, 1])
  })

  test.each([
    ['content', Buffer.from(GAMES.replace('71', '99')).toString('base64url')],
    ['name', 'lines.csv'],
    ['competition', 'Other'],
    ['outcomes', 'x'],
    ['signature', ''],
    ['token', 'x'],
  ])('refuses a second form whose %s is not as the page has made it', async (name, value) => {
    const { upload, apply, listGames } = await openPages()
    const { fields } = await upload({ 'games.csv': GAMES })
    fields.set(name, value)
    expect((await apply(fields)).status).toBe(403)
    expect(await listGames()).toEqual([])
  })

  test('refuses forms that are none, too large, foreign, or sent by anybody else', async () => {
    const { operator, form, upload, listGames, signedIn, origin, core } = await openPages()
    const send = async (own: Pick<typeof operator, 'send'>, init: RequestInit) =>
      (await own.send(PATH, { method: 'POST', ...init })).status
    expect((await upload({})).text).toContain('Files must be chosen.')
    expect((await upload({ 'games.csv': 'x'.repeat(2_000_001) })).text).toContain(
      'Files must have at most 2 MB together',
    )
    expect((await upload({ 'games.csv': 'x'.repeat(5_000_000) })).status).toBe(400)
    expect((await upload({ 'games\0.csv': GAMES })).status).toBe(400)
    for (const bytes of ['', 'PK\u0003\u0004', '\0'.repeat(1000), 'a,b\n'.repeat(60_000)])
      expect((await upload({ 'games.csv': bytes })).status).toBe(400)
    expect(await send(operator, { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toBe(
      400,
    )
    expect(await send(operator, { body: form({ 'games.csv': GAMES }, { token: 'x' }) })).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    expect(await send(operator, { body: form({ 'games.csv': GAMES }), headers: foreign })).toBe(403)
    expect(await send(await signedIn(), { body: form({ 'games.csv': GAMES }), headers: { origin } })).toBe(404)
    expect((await (await signedIn()).open(PATH)).status).toBe(404)
    expect([await listGames(), await core.auditLog(), await core.refusals()]).toEqual([[], [], []])
  })
})

test('without a reader of sheets there is no page for them', async () => {
  const pages = await testAccountPages('embedded')
  const { open } = await pages.signedIn(await pages.newAccount('free', { operator: true }))
  expect((await open('/account/operator/imports')).html).not.toContain(PATH)
  expect((await open(PATH)).status).toBe(404)
})
