import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import { execute, searchVector } from '../store/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  anyDatabase,
  newDatabase,
  catchServiceError,
  sharedCore,
} from '../testing/index.ts'
import { listNodes, explainPlans } from '../testing/explain.ts'

const NAMES = [
  'Žalgiris Kaunas',
  'Fenerbahçe Beko Istanbul',
  "Étoile d'Or",
  'LDLC ASVEL Villeurbanne',
  'Bayern München',
  'Łódź Øst',
  'Real Madrid',
  'AS Monaco',
  'Hapoel "Bank Yahav" Jerusalem',
  'J.R. Smith All-Stars',
  '76ers',
  'Spartak St. Petersburg',
  '100% Basket',
  'Under_score',
  'ЦСКА Москва',
  'Beşiktaş',
]

describe.each(anyDatabase)('on %s', (kind) => {
  describe('q', () => {
    let core: Core
    beforeAll(async () => {
      const { address, drop } = await newDatabase(kind)
      core = await createCore({ database: address })
      for (const [n, name] of NAMES.entries()) {
        const other = NAMES[(n + 1) % NAMES.length] ?? ''
        const game = { external_id: `g${n}`, date: `2026-11-${10 + n}` }
        const home = { team: { external_id: name, name } }
        await ingestOrThrow(core, scheduledGame({ game, home, away: { team: { external_id: other, name: other } } }))
      }
      return async () => {
        await core.close()
        await drop()
      }
    })
    const search = async (q: string) => (await core.caller().teams.list({ q })).data.map(({ name }) => name)

    test.each([
      ['žalgiris', ['Žalgiris Kaunas']],
      ['ZALGIRIS', ['Žalgiris Kaunas']],
      ['zal kau', ['Žalgiris Kaunas']],
      ['kaunas žal', ['Žalgiris Kaunas']],
      ['  zal   kau  ', ['Žalgiris Kaunas']],
      ['algiris', []],
      ['zal x', []],
      ['munchen', ['Bayern München']],
      ['MÜNCHEN', ['Bayern München']],
      ['lodz ost', ['Łódź Øst']],
      ['fenerbahce', ['Fenerbahçe Beko Istanbul']],
      ['besiktas', ['Beşiktaş']],
      ['москва', ['ЦСКА Москва']],
      ['цска', ['ЦСКА Москва']],
      ['76', ['76ers']],
      ['a', ['AS Monaco', 'J.R. Smith All-Stars', 'LDLC ASVEL Villeurbanne']],
    ])('%s returns %j in any case and with any accents', async (q, names) => {
      expect((await search(q)).toSorted()).toEqual(names)
    })

    test.each([
      ["d'or", "Étoile d'Or"],
      ['dor', "Étoile d'Or"],
      ['d or', "Étoile d'Or"],
      ['d’or', "Étoile d'Or"],
      ['j.r.', 'J.R. Smith All-Stars'],
      ['jr', 'J.R. Smith All-Stars'],
      ['jr. smith', 'J.R. Smith All-Stars'],
      ['allstars', 'J.R. Smith All-Stars'],
      ['all stars', 'J.R. Smith All-Stars'],
      ['bank', 'Hapoel "Bank Yahav" Jerusalem'],
      ['st petersburg', 'Spartak St. Petersburg'],
      ['re-al', 'Real Madrid'],
      ["mon'aco", 'AS Monaco'],
      ['7.6', '76ers'],
    ])('%s returns %s with any punctuation', async (q, name) => {
      expect(await search(q)).toEqual([name])
    })

    test('%, _ and tsquery operators count as punctuation', async () => {
      expect(await search('%real')).toEqual(['Real Madrid'])
      expect(await search('re%')).toEqual(['Real Madrid'])
      expect(await search('100%')).toEqual(['100% Basket'])
      expect(await search('under_score')).toEqual(['Under_score'])
      for (const q of ['real | bayern', 'real:* | x', "real' & 'x", 're*l', '!bayern !real'])
        expect(await search(q), q).toEqual([])
      for (const q of ['r_al', 'r%l', 'r.*l']) expect(await search(q), q).not.toContain('Real Madrid')
      for (const q of ['%', '_', '%%', "'", '\\', ':*', '!', '()'])
        await expect(search(q)).rejects.toMatchObject({ code: 'bad_request' })
    })

    test('a search returns bad_request only for a text without letters and digits or of more than 100 characters', async () => {
      const words = fc.array(
        fc.constantFrom(
          ...NAMES.flatMap((name) => name.split(' ')),
          'Z',
          'b',
          "'",
          '\\',
          '%',
          '&',
          '|',
          ':*',
          '\u0000',
          '熊',
          '😀',
        ),
        { minLength: 1, maxLength: 3 },
      )
      const text = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        words.map((parts) => parts.join(' ')),
        words.map((parts) => parts.join('')),
      )
      await fc.assert(
        fc.asyncProperty(text, async (q) => {
          const refusal = await catchServiceError(core.caller().teams.list({ q }))
          const isValid = /[\p{L}\p{N}]/u.test(q) && q.length <= 100
          expect(refusal?.code).toBe(isValid ? undefined : 'bad_request')
        }),
        { numRuns: 150, seed: 4 },
      )
    })

    test('a search for a name, or for the start of any of its words, returns the name', async () => {
      for (const name of NAMES) {
        expect(await search(name), name).toContain(name)
        const starts = name.split(' ').flatMap((word) => [word, word.slice(0, Math.ceil(word.length / 2))])
        for (const start of starts.filter((text) => /[\p{L}\p{N}]/u.test(text)))
          expect(await search(start), start).toContain(name)
      }
    })

    test('q can be combined with competition and season', async () => {
      const { data } = await core.caller().games.list({})
      const competition = data[0]?.competition.id ?? ''
      const season = data[0]?.season.id ?? ''
      const names = async (filters: { competition?: string; season?: string }) =>
        (await core.caller().teams.list({ q: 'real', ...filters })).data.map(({ name }) => name)
      expect(await names({ competition, season })).toEqual(['Real Madrid'])
      expect(await names({ competition: 'cp_00000000' })).toEqual([])
      expect(await names({ season: 'ss_00000000' })).toEqual([])
    })
  })

  describe('the list', () => {
    const core = sharedCore(kind)

    test('is sorted by name without case and accents, then by id', async () => {
      const names = ['beta', 'Álava', 'alba', 'Zeta', 'Čikago', 'dijon', 'Alba']
      for (const [n, name] of names.entries())
        await ingestOrThrow(
          core(),
          scheduledGame({ game: { external_id: `g${n}` }, home: { team: { external_id: `T${n}`, name } } }),
        )
      const { data } = await core().caller().teams.list({})
      const alba = data.filter(({ name }) => name.toLowerCase() === 'alba')
      expect(alba.map(({ id }) => id)).toEqual(alba.map(({ id }) => id).toSorted())
      expect(data.map(({ name }) => name.toLowerCase())).toEqual([
        'álava',
        'alba',
        'alba',
        'beta',
        'beta',
        'čikago',
        'dijon',
        'zeta',
      ])
    })

    test('contains each team of the competition or season once', async () => {
      const buildGame = (league: string, season: string, home: string, external_id: string) =>
        scheduledGame({
          competition: { external_id: league, slug: league },
          season: { external_id: season },
          game: { external_id },
          home: { team: { external_id: home, name: home } },
        })
      await ingestOrThrow(core(), buildGame('l', 'l26', 'One', 'g1'))
      await ingestOrThrow(core(), buildGame('l', 'l26', 'One', 'g2'))
      await ingestOrThrow(core(), buildGame('l', 'l27', 'Two', 'g3'))
      await ingestOrThrow(core(), buildGame('m', 'm26', 'Three', 'g4'))
      const api = core().caller()
      const { data: games } = await api.games.list({})
      const ids = new Map(games.map((game) => [game.home.name, game]))
      const names = async (filters: { competition?: string | undefined; season?: string | undefined }) => {
        const { data, meta } = await api.teams.list(filters)
        expect(meta).toMatchObject({ total: data.length })
        return data.map(({ name }) => name)
      }
      const two = ids.get('Two')
      expect(await names({})).toEqual(['Beta', 'One', 'Three', 'Two'])
      expect(await names({ competition: two?.competition.id })).toEqual(['Beta', 'One', 'Two'])
      expect(await names({ season: two?.season.id })).toEqual(['Beta', 'Two'])
      expect(await names({ competition: ids.get('Three')?.competition.id, season: two?.season.id })).toEqual([])
    })

    test('uses the index for a search', async () => {
      const rows = Array.from({ length: 20_000 }, (_, n) => {
        const name = `Team ${n.toString(36)} ${(n * 7919).toString(36)}`
        return {
          id: `tm_${String(n).padStart(8, '0')}`,
          name,
          sort_name: name,
          search: searchVector(name),
          aliases: [],
          games: 0,
          described_on: '2026-01-01',
        }
      })
      await execute(
        core().store.db,
        sql`insert into teams select * from json_populate_recordset(null::teams, ${JSON.stringify(rows)}::json)`,
      )
      await execute(core().store.db, sql`vacuum analyze teams`)
      const plans = await explainPlans(core().store, 'teams', () => core().caller().teams.list({ q: 'abc' }))
      expect(plans).toHaveLength(2)
      for (const nodes of plans.flatMap(({ custom, generic }) => [listNodes(custom), listNodes(generic)])) {
        expect(nodes.map((node) => node['Index Name'])).toContain('teams_search')
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
      }
    })
  })
})
