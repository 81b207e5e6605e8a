/** Whether the value is an object of names and values, of whichever realm, and no list. */
export const isRecord = (value: unknown): value is object => Object(value) === value && !Array.isArray(value)
