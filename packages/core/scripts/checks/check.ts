/** Holds what was found of a fact against what is known of it, and says whether they agree. */
export type Check = (fact: string, found: unknown, known: unknown) => void

/** A check that prints a line for each fact, and keeps what is known of those that do not agree. */
export const createCheck = (): { check: Check; failures: readonly string[] } => {
  const failures: string[] = []
  const check: Check = (fact, found, known) => {
    const [is, should] = [JSON.stringify(found), JSON.stringify(known)]
    console.log(`${is === should ? 'ok  ' : 'NOT '} ${fact}: ${is}`)
    if (is !== should) failures.push(`${fact}: ${is}, not ${should}`)
  }
  return { check, failures }
}
