type Fields = Record<string, unknown>

/** Data in few bytes; see pack. */
export type Packed = { shapes: string[][]; shared: unknown[]; data: unknown }

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Shorter records are written out wherever they stand. */
const WORTH_SHARING = 24

/** How often each record stands in a value. */
const occurrences = (value: unknown, seen: Map<string, number>): Map<string, number> => {
  if (typeof value !== 'object' || value === null) return seen
  if (!Array.isArray(value)) {
    const text = JSON.stringify(value)
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  for (const part of Object.values(value)) occurrences(part, seen)
  return seen
}

/** Numbers things by what they are in JSON. */
const numbering = <Thing>() => {
  const things: Thing[] = []
  const places = new Map<string, number>()
  const placeOf = (text: string, make: () => Thing): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    const place = things.push(make()) - 1
    places.set(text, place)
    return place
  }
  return { things, placeOf }
}

/**
 * Writes data in fewer bytes. A record is `[shape, …values]`, its names being `shapes[shape]`; a list is `[-1, …items]`; a
 * record that stands in the data more than once is `[-2, place]` in `shared`; a list of records of one shape is
 * `[-3, shape, …rows]`. The test kit of the client reads it back.
 */
export const pack = (data: unknown): Packed => {
  const often = occurrences(data, new Map())
  const shapes = numbering<string[]>()
  const shared = numbering<unknown>()
  const shapeOf = (record: Fields): number => {
    const names = Object.keys(record)
    return shapes.placeOf(JSON.stringify(names), () => names)
  }
  const isShared = (value: unknown): boolean => {
    const text = JSON.stringify(value)
    return isRecord(value) && text.length >= WORTH_SHARING && (often.get(text) ?? 0) > 1
  }
  const rowOf = (record: Fields): unknown[] => Object.values(record).map(packed)

  const packed = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const rows = value.filter((each): each is Fields => isRecord(each) && !isShared(each))
      const [first] = rows
      if (first === undefined || rows.length < value.length || rows.some((row) => shapeOf(row) !== shapeOf(first)))
        return [-1, ...value.map(packed)]
      return [-3, shapeOf(first), ...rows.map(rowOf)]
    }
    if (!isRecord(value)) return value
    const written = () => [shapeOf(value), ...rowOf(value)]
    return isShared(value) ? [-2, shared.placeOf(JSON.stringify(value), written)] : written()
  }
  return { data: packed(data), shapes: shapes.things, shared: shared.things }
}
