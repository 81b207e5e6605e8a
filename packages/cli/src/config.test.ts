import { expect, test } from 'vitest'
import { listMisspelt, readConfig, readValidConfig } from './config.ts'

test('without variables everything has its default', () => {
  expect(readConfig({})).toEqual({
    DATABASE_URL: '.data',
    DATABASE_REPLICA_URLS: [],
    REPLICA_MAX_LAG: 2,
    PORT: 3000,
    CALL_DEADLINE: 2.5,
    HOST: '127.0.0.1',
    DELIVERY_DAYS: 30,
    DRAIN_SECONDS: 5,
    MAX_CONNECTIONS: 10_000,
    CACHE_MB: 128,
    PLANS: {},
    LOG_LEVEL: 'info',
    SIGN_UP: 'closed',
    TRUSTED_PROXIES: 0,
    SIGN_IN_LINKS_PER_MINUTE: 300,
    INGEST: 'off',
    WRITES_PER_MINUTE: 300,
    LOG_FORMAT: 'auto',
    WEBHOOKS_ALLOW_PRIVATE: false,
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', PLANS: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('PLANS is read as JSON, in which null removes a limit', () => {
  const { PLANS } = readConfig({ PLANS: '{"free":{"per_minute":1000,"per_day":null},"live":{"days_back":0}}' })
  expect(PLANS).toEqual({ free: { per_minute: 1000, per_day: null }, live: { days_back: 0 } })
})

test.each([
  ['https://api.example.org', 'https://api.example.org/v1'],
  ['https://api.example.org/', 'https://api.example.org/v1'],
  ['https://api.example.org/v1/', 'https://api.example.org/v1'],
  ['http://example.org:8080/data/v1', 'http://example.org:8080/data/v1'],
])('BASE_URL %s becomes %s', (url, base) => {
  expect(readConfig({ BASE_URL: url }).BASE_URL).toBe(base)
})

test('the variables about poolers are read, and the direct address is never printed', () => {
  const set = { DATABASE_DIRECT_URL: ' postgres://a:secret@host/b', PREPARE: 'none' }
  expect(readConfig(set)).toMatchObject({ DATABASE_DIRECT_URL: 'postgres://a:secret@host/b', PREPARE: 'none' })
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'mysql://a:secret@host/b' })).toThrow(
    'DATABASE_DIRECT_URL is wrong: use the address of Postgres itself, like postgres://user:password@host/basketball.',
  )
  expect(() => readConfig({ PREPARE: 'all' })).toThrow('PREPARE is "all": use named or none, or leave it out.')
})

test('the variables of webhooks are read, and SECRETS_KEY is trimmed', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.org'
  const MAIL_FROM = 'Hooks <hooks@example.org>'
  const set = { SECRETS_KEY: ' secret\n', WEBHOOKS_ALLOW_PRIVATE: '1', SMTP_URL, MAIL_FROM }
  expect(readConfig(set)).toMatchObject({ SECRETS_KEY: 'secret', WEBHOOKS_ALLOW_PRIVATE: true, SMTP_URL, MAIL_FROM })
  expect(readConfig({ WEBHOOKS_ALLOW_PRIVATE: '', MAIL_FROM: 'a@b' })).toMatchObject({ WEBHOOKS_ALLOW_PRIVATE: false })
})

test('e-mails come from the name of the service, if their sender has none', () => {
  const SERVICE_NAME = 'The "Nordic" League'
  const from = (MAIL_FROM: string) => readConfig({ SERVICE_NAME, MAIL_FROM }).MAIL_FROM
  expect(from('hooks@example.org')).toBe('"The \\"Nordic\\" League" <hooks@example.org>')
  expect(from('Hooks <hooks@example.org>')).toBe('Hooks <hooks@example.org>')
})

test.each(['http://user:hunter2@mail.example.org', 'hunter2', 'smtp:hunter2'])(
  'the value of SMTP_URL is never repeated: %s',
  (SMTP_URL) => {
    const read = () => readConfig({ SMTP_URL, MAIL_FROM: 'a@example.org' })
    expect(read).toThrow(/^SMTP_URL is wrong: use an address like smtp:/)
    expect(read).not.toThrow('hunter2')
  },
)

test('DATABASE_REPLICA_URLS is a list, whose passwords are never repeated', () => {
  const urls = ['postgres://user:pass@one/basketball', 'postgresql://two/basketball']
  expect(readConfig({ DATABASE_REPLICA_URLS: urls.join(' , ') }).DATABASE_REPLICA_URLS).toEqual(urls)
  for (const wrong of ['hunter2', `${urls.join(',')},hunter2`, 'postgres://one/x,']) {
    const read = () => readConfig({ DATABASE_REPLICA_URLS: wrong })
    expect(read).toThrow(/^DATABASE_REPLICA_URLS is wrong: use addresses like postgres:/)
    expect(read).not.toThrow('hunter2')
  }
})

