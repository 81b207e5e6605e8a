import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { competitions, players, seasons, teams } from '../store/index.ts'
import { accepted, bundleOf, databases, openTestCore, sharedCore, type BundleChanges } from '../testing/index.ts'

type Fields = { name: string; country?: string | null }
const kinds = {
  competition: { table: competitions, changes: (fields: Fields): BundleChanges => ({ competition: fields }) },
  team: { table: teams, changes: (fields: Fields): BundleChanges => ({ home: { team: fields } }) },
  player: { table: players, changes: (fields: Fields): BundleChanges => ({ players: [{ external_id: 'A1', ...fields }] }) },
}

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)
  const game = (day: number, changes: BundleChanges) =>
    bundleOf({ ...changes, game: { external_id: `g${day}`, date: `2026-11-${String(day).padStart(2, '0')}` } })

  describe.each(Object.entries(kinds))('the description of a %s', (_, { table, changes }) => {
    const stored = async (of: Core) => {
      const [row] = await of.store.db
        .select({ id: table.id, name: table.name, country: table.country })
        .from(table)
        .orderBy(table.id)
        .where(kindIs(of))
      return row
    }
    /** The one the tests are about is the one with the name that was given. */
    const kindIs = (_of: Core) => undefined

    const described = async (of: Core) => {
      const rows = await of.store.db.select({ name: table.name, country: table.country }).from(table)
      return rows.find(({ name }) => name !== 'Beta') ?? (await stored(of))
    }

    test('is that of the newest game', async () => {
      await accepted(core(), game(1, changes({ name: 'Old', country: 'Spain' })))
      await accepted(core(), game(2, changes({ name: 'New', country: 'Italy' })))
      expect(await described(core())).toEqual({ name: 'New', country: 'Italy' })
    })

    test('is not changed by an older game, which only fills in what is not known', async () => {
      await accepted(core(), game(2, changes({ name: 'New' })))
      await accepted(core(), game(1, changes({ name: 'Old', country: 'Spain' })))
      expect(await described(core())).toEqual({ name: 'New', country: 'Spain' })
      await accepted(core(), game(1, changes({ name: 'Old', country: 'Italy' })))
      expect(await described(core())).toEqual({ name: 'New', country: 'Spain' })
      await accepted(core(), game(1, changes({ name: 'Old', country: null })))
      expect(await described(core())).toEqual({ name: 'New', country: 'Spain' })
    })

    test('is cleared by a newer game that says null, kept by one that says nothing', async () => {
      await accepted(core(), game(1, changes({ name: 'Name', country: 'Spain' })))
      await accepted(core(), game(2, changes({ name: 'Name' })))
      expect(await described(core())).toEqual({ name: 'Name', country: 'Spain' })
      await accepted(core(), game(3, changes({ name: 'Name', country: null })))
      expect(await described(core())).toEqual({ name: 'Name', country: null })
    })

    test('is corrected by another bundle of the same game, and by another game of the same day', async () => {
      await accepted(core(), game(1, changes({ name: 'Wrong' })))
      await accepted(core(), game(1, changes({ name: 'Right' })))
      expect(await described(core())).toMatchObject({ name: 'Right' })
      const other = bundleOf({ ...changes({ name: 'Righter' }), game: { external_id: 'x', date: '2026-11-01' } })
      await accepted(core(), other)
      expect(await described(core())).toMatchObject({ name: 'Righter' })
    })

    test('has the name of the newest game, in whatever order games arrive', async () => {
      const names = ['One', 'Two', 'One', 'Three', 'One']
      const days = names.map((_, place) => place + 1)
      const order = fc.shuffledSubarray(days, { minLength: days.length })
      const tried = fc.sample(order, { numRuns: 8, seed: 7 })
      for (const [attempt, days] of tried.entries()) {
        const id = `try${attempt}`
        const rename = (name: string) => {
          const { competition, home, players: named } = changes({ name })
          return bundleOf({
            competition: { ...competition, external_id: id, slug: id },
            season: { external_id: id },
            home: { team: { ...home?.team, external_id: id } },
            players: (named ?? []).map((player) => ({ ...player, external_id: id })),
          })
        }
        let seen = 0
        for (const day of days) {
          const bundle = rename(names[day - 1] ?? '')
          const date = `2026-11-0${day}`
          await accepted(core(), { ...bundle, game: { ...bundle.game, external_id: `${id} ${day}`, date } })
          seen = Math.max(seen, day)
          const name = await nameOf(core(), id)
          expect(name, `after days ${days.slice(0, days.indexOf(day) + 1).join()}`).toBe(names[seen - 1])
        }
      }
    })

    const nameOf = async (of: Core, external_id: string): Promise<string | undefined> => {
      const { sql } = await import('drizzle-orm')
      const [row] = await of.store.db
        .select({ name: table.name })
        .from(table)
        .where(sql`${table.id} in (select id from external_ids where external_id = ${external_id})`)
      return row?.name
    }
  })

  test('a renamed team is found and sorted by its new name alone', async () => {
    await accepted(core(), game(1, { home: { team: { name: 'Zeta' } } }))
    await accepted(core(), game(2, { home: { team: { name: 'Árpád' } } }))
    const names = async (q?: string) => (await core().caller().teams.list(q === undefined ? {} : { q })).data.map(({ name }) => name)
    expect(await names()).toEqual(['Árpád', 'Beta'])
    expect(await names('arpad')).toEqual(['Árpád'])
    expect(await names('zeta')).toEqual([])
  })

  test('games show the current names of their teams, competition and season, also games of before', async () => {
    await accepted(core(), game(1, {}))
    const renamed = game(2, {
      competition: { name: 'New league' },
      season: { name: 'New season' },
      home: { team: { name: 'New Alpha' } },
      away: { team: { name: 'New Beta' } },
    })
    await accepted(core(), renamed)
    for (const { competition, season, home, away } of (await core().caller().games.list({})).data)
      expect([competition.name, season.name, home.name, away.name]).toEqual([
        'New league',
        'New season',
        'New Alpha',
        'New Beta',
      ])
  })

  test('a season has one competition for ever', async () => {
    await accepted(core(), game(1, {}))
    const moved = game(2, { competition: { external_id: 'M', slug: 'm' } })
    expect(await core().ingest(moved)).toMatchObject({ outcome: 'refused' })
    const [season] = await core().store.db.select().from(seasons)
    const [competition] = await core().store.db.select().from(competitions)
    expect(season?.competition_id).toBe(competition?.id)
  })

  test('a competition may take another slug, and a slug that is free again', async () => {
    await accepted(core(), game(1, {}))
    await accepted(core(), game(2, { competition: { slug: 'renamed' } }))
    await accepted(core(), game(3, { competition: { external_id: 'M', slug: 'league' }, season: { external_id: 'M26' } }))
    const slugs = (await core().caller().competitions.list({})).data.map(({ slug }) => slug)
    expect(slugs.toSorted()).toEqual(['league', 'renamed'])
  })
})
