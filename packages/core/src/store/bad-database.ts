/** A database address that cannot be used; the message says why and what would be right. */
export class BadDatabase extends Error {
  override name = 'BadDatabase'
}
