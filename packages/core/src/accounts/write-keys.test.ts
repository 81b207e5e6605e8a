import { describe, expect, test } from 'vitest'
import { anyDatabase, catchServiceError, sharedCore, tableContents } from '../testing/index.ts'

describe.each(anyDatabase)('write keys on %s', (kind) => {
  const core = sharedCore(kind)

  test('a write key is shown once, listed without it, and stored as a fingerprint', async () => {
    const created = await core().writeKeys.create({ source: 'league', competition: 'L1', name: 'Scorer' })
    expect(created).toEqual({
      id: expect.stringMatching(/^wk_/),
      source: 'league',
      competition: 'L1',
      name: 'Scorer',
      key: expect.stringMatching(/^bdw_/),
    })
    await core().writeKeys.create({ source: 'cup' })
    const { key, ...rest } = created
    expect(await core().writeKeys.list({ source: 'league' })).toEqual([
      {
        ...rest,
        hint: `bdw_…${key.slice(-4)}`,
        created_by: null,
        created_at: expect.any(Date),
        last_used_at: null,
        revoked_at: null,
      },
    ])
    expect(await core().writeKeys.list()).toHaveLength(2)
    expect(JSON.stringify(await tableContents(core().store))).not.toContain(key)
  })

  test.each([
    [{ source: 'No Source' }, 'source must be lower-case letters'],
    [{ source: 'a', competition: ' ' }, 'competition must not be blank'],
    [{ source: 'a', name: 'two\nlines' }, 'The name of a key must be one line'],
  ])('a write key for %j is refused', async (options, message) => {
    expect(await catchServiceError(core().writeKeys.create(options))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(message),
    })
  })

  test('the audit log says who has created and revoked which write key', async () => {
    const { id: by } = await core().accounts.create({ email: 'ada@example.org', plan: 'free', operator: true })
    const { id, key } = await core().writeKeys.create({ source: 'league', by })
    expect((await core().writeKeys.revoke(id)).revoked_at).toEqual(expect.any(Date))
    const revoked = await core().writeKeys.revoke(id, { by })
    expect(revoked).toMatchObject({ id, created_by: by })
    const detail = `${id} bdw_…${key.slice(-4)} for source league`
    expect(await core().auditLog()).toEqual([
      expect.objectContaining({ action: 'write key revoked', actor: null, detail }),
      expect.objectContaining({ action: 'write key created', actor: { id: by, email: 'ada@example.org' }, detail }),
    ])
    expect((await core().accounts.log(by)).map(({ action }) => action)).toEqual(['account created'])
  })

  test('an unknown write key cannot be revoked', async () => {
    expect(await catchServiceError(core().writeKeys.revoke('wk_none'))).toMatchObject({ code: 'not_found' })
  })

  test('a write key reads nothing: it is 401, with a message that says what it is', async () => {
    const { key } = await core().writeKeys.create({ source: 'league' })
    expect(await catchServiceError(core().countCall(key, { counts: true }))).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('This is a write key'),
    })
  })
})
