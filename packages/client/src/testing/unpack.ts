/** Data written in few bytes: records by their shapes, what stands in it often only once. */
interface Packed {
  shapes: string[][]
  shared: unknown[]
  data: unknown
}

/** A list of any length: `[shape, …values]` is a record, `[-1, …items]` a list, `[-2, place]` what is shared. */
export const unpack = ({ shapes, shared, data }: Packed): unknown => {
  const record = (shape: number, values: unknown[]) =>
    Object.fromEntries((shapes[shape] ?? []).map((name, place) => [name, unpacked(values[place])]))

  const unpacked = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const [mark, ...rest]: unknown[] = value
    switch (mark) {
      case -1:
        return rest.map(unpacked)
      case -2:
        return unpacked(shared[Number(rest[0])])
      case -3:
        return rest.slice(1).map((row) => record(Number(rest[0]), Array.isArray(row) ? row : []))
      default:
        return record(Number(mark), rest)
    }
  }
  return unpacked(data)
}
