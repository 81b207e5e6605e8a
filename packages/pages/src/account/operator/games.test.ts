import { describe, expect, test } from 'vitest'
import { testAccountPages } from '../../testing/account-pages.ts'
import {
  anyDatabase,
  finalGame,
  ingestOrThrow,
  sampleId,
  scheduledGame,
} from '../../../../http/src/testing/databases.js'

const SCRIPT = '<script>alert(1)</script>'
const PATH = '/account/operator/games'
const id = sampleId('game', 'g1')
const page = `${PATH}/${id}`

describe.each(anyDatabase)('games, for operators, on %s', (kind) => {
  const openPages = async () => {
    const pages = await testAccountPages(kind)
    return { ...pages, ...(await pages.signedIn(await pages.newAccount('free', { operator: true }))) }
  }

  test('of the latest day up to today are shown first, with what is missing, and the days beside it', async () => {
    const { core, open } = await openPages()
    expect((await open(PATH)).text).toContain('No game of this day is stored')
    await ingestOrThrow(core, finalGame([8, 6], { game: { date: '2020-11-19' } }))
    const away = { team: { external_id: 'B', name: SCRIPT } }
    const lacking = { external_id: 'g2', date: '2020-11-21', status: 'final', home_score: 80, away_score: 70 } as const
    await ingestOrThrow(core, scheduledGame({ game: lacking, away }))
    await ingestOrThrow(core, scheduledGame({ game: { external_id: 'g3', date: '2199-11-28' } }))
    const latest = await open(PATH)
    expect(latest.text).toMatch(/Games of 2020-11-21.*Alpha – <script>.*final ?80–70.*No box score, although/)
    expect(latest.html).not.toContain('<script')
    expect(latest.html).toContain(`rel="prev" href="${PATH}?date=2020-11-19"`)
    expect(latest.html).toContain(`rel="next" href="${PATH}?date=2199-11-28"`)
    expect((await open(`${PATH}?date=2020-11-19`)).text).toMatch(/final ?8–6 ?box score, play-by-play, shots/)
    for (const query of ['date=x', 'date=%00', `date=${'9'.repeat(9000)}`, 'from=-1'])
      expect((await open(`${PATH}?${query}`)).status).toBe(400)
  })

  test('have their facts, warnings and what was refused on a page of their own', async () => {
    const { core, open } = await openPages()
    await ingestOrThrow(core, finalGame([8, 6], { game: { home_score: 9 } }))
    await core.ingest(finalGame([8, 6], { game: { attendance: -5 } }))
    const { text } = await open(page)
    for (const { message } of await core.warnings()) expect(text).toContain(message)
    expect(text).toMatch(/Alpha – Beta ?League 2026-27.*test g1.*attendance.*refused/)
    expect((await open(`${PATH}?date=2026-11-19`)).html).toContain(`href="${page}"`)
    for (const unknown of ['gm_00000000', 'x', sampleId('team', 'A'), '%F0%9F%8F%80', '..%2F..', "'--"])
      expect((await open(`${PATH}/${unknown}`)).status).toBe(404)
  })

  test('are changed: score, periods and day; the log says who, and sending the form again changes nothing', async () => {
    const { core, account, open, submit } = await openPages()
    await ingestOrThrow(core, finalGame([8, 6]))
    const fields = {
      home_score: ' 9',
      home_periods: '9 0 0 0',
      away_periods: '6, 0, 0, 0',
      date: '2026-11-20',
      tip_off: '2026-11-20T18:30',
    }
    const form = await open(page)
    const changed = await submit(form, 'change', fields)
    expect(changed).toMatchObject({ path: `${page}?done=game_changed`, status: 200 })
    expect((await core.caller().games.get({ id })).data).toMatchObject({
      home_score: 9,
      away_score: 6,
      periods: { home: [9, 0, 0, 0], away: [6, 0, 0, 0] },
      date: '2026-11-20',
      tip_off: '2026-11-20T18:30:00Z',
    })
    expect((await submit(form, 'change', fields)).path).toBe(`${page}?done=game_unchanged`)
    expect((await submit(await open(page), 'change')).path).toBe(`${page}?done=game_unchanged`)
    expect(await core.auditLog()).toMatchObject([{ action: 'game changed', actor: { id: account.id } }])
    expect((await open('/account/operator/log')).text).toMatch(
      new RegExp(`Game changed ?${id} .*home_score 8 → 9.*You`),
    )
  })

  test('are annulled, awarded and given a score, as their status allows', async () => {
    const { core, open, submit } = await openPages()
    await ingestOrThrow(core, scheduledGame({ game: { date: '2199-11-20', tip_off: null } }))
    const change = async (fields: Record<string, string>) => submit(await open(page), 'change', fields)
    expect((await change({ status: 'final' })).text).toContain('A final game needs both scores.')
    await change({ status: 'final', home_score: '80', away_score: '70' })
    expect((await core.games.get(id)).status).toBe('final')
    await change({ status: 'forfeit away' })
    expect(await core.games.get(id)).toMatchObject({ status: 'no_result', forfeit_winner: 'away', home_score: null })
    await change({ date: '2199-11-21' })
    expect(await core.games.get(id)).toMatchObject({ date: '2199-11-21', forfeit_winner: 'away' })
    await change({ status: 'no_result' })
    expect(await core.games.get(id)).toMatchObject({ status: 'no_result', forfeit_winner: null })
    expect((await change({ status: 'scheduled' })).status).toBe(400)
  })

  test.each([
    [{ home_score: 'x' }, 'Score of the home team must be in whole numbers'],
    [{ away_score: '-1' }, 'Score of the away team must be in whole numbers'],
    [{ home_periods: '8 0' }, 'Its points by period must be as many as those of the home team'],
    [{ home_periods: '1 '.repeat(31), away_periods: '1 '.repeat(31) }, 'Its points by period must have at most 30'],
    [{ date: '2026-02-30' }, 'Date must be a calendar day'],
    [{ tip_off: 'soon' }, 'Tip-off (UTC) must be in the form'],
  ] as const)('with %o are refused at the field, and keep what was typed', async (fields, message) => {
    const { core, open, submit } = await openPages()
    await ingestOrThrow(core, finalGame([8, 6]))
    const { status, text, html } = await submit(await open(page), 'change', { venue: 'x', ...fields })
    expect(status).toBe(400)
    expect(text).toContain(message)
    expect(html).toContain('aria-invalid="true" autofocus')
    expect(html).not.toContain('role="alert"')
    for (const typed of Object.values(fields)) expect(html).toContain(`value="${typed}"`)
    expect(await core.auditLog()).toEqual([])
  })

  test('that a feed has changed since the form was opened stay as they are', async () => {
    const { core, open, submit } = await openPages()
    await ingestOrThrow(core, finalGame([8, 6]))
    const form = await open(page)
    await ingestOrThrow(core, finalGame([8, 7]))
    for (const [action, fields] of [
      ['change', { home_score: '9' }],
      ['reopen', {}],
      ['remove', { confirm: id }],
    ] as const) {
      const { status, text } = await submit(form, action, fields)
      expect([action, status]).toEqual([action, 400])
      expect(text).toContain('The game has changed since you opened it')
    }
    expect(await core.games.get(id)).toMatchObject({ home_score: 8, away_score: 7 })
    expect(await core.auditLog()).toEqual([])
  })

  test('are scheduled again, and removed once their id is typed', async () => {
    const { core, account, open, submit } = await openPages()
    await ingestOrThrow(core, finalGame([8, 6]))
    const form = await open(page)
    expect((await submit(form, 'reopen')).text).toContain('The game is scheduled again')
    expect(await core.games.get(id)).toMatchObject({ status: 'scheduled', has: { boxscore: false } })
    expect((await submit(form, 'reopen')).path).toBe(`${page}?done=game_unchanged`)
    expect((await open(page)).forms.map(({ fields }) => fields['action'])).not.toContain('reopen')
    for (const confirm of ['', 'yes', sampleId('game', 'g2')]) {
      const { status, text } = await submit(await open(page), 'remove', { confirm })
      expect([status, text]).toEqual([400, expect.stringContaining(`The id must be ${id}.`)])
    }
    const last = await open(page)
    const removed = await submit(last, 'remove', { confirm: id })
    expect(removed).toMatchObject({ path: `${PATH}?date=2026-11-19&done=game_removed`, status: 200 })
    expect((await submit(last, 'remove', { confirm: id })).status).toBe(404)
    expect(await core.auditLog()).toMatchObject([
      { action: 'game removed', actor: { id: account.id } },
      { action: 'game reopened', actor: { id: account.id } },
    ])
  })

  test('are not found by anybody else, and change by no GET and no foreign form', async () => {
    const pages = await openPages()
    const { core, open, send, post, newAccount, signedIn } = pages
    await ingestOrThrow(core, finalGame([8, 6]))
    const form = (await open(page)).forms.find(({ fields }) => fields['action'] === 'remove')?.fields ?? {}
    const fields = { ...form, confirm: id }
    const other = await signedIn(await newAccount('complete'))
    const token = (await other.open('/account/log')).forms[0]?.fields['token'] ?? ''
    const merge = '/account/operator/merge'
    for (const path of [PATH, page, merge, '/account/operator/log']) expect((await other.open(path)).status).toBe(404)
    expect((await other.post(page, { ...fields, token })).status).toBe(404)
    expect((await other.post(merge, { token, action: 'merge', from: 'tm_1', into: 'tm_2' })).status).toBe(404)
    expect((await post(page, { ...fields, token })).status).toBe(403)
    expect((await post(page, fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(page, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    await send(`${page}?${new URLSearchParams(fields).toString()}`)
    expect((await post(page, { ...fields, action: 'drop' })).status).toBe(400)
    expect((await post(page, { ...fields, confirm: '\0' })).status).toBe(400)
    expect((await post(page, { ...fields, confirm: 'x'.repeat(70_000) })).status).toBe(400)
    expect((await core.games.get(id)).status).toBe('final')
    expect(await core.auditLog()).toEqual([])
  })
})

describe.each(anyDatabase)('merging, for operators, on %s', (kind) => {
  const merge = '/account/operator/merge'

  test('shows both records with their games first, then merges them once', async () => {
    const pages = await testAccountPages(kind)
    const { core } = pages
    const { account, open, submit } = await pages.signedIn(await pages.newAccount('free', { operator: true }))
    await ingestOrThrow(core, finalGame([8, 6]))
    const home = { team: { external_id: 'X', name: `Alfa ${SCRIPT}` } }
    await ingestOrThrow(core, scheduledGame({ game: { external_id: 'g2', date: '2026-11-21' }, home }))
    const [from, into] = [sampleId('team', 'X'), sampleId('team', 'A')]
    const compared = await open(`${merge}?from=${from}&into=%20${into}`)
    expect(compared.text).toMatch(/Alfa <script>.*2026-11-21 Alfa .* – Beta.*Alpha.*2026-11-19 Alpha – Beta/)
    expect(compared.html).not.toContain('<script')
    expect(await core.auditLog()).toEqual([])
    expect((await submit(compared, 'merge')).text).toContain('The two records are one now')
    expect((await submit(compared, 'merge')).text).toContain('The two are one record already')
    expect(await core.auditLog()).toMatchObject([{ action: 'records merged', actor: { id: account.id } }])
    expect((await open(`${merge}?from=${from}&into=${into}`)).text).toContain(
      'Both ids are those of one record already',
    )
  })

  test('refuses records that cannot be one, and ids that are none at their field', async () => {
    const pages = await testAccountPages(kind)
    const { core } = pages
    const { open, submit } = await pages.signedIn(await pages.newAccount('free', { operator: true }))
    await ingestOrThrow(core, finalGame([8, 6]))
    const [a, b] = [sampleId('team', 'A'), sampleId('team', 'B')]
    const opponents = await submit(await open(`${merge}?from=${a}&into=${b}`), 'merge')
    expect([opponents.status, opponents.text]).toEqual([400, expect.stringContaining('play each other')])
    const players = ['A1', 'B1'].map((player) => sampleId('player', player))
    const compared = await open(`${merge}?from=${players[0]}&into=${players[1]}`)
    expect((await submit(compared, 'merge')).text).toContain('they are two players')
    expect((await submit(await open(`${merge}?from=${players[0]}&into=${a}`), 'merge')).status).toBe(400)
    for (const wrong of ['tm_00000000', 'x', 'tm_', `tm_${'x'.repeat(5000)}`, "'--", 'toString', id.slice(0, 5)]) {
      const { status, html } = await open(`${merge}?from=${a}&into=${encodeURIComponent(wrong)}`)
      expect([wrong, status]).toEqual([wrong, 400])
      expect(html).toContain('id="into-problem"')
    }
    expect((await open(`${merge}?from=%00&into=${a}`)).status).toBe(400)
    expect((await open(`${merge}?from=${id}&into=${id}`)).text).toContain('Both ids are those of one record already')
    expect(await core.auditLog()).toEqual([])
  })
})
