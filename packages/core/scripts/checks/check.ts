/** Compares the actual value of a fact with the expected one. */
export type Check = (fact: string, actual: unknown, expected: unknown) => void

/** Creates a check that prints a line for each fact, and collects failures. */
export const createCheck = (): { check: Check; failures: readonly string[] } => {
  const failures: string[] = []
  const check: Check = (fact, actual, expected) => {
    const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)]
    console.log(`${actualJson === expectedJson ? 'ok  ' : 'NOT '} ${fact}: ${actualJson}`)
    if (actualJson !== expectedJson) failures.push(`${fact}: ${actualJson}, not ${expectedJson}`)
  }
  return { check, failures }
}
