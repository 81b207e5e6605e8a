import { NUMBERED, type Numbers } from './writer.ts'

/** A number that a response shows of a record. */
type Shown = { id: string; number: number }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const numberIn = (text: unknown): number => Number(NUMBERED.exec(String(text))?.[1] ?? 0)

const idOf = (value: unknown): string => (isObject(value) && typeof value.id === 'string' ? value.id : '')

/** The number in the points of a game in a form: those of its home team, who has won. */
const inPoints = ({ points_for, points_against }: Record<string, unknown>, points: number): number =>
  Math.max(Number(points_for), Number(points_against)) - points

/** The numbers that an object shows itself, without those of the objects in it. */
function* ownNumbers(object: Record<string, unknown>, points: number): Generator<Shown> {
  const id = idOf(object)
  if ('venue' in object && id.startsWith('gm_')) {
    yield { id, number: numberIn(object.venue) }
    if (object.status === 'final') yield { id, number: Number(object.home_score) - points }
  } else if ('name' in object) yield { id, number: numberIn(object.name) }
  const game = idOf(object.game)
  if ('points_for' in object && game !== '') yield { id: game, number: inPoints(object, points) }
  if (Array.isArray(object.events)) {
    const [first]: unknown[] = object.events
    if (isObject(first)) yield { id: game, number: numberIn(first.description) }
  }
}

/** Every number that a response shows of a record whose number is known. */
export function* numbersIn(value: unknown, numbers: Numbers, points: number): Generator<Shown> {
  if (!isObject(value)) return
  if (!Array.isArray(value)) for (const shown of ownNumbers(value, points)) if (numbers.has(shown.id)) yield shown
  for (const each of Object.values(value)) yield* numbersIn(each, numbers, points)
}
