/** Compares the actual value of a fact with the expected one. */
export type Check = (fact: string, actual: unknown, expected: unknown) => void

/** Creates a check that prints a line for each fact, and collects failures. */
export const createCheck = (): { check: Check; failures: readonly string[] } => {
  const failures: string[] = []
  const check: Check = (fact, actual, expected) => {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    console.log(`${is === should ? 'ok  ' : 'NOT '} ${fact}: ${is}`)
    if (is !== should) failures.push(`${fact}: ${is}, not ${should}`)
  }
  return { check, failures }
}
