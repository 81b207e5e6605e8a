// What the environment says about the output. Not in config.ts: help and error messages need it before the contract, with
// which config.ts checks the other variables, is loaded.

type Variables = Readonly<Record<string, string | undefined>>

/** Whether to print the stacks of errors. It works even if other variables are invalid. */
export const showsStacks = (variables: Variables = process.env): boolean =>
  ['trace', 'debug'].includes(variables['LOG_LEVEL'] ?? '')

/** Whether NO_COLOR is set (https://no-color.org). */
export const refusesColour = (variables: Variables = process.env): boolean => (variables['NO_COLOR'] ?? '') !== ''
