/** The rule for port numbers, as the end of a sentence that begins with "use". */
export const PORT_RULE = 'a whole number from 0 to 65535 (0 picks a free port)'

/** A port number written in decimal digits; undefined if it is none. */
export const portOf = (text: string): number | undefined => {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined
}
