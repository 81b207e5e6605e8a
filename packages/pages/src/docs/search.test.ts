import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSearch, type Entry } from './search.ts'

const entry = (title: string, other: Partial<Entry> = {}): Entry => ({
  kind: 'Field',
  title,
  context: '',
  href: `#${title}`,
  text: '',
  ...other,
})

const titles = (entries: Entry[], query: string) => createSearch(entries)(query).results.map(({ title }) => title)

describe('a search finds an entry', () => {
  const boxScore = entry('Box score', { context: 'GET /games/{id}/boxscore', text: 'The line of every player.' })
  const field = entry('home_score', { context: 'Game', text: 'Points of the home team.' })
  const record = entry('BoxScore')
  const all = [boxScore, field, record, entry('Žalgiris')]

  test.each([
    ['box score', ['BoxScore', 'Box score']],
    ['boxscore', ['BoxScore', 'Box score']],
    ['GET /games/{id}/boxscore', ['Box score']],
    ['home_score', ['home_score']],
    ['home', ['home_score']],
    ['score home', ['home_score']],
    ['zalg', ['Žalgiris']],
    ['ŽALG', ['Žalgiris']],
    ['every pla', ['Box score']],
  ])('%s', (query, expected) => {
    expect(titles(all, query).toSorted()).toEqual(expected.toSorted())
  })

  test.each(['ox', 'away', '', ' ', '.*', '('])('not for "%s"', (query) => {
    expect(titles(all, query)).toEqual([])
  })
})

test.each([
  ['paginate', 'Pagination'],
  ['paginating lists', 'Pagination'],
  ['deliver', 'Deliveries'],
  ['delivery', 'Deliveries'],
  ['how do I page through the games', 'Paging of games'],
])('a query finds other forms of its words, and needs none that say nothing: %s', (query, expected) => {
  const entries = [entry('Pagination', { text: 'Of a list.' }), entry('Deliveries'), entry('Paging of games')]
  expect(titles(entries, query)[0]).toBe(expected)
})

describe('if nothing has all words of a query', () => {
  const entries = [entry('Box score'), entry('Score'), entry('Team')]

  test('the results are what has the most of them, and say so', () => {
    expect(titles(entries, 'box score of tuesday')).toEqual(['Box score', 'Score'])
    expect(createSearch(entries)('box score of tuesday').isPartial).toBe(true)
    expect(createSearch(entries)('box score').isPartial).toBe(false)
  })

  test('and nothing has any, there are none', () => {
    expect(createSearch(entries)('tuesday evening')).toEqual({ results: [], isPartial: true })
  })
})

describe('a misspelt word', () => {
  const entries = [entry('Standings'), entry('Stand'), entry('Key')]

  test.each(['standigns', 'stadings', 'the standimgs'])('%s finds what was meant', (query) => {
    expect(titles(entries, query)[0]).toBe('Standings')
    expect(createSearch(entries)(query).isPartial).toBe(false)
  })

  test('is not corrected if something has it as written', () => {
    expect(titles(entries, 'stand')).toEqual(['Stand', 'Standings'])
    expect(titles([entry('Team'), entry('Term')], 'term')).toEqual(['Term'])
  })

  test('is not corrected if it is short', () => {
    expect(titles(entries, 'kex')).toEqual([])
  })
})

test('a query of words that say nothing finds what has them', () => {
  expect(titles([entry('the end'), entry('end')], 'the')).toEqual(['the end'])
})

describe('the first result', () => {
  test('has the words in its title, not in its text', () => {
    expect(titles([entry('Pace', { text: 'possessions' }), entry('Possessions')], 'possessions')[0]).toBe('Possessions')
  })

  test('is an endpoint rather than a field of the same name', () => {
    expect(titles([entry('usage'), entry('Usage', { kind: 'Endpoint' })], 'usage')[0]).toBe('Usage')
  })

  test('has the words as they were written, rather than other forms of them', () => {
    expect(titles([entry('free_throws_made'), entry('free_throw_pct')], 'free throw')[0]).toBe('free_throw_pct')
  })

  test('has the whole title', () => {
    expect(titles([entry('game_log'), entry('game')], 'game')[0]).toBe('game')
  })
})

test('a name that many records have leaves room for others', () => {
  const fields = Array.from({ length: 40 }, (_, i) => entry('points', { context: `Record${i}` }))
  const scoring = entry('Scoring', { kind: 'Guide', text: 'How points are counted' })
  const { results: kinds } = createSearch([...fields, scoring])('points')
  expect(kinds.filter(({ kind }) => kind === 'Field')).toHaveLength(10)
  expect(kinds.filter(({ kind }) => kind === 'Guide')).toHaveLength(1)
})

test('the excerpt shows the words that were found, from a text of any length', () => {
  const text = `${'Long before. '.repeat(30)}A possession ends with a shot.${' Long after.'.repeat(30)}`
  const [result] = createSearch([entry('Pace', { text })])('possession').results
  expect(result?.excerpt.filter((_, i) => i % 2 === 1)).toEqual(['possession'])
  expect(result?.excerpt.join('')).toMatch(/^… .*A possession ends with a shot\. .* …$/)
})

test('any entry is found by its title, and no query fails', () => {
  const word = fc.stringMatching(/^[a-zé]{1,8}$/)
  const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 8 }), fc.string(), fc.string(), (all, query, text) => {
      const search = createSearch(all.map((title) => entry(title, { text })))
      for (const title of all) expect(search(title).results.map((result) => result.title)).toContain(title)
      for (const { excerpt } of search(query).results) expect(excerpt.length % 2).toBe(1)
    }),
  )
})
