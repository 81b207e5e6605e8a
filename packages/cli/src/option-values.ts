import { InvalidArgumentError } from 'commander'

/** The rule for port numbers, as the end of a sentence that begins with "use". */
export const PORT_RULE = 'a whole number from 0 to 65535 (0 picks a free port)'

/** A port number written in decimal digits; undefined if it is none. */
export const parsePort = (text: string): number | undefined => {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined
}

// What follows reads the value of an option. It throws InvalidArgumentError, which says what would be right.

/** Reads a port number. */
export const readPort = (text: string): number => {
  const port = parsePort(text)
  if (port === undefined) throw new InvalidArgumentError(`Use ${PORT_RULE}.`)
  return port
}

const numberReader =
  (pattern: RegExp, what: string, min: number, max: number) =>
  (text: string): number => {
    const number = pattern.test(text) ? Number(text) : NaN
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(`Use ${what} from ${min} to ${max}.`)
    return number
  }

/** Reads a whole number. */
export const wholeNumber = (min: number, max: number) => numberReader(/^\d{1,9}$/, 'a whole number', min, max)

/** Reads a number with or without decimals; `what` names it in the error. */
export const decimal = (min: number, max: number, what = 'a number') => numberReader(/^\d*\.?\d+$/, what, min, max)
