import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { GameBundle } from './game-bundle.ts'
import { EventType } from './play-by-play.ts'

/** The parts of a JSON schema that the tables show. */
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  const?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  $defs?: Record<string, Schema>
}

const root = z.toJSONSchema(GameBundle, { io: 'input' }) as Schema

const resolved = (schema: Schema): Schema => root.$defs?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema

const LARGEST = 2_147_483_647

const bounds = ({ minimum = 0, maximum = LARGEST }: Schema): string => {
  if (maximum === LARGEST) return minimum > 0 ? ` from ${minimum}` : minimum < 0 ? ', also negative' : ''
  return ` ${minimum} to ${maximum}`
}

const upTo = (max: number | undefined): string => (max === undefined ? '' : `, up to ${max}`)

/** The type of a field in words. */
const describeType = (schema: Schema): string => {
  const { type, enum: values, const: value, anyOf, maxLength, maxItems, items } = resolved(schema)
  if (anyOf !== undefined) return anyOf.map(describeType).join(' or ')
  if (schema.$ref?.endsWith('/CalendarDate') === true) return 'date'
  if (schema.$ref?.endsWith('/DateTime') === true) return 'date-time'
  if (value !== undefined) return String(value)
  if (values !== undefined)
    return values.length > 10 ? 'one word of a list' : values.map((each) => `\`${each}\``).join(', ')
  if (type === 'string') return `text${upTo(maxLength)}`
  if (type === 'integer') return `whole number${bounds(resolved(schema))}`
  if (type === 'array') {
    const of = resolved(items ?? {}).type
    return `list of ${of === 'array' ? 'lists' : of === 'string' ? 'texts' : 'objects'}${upTo(maxItems)}`
  }
  return [type ?? 'anything'].flat().join(' or ')
}

const at = (...path: string[]): Schema => {
  let schema: Schema = root
  for (const name of path) {
    const here = resolved(schema.properties?.[name] ?? {})
    const part = resolved(here.anyOf?.[0] ?? here)
    schema = resolved(part.items ?? part)
  }
  return schema
}

/** The objects of a bundle, by the heading of their table. */
const OBJECTS: Record<string, Schema> = {
  'The bundle': root,
  Competition: at('competition'),
  Season: at('season'),
  Game: at('game'),
  'Home and away': at('home'),
  Team: at('home', 'team'),
  'Player lines': at('home', 'players'),
  Counts: at('home', 'totals'),
  Players: at('players'),
  Events: at('events'),
  Shots: at('shots'),
  Quotes: at('quotes'),
  Notes: at('notes'),
  'Other sources': at('game', 'same_as'),
}

const page = readFileSync(new URL('../../../../docs/game-bundle.md', import.meta.url), 'utf8')

/** The rows of the table under a heading of the page, as trimmed cells. */
const rowsUnder = (heading: string): string[][] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const lines = section.slice(0, section.search(/\n## |$(?![^])/)).split('\n')
  return lines.flatMap((line) => (line.startsWith('| `') ? [line.split('|').map((cell) => cell.trim())] : []))
}

test.each(Object.entries(OBJECTS))(
  'docs/game-bundle.md names every field of "%s", its type, and whether it may be left out',
  (heading, { properties = {}, required = [] }) => {
    const fields = Object.entries(properties).map(([name, schema]) => [
      `\`${name}${required.includes(name) ? '' : '?'}\``,
      describeType(schema),
    ])
    expect(rowsUnder(heading).map(([, name, type]) => [name, type])).toEqual(fields)
    for (const [, name, , meaning] of rowsUnder(heading)) expect(meaning, name).not.toBe('')
  },
)

test('docs/game-bundle.md names every type of event', () => {
  const [, list = ''] = /`type` is one of ([^]*?)\.\n/.exec(page) ?? []
  expect(Array.from(list.matchAll(/`(\w+)`/g), ([, type]) => type)).toEqual(EventType.options)
})
