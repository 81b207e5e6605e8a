import { describe, expect, test } from 'vitest'
import { testAccountPages } from '../../testing/account-pages.ts'
import { anyDatabase, finalGame, ingestOrThrow } from '../../../../http/src/testing/databases.js'

const SCRIPT = '<script>alert(1)</script>'

describe.each(anyDatabase)('imports, for operators, on %s', (kind) => {
  const open = async () => {
    const pages = await testAccountPages(kind)
    return { core: pages.core, ...(await pages.signedIn(await pages.newAccount('free', { operator: true }))) }
  }

  test('show refusals and warnings by season, with the game and what was wrong', async () => {
    const { core, open: show } = await open()
    const wrong = finalGame([8, 6], { home: { totals: undefined, team: { name: SCRIPT } } })
    const { game } = await ingestOrThrow(core, wrong)
    await core.ingest(finalGame([8, 6], { game: { date: 'yesterday' } }))
    await core.refuseInput('games.ndjson line 4', `It is no JSON: ${SCRIPT}`)
    const warnings = await core.warnings()
    const { season } = (await core.caller().games.get({ id: game })).data
    const list = await show('/account/operator/imports')
    expect(list.text).toMatch(new RegExp(`Season not known ?1 ?0 ?League 2026-27 ?1 ?${warnings.length}`))
    const ofSeason = await show(`/account/operator/imports/${season.id}`)
    expect(ofSeason.text).toMatch(new RegExp(`${game}.*date.*refused just now`))
    for (const { message, code } of warnings) {
      expect(ofSeason.text).toContain(message)
      expect(ofSeason.text).toContain(code)
    }
    const unknown = await show('/account/operator/imports/unknown')
    expect(unknown.text).toContain('games.ndjson line 4')
    for (const { html, text } of [ofSeason, unknown]) {
      expect(html).not.toContain('<script')
      expect(text).toContain(SCRIPT)
    }
  })

  test('are read page by page', async () => {
    const { core, open: show } = await open()
    for (let n = 0; n < 130; n++) await core.refuse('test', `game ${n}`, 'There is no such game.')
    const first = await show('/account/operator/imports/unknown')
    expect(first.text).toContain('1 to 100 of 130')
    const second = await show('/account/operator/imports/unknown?from=100')
    expect(second.text).toContain('101 to 130 of 130')
    expect(first.html).toContain('rel="next" href="/account/operator/imports/unknown?from=100"')
    expect(second.html).toContain('rel="prev" href="/account/operator/imports/unknown"')
    const listed = [first, second].flatMap(({ text }) => text.match(/game \d+/g) ?? [])
    expect(new Set(listed).size).toBe(130)
    expect((await show('/account/operator/imports/unknown?from=500')).text).toContain('Nothing here')
    expect((await show('/account/operator/imports/unknown?from=x')).status).toBe(400)
  })

  test('show the warnings of a game together', async () => {
    const { core, open: show } = await open()
    for (const external_id of ['g1', 'g2']) {
      const game = finalGame([8, 6], { game: { external_id } })
      const { totals } = game.home
      await ingestOrThrow(core, {
        ...game,
        home: { ...game.home, ...(totals && { totals: { ...totals, points: 9 } }) },
      })
    }
    const warnings = await core.warnings()
    const [season] = (await core.caller().seasons.list({})).data
    const { html } = await show(`/account/operator/imports/${season?.id}`)
    expect(warnings.length).toBeGreaterThan(2)
    expect(html.split('class="problem"').length - 1).toBe(warnings.length)
    expect(html.split('stored, with a warning').length - 1).toBe(2)
  })

  test('are empty without refusals and warnings, and a season without any is not found', async () => {
    const { open: show } = await open()
    expect((await show('/account/operator/imports')).text).toContain('No import has refused or warned of anything')
    for (const season of ['unknown', 'ss_00000000', '%F0%9F%8F%80'])
      expect((await show(`/account/operator/imports/${season}`)).status).toBe(404)
  })
})