test.each([
  [{ REPLICA_MAX_LAG: '0' }, 'REPLICA_MAX_LAG is "0": use a whole number from 1 to 3600'],
  [{ PORT: '65536' }, 'PORT is "65536": use a whole number from 0 to 65535'],
  [{ PORT: '1e3' }, 'PORT is "1e3": use a whole number'],
  [{ DELIVERY_DAYS: '0' }, 'DELIVERY_DAYS is "0": use a whole number from 1 to 3650'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS is "-1": use a whole number from 0 to 3600'],
  [{ DRAIN_SECONDS: '3601' }, 'DRAIN_SECONDS is "3601": use a whole number from 0 to 3600'],
  [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS is "0": use a whole number from 1 to 1000000'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": use one of trace, debug, info'],
  [{ BASE_URL: 'ftp://example.org' }, 'BASE_URL is "ftp://example.org": use an address like https://'],
  [{ WEBHOOKS_ALLOW_PRIVATE: 'true' }, 'WEBHOOKS_ALLOW_PRIVATE is "true": use 1'],
  [{ WEBHOOKS_ALLOW_PRIVATE: '0' }, 'WEBHOOKS_ALLOW_PRIVATE is "0": use 1'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM is not set: name the sender'],
  [{ MAIL_FROM: 'hooks' }, 'MAIL_FROM is "hooks": use an address like hooks@example.org'],
  [{ MAIL_FROM: 'a@b, c@d' }, 'MAIL_FROM is'],
  [{ SERVICE_NAME: 'x'.repeat(61) }, 'use at most 60 characters in one line.'],
  [{ SERVICE_NAME: 'a\tb' }, 'use at most 60 characters in one line.'],
  [{ PLANS: '{' }, 'PLANS: '],
  [{ PLANS: '{"gold":{}}' }, 'gold'],
  [{ PLANS: '{"free":{"per_hour":1}}' }, 'PLANS at free: '],
  [{ PLANS: '{"free":{"per_minute":0}}' }, 'PLANS at free.per_minute: '],
  [
    { PLANS: '[]' },
    'of the plans free, live, archive, complete and the limits per_minute, per_day, per_month, streams, days_back',
  ],
])('%o is refused in one line that says what is valid', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message)
  expect(() => readConfig(variables)).toThrow(/^[^\n]*\.$/)
})

test('invalid variables can be left out, each with what is wrong with it', () => {
  const read = (variables: Record<string, string>) => {
    const { config, invalid } = readValidConfig({ ...variables, CACHE_MB: '64' })
    expect(config).toEqual(readConfig({ CACHE_MB: '64' }))
    return [...invalid]
  }
  expect(read({})).toEqual([])
  const wrongPort = ['PORT', expect.stringMatching(/^PORT is "-1": use a whole number/)]
  const missingSender = ['MAIL_FROM', expect.stringMatching(/^MAIL_FROM is not set: name the sender/)]
  const wrongSender = ['MAIL_FROM', expect.stringMatching(/^MAIL_FROM is "hooks": use an address/)]
  const wrongServer = ['SMTP_URL', expect.stringMatching(/^SMTP_URL is wrong: use an address/)]
  const server = 'smtp://mail.example.org'
  expect(read({ PORT: '-1', SMTP_URL: server })).toEqual([wrongPort, missingSender])
  expect(read({ PORT: '-1', SMTP_URL: server, MAIL_FROM: 'hooks' })).toEqual([wrongPort, wrongSender])
  expect(read({ SMTP_URL: 'mail' })).toEqual([wrongServer])
})

test.each([
  ['SERVICE_COLOR', 'SERVICE_COLOUR'],
  ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s is not a setting, and may mean %s', async (name, meant) => {
  expect(await listMisspelt({ [name]: 'x' })).toEqual([`${name} is not a setting; did you mean ${meant}?`])
})

test('variables of other programs are not taken for settings', async () => {
  expect(await listMisspelt({ HOSTS: 'x', PLAN: 'x', DATABASE: 'x', SERVICE_HOST: 'x', LOG_LEVEL: 'info' })).toEqual([])
  expect(await listMisspelt({ SECRET_KEY: 'x', SECRETS_KEY: 'y' })).toEqual([])
})
