/** Whether the value is an object of names and values, of whichever realm, and no list. */
export const isRecord = <Fields extends object>(value: unknown): value is Fields =>
  Object(value) === value && !Array.isArray(value)
